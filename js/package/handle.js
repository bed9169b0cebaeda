// What bodies, colliders and joints have in common: an object for a slot, a generation and a world.

import { list } from "./memory.js";
import { stale } from "./errors.js";

const SLOTS = 2 ** 32;
/** Generations beyond this many begin again in `handle`, so that it stays a safe integer. */
const GENERATIONS = 2 ** 21;

export class Handle {
  constructor(world, slot, generation) {
    /** The world of it. */
    this.world = world;
    /** Its slot: a small number, the row of it in `world.poses`. */
    this.index = slot;
    Object.defineProperty(this, "generation", { value: generation });
    /** Whatever the program wants to keep with it, such as a sprite. */
    this.data = undefined;
  }

  /** A number for it, unique in its world: a safe integer. */
  get handle() {
    return (this.generation % GENERATIONS) * SLOTS + this.index;
  }

  /** Whether it still exists. */
  get exists() {
    const { raw } = this.world;
    return raw !== undefined && raw.exists(this.kind, this.index, this.generation);
  }

  toJSON() {
    return this.handle;
  }
}

/** Slot and generation of a handle. */
export const fromHandle = (handle) => [handle % SLOTS, Math.floor(handle / SLOTS)];
export const isGeneration = (generation, of) => generation % GENERATIONS === of;

/** The engine of a world, unless it has been freed. */
export function engine(world) {
  if (!world.raw) throw stale("the world has been freed");
  return world.raw;
}

/** The objects of a list of slots and generations. */
export function objects(count, make) {
  const numbers = [...list(count)];
  const all = [];
  for (let at = 0; at < numbers.length; at += 2) all.push(make(numbers[at], numbers[at + 1]));
  return all;
}
