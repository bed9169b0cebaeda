// Bodies that are cut and broken.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { thrown } from "./start.mjs";

const { World } = physics;
const near = (a, b, bound = 1e-3) => assert.ok(Math.abs(a - b) <= bound, `${a} is not ${b}`);

function log() {
  const world = new World({ gravity: [0, 0] });
  const body = world.createBody({ type: "dynamic", position: [10, 5], velocity: [1, 0], angularVelocity: 2, userData: 7 });
  body.createBox(4, 0.5, { density: 600, friction: 0.25 });
  return { world, body };
}

/** Mass, momentum and angular momentum about the origin. */
function sums(bodies) {
  return bodies.reduce(([m, px, py, l], { mass, inertia, velocity, angularVelocity, center }) => [
    m + mass,
    px + mass * velocity.x,
    py + mass * velocity.y,
    l + inertia * angularVelocity + mass * (center.x * velocity.y - center.y * velocity.x),
  ], [0, 0, 0, 0]);
}

test("a cut keeps mass, momentum and angular momentum, and the user data", () => {
  const { world, body } = log();
  const other = world.createBody({ position: [8, 5] });
  const joint = world.createJoint({ type: "revolute", a: other, b: body, anchor: [8.5, 5] });
  const before = sums([body]);
  const pieces = body.cut([10.5, 0], [10.5, 9]);
  assert.equal(pieces.length, 2);
  assert.equal(body.exists, false);
  assert.equal(joint.exists, false);
  const [left, right] = pieces;
  near(left.mass, 750);
  near(right.mass, 450);
  sums(pieces).forEach((sum, i) => near(sum, before[i], 0.1));
  assert.deepEqual([left.userData, right.userData, left.data, left.colliders[0].friction], [7, 7, undefined, 0.25]);
  assert.ok(left.joints[0].a === other && right.joints.length === 0);
  assert.ok(world.getBody(left.handle) === left);
  world.step();
});

test("a line that misses a body changes nothing", () => {
  const { world, body } = log();
  const hash = world.stateHash();
  assert.ok(body.cut([0, 0], [0, 1])[0] === body);
  assert.ok(body.fracture([[10, 5]])[0] === body);
  assert.equal(world.stateHash(), hash);
});

test("a pane breaks into the cells of its sites", () => {
  const { world, body } = log();
  const before = sums([body]);
  const sites = Float64Array.of(8.5, 5, 9.5, 5.1, 10.5, 4.9, 11.5, 5);
  const pieces = body.fracture(sites);
  assert.equal(pieces.length, 4);
  sums(pieces).forEach((sum, i) => near(sum, before[i], 0.1));
  pieces.forEach((piece, i) => assert.ok(world.collidersAt([sites[2 * i], sites[2 * i + 1]])[0].body === piece));
  // The poses are those of the pieces.
  assert.ok(Number.isFinite(world.poses[4 * pieces[3].index]));
});

test("wrong cuts are refused by name, and the body stays", () => {
  const { world, body } = log();
  const hash = world.stateHash();
  for (const [call, field] of [
    [() => body.cut([0, 0], [0, 0]), "b"],
    [() => body.cut([0, NaN], [0, 1]), "a.y"],
    [() => body.cut([0, 0]), "b"],
    [() => body.fracture([]), "sites"],
    [() => body.fracture([[0, 0], [Infinity, 0]]), "sites[1].x"],
    [() => body.fracture(3), "sites"],
  ]) {
    assert.equal(thrown(call).field, field, thrown(call).message);
  }
  assert.equal(world.stateHash(), hash);
  body.remove();
  assert.equal(thrown(() => body.cut([0, 0], [0, 1])).name, "StaleHandleError");
});
