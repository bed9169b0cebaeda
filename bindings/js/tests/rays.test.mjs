// Many casts in one call find what the same casts find one by one.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { pile, thrown } from "./start.mjs";

const { World, Shape } = physics;

/** Compares the rows of `hits` with what `cast` finds for each; returns how many hit. */
function compare(world, hits, count, cast) {
  let all = 0;
  for (let i = 0; i < count; i++) {
    const one = cast(i);
    assert.equal(hits.hit[i], one ? 1 : 0);
    if (!one) {
      assert.deepEqual([hits.fraction[i], hits.distance[i], hits.body[i], hits.collider[i]], [1, 0, -1, -1]);
      assert.deepEqual([...hits.point.subarray(2 * i, 2 * i + 2), ...hits.normal.subarray(2 * i, 2 * i + 2)], [0, 0, 0, 0]);
      continue;
    }
    all++;
    assert.ok(world.getCollider(hits.collider[i]) === one.collider && world.getBody(hits.body[i]) === one.body);
    assert.deepEqual([hits.fraction[i], hits.distance[i]], [one.fraction, one.distance]);
    assert.deepEqual([hits.point[2 * i], hits.point[2 * i + 1]], [one.point.x, one.point.y]);
    assert.deepEqual([hits.normal[2 * i] + 0, hits.normal[2 * i + 1] + 0], [one.normal.x, one.normal.y]);
  }
  return all;
}

function fan(count, x, y, length) {
  const [origins, ways] = [new Float64Array(2 * count), new Float32Array(2 * count)];
  for (let i = 0; i < count; i++) {
    origins.set([x + 0.01 * i, y], 2 * i);
    ways.set([length * Math.cos((2 * Math.PI * i) / count), length * Math.sin((2 * Math.PI * i) / count)], 2 * i);
  }
  return [origins, ways];
}

test("many rays hit what each of them hits alone", () => {
  const world = pile(40);
  const [origins, ways] = fan(360, -3, 4, 20);
  const filter = { mask: -1, exclude: [world.bodies[3], world.colliders[5]], ignoreInitialOverlap: true };
  for (const given of [{}, filter]) {
    const hits = world.castRays(origins, ways, given);
    const cast = (i) => world.castRay([origins[2 * i], origins[2 * i + 1]], [ways[2 * i], ways[2 * i + 1]], given);
    const count = compare(world, hits, 360, cast);
    assert.ok(count > 50 && count < 360, `${count}`);
  }
  // Points as objects, none at all, and an array that is used again.
  const two = world.castRays([[0, 100], { x: 9e5, y: 9 }], [[0, -200], [1, 0]]);
  assert.deepEqual([...two.hit], [1, 0]);
  assert.equal(world.castRays([], []).hit.length, 0);
  assert.ok(world.castRays([[0, 100], [1, 100]], [[0, -1], [0, -200]], {}, two) === two);
  assert.deepEqual([...two.hit], [0, 1]);
});

test("many rays are as exact far from the origin as near it", () => {
  const far = 1e6;
  const world = new World();
  world.createBody({ position: [far, 0] }).createBox(1, 1);
  const hits = world.castRays([[far - 5, 0.125]], [[10, 0]]);
  assert.deepEqual([...hits.point], [far - 0.5, 0.125]);
});

test("a shape that moves along many ways hits what it hits on each alone", () => {
  const world = pile(40);
  const [origins, ways] = fan(90, -4, 6, 12);
  const shape = Shape.box(0.5, 0.25);
  const filter = { angle: 0.5, turn: 1, center: [0.1, 0] };
  const hits = world.castShapes(shape, origins, ways, filter);
  const cast = (i) => world.castShape(shape, [origins[2 * i], origins[2 * i + 1]], [ways[2 * i], ways[2 * i + 1]], filter);
  assert.ok(compare(world, hits, 90, cast) > 20);
});

test("wrong casts are refused by name, and results stay as they were", () => {
  const world = pile(5);
  const out = world.castRays([[0, 100]], [[0, -200]]);
  const before = JSON.stringify(out);
  const circle = Shape.circle(1);
  for (const [call, Class, field, value] of [
    [() => world.castRays([[0, 0], [1, 1]], [[1, 0]], {}, out), RangeError, "translations.length", 1],
    [() => world.castRays(new Float64Array(3), new Float64Array(3)), RangeError, "origins.length", 3],
    [() => world.castRays([[0, NaN]], [[1, 0]], {}, out), RangeError, "origins[0].y", NaN],
    [() => world.castRays(new Float32Array([0, Infinity]), [[1, 0]]), RangeError, "origins[1]", Infinity],
    [() => world.castRays(new BigInt64Array(2), [[1, 0]]), TypeError, "origins[0]", 0n],
    [() => world.castRays("all", []), TypeError, "origins", "all"],
    [() => world.castRays([[0, 0]], [[1, 0]], { maks: 1 }), TypeError, "maks", undefined],
    [() => world.castRays([[0, 0]], [[1, 0]], { angle: 1 }), TypeError, "angle", undefined],
    [() => world.castRays([[0, 0]], [[1, 0]], {}, null), TypeError, "out", null],
    [() => world.castRays([[0, 0], [0, 0]], [[1, 0], [1, 0]], {}, out), TypeError, "out.hit", "Uint8Array of 1"],
    [() => world.castRays([[0, 0]], [[1, 0]], {}, { ...out, body: [] }), TypeError, "out.body", []],
    [() => world.castShapes(undefined, [[0, 0]], [[1, 0]]), TypeError, "shape", undefined],
    [() => world.castShapes(circle, [[0, 0]], [[1, 0]], { turn: "1" }), TypeError, "turn", "1"],
    [() => world.castShapes(Shape.polygon([[0, 0], [1, 1]]), [[0, 0]], [[1, 0]]), RangeError, "vertices", 2],
  ]) {
    const error = thrown(call);
    assert.ok(error instanceof Class, `${call}: ${error}`);
    assert.deepEqual([error.field, error.value], [field, value], error.message);
  }
  assert.equal(JSON.stringify(out), before);
});
