// Bad input is refused with an error that names field and value, and the world is unharmed.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile, thrown } from "./start.mjs";

const { World, Shape, Mover, Snapshot, Recording, StaleHandleError, ForeignHandleError, FileError } = physics;

/** Calls with the field and the value that the error must name. */
function cases() {
  const world = pile();
  const [ground, body, other] = world.bodies;
  const [box] = body.colliders;
  const joint = world.createJoint({ type: "weld", a: body, b: other });
  const shape = Shape.circle(1);
  const calls = [
    [() => new World({ gravity: [0, NaN] }), RangeError, "gravity", NaN],
    [() => new World({ gravity: 10 }), TypeError, "gravity", 10],
    [() => new World({ gravity: [1, 2, 3] }), TypeError, "gravity", [1, 2, 3]],
    [() => new World({ solver: { substeps: 0 } }), RangeError, "solver.substeps", 0],
    [() => new World({ solver: 3 }), TypeError, "solver", 3],
    [() => new World({ classic: { correction: { type: "splits" } } }), RangeError, "classic.correction.type", "splits"],
    [() => new World({ gravty: [0, 0] }), TypeError, "gravty", undefined],
    [() => world.step(NaN), RangeError, "dt", NaN],
    [() => world.step(-1), RangeError, "dt", -1],
    [() => world.step("1"), TypeError, "dt", "1"],
    [() => world.step(1 / 60, 0.5), RangeError, "count", 0.5],
    [() => world.createBody({ type: "dynamc" }), RangeError, "type", "dynamc"],
    [() => world.createBody({ type: undefined }), TypeError, "type", undefined],
    [() => world.createBody({ position: undefined }), TypeError, "position", undefined],
    [() => world.createBody({ position: [NaN, 0] }), RangeError, "position.x", NaN],
    [() => world.createBody({ position: [1e9, 0] }), RangeError, "position.x", 1e9],
    [() => world.createBody({ position: [1] }), TypeError, "position", [1]],
    [() => world.createBody({ position: { x: 1 } }), TypeError, "position.y", undefined],
    [() => world.createBody({ position: "0 3" }), TypeError, "position", "0 3"],
    [() => world.createBody({ angle: Infinity }), RangeError, "angle", Infinity],
    [() => world.createBody({ damping: -1 }), RangeError, "damping", -1],
    [() => world.createBody({ damping: "1" }), TypeError, "damping", "1"],
    [() => world.createBody({ enabled: 1 }), TypeError, "enabled", 1],
    [() => world.createBody({ userData: {} }), TypeError, "userData", {}],
    [() => world.createBody({ userData: -1n }), RangeError, "userData", -1n],
    [() => world.createBody({ mass: { mass: -1 } }), RangeError, "mass.mass", -1],
    [() => world.createBody({ mass: { weight: 1 } }), TypeError, "mass.weight", undefined],
    [() => world.createBody(3), TypeError, "definition", 3],
    [() => (body.position = undefined), TypeError, "position", undefined],
    [() => (body.position = [0, Infinity]), RangeError, "position.y", Infinity],
    [() => (body.velocity = [NaN, 0]), RangeError, "velocity.x", NaN],
    [() => (body.angle = "1"), TypeError, "angle", "1"],
    [() => (body.gravityScale = NaN), RangeError, "gravityScale", NaN],
    [() => (body.maxSpeed = 0), RangeError, "maxSpeed", 0],
    [() => (body.dominance = 128), RangeError, "dominance", 128],
    [() => (body.mass = 0), RangeError, "mass", 0],
    [() => body.applyForce([1]), TypeError, "force", [1]],
    [() => body.applyForce([1, 0], [0, NaN]), RangeError, "point.y", NaN],
    [() => body.applyImpulse(), TypeError, "impulse", undefined],
    [() => body.applyTorque(NaN), RangeError, "torque", NaN],
    [() => body.set({ dampng: 1 }), TypeError, "dampng", undefined],
    [() => body.createCircle(-1), RangeError, "radius", -1],
    [() => body.createCircle(), TypeError, "radius", undefined],
    [() => body.createBox(1), TypeError, "height", undefined],
    [() => body.createBox(1, 1, { density: NaN }), RangeError, "density", NaN],
    [() => body.createBox(1, 1, { mask: -(2n ** 64n) - 1n }), RangeError, "mask", -(2n ** 64n) - 1n],
    [() => body.createBox(1, 1, { mask: 2 ** 53 }), RangeError, "mask", 2 ** 53],
    [() => body.createBox(1, 1, { mask: 2n ** 64n }), RangeError, "mask", 2n ** 64n],
    [() => body.createBox(1, 1, { group: 0.5 }), RangeError, "group", 0.5],
    [() => body.createBox(1, 1, { portal: { type: "door" } }), RangeError, "portal.type", "door"],
    [() => body.createPolygon([[0, 0], [1, 0], [NaN, 1]]), RangeError, "vertices[2].x", NaN],
    [() => body.createPolygon(new Float32Array(7)), RangeError, "vertices.length", 7],
    [() => body.createPolygon([[0, 0], [1, 0]]), RangeError, "vertices", 2],
    [() => body.createPolygon(null), TypeError, "vertices", null],
    [() => body.createCollider({ radius: 1 }), TypeError, "shape", undefined],
    [() => body.createHalfSpace([0, 1], 0), RangeError, "shape", undefined],
    [() => ground.createChain([[0, 0], [1, 0]], { closed: 1 }), TypeError, "closed", 1],
    [() => ground.createOutline([[0, 0], [1, 1], [1, 0], [0, 1]]), RangeError, "points", undefined],
    [() => (box.friction = -1), RangeError, "friction", -1],
    [() => (box.shape = "circle"), TypeError, "shape", "circle"],
    [() => world.createJoint({ type: "weld", a: body }), TypeError, "b", undefined],
    [() => world.createJoint({ type: "weld", a: body, b: body }), RangeError, "b", undefined],
    [() => world.createJoint({ type: "glue", a: body, b: other }), RangeError, "type", "glue"],
    [() => world.createJoint({ type: "weld", a: body, b: other, anchor: [NaN, 0] }), RangeError, "anchor.x", NaN],
    [() => world.createJoint({ type: "revolute", a: body, b: other, limits: [1] }), TypeError, "limits", [1]],
    [() => world.createJoint({ type: "revolute", a: body, b: other, limits: [1, -1] }), RangeError, "limits", [1, -1]],
    [() => joint.set({ motorSpeed: 1 }), TypeError, "motorSpeed", undefined],
    [() => (joint.breakForce = 0), RangeError, "breakForce", 0],
    [() => world.castRay([0, 0]), TypeError, "translation", undefined],
    [() => world.castRay([0, NaN], [1, 0]), RangeError, "origin.y", NaN],
    [() => world.castRay([0, 0], [1, 0], { mask: "all" }), TypeError, "mask", "all"],
    [() => world.castRay([0, 0], [1, 0], { exclude: 3 }), TypeError, "exclude", 3],
    [() => world.castShape({}, [0, 0], [1, 0]), TypeError, "shape", {}],
    [() => world.closest([0, 0], -1), RangeError, "maxDistance", -1],
    [() => world.collidersIn([0, 0], [1]), TypeError, "upper", [1]],
    [() => world.debugDraw({ view: [1, 2, 3] }), TypeError, "view", [1, 2, 3]],
    [() => world.debugDraw({ view: [0, 0, NaN, 1] }), RangeError, "view[2]", NaN],
    [() => world.on("begin-contact", () => {}), RangeError, "name", "begin-contact"],
    [() => world.on("hits"), TypeError, "listener", undefined],
    [() => world.remove(undefined), TypeError, "thing", undefined],
    [() => world.getBody("1"), TypeError, "handle", "1"],
    [() => world.restore("state"), TypeError, "saved", "state"],
    [() => world.closeJoints(0), RangeError, "tolerance", 0],
    [() => (world.effects = [{ type: "rain" }]), RangeError, "effects[0].type", "rain"],
    [() => (world.effects = [{ type: "wind" }]), TypeError, "effects[0].velocity", undefined],
    [() => (world.effects = [{ type: "wind", velocity: [1, 0], drag: -1 }]), RangeError, "drag", -1],
    [() => world.explode([0, 0], -1, 1), RangeError, "radius", -1],
    [() => new Mover(world, shape, [0, NaN]), RangeError, "position.y", NaN],
    [() => new Mover(world, shape, [0, 0], { skin: -1 }), RangeError, "skin", -1],
    [() => World.fromLevel({ bodies: [{ kind: "Dynamic", damping: -1 }] }), Error, undefined, undefined],
  ];
  return { world, calls };
}

test("an error names field and value, and the world is unharmed", () => {
  const { world, calls } = cases();
  const [before, level] = [world.stateHash(), JSON.stringify(world)];
  for (const [call, Class, field, value] of calls) {
    const error = thrown(call);
    assert.ok(error instanceof Class, `${call}: ${error}`);
    if (field !== undefined) {
      assert.equal(error.field, field, `${call}: ${error}`);
      const last = field.split(".").pop();
      const isSaid = error.message.includes(last.replace(/\[\d+\]$/, "")) || /half-space|same body|ring 0/.test(error.message);
      assert.ok(isSaid, `${call}: ${error}`);
    }
    if (value !== undefined) assert.deepEqual(error.value, value, `${call}: ${error}`);
    assert.equal(world.stateHash(), before, `${call}`);
  }
  assert.equal(JSON.stringify(world), level);
  world.step(1 / 60, 10);
  const fresh = cases().world;
  fresh.step(1 / 60, 10);
  assert.equal(world.stateHash(), fresh.stateHash());
});

test("a misspelt name is answered with the nearest", () => {
  const world = new World();
  assert.match(thrown(() => world.createBody({ postion: [0, 0] })).message, /did you mean 'position'/);
  assert.match(thrown(() => world.createBody().createCircle(1, { frictoin: 1 })).message, /did you mean 'friction'/);
  assert.match(thrown(() => world.castRay([0, 0], [1, 0], { excluded: [] })).message, /did you mean 'exclude'/);
});

test("handles of what is gone are refused", () => {
  const world = pile();
  const [, body, other] = world.bodies;
  const [collider] = body.colliders;
  const joint = world.createJoint({ type: "weld", a: body, b: other });
  body.remove();
  assert.deepEqual([body.exists, collider.exists, joint.exists, other.exists], [false, false, false, true]);
  const calls = [
    () => body.position,
    () => (body.velocity = [0, 0]),
    () => body.set({ damping: 1 }),
    () => body.properties(),
    () => body.remove(),
    () => body.createCircle(1),
    () => body.applyForce([0, 1]),
    () => body.colliders,
    () => body.contacts,
    () => collider.friction,
    () => collider.shape,
    () => collider.set({ friction: 1 }),
    () => joint.a,
    () => joint.angle,
    () => joint.type,
    () => world.createJoint({ type: "weld", a: body, b: other }),
    () => world.remove(body),
  ];
  for (const call of calls) {
    const error = thrown(call);
    assert.ok(error instanceof StaleHandleError, `${call}: ${error}`);
    assert.match(error.message, /removed/, `${call}`);
  }
  // A new body in the slot of the old one is another.
  const next = world.createBody();
  assert.equal(next.index, body.index);
  assert.notEqual(next.handle, body.handle);
  assert.equal(thrown(() => body.position).name, "StaleHandleError");
});

test("handles of another world are refused", () => {
  const [world, other] = [pile(), pile()];
  const [, one] = world.bodies;
  const [, two] = other.bodies;
  const calls = [
    () => world.createJoint({ type: "weld", a: one, b: two }),
    () => world.remove(two),
    () => world.castRay([0, 0], [1, 0], { exclude: two }),
    () => world.castRay([0, 0], [1, 0], { exclude: [one, two.colliders[0]] }),
    () => new Mover(world, Shape.circle(1), [0, 0], { body: two }),
  ];
  for (const call of calls) {
    const error = thrown(call);
    assert.ok(error instanceof ForeignHandleError, `${call}: ${error}`);
    assert.match(error.message, /^(a|b|thing|exclude|body) belongs to another world$/);
  }
  assert.equal(world.stateHash(), other.stateHash());
});

test("a world that was freed is refused", () => {
  const world = pile();
  const [, body] = world.bodies;
  world.free();
  world.free();
  for (const call of [() => world.step(), () => body.position, () => world.poses, () => world.bodies, () => world.createBody(), () => world.save()]) {
    assert.match(thrown(call).message, /the world has been freed/, `${call}`);
  }
  assert.equal(body.exists, false);
});

test("damaged bytes are refused, and the world is as before", () => {
  const world = pile();
  const before = world.stateHash();
  const bytes = world.save();
  const damaged = bytes.slice();
  damaged[damaged.length >> 1] ^= 1;
  for (const bad of [new Uint8Array(), new Uint8Array(100), damaged, bytes.slice(0, -1)]) {
    assert.ok(thrown(() => world.restore(bad)) instanceof FileError);
    assert.ok(thrown(() => Recording.fromBytes(bad)) instanceof FileError);
    assert.ok(thrown(() => World.fromLevel(bad)) instanceof FileError);
  }
  assert.ok(thrown(() => world.restore(new Snapshot())) instanceof FileError);
  for (const bad of ["", "{", "3", { bodies: 3 }, { things: [] }]) {
    assert.ok(thrown(() => World.fromLevel(bad)) instanceof FileError, `${bad}`);
    assert.ok(thrown(() => world.addLevel(bad)) instanceof FileError, `${bad}`);
  }
  assert.equal(world.stateHash(), before);
});

test("a chain that is refused in the middle leaves nothing behind", () => {
  const world = new World();
  const ground = world.createBody();
  const error = thrown(() => ground.createChain([[0, 0], [1, 0], [2, 0], [3, 0]], { friction: -1 }));
  assert.deepEqual([error.field, error.value, world.stats.colliders], ["friction", -1, 0]);
});
