// Nobody calls `free`: worlds that are no longer used give their memory back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import physics, { pile } from "./start.mjs";

const { World, memorySize } = physics;

test("worlds that are dropped do not fill the memory", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
  const round = async () => {
    for (let i = 0; i < 20; i++) {
      const world = pile(200, 2);
      world.snapshot();
      assert.equal(world.poses.length, 4 * 201);
    }
    globalThis.gc();
    // Finalizers run between tasks.
    await setTimeout(5);
  };
  for (let i = 0; i < 3; i++) await round();
  const early = memorySize();
  for (let i = 0; i < 30; i++) await round();
  // 600 more worlds of some 500 KB each would need 300 MB.
  assert.ok(memorySize() <= early + 2 ** 24, `${early} bytes, then ${memorySize()}`);
});

test("a body keeps its world alive", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
  const body = (() => {
    const world = new World();
    return world.createBody({ type: "dynamic", position: [0, 3] });
  })();
  for (let i = 0; i < 5; i++) {
    globalThis.gc();
    await setTimeout(5);
  }
  body.world.step();
  assert.ok(body.position.y < 3);
});
