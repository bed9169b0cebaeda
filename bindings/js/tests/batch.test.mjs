// Many worlds side by side.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile, thrown } from "./start.mjs";

const { Batch, World, Shape } = physics;

/** A cart on rails with a pole, and a bell beside it. */
function cartPole() {
  const world = new World();
  const ground = world.createBody();
  ground.createBox(40, 1, { offset: [0, -0.5] });
  const cart = world.createBody({ type: "dynamic", position: [0, 0.5], locksRotation: true });
  const wheel = cart.createBox(1, 0.5, { friction: 0 });
  const pole = world.createBody({ type: "dynamic", position: [0, 1.5] });
  pole.createBox(0.1, 2, { mask: 0 });
  const joint = world.createJoint({ type: "revolute", a: cart, b: pole, anchor: [0, 0.5] });
  const bell = world.createBody({ position: [3, 0.5] });
  const sensor = bell.createCircle(0.5, { sensor: true });
  return { world, cart, pole, joint, wheel, sensor };
}

test("each world of a batch has the bits of the world alone", () => {
  const { world, cart, pole } = cartPole();
  const batch = new Batch(world, 5, {
    frameSkip: 2,
    actions: [{ type: "force", body: cart, scale: 10 }],
    observations: [{ type: "pose", body: cart }, { type: "velocity", body: pole }],
  });
  assert.deepEqual([batch.length, batch.actionLength, batch.observationLength, batch.bodyCount], [5, 2, 7, 4]);
  const alone = [0, 1, 2, 3, 4].map(() => World.fromLevel(world.toLevel()));
  for (let step = 0; step < 40; step++) {
    const actions = Float32Array.from({ length: 10 }, (_, i) => (i % 2 ? 0 : Math.fround(Math.sin(step + i))));
    const observations = batch.step(actions).slice();
    assert.equal(observations.length, 35);
    alone.forEach((one, i) => {
      for (let frame = 0; frame < 2; frame++) {
        one.bodies[1].applyForce([Math.fround(10 * actions[2 * i]), 0]);
        one.step();
      }
      const { x, y } = one.bodies[1].velocity;
      assert.deepEqual([...batch.velocities.subarray(4 * (4 * i + 1), 4 * (4 * i + 1) + 2)], [x, y]);
      assert.deepEqual([...batch.poses.subarray(16 * i, 16 * i + 16)], [...one.poses]);
      assert.deepEqual([...observations.subarray(7 * i, 7 * i + 4)], [...one.poses.subarray(4, 8)]);
    });
  }
  alone.forEach((one, i) => assert.equal(batch.world(i).stateHash(), one.stateHash()));
  // The world of which it was made is as it was.
  assert.equal(cart.position.x, 0);
});

test("a reset world is as in a new batch, and no other is touched", () => {
  const { world, cart } = cartPole();
  const settings = { actions: [{ type: "force", body: cart }] };
  const batch = new Batch(world, 3, settings);
  const fresh = new Batch(world, 3, settings);
  for (let i = 0; i < 20; i++) batch.step([5, 0, -3, 0, 1, 0]);
  const before = [0, 1, 2].map((i) => batch.world(i).stateHash());
  batch.reset([false, true, false]);
  const after = [0, 1, 2].map((i) => batch.world(i).stateHash());
  assert.deepEqual(after, [before[0], fresh.world(1).stateHash(), before[2]]);
  // With starts of their own: a row of NaN stays as the level says.
  const poses = new Float64Array(4 * 3 * 4).fill(NaN);
  const velocities = new Float32Array(poses.length).fill(NaN);
  for (let i = 0; i < 3; i++) {
    poses.set([2 + i, 0.5, 2, 0], 4 * (4 * i + 1));
    velocities.set([i, 0, 0, 0], 4 * (4 * i + 1));
  }
  batch.reset(Uint8Array.of(1, 0, 1), { poses, velocities });
  for (const i of [0, 2]) {
    const [, one, pole] = batch.world(i).bodies;
    assert.deepEqual([one.position.x, one.velocity.x, one.angle, pole.position.y], [2 + i, i, 0, 1.5]);
  }
  assert.equal(batch.world(1).stateHash(), after[1]);
});

test("observations are what the world tells", () => {
  const { world, cart, pole, joint, wheel, sensor } = cartPole();
  const rays = { type: "rays", body: cart, count: 3, length: 10, start: -Math.PI / 2, end: 0, turns: false };
  const observations = [{ type: "jointAngle", joint }, { type: "jointAngularSpeed", joint }, { type: "touch", collider: wheel }, { type: "touch", collider: sensor }, rays];
  const batch = new Batch(world, 2, { observations, actions: [{ type: "target", body: 3 }, { type: "torque", body: pole }].slice(1) });
  for (let i = 0; i < 30; i++) batch.step([3, -3]);
  for (let i = 0; i < 2; i++) {
    const copy = batch.world(i);
    const [angle, speed, touches, rings, ...reach] = batch.observations.subarray(7 * i, 7 * i + 7);
    assert.ok(Math.abs(angle - copy.joints[0].angle) < 1e-6 && Math.abs(speed - copy.joints[0].angularSpeed) < 1e-5);
    assert.deepEqual([touches, rings], [1, 0]);
    const down = copy.castRay(copy.bodies[1].position, [0, -10], { exclude: copy.bodies[1] });
    assert.ok(Math.abs(reach[0] - down.fraction) < 1e-5);
    assert.equal(reach.length, 3);
  }
});

test("parameters are drawn by the seed, and differ from world to world", () => {
  const { world, cart, wheel } = cartPole();
  const parameters = [
    { type: "mass", body: cart, least: 0.5, greatest: 2 },
    { type: "gravity", least: 1, greatest: 1 },
    { type: "friction", collider: wheel, least: 0, greatest: 1 },
    { type: "strength", first: 0, count: 1, least: 1, greatest: 3 },
  ];
  const actions = [{ type: "torque", body: 2 }];
  const made = (seed) => new Batch(world, 4, { seed, parameters, actions });
  const factors = made(7).factors;
  assert.deepEqual([...made(7).factors], [...factors]);
  assert.notDeepEqual([...made(8).factors], [...factors]);
  for (let i = 0; i < 4; i++) {
    const [mass, gravity] = factors.subarray(4 * i);
    assert.ok(mass >= 0.5 && mass <= 2);
    assert.equal(gravity, 1);
    assert.ok(Math.abs(made(7).world(i).bodies[1].mass - mass * cart.mass) < 1e-3 * cart.mass);
  }
});

test("a world that goes bad is flagged, and the others go on", () => {
  const { world, cart } = cartPole();
  const batch = new Batch(world, 3, { actions: [{ type: "force", body: cart }] });
  batch.step([1, 0, NaN, 0, 1, 0]);
  assert.deepEqual([...batch.flags], [Batch.RUNNING, Batch.BAD_ACTION, Batch.RUNNING]);
  assert.match(batch.fault(1), /number 0 of the action is NaN/);
  assert.equal(batch.fault(0), undefined);
  batch.resetEnded();
  assert.deepEqual([...batch.flags], [0, 0, 0]);
});

test("wrong batches and arrays are refused by name, and change nothing", () => {
  const { world, cart, joint } = cartPole();
  const other = cartPole();
  const removed = world.createBody();
  removed.remove();
  const made = (settings) => () => new Batch(world, 2, settings);
  const windy = new World();
  windy.effects = [{ type: "wind", velocity: [1, 0] }];
  const hooked = new World();
  hooked.contactHook = { respond: () => undefined };
  for (const [call, name, field, value] of [
    [() => new Batch(world, 0), "RangeError", "worlds", 0],
    [() => new Batch(world, 1.5), "RangeError", "worlds", 1.5],
    [() => new Batch(world, 1e9), "RangeError", "worlds", 1e9],
    [() => new Batch(undefined, 1), "TypeError", "level", undefined],
    [() => new Batch("{", 1), "Error", undefined, undefined],
    [() => new Batch(windy, 1), "TypeError", "effects"],
    [() => new Batch(hooked, 1), "TypeError", "contactHook"],
    [made({ dt: 0 }), "RangeError", "dt", 0],
    [made({ dt: NaN }), "RangeError", "dt", NaN],
    [made({ frameSkip: 20000 }), "RangeError", "frameSkip", 20000],
    [made({ frames: 2 }), "TypeError", "frames"],
    [made({ actions: {} }), "TypeError", "actions"],
    [made({ actions: [{ type: "push", body: cart }] }), "RangeError", "actions[0].type", "push"],
    [made({ actions: [{ type: "force", joint }] }), "TypeError", "actions[0].joint"],
    [made({ actions: [{ type: "force", body: 9 }] }), "RangeError", "actions[0].body", 9],
    [made({ actions: [{ type: "force", body: other.cart }] }), "ForeignHandleError", "actions[0].body", other.cart],
    [made({ actions: [{ type: "force", body: removed }] }), "StaleHandleError", "actions[0].body", removed],
    [made({ actions: [{ type: "force", body: cart, scale: Infinity }] }), "RangeError", "actions[0].scale", Infinity],
    [made({ actions: [{ type: "force", body: 0 }] }), "RangeError", "actions[0]"],
    [made({ observations: [{ type: "rays", body: cart, count: 0, length: 1 }] }), "RangeError", "observations[0].count", 0],
    [made({ observations: [{ type: "rays", body: cart, count: 3, length: -1 }] }), "RangeError", "observations[0]"],
    [made({ parameters: [{ type: "mass", body: cart, least: 2, greatest: 1 }] }), "RangeError", "parameters[0]"],
    [made({ parameters: [{ type: "mass", body: cart, least: 1 }] }), "TypeError", "parameters[0].greatest", undefined],
  ]) {
    const error = thrown(call);
    if (name !== "Error") assert.equal(error.name, name, `${call}: ${error}`);
    assert.equal(error.field, field, error.message);
    if (value !== undefined) assert.ok(Object.is(error.value, value), `${error.message}: ${error.value}`);
  }
  const batch = new Batch(world, 2, { actions: [{ type: "force", body: cart }] });
  const before = [...batch.poses];
  for (const [call, field, value] of [
    [() => batch.step([1, 2, 3]), "actions.length", 3],
    [() => batch.step(), "actions", undefined],
    [() => batch.step("1234"), "actions", "1234"],
    [() => batch.reset([true]), "mask.length", 1],
    [() => batch.reset(undefined, { poses: [1] }), "poses.length", 1],
    [() => batch.reset(undefined, { velocities: new Float32Array(32).fill(Infinity) }), "velocities[0]", Infinity],
    [() => batch.reset(undefined, { position: [] }), "position", undefined],
    [() => batch.world(2), "index", 2],
    [() => batch.fault(-1), "index", -1],
  ]) {
    const error = thrown(call);
    assert.deepEqual([error.field, error.value], [field, value], error.message);
  }
  assert.deepEqual([...batch.poses], before);
  batch.free();
  assert.equal(thrown(() => batch.step()).name, "StaleHandleError");
});

test("a collider is that of the level, whatever the order of slots", () => {
  const world = pile(3, 0);
  const [, one, two] = world.bodies;
  const gone = one.createCircle(1);
  const first = two.createCircle(0.75, { sensor: true });
  gone.remove();
  const last = one.createCollider(Shape.circle(0.25), { sensor: true, offset: [0, 90] });
  const batch = new Batch(world, 1, { observations: [{ type: "touch", collider: first }, { type: "touch", collider: last }] });
  batch.step();
  assert.deepEqual([...batch.observations], [1, 0]);
});
