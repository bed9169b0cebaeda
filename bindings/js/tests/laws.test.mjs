// What moves, and the arrays and objects that tell of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile, text } from "./start.mjs";

const { World, Shape, Snapshot, Mover } = physics;

test("a level steps to the same bits as in Rust and in Python", () => {
  const hashes = text("bindings/python/tests/data/hashes.txt").trim().split("\n");
  const world = World.fromLevel(text("bindings/python/tests/data/level.json"));
  const hash = () => world.stateHash().toString(16).padStart(16, "0");
  assert.equal(hash(), hashes[0]);
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  assert.equal(hash(), hashes[1]);
});

test("a body falls by g t^2 / 2", () => {
  const world = new World({ gravity: [0, -10] });
  const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 100 } });
  ball.createCircle(0.5);
  world.step(1 / 60, 120);
  // After n sub-steps of h, the sum of a velocity that grows by g h in each: g h^2 n (n + 1) / 2.
  const [h, n] = [1 / 240, 480];
  const fall = (10 * h * h * n * (n + 1)) / 2;
  assert.ok(Math.abs(100 - ball.position.y - fall) < 1e-3, `${ball.position.y}`);
  assert.ok(Math.abs(ball.velocity.y + 20) < 1e-3);
});

test("an impulse at the centre gives a velocity of impulse / mass", () => {
  const world = new World({ gravity: [0, 0] });
  const box = world.createBody({ type: "dynamic" });
  box.createBox(2, 1, { density: 3 });
  assert.equal(box.mass, 6);
  box.applyImpulse([12, 0]);
  assert.deepEqual({ ...box.velocity }, { x: 2, y: 0 });
  box.applyImpulse([0, 1], [1, 0]);
  // Inertia of a box: m (w^2 + h^2) / 12.
  assert.ok(Math.abs(box.angularVelocity - 1 / ((6 * 5) / 12)) < 1e-6);
});

test("an answer cannot be changed by mistake", () => {
  const world = new World();
  const body = world.createBody();
  assert.throws(() => {
    body.position.x = 3;
  }, TypeError);
});

test("the arrays hold what the bodies say", () => {
  const world = pile(100);
  const same = () => {
    const { poses, poses64, velocities } = world;
    for (const body of world.bodies) {
      const at = 4 * body.index;
      assert.equal(poses[at], Math.fround(body.position.x));
      assert.equal(poses64[at + 1], body.position.y);
      const [cos, sin] = body.rotation;
      assert.deepEqual([poses[at + 2], poses[at + 3]], [cos, sin]);
      assert.equal(velocities[at + 1], body.velocity.y);
    }
  };
  same();
  for (let i = 0; i < 30; i++) {
    world.step();
    same();
  }
  world.bodies[3].position = [50, 50];
  same();
  world.bodies[7].remove();
  assert.ok(Number.isNaN(world.poses[4 * 7]));
  world.createBody({ type: "dynamic", position: [9, 9] }).createBox(1, 1);
  same();
  // What sleeps keeps its row, and what wakes writes it.
  world.step(1 / 60, 1200);
  same();
  assert.equal(world.stats.awake, 0);
  world.explode([0, 0], 5, 20);
  world.step();
  same();
});

test("the array stays the same while nothing is added, and is made anew when the memory grows", () => {
  const world = pile();
  const { poses } = world;
  world.step();
  assert.equal(world.poses, poses);
  const others = [];
  for (let i = 0; poses.length > 0 && i < 4000; i++) others.push(pile(60, 1));
  assert.equal(poses.length, 0, "the memory has grown, so the old view is empty");
  assert.equal(world.poses[4 * 3 + 1], Math.fround(world.bodies[3].position.y));
});

test("a body is one object, and its handle finds it", () => {
  const world = pile();
  const body = world.createBody({ data: { sprite: 1 } });
  assert.ok(world.bodies.at(-1) === body);
  assert.ok(world.getBody(body.handle) === body);
  assert.ok(body.createCircle(1).body === body);
  assert.deepEqual(body.data, { sprite: 1 });
  assert.ok(Number.isSafeInteger(body.handle));
  body.remove();
  assert.equal(world.getBody(body.handle), undefined);
});

test("a restored world goes on with the same bits, and its handles live again", () => {
  const world = pile();
  const bytes = world.save();
  const kept = world.bodies[5];
  const start = world.stateHash();
  world.step(1 / 60, 50);
  const end = world.stateHash();
  kept.remove();
  world.createBody();
  world.restore(bytes);
  assert.ok(kept.exists);
  assert.equal(world.stateHash(), start);
  world.step(1 / 60, 50);
  assert.equal(world.stateHash(), end);
  const other = new World();
  other.restore(bytes);
  other.step(1 / 60, 50);
  assert.equal(other.stateHash(), end);
  assert.equal(other.bodies[5].userData, 4);
  const snapshot = new Snapshot();
  assert.equal(world.snapshot(snapshot), snapshot);
  world.step();
  world.restore(snapshot);
  assert.equal(world.stateHash(), end);
  assert.equal(Snapshot.fromBytes(snapshot.toBytes()).stateHash(), end);
});

test("a copy and a level have the same state", () => {
  const world = pile();
  const copy = world.copy();
  const level = World.fromLevel(JSON.parse(JSON.stringify(world)));
  const bytes = World.fromLevel(world.toLevelBytes());
  for (const other of [copy, level, bytes]) assert.equal(other.stateHash(), world.stateHash());
  world.step(1 / 60, 10);
  copy.step(1 / 60, 10);
  assert.equal(copy.stateHash(), world.stateHash());
  const added = new World().addLevel(world.toLevel());
  assert.equal(added.length, world.bodies.length);
});

test("a recording plays to the same bits, and names what differs", () => {
  const world = pile();
  world.startRecording();
  for (let i = 0; i < 30; i++) {
    if (i === 10) world.bodies[4].applyImpulse([3, 0]);
    world.step();
  }
  const recording = world.stopRecording();
  recording.check();
  const again = physics.Recording.fromBytes(recording.toBytes());
  assert.deepEqual([again.frames, again.calls], [30, 1]);
  const replay = World.replay(again);
  while (replay.step());
  assert.equal(replay.frame, 30);
  assert.equal(replay.world.stateHash(), world.stateHash());
  assert.throws(() => world.stopRecording(), /not recorded/);
});

test("events tell who touches whom", () => {
  const world = new World();
  const ground = world.createBody({ userData: 7 });
  ground.createBox(20, 1);
  const zone = world.createBody({ position: [0, 3] });
  zone.createBox(2, 2, { sensor: true });
  const ball = world.createBody({ type: "dynamic", position: [0, 6], userData: 8 });
  const circle = ball.createCircle(0.5);
  const seen = { contactsBegun: [], hits: [], sensorsBegun: [], sensorsEnded: [], fellAsleep: [] };
  for (const name of Object.keys(seen)) world.on(name, (event) => seen[name].push(event));
  const quiet = () => assert.fail("it was taken off");
  world.on("hits", quiet).off("hits", quiet);
  for (let i = 0; i < 240; i++) world.step();
  assert.deepEqual(Object.values(seen).map((all) => all.length), [1, 1, 1, 1, 1]);
  const [hit] = seen.hits;
  assert.ok(hit.otherBody(ball) === ground && hit.otherBody(ground) === ball && hit.other(ground) === circle);
  assert.deepEqual(hit.bodyUserData, [7, 8]);
  // A fall of 5 m: v^2 = 2 g h.
  assert.ok(Math.abs(hit.approachSpeed - Math.sqrt(2 * 9.81 * 5)) < 0.1, `${hit.approachSpeed}`);
  assert.ok(hit.normalOn(ball).y > 0.999 && Math.abs(hit.point.y - 0.5) < 0.1);
  assert.ok(seen.fellAsleep[0] === ball && !ball.isAwake);
  assert.ok(ball.contacts[0].otherBody === ground);
  ball.remove();
  world.step();
  assert.equal(world.events.contactsEnded[0].bodyB, ball);
  world.step();
  assert.deepEqual(world.events.contactsEnded, []);
});

test("a joint that is overloaded breaks with an event", () => {
  const world = new World();
  const a = world.createBody();
  const b = world.createBody({ type: "dynamic", position: [1, 0] });
  b.createCircle(0.5, { density: 100 });
  const joint = world.createJoint({ type: "weld", a, b, anchor: [0, 0], breakForce: 10, userData: 5 });
  world.step(1 / 60);
  const [event] = world.events.jointsBroken;
  assert.deepEqual([event.userData, event.a === a, event.b === b, event.joint === joint], [5, true, true, true]);
  assert.ok(!joint.exists && Math.hypot(event.force.x, event.force.y) > 10);
});

test("queries find what is where", () => {
  const world = new World();
  const at = (x, properties) => world.createBody({ position: [x, 0] }).createCircle(0.5, properties);
  const [one, two, sensor] = [at(2), at(5, { category: 4 }), at(8, { sensor: true })];
  const hit = world.castRay([0, 0], [10, 0]);
  assert.ok(hit.collider === one && hit.body === one.body);
  assert.deepEqual([hit.point, hit.normal, hit.distance, hit.fraction], [{ x: 1.5, y: 0 }, { x: -1, y: 0 }, 1.5, Math.fround(0.15)]);
  assert.equal(hit.initialOverlap, undefined);
  assert.deepEqual(world.castRayAll([0, 0], [10, 0]).map((all) => all.collider), [one, two]);
  assert.equal(world.castRayAll([0, 0], [10, 0], { includeSensors: true }).length, 3);
  assert.ok(world.castRay([0, 0], [10, 0], { exclude: one.body }).collider === two);
  assert.ok(world.castRay([0, 0], [10, 0], { exclude: [one] }).collider === two);
  assert.ok(world.castRay([0, 0], [10, 0], { mask: 4 }).collider === two);
  assert.equal(world.castRay([0, 0], [1, 0]), undefined);
  assert.ok(Math.abs(world.castShape(Shape.circle(0.5), [0, 0], [10, 0]).distance - 1) < 1e-3);
  // A bar turns about its left end until its line is as far from the first circle as both radii.
  const bar = Shape.capsule([0, 0], [3, 0], 0.1);
  const swing = world.castShape(bar, [2, 2], [0, 0], { turn: -3, center: [0, 0] });
  assert.ok(swing.collider === one && Math.abs(3 * swing.fraction - (Math.PI / 2 - Math.asin(0.6 / 2))) < 1e-3);
  assert.equal(world.castShapeAll(bar, [2, 2], [0, 0], { turn: 3 }).length, 0);
  assert.deepEqual(world.collidersAt([2.2, 0]), [one]);
  assert.deepEqual(world.collidersIn([1, -1], [6, 1]), [one, two]);
  assert.deepEqual(world.overlapShape(Shape.box(1, 8), [2, 4], { angle: 0.1 }), [one]);
  assert.ok(Math.abs(world.closest([3, 0], 5).distance - 0.5) < 1e-6);
  assert.equal(world.closest([3, 0], 0.1), undefined);
  assert.ok(world.closestToShape(Shape.circle(0.25), [3, 0], 5).collider === one);
  // As exact far away as at the origin.
  const far = world.createBody({ position: [1e7, 0] }).createCircle(0.5);
  assert.equal(world.castRay([1e7 - 2, 0], [10, 0]).point.x, 1e7 - 0.5);
  assert.deepEqual(sensor.overlaps, []);
  assert.ok(far.exists);
});

test("shapes tell what they are", () => {
  const world = new World();
  const body = world.createBody();
  assert.equal(Shape.box(2, 3).area, 6);
  assert.deepEqual(Shape.circle(1, [2, 0]).bounds, [1, -1, 3, 1]);
  assert.ok(Shape.polygon([[0, 0], [1, 0], [0, 1]]).contains([0.2, 0.2]));
  const box = body.createBox(2, 1);
  assert.deepEqual([box.shape.type, box.vertices.length], ["polygon", 4]);
  box.shape = Shape.circle(2);
  assert.deepEqual([box.shape.type, box.shape.area > 12], ["circle", true]);
  assert.equal(body.createChain([[0, 0], [1, 0], [2, 0]]).length, 2);
  const ring = body.createOutline([[0, 0], [4, 0], [4, 4], [0, 4]], { holes: [[[1, 1], [3, 1], [3, 3], [1, 3]]] });
  const area = ring.reduce((sum, piece) => sum + piece.shape.area, 0);
  assert.ok(Math.abs(area - 12) < 1e-5, `${area}`);
  body.createCapsule([0, 0], [1, 0], 0.5);
  body.createSegment([0, 0], [1, 0]);
  // The shape that is read can be given again.
  for (const one of body.colliders.filter((one) => one.shape.type !== "chainSegment")) {
    assert.equal(body.createCollider(one.shape).shape.area, one.shape.area);
  }
});

test("debugDraw gives lines and triangles", () => {
  const world = pile(3);
  const { vertices, colors, triangles, triangleColors } = world.debugDraw({ view: [-5, -1, 5, 9] });
  assert.ok(vertices.length > 3 * 4 * 4 && vertices.length % 4 === 0);
  assert.equal(colors.length, 2 * vertices.length);
  // Two triangles for each box, six corners.
  assert.ok(triangles.length >= 3 * 12 && triangles.length % 6 === 0);
  assert.equal(triangleColors.length, 2 * triangles.length);
  for (const list of [vertices, triangles]) assert.ok(list.every(Number.isFinite));
  for (const list of [colors, triangleColors]) assert.ok(list.every((x) => x >= 0 && x <= 1));
  assert.ok(world.debugDraw({ contacts: true, normals: true, boxes: true, centers: true }).vertices.length > vertices.length);
});

test("effects act in every step", () => {
  const world = new World();
  const raft = world.createBody({ type: "dynamic" });
  raft.createBox(2, 0.4, { density: 500 });
  world.effects = [{ type: "water", surface: 0 }];
  assert.equal(world.effects[0].surface, 0);
  world.step(1 / 60, 600);
  // Half as dense as water: it floats with half of it under water.
  assert.ok(Math.abs(raft.position.y) < 0.02, `${raft.position.y}`);
  world.effects = [{ type: "gravityRegion", gravity: [0, 5], region: [-10, -10, 10, 10] }];
  world.step(1 / 60, 60);
  assert.ok(raft.position.y > 1);
  const other = new World({ gravity: [0, 0] });
  const moon = other.createBody({ type: "dynamic", position: [10, 0] });
  moon.createCircle(0.1);
  other.effects = [{ type: "attractor", center: [0, 0], strength: 100 }, { type: "wind", velocity: [0, 1] }];
  other.step();
  assert.ok(moon.velocity.x < 0);
});

test("a character walks to a wall and stands", () => {
  const world = new World();
  world.createBody().createBox(20, 1);
  world.createBody({ position: [4, 2] }).createBox(1, 4);
  const mover = new Mover(world, Shape.capsule([0, -0.4], [0, 0.4], 0.3), [0, 2], { maxSlope: 1 });
  let motion;
  let velocity = { x: 0, y: 0 };
  for (let i = 0; i < 240; i++) {
    motion = mover.step([3, velocity.y - 10 / 60]);
    velocity = motion.velocity;
    world.step();
  }
  assert.ok(motion.onGround && motion.isWallRight && mover.onGround);
  assert.ok(Math.abs(mover.position.x - (3.5 - 0.3)) < 0.05, `${mover.position.x}`);
  assert.ok(motion.ground.body === world.bodies[0]);
  assert.equal(mover.properties().maxSlope, 1);
  mover.position = [0, 5];
  assert.equal(mover.position.y, 5);
});

test("joints tell what they do", () => {
  const world = new World({ gravity: [0, -10] });
  const a = world.createBody();
  const b = world.createBody({ type: "dynamic", position: [0, -2] });
  b.createCircle(0.5, { density: 1 });
  const rod = world.createJoint({ type: "distance", a, b });
  assert.equal(rod.length, 2);
  world.step(1 / 60, 120);
  // It bears the weight: m g.
  assert.ok(Math.abs(rod.force.y - 10 * b.mass) < 0.01 * 10 * b.mass, `${rod.force.y}`);
  assert.ok(rod.error < 1e-3 && Math.abs(rod.anchors[1].y + 2) < 1e-3);
  const wheel = world.createBody({ type: "dynamic", position: [5, 0] });
  wheel.createCircle(0.5);
  const motor = world.createJoint({ type: "revolute", a, b: wheel, anchor: [5, 0], motorSpeed: 4, maxMotorTorque: 1000 });
  world.step(1 / 60, 60);
  assert.ok(Math.abs(motor.angularSpeed - 4) < 0.01);
  motor.motorSpeed = -4;
  world.step(1 / 60, 60);
  assert.ok(Math.abs(motor.angularSpeed + 4) < 0.01);
  assert.deepEqual(world.joints, [rod, motor]);
  assert.deepEqual(wheel.joints, [motor]);
});
