// The package that is tested: dist/package, or the build that the variable PHYSICS2D names ("plain", "inline").

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const which = process.env.PHYSICS2D ?? "simd";
const entry = which === "inline" ? "inline.js" : "node.js";
const physics = await import(new URL(`../dist/package/${entry}`, import.meta.url));
await physics.init(which === "plain" ? { simd: false } : {});

export default physics;
export const root = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
export const text = (path) => readFileSync(root(path), "utf8");

/** A pile of boxes on the ground, after `steps` steps. */
export function pile(count = 30, steps = 20) {
  const world = new physics.World();
  world.createBody().createHalfSpace([0, 1], 0);
  for (let i = 0; i < count; i++) {
    world.createBody({ type: "dynamic", position: [0.2 * (i % 5), 1 + i], userData: i }).createBox(1, 1);
  }
  world.step(1 / 60, steps);
  return world;
}

/** What `call` throws. */
export function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error(`${call} throws nothing`);
}
