// Ground of heights, with edits and holes.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { thrown } from "./start.mjs";

const { HeightField, StaleHandleError, World } = physics;
const near = (a, b, bound) => assert.ok(Math.abs(a - b) <= bound, `${a} is not ${b}`);

/** 41 heights, half a metre apart, and a ball above x = 0. */
function valley(properties) {
  const world = new World();
  const ground = world.createBody({ position: [-10, 0] });
  const heights = Float32Array.from({ length: 41 }, (_, i) => 0.02 * (i - 20) ** 2);
  const field = ground.createHeightField(heights, 0.5, properties);
  const ball = world.createBody({ type: "dynamic", position: [3, 3] });
  ball.createCircle(0.4);
  return { world, ground, field, heights, ball };
}

test("a ball rolls into the valley and rests there", () => {
  const { world, ground, field, heights, ball } = valley({ rollingResistance: 0.05, userData: 5 });
  assert.ok(field instanceof HeightField && field.body === ground && field.exists);
  assert.deepEqual([field.heights, field.length, field.spacing], [heights, 41, 0.5]);
  assert.equal(ground.colliders.length, 40);
  const cell = field.collider(7);
  assert.deepEqual([cell.body === ground, cell.userData, cell.shape.type], [true, 5, "chainSegment"]);
  near(cell.rollingResistance, 0.05, 1e-6);
  world.step(1 / 60, 900);
  near(ball.position.x, 0, 0.5);
  near(ball.position.y, 0.4, 0.03);
});

test("a height field is the chain through its heights", () => {
  const { world, heights, ball } = valley();
  const other = new World();
  const ground = other.createBody({ position: [-10, 0] });
  const points = [...heights].map((height, i) => [0.5 * i, height]);
  // It pushes to the right of its direction.
  ground.createChain(points.reverse(), { bothSides: false });
  const twin = other.createBody({ type: "dynamic", position: [3, 3] });
  twin.createCircle(0.4);
  for (let i = 0; i < 200; i++) {
    world.step();
    other.step();
  }
  near(twin.position.x, ball.position.x, 1e-3);
  near(twin.position.y, ball.position.y, 1e-3);
});

test("an edit is felt at once, and tells how many cells it has changed", () => {
  const { world, field, ball } = valley({ rollingResistance: 0.05 });
  world.step(1 / 60, 900);
  assert.equal(field.setHeights(18, [-1, -1, -1, -1, -1]), 8);
  near(field.heightAt(9.75), -1, 1e-6);
  world.step(1 / 60, 300);
  near(ball.position.y, -0.6, 0.05);
  for (const cell of [18, 19, 20, 21]) field.setHole(cell);
  assert.deepEqual([field.isHole(18), field.heightAt(9.75), field.collider(19), field.cellAt(9.75)], [true, undefined, undefined, 19]);
  world.step(1 / 60, 120);
  assert.ok(ball.position.y < -5);
  field.setHole(18, false);
  assert.equal(field.collider(18).exists, true);
  assert.deepEqual([field.cellAt(-0.1), field.cellAt(20), field.cellAt(20.1)], [undefined, 39, undefined]);
});

test("a clone goes back with a snapshot", () => {
  const { world, field, ball } = valley();
  world.step(1 / 60, 60);
  const [snapshot, kept] = [world.snapshot(), field.clone()];
  const run = (ground) => {
    ground.setHeights(20, [0.7]);
    world.step(1 / 60, 120);
    return world.stateHash();
  };
  const hash = run(field);
  world.restore(snapshot);
  assert.deepEqual([kept.heights[20], field.heights[20]], [0, Math.fround(0.7)]);
  assert.equal(run(kept), hash);
  assert.ok(ball.exists);
});

test("bad input is named, and changes nothing", () => {
  const { world, ground, field } = valley();
  const hash = world.stateHash();
  const count = world.colliders.length;
  const cases = [
    [() => ground.createHeightField([0, NaN], 1), RangeError, "heights[1]", NaN],
    [() => ground.createHeightField([0, "1"], 1), TypeError, "heights[1]", "1"],
    [() => ground.createHeightField([0, 2e6], 1), RangeError, "heights[1]", 2e6],
    [() => ground.createHeightField(new BigInt64Array(2), 1), TypeError, "heights[0]", 0n],
    [() => ground.createHeightField([0], 1), RangeError, "heights.length", 1],
    [() => ground.createHeightField(undefined, 1), TypeError, "heights", undefined],
    [() => ground.createHeightField([0, 0], 0), RangeError, "spacing", 0],
    [() => ground.createHeightField([0, 0], 1e-4), RangeError, "spacing", 1e-4],
    [() => ground.createHeightField([0, 0]), TypeError, "spacing", undefined],
    [() => ground.createHeightField([0, 0], 1, { friction: -1 }), RangeError, "friction", -1],
    [() => ground.createHeightField([0, 0], 1, { fricton: 1 }), TypeError, "fricton", undefined],
    [() => field.setHeights(40, [1, 2]), RangeError, "heights.length", 2],
    [() => field.setHeights(-1, [1]), RangeError, "start", -1],
    [() => field.setHeights(41, []), RangeError, "start", 41],
    [() => field.setHeights(3, [1, Infinity]), RangeError, "heights[1]", Infinity],
    [() => field.setHole(40), RangeError, "cell", 40],
    [() => field.setHole(1.5), RangeError, "cell", 1.5],
    [() => field.setHole(1, 1), TypeError, "isHole", 1],
    [() => field.isHole("1"), TypeError, "cell", "1"],
    [() => field.collider(-1), RangeError, "cell", -1],
    [() => field.heightAt(NaN), RangeError, "x", NaN],
    [() => new HeightField(ground), TypeError, undefined, undefined],
  ];
  for (const [call, Class, name, value] of cases) {
    const error = thrown(call);
    assert.ok(error instanceof Class, `${call}: ${error}`);
    assert.deepEqual([error.field, error.value], [name, value], `${call}`);
  }
  assert.deepEqual([world.stateHash(), world.colliders.length, field.heights[3]], [hash, count, Math.fround(0.02 * 17 ** 2)]);
});

test("what is removed is refused", () => {
  const { world, ground, field } = valley();
  field.collider(20).remove();
  assert.ok(thrown(() => field.setHeights(20, [1])) instanceof StaleHandleError);
  assert.equal(field.heights[20], 0);
  assert.equal(field.setHeights(0, [1]), 2);
  const kept = field.clone();
  field.remove();
  assert.deepEqual([field.exists, ground.colliders.length, ground.exists], [false, 0, true]);
  for (const call of [() => field.heights, () => field.remove(), () => field.setHole(1), () => field.clone()]) {
    assert.ok(thrown(call) instanceof StaleHandleError);
  }
  assert.ok(thrown(() => kept.setHeights(0, [2])) instanceof StaleHandleError);
  ground.remove();
  assert.ok(thrown(() => kept.heights) instanceof StaleHandleError && !kept.exists);
  world.free();
  assert.ok(thrown(() => kept.spacing) instanceof StaleHandleError);
});
