// Single properties: each crosses the border alone, and says what the list of all says.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile } from "./start.mjs";

const { World } = physics;

/** Compares each property that a thing has with that of the list of all; returns how many there are. */
function compare(thing, own = []) {
  const all = thing.properties();
  for (const [name, value] of Object.entries(all)) if (!own.includes(name)) assert.deepEqual(thing[name], value, name);
  return Object.keys(all).length;
}

test("a property that is read alone is that of the list of all", () => {
  const world = new World({ gravity: [1, -3], classic: { correction: { type: "split", fraction: 0.25 } } });
  assert.ok(compare(world) > 8);
  const body = world.createBody({ type: "dynamic", angle: 0.5, damping: 0.25, userData: 2n ** 100n, maxSpeed: 7 });
  const other = world.createBody({ type: "kinematic", position: [1, 2] });
  const collider = body.createBox(1, 2, { offset: [1, 2, 0.5], oneWay: [0, 1], mask: 1n << 63n, portal: { type: "rim", portal: 3 } });
  const plain = other.createCircle(1);
  // These are what the body has now: of the list, what was set.
  for (const one of [body, other]) assert.ok(compare(one, ["position", "velocity", "mass"]) > 12);
  for (const one of [collider, plain]) assert.ok(compare(one) > 12);
  for (const given of [
    { type: "revolute", anchor: [1, 1], limits: [-1, 1], motorSpeed: 2, userData: 5 },
    { type: "weld" },
    { type: "prismatic", axis: [0, 1], motorSpeed: 3 },
    { type: "distance", length: 3, hertz: 2 },
    { type: "ratchet" },
  ]) {
    const joint = world.createJoint({ a: body, b: other, ...given });
    assert.ok(compare(joint) > 5);
    assert.equal(joint.ratio, undefined);
  }
});

test("an angle is read that a definition gives as rotation", () => {
  const world = new World();
  const [a, b] = [world.createBody({ type: "dynamic" }), world.createBody({ type: "dynamic" })];
  const joint = world.createJoint({ type: "portal", a, b, mapAngle: 0.75 });
  assert.ok(Math.abs(joint.mapAngle - 0.75) < 1e-6, `${joint.mapAngle}`);
  joint.mapAngle = -3;
  assert.ok(Math.abs(joint.mapAngle + 3) < 1e-6);
});

test("a handle finds its thing, and none that has been removed", () => {
  const world = pile(50);
  const joint = world.createJoint({ type: "weld", a: world.bodies[1], b: world.bodies[2] });
  for (const body of world.bodies) assert.ok(world.getBody(body.handle) === body);
  for (const collider of world.colliders) assert.ok(world.getCollider(collider.handle) === collider);
  assert.ok(world.getJoint(joint.handle) === joint);
  const body = world.bodies[7];
  const { handle } = body;
  const [collider] = body.colliders;
  body.remove();
  assert.deepEqual([world.getBody(handle), world.getCollider(collider.handle)], [undefined, undefined]);
  // Another is in the slot now, of the next generation.
  const next = world.createBody();
  assert.equal(next.index, body.index);
  assert.notEqual(next.handle, handle);
  assert.equal(world.getBody(handle), undefined);
  assert.ok(world.getBody(next.handle) === next);
  assert.equal(world.getBody(2 ** 32 - 1), undefined);
  // What a level brings has no object until it is asked for.
  const copy = World.fromLevel(world.toLevel());
  assert.equal(copy.getBody(3).handle, 3);
});
