// Portals: what goes into one opening comes out of the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { thrown } from "./start.mjs";

const { World, Portal } = physics;
const near = (a, b, bound) => assert.ok(Math.abs(a - b) <= bound, `${a} is not ${b}`);

/** A floor at y = 0 and a wall at x = -8, joined by a portal; a ball that falls into the floor. */
function fall() {
  const world = new World();
  const walls = world.createBody();
  walls.createHalfSpace([0, 1], 0);
  walls.createHalfSpace([1, 0], -8);
  const portal = world.addPortal({ a: { center: [0, 0], normal: [0, 1] }, b: { center: [-8, 2], normal: [3, 0] }, width: 1 });
  const ball = world.createBody({ type: "dynamic", position: [0, 5], data: "ball" });
  ball.createCircle(0.3);
  return { world, portal, ball };
}

test("a ball falls into the floor and flies out of the wall as fast", () => {
  const { world, ball, portal } = fall();
  assert.deepEqual([world.portals, portal.exists], [[portal], true]);
  world.step(1 / 60, 70);
  // sqrt(2 g 5 m)
  near(ball.velocity.x, 9.9, 0.1);
  assert.ok(ball.position.x < -6 && ball.data === "ball");
  near(world.poses[4 * ball.index], ball.position.x, 1e-6);
  assert.deepEqual(world.passing, []);
});

test("a body that is half through has a twin, and is one body", () => {
  const { world, ball } = fall();
  const { mass } = ball;
  while (world.passing.length === 0) world.step();
  const [[body, twin]] = world.passing;
  assert.ok(body === ball && twin !== ball && twin.exists);
  assert.ok(world.ownerOf(twin) === ball && world.ownerOf(ball) === ball);
  near(ball.mass, mass, 1e-4);
  ball.velocity = [0, -2];
  // The floor becomes the wall: down becomes right.
  near(twin.velocity.x, 2, 1e-5);
  assert.ok(world.poses.length >= 4 * (twin.index + 1) && Number.isFinite(world.poses[4 * twin.index]));
  world.step(1 / 60, 60);
  assert.equal(twin.exists, false);
  assert.deepEqual(world.passing, []);
});

test("the map of an opening leads to the other one and back", () => {
  const { portal } = fall();
  const apply = ({ x, y, angle }, [px, py]) => [x + px * Math.cos(angle) - py * Math.sin(angle), y + px * Math.sin(angle) + py * Math.cos(angle)];
  const there = apply(portal.map("a"), [0, 0]);
  near(there[0], -8, 1e-5);
  near(there[1], 2, 1e-5);
  const back = apply(portal.map("b"), there);
  near(back[0], 0, 1e-5);
  near(back[1], 0, 1e-5);
});

test("a snapshot and a copy hold the portals, and go on with the same bits", () => {
  const { world, ball, portal } = fall();
  while (world.passing.length === 0) world.step();
  const snapshot = world.snapshot();
  const copy = world.copy();
  world.step(1 / 60, 60);
  copy.step(1 / 60, 60);
  const hash = world.stateHash();
  assert.equal(copy.stateHash(), hash);
  assert.ok(copy.portals[0] instanceof Portal && copy.portals[0] !== portal);
  portal.remove();
  assert.equal(portal.exists, false);
  world.restore(snapshot);
  assert.ok(portal.exists && world.passing[0][0] === ball);
  world.step(1 / 60, 60);
  assert.equal(world.stateHash(), hash);
  // Bytes hold none: the twin is a body as others.
  world.restore(snapshot.toBytes());
  assert.deepEqual([world.portals, portal.exists], [[], false]);
  world.step(1 / 60, 60);
  world.clear();
  assert.deepEqual(world.portals, []);
});

test("wrong portals are refused by name, and change nothing", () => {
  const world = new World();
  const hash = world.stateHash();
  const a = { center: [0, 0], normal: [0, 1] };
  const good = { a, b: { center: [5, 0], normal: [0, 1] }, width: 1 };
  for (const [given, field] of [
    [{ ...good, width: 0 }, "width"],
    [{ ...good, width: "1" }, "width"],
    [{ ...good, a: { ...a, normal: [0, 0] } }, "normal"],
    [{ ...good, b: { ...a, center: [NaN, 0] } }, "b.center.x"],
    [{ ...good, b: { ...a, wall: [1] } }, "b.wall"],
    [{ ...good, b: { ...a, wall: [1, -1] } }, "wall"],
    [{ ...good, b: { ...a, depth: 1 } }, "b.depth"],
    [{ a, width: 1 }, "b"],
    [{ ...good, density: 1 }, "density"],
    [{ ...good, friction: -1 }, "friction"],
    [3, "definition"],
  ]) {
    const error = thrown(() => world.addPortal(given));
    assert.equal(error.field, field, error.message);
  }
  assert.equal(world.stateHash(), hash);
  assert.deepEqual([world.bodies.length, world.portals.length], [0, 0]);
  const portal = world.addPortal({ ...good, friction: 0.1, mask: 3 });
  assert.throws(() => portal.map(0), TypeError);
  portal.remove();
  assert.equal(thrown(() => portal.remove()).name, "StaleHandleError");
  assert.equal(thrown(() => portal.map("a")).name, "StaleHandleError");
  assert.throws(() => new Portal(world, 0), TypeError);
  assert.equal(thrown(() => world.ownerOf(new World().createBody())).name, "ForeignHandleError");
});
