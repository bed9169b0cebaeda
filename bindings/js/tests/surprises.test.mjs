// What a newcomer stumbles over: masses, steps that listeners miss, getters, platforms, masks.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile, thrown } from "./start.mjs";

const { World, Shape, Mover, JointDef } = physics;
const near = (a, b, bound) => assert.ok(Math.abs(a - b) <= bound, `${a} is not ${b}`);
/** What rounds to 32 bits: a few units of the last place of numbers near 1. */
const ROUNDING = 1e-5;

test("a mass without inertia has the inertia of the colliders, whatever comes first", () => {
  const world = new World();
  const made = [
    (body) => (body.mass = 5) && body.createBox(2, 1),
    (body) => body.createBox(2, 1) && (body.mass = 5),
    (body) => body.set({ mass: 5 }).createBox(2, 1),
    (body) => body.set({ mass: { mass: 5 } }).createBox(2, 1),
    (body) => body.createBox(2, 1) && body.set({ mass: { mass: 5 } }),
  ].map((make) => {
    const body = world.createBody({ type: "dynamic", position: [100, 7], angle: 0.5 });
    make(body);
    return body;
  });
  for (const mass of [5, { mass: 5 }]) {
    const body = world.createBody({ type: "dynamic", mass });
    // Without colliders it is a point.
    assert.deepEqual([body.mass, body.inertia], [5, 0]);
    body.createBox(2, 1);
    made.push(body);
  }
  // A box: m (w^2 + h^2) / 12.
  for (const body of made) {
    assert.equal(body.mass, 5);
    near(body.inertia, (5 * 5) / 12, ROUNDING);
    // Two boxes side by side: one of twice the height, with its centre between them.
    body.createBox(2, 1, { offset: [0, 1] });
    near(body.inertia, (5 * 8) / 12, ROUNDING);
    near(body.worldToLocal(body.center).y, 0.5, ROUNDING);
    assert.equal(body.mass, 5);
  }
  // About a centre that is given: Steiner.
  const off = world.createBody({ type: "dynamic", mass: { mass: 5, centerOfMass: [1, 0] } });
  off.createBox(2, 1);
  near(off.inertia, (5 * 5) / 12 + 5, ROUNDING);
  // What is given stays.
  const own = world.createBody({ type: "dynamic", mass: { mass: 5, inertia: 0 } });
  own.createBox(2, 1);
  assert.deepEqual([own.mass, own.inertia], [5, 0]);
  // A body that becomes dynamic later, and one that sleeps.
  const later = world.createBody({ mass: { mass: 5 } });
  later.createBox(2, 1);
  later.type = "dynamic";
  near(later.inertia, (5 * 5) / 12, ROUNDING);
  const sleeper = world.createBody({ type: "dynamic", awake: false, mass: 5 });
  sleeper.createBox(2, 1);
  assert.equal(sleeper.isAwake, false);
});

test("a mass that means nothing is refused", () => {
  const world = new World();
  assert.deepEqual([thrown(() => world.createBody({ type: "dynamic", mass: {} })).field], ["mass"]);
  assert.equal(thrown(() => world.createBody({ type: "dynamic", mass: { inertia: 1 } })).field, "mass");
  assert.equal(thrown(() => world.createBody({ mass: 5 })).value, "static");
  for (const type of ["static", "kinematic"]) {
    const body = world.createBody({ type });
    const error = thrown(() => (body.mass = 5));
    assert.deepEqual([error.constructor, error.field, error.value], [RangeError, "type", type]);
  }
  assert.equal(thrown(() => world.createBody({ velocity: [1, 0] })).field, "velocity");
});

test("listeners hear of every step of `step(dt, count)`", () => {
  const hits = (count) => {
    const world = new World();
    world.createBody().createBox(20, 1);
    const ball = world.createBody({ type: "dynamic", position: [0, 3] });
    ball.createCircle(0.5, { restitution: 0.7 });
    let all = 0;
    world.on("hits", () => all++);
    for (let i = 0; i < 240; i += count) world.step(1 / 60, count);
    return [all, world.stateHash()];
  };
  assert.ok(hits(1)[0] > 2);
  assert.deepEqual(hits(60), hits(1));
  // A listener may end it all.
  const world = pile(3);
  let steps = 0;
  world.on("fellAsleep", () => world.free());
  world.on("contactsBegun", () => steps++);
  world.step(1 / 60, 10000);
  assert.ok(thrown(() => world.step()).message.includes("freed"));
});

test("`moveTo` keeps the angle unless one is given", () => {
  const world = new World();
  const platform = world.createBody({ type: "kinematic", angle: 1 });
  platform.moveTo([0.5, 1]);
  world.step();
  near(platform.angle, 1, ROUNDING);
  near(platform.position.y, 1, ROUNDING);
  platform.moveTo([0, 0], 0.5, 1 / 30);
  world.step(1 / 30);
  near(platform.angle, 0.5, ROUNDING);
  assert.equal(thrown(() => platform.moveTo([0, 0], 0, -1)).field, "dt");
});

test("a getter that calls the engine does no harm", () => {
  const world = pile();
  const look = () => world.castRay([0, 50], [0, -60]).point;
  const spy = (x, y) => ({
    get x() {
      look();
      return x;
    },
    get y() {
      world.createBody({ position: [99, 99] }).remove();
      return y;
    },
  });
  const body = world.createBody({
    type: "dynamic",
    gravityScale: 2,
    get position() {
      return spy(9, 8);
    },
    angle: 1,
  });
  assert.deepEqual([body.type, body.gravityScale, { ...body.position }], ["dynamic", 2, { x: 9, y: 8 }]);
  near(body.angle, 1, ROUNDING);
  const collider = body.createCollider({
    shape: Shape.capsule(spy(0, 0), spy(1, 0), 0.5),
    get friction() {
      look();
      return 0.25;
    },
    density: 3,
  });
  assert.deepEqual([collider.friction, collider.staticFriction, collider.density, collider.shape.radius], [0.25, 0.25, 3, 0.5]);
  const joint = world.createJoint({
    type: "revolute",
    a: world.bodies[0],
    b: body,
    get anchor() {
      return spy(9, 8);
    },
    get motorSpeed() {
      look();
      return 3;
    },
    maxMotorTorque: 10,
  });
  assert.deepEqual([joint.motorSpeed, joint.maxMotorTorque, joint.b === body], [3, 10, true]);
  near(joint.anchors[0].x, 9, ROUNDING);
  assert.ok(world.castRay(spy(0, 50), spy(0, -60), { get mask() { return look() && -1; } }));
  world.effects = [{ type: "gravityRegion", gravity: spy(1, 2), get region() { look(); return [0, 0, 1, 1]; } }];
  assert.equal(body.createChain([spy(0, 0), spy(1, 0), spy(2, 0)]).length, 2);
});

test("events without a normal answer undefined", () => {
  const world = pile(1);
  world.bodies[1].createCircle(9, { sensor: true });
  world.step();
  const [event] = world.events.sensorsBegun;
  assert.equal(event.normalOn(event.bodyA), undefined);
});

test("a character's body is kinematic", () => {
  const world = pile(1);
  const [ground, box] = world.bodies;
  for (const body of [ground, box]) {
    const error = thrown(() => new Mover(world, Shape.circle(1), [0, 5], { body }));
    assert.deepEqual([error.field, error.value === body], ["body", true]);
  }
  const body = world.createBody({ type: "kinematic" });
  body.createCircle(1);
  assert.ok(new Mover(world, Shape.circle(1), [0, 5], { body }).properties().mass > 0);
});

test("user data of levels keep all their bits", () => {
  const all = [7, 2 ** 53 - 1, 2n ** 53n + 1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 128n - 1n];
  const world = new World();
  for (const userData of all) world.createBody({ userData }).createCircle(1, { userData });
  const levels = [world.toLevel(), JSON.stringify(world), world.toLevelText(), JSON.parse(JSON.stringify(world)), world.toLevelBytes()];
  for (const level of levels) {
    const { bodies, colliders } = World.fromLevel(level);
    assert.deepEqual([bodies, colliders].map((list) => list.map((one) => one.userData)), [all, all]);
  }
  assert.deepEqual(new World().addLevel(world.toLevel()).map((body) => body.userData), all);
});

test("masks are 64 bits, with or without a sign", () => {
  const world = new World();
  const circle = world.createBody().createCircle(1, { mask: ~1, category: 1 << 31 });
  assert.deepEqual([circle.mask, circle.category], [~1, 1 << 31]);
  const sees = (mask) => world.castRay([0, 5], [0, -9], { mask }) !== undefined;
  assert.deepEqual([1 << 31, 2 ** 31, (1 << 31) >>> 0, -1].map(sees), [true, true, true, true]);
  assert.deepEqual([~(1 << 31), 1, 2 ** 31 - 1].map(sees), [false, false, false]);
  // What is negative has all bits above, in both kinds of numbers.
  assert.equal(sees(1n << 40n), true);
  for (const bit of [31n, 32n, 40n, 52n, 53n, 62n, 63n]) {
    circle.category = 1n << bit;
    assert.equal(BigInt.asUintN(64, BigInt(circle.category)), 1n << bit);
    assert.deepEqual([1n << bit, ~(1n << bit), -1, ~1, 1].map(sees), [true, false, true, true, false], `${bit}`);
    circle.category = ~(1n << bit);
    assert.equal(BigInt.asUintN(64, BigInt(circle.category)), (1n << 64n) - 1n - (1n << bit));
    assert.equal(sees(1n << bit), false);
  }
  circle.category = 1;
  for (const bits of [0, 1, -1, ~1, 2 ** 32 - 2, 2 ** 40, -(2 ** 40), 2 ** 53 - 1, 1 - 2 ** 53]) {
    circle.mask = bits;
    assert.equal(circle.mask, bits, "what is read is what was given");
    circle.mask = BigInt(bits);
    assert.equal(circle.mask, bits);
  }
  circle.mask = 2n ** 64n - 1n;
  assert.equal(circle.mask, -1);
  circle.mask = 2n ** 64n - 2n ** 60n;
  assert.equal(circle.mask, 2n ** 64n - 2n ** 60n);
  for (const wrong of [2 ** 53, 0.5, NaN, 2n ** 64n, -(2n ** 64n) - 1n]) {
    assert.equal(thrown(() => (circle.mask = wrong)).field, "mask", `${wrong}`);
  }
  world.effects = [{ type: "gravityRegion", gravity: [0, 0], categories: 1n << 60n }];
  assert.equal(world.explode([0, 0], 1, 1, { categories: 2 ** 50, obstacles: 1n << 63n }).length, 0);
});

test("masks of 64 bits survive a level that other programs of JavaScript have read", () => {
  const world = new World();
  world.createBody().createCircle(1, { mask: ~(1n << 62n), category: 1n << 62n });
  const [one] = World.fromLevel(JSON.parse(JSON.stringify(world.toLevel()))).colliders;
  assert.deepEqual([one.mask, one.category], [(1n << 64n) - 1n - (1n << 62n), 1n << 62n]);
});

test("shapes that are read say what they are", () => {
  const body = new World().createBody();
  assert.deepEqual([Shape.box(2, 4, 0.25).radius, Shape.circle(3, [1, 2]).radius, Shape.segment([0, 0], [1, 0]).radius], [0.25, 3, 0]);
  assert.deepEqual(Shape.box(2, 4).vertices, Shape.polygon([[-1, -2], [1, -2], [1, 2], [-1, 2]]).vertices);
  assert.deepEqual(body.createCapsule([0, 0], [1, 0], 0.5).shape.vertices, [{ x: 0, y: 0 }, { x: 1, y: 0 }]);
  assert.deepEqual(body.createCircle(1, {}).shape.vertices, [{ x: 0, y: 0 }]);
  assert.equal(body.createBox(1, 1).shape.type, "polygon");
  const ground = body.createHalfSpace([0, 2], 3).shape;
  assert.deepEqual([ground.normal, ground.vertices], [{ x: 0, y: 1 }, []]);
  assert.equal(body.createHalfSpace([0, 1], 3).shape.distance, 3);
  const [first] = body.createChain([[3, 1], [1, 2], [0, 0]]);
  assert.deepEqual([first.shape.bounds, first.shape.area, first.shape.contains([2, 1.5])], [[1, 1, 3, 2], 0, false]);
});

test("messages lead where the program wants to go", () => {
  const world = pile();
  const [ground, body, other] = world.bodies;
  const says = (call, pattern, field) => {
    const error = thrown(call);
    assert.match(error.message, pattern);
    if (field !== undefined) assert.equal(error.field, field, `${error}`);
  };
  const bodies = { linearVelocity: "velocity", linearDamping: "damping", fixedRotation: "locksRotation", bullet: "continuous", isStatic: "type", allowSleep: "canSleep" };
  for (const [name, known] of Object.entries(bodies)) says(() => world.createBody({ [name]: 1 }), new RegExp(`did you mean '${known}'`), name);
  const joints = { bodyA: "a", localAnchorA: "anchorA", enableMotor: "maxMotorTorque", enableLimit: "limits", lowerAngle: "limits" };
  for (const [name, known] of Object.entries(joints)) {
    says(() => world.createJoint({ type: "revolute", a: ground, b: body, [name]: 1 }), new RegExp(`did you mean '${known}'`), name);
  }
  says(() => world.createJoint({ type: "prismatic", a: ground, b: body, enableMotor: 1 }), /did you mean 'maxMotorForce'/);
  for (const [name, known] of Object.entries({ hinge: "revolute", spring: "distance", fixed: "weld" })) {
    says(() => world.createJoint({ type: name, a: ground, b: body }), new RegExp(`did you mean '${known}'`), "type");
  }
  says(() => world.createBody({ type: "fixed" }), /did you mean 'static'/, "type");
  says(() => body.createCircle(1, { isSensor: true }), /did you mean 'sensor'/);
  says(() => new World({ pixelsPerMeter: 30 }), /did you mean 'lengthUnit'/);
  // What is far from everything is not answered with anything.
  for (const name of ["gravity", "ownName", "texture"]) says(() => world.createBody({ [name]: 1 }), /^there is no property '\w+'$/, name);
  says(() => world.collidersIn([5, 6], [-5, 9]), /lower\.x is 5/, "lower.x");
  says(() => world.collidersIn([-5, 6], [5, -9]), /lower\.y is 6/, "lower.y");
  says(() => body.createBox(-1, 1), /width is -1/, "width");
  says(() => body.createBox(1, 0), /height is 0/, "height");
  says(() => world.castRay([0, 0], [1, 0], null), /filter is null/, "filter");
  says(() => world.castRay([0, 0], [1, 0], () => true), /filter is .*functions are not taken/, "filter");
  says(() => world.castRay([0, 0], [1, 0], body), /filter is Body/, "filter");
  says(() => world.castRay([0, 0], [1, 0], { angle: 1 }), /no property 'angle'/, "angle");
  says(() => world.castRay([0, 0], [1, 0], { excluded: [] }), /did you mean 'exclude'/, "excluded");
  says(() => world.debugDraw({ joint: true }), /did you mean 'joints'/, "joint");
  says(() => world.explode([0, 0], 1, 1, { fallof: 1 }), /did you mean 'falloff'/, "fallof");
  says(() => physics.init({ sind: true }), /did you mean 'simd'/, "sind");
  const both = () => world.createJoint(JointDef.revolute(body, other).anchor(0, 0).anchorA(1, 1));
  says(both, /anchorA is \[1, 1\]: it must be left out where a point of the world is given/, "anchorA");
  says(() => world.createBody({ angle: 1, rotation: [1, 0] }), /angle is 1: it must be left out where 'rotation' is given/, "angle");
  says(() => new World().effects.push({ type: "wind", velocity: [1, 0] }), /not extensible/);
  // The version stands behind the eight letters of the format.
  const later = world.save();
  later[8] = 99;
  says(() => world.restore(later), /version 99 of the format: this package reads versions/);
});

test("the calls of the table in the README do what it says", () => {
  // 30 pixels are a metre, and y points down: a box of 30 pixels falls on the ground at y = 0 and rests.
  const world = new World({ lengthUnit: 30, gravity: [0, 294] });
  world.createBody().createHalfSpace([0, -1], 0);
  const box = world.createBody({ type: "dynamic", position: [0, -60] });
  box.createBox(30, 30);
  world.step(1 / 60, 240);
  near(box.position.y, -15, 0.5);
  // The pointer: A's anchor is in the frame of a static body at the origin, so in the world.
  const pointer = world.createJoint({ type: "mouse", a: world.bodies[0], b: box, anchor: [0, -15] });
  pointer.anchorA = [90, -120];
  world.step(1 / 60, 300);
  near(box.position.x, 90, 3);
  // A metre is 30 pixels: it hangs a little below the pointer by its weight, g / w^2 = 294 / (2 pi 5)^2.
  near(box.position.y, -120, 3);
  const coin = world.createBody({ position: [90, -120] }).createCircle(9, { sensor: true });
  const seen = [];
  world.on("sensorsBegun", ({ a, bodyB }) => seen.push(a === coin, bodyB === box));
  world.step();
  assert.deepEqual(seen, [true, true]);
  const rope = world.createJoint({ type: "distance", a: world.bodies[0], b: box, anchorA: [90, -200], limits: [0, 100], hertz: 0, length: 50 });
  assert.deepEqual(rope.limits, [0, 100]);
});

test("poses follow a mover that is put elsewhere with its body", () => {
  const world = new World();
  const body = world.createBody({ type: "kinematic" });
  const mover = new Mover(world, Shape.circle(0.5), [0, 0], { body });
  assert.deepEqual([...world.poses.slice(0, 2)], [0, 0]);
  mover.position = [3, 4];
  assert.deepEqual([...world.poses.slice(0, 2)], [3, 4]);
});

test("a refused step leaves nothing behind", () => {
  const world = pile(3, 0);
  const before = world.stateHash();
  assert.equal(thrown(() => world.step(5)).field, "dt");
  world.step(1 / 60, 0);
  assert.equal(world.stateHash(), before);
  // Of several, none is made.
  assert.equal(thrown(() => world.step(5, 3)).value, 5);
  assert.equal(world.stateHash(), before);
});

test("set changes all or nothing", () => {
  const world = new World();
  const ground = world.createBody();
  ground.createHalfSpace([0, 1], 0);
  const error = thrown(() => ground.set({ position: [3, 0], type: "dynamic", damping: 1 }));
  assert.match(error.message, /half-space/);
  assert.deepEqual([ground.position.x, ground.type, ground.damping], [0, "static", 0]);
  const box = world.createBody({ type: "dynamic" }).createBox(1, 1);
  assert.throws(() => box.set({ friction: 0.1, oneWay: [0, 0] }), RangeError);
  assert.equal(box.friction, 0.6);
  // A body that moves becomes static without a word of its velocity.
  const moving = world.createBody({ type: "dynamic", velocity: [1, 0], angularVelocity: 2 });
  moving.set({ type: "static" });
  assert.deepEqual([moving.velocity.x, moving.angularVelocity], [0, 0]);
});

test("errors name properties as JavaScript does", () => {
  const world = new World();
  const box = world.createBody({ type: "dynamic" }).createBox(1, 1);
  const error = thrown(() => (box.oneWay = [0, 0]));
  assert.deepEqual([error.field, error.value], ["oneWay", 0]);
  assert.match(error.message, /^length of oneWay is 0/);
  const fixed = thrown(() => world.createBody({ type: "static", angularVelocity: 1 }));
  assert.equal(fixed.field, "angularVelocity");
  assert.match(fixed.message, /^angularVelocity of a static body/);
});
