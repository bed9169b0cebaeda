// What bodies, colliders and joints have in common: an object for a slot, a generation and a world.

import { about, stale } from "./errors.js";
import { list } from "./memory.js";
import { answerNames } from "./properties.js";

const SLOTS = 2 ** 32;
/** Generations beyond this many begin again in `handle`, so that it stays a safe integer. */
const GENERATIONS = 2 ** 21;
/** Who has it may make handles. */
export const MAKER = Symbol("maker");
export const WORDS = ["body", "collider", "joint"];

/** Refuses to make what only a world makes. */
export function legal(maker, hint) {
  if (maker !== MAKER) throw new TypeError(`Illegal constructor: ${hint}`);
}

export class Handle {
  #generation;
  #epoch;

  constructor(world, slot, generation, maker) {
    legal(maker, "call createBody, createCollider or createJoint");
    /** The world of it. */
    this.world = world;
    /** Its slot: a small number, the row of it in `world.poses`. */
    this.index = slot;
    this.#generation = generation;
    this.#epoch = world.epoch;
    /** Whatever the program wants to keep with it, such as a sprite. */
    this.data = undefined;
  }

  /** How many have been in the slot before. */
  get generation() {
    return this.#generation;
  }

  /** The content of the world to which it belongs: `clear` begins another. */
  get epoch() {
    return this.#epoch;
  }

  /** A number for it, unique in its world: a safe integer. */
  get handle() {
    return handleOf(this.index, this.generation);
  }

  /** Whether it still exists. */
  get exists() {
    const { raw, epoch } = this.world;
    return raw !== undefined && this.epoch === epoch && raw.exists(this.kind, this.index, this.generation);
  }

  toJSON() {
    return this.handle;
  }

  /** What `console.log` of Node shows: what it is and where, and not the world around it. */
  [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) {
    const { name } = this.constructor;
    if (!this.exists) return `${name} { removed }`;
    const shown = { ...this.summary(), handle: this.handle };
    if (this.data !== undefined) shown.data = this.data;
    return `${name} ${inspect(shown, options)}`;
  }
}
answerNames(Handle);

/** The handle of a slot and a generation. */
export const handleOf = (slot, generation) => (generation % GENERATIONS) * SLOTS + slot;
/** Slot and generation of a handle. */
export const fromHandle = (handle) => [handle % SLOTS, Math.floor(handle / SLOTS)];
export const isGeneration = (generation, of) => generation % GENERATIONS === of;

/** The engine of a world, unless it has been freed. */
export function engine(world) {
  if (!world.raw) throw stale("the world has been freed", "world", world);
  return world.raw;
}

/** The engine of a handle, unless its world has been freed, cleared or replaced. */
export function live(handle) {
  const { world } = handle;
  if (!world.raw) throw stale("the world has been freed", "world", world);
  if (handle.epoch !== world.epoch) throw removed(WORDS[handle.kind], handle);
  about.handle = handle;
  return world.raw;
}

/** The error for an argument that is no longer there. */
export function removed(field, handle) {
  return stale(`the ${WORDS[handle.kind]} has been removed`, field, handle);
}

/** The objects of a list of slots and generations. */
export function objects(count, make) {
  const numbers = [...list(count)];
  const all = [];
  for (let at = 0; at < numbers.length; at += 2) all.push(make(numbers[at], numbers[at + 1]));
  return all;
}

/** Objects of a world by kind, slot and generation: one for each, as long as anybody knows it. */
export class Objects {
  /** By kind and slot: what is in the world, or was the last there. */
  #now = [[], [], []];
  /** By epoch and kind: what was in a slot before, weakly, since a restore may bring it back. */
  #before = new Map();
  #finalizers = new FinalizationRegistry(({ all, key }) => {
    if (all.get(key)?.deref() === undefined) all.delete(key);
  });

  /** The object of a slot and a generation, if there is one in this epoch. */
  find(epoch, kind, slot, generation) {
    const known = this.#now[kind][slot];
    if (known?.generation === generation) return known;
    const before = this.#before.get(epoch)?.[kind].get(generation * SLOTS + slot)?.deref();
    return before?.index === slot && before.generation === generation ? before : undefined;
  }

  /** Keeps an object: in its slot, unless a later one is there. */
  keep(one) {
    const all = this.#now[one.kind];
    const known = all[one.index];
    if (known === one) return;
    if (known !== undefined && known.generation > one.generation) {
      this.#put(one);
      return;
    }
    if (known !== undefined) this.#put(known);
    all[one.index] = one;
  }

  #put(one) {
    if (!this.#before.has(one.epoch)) this.#before.set(one.epoch, [new Map(), new Map(), new Map()]);
    const all = this.#before.get(one.epoch)[one.kind];
    const key = one.generation * SLOTS + one.index;
    if (all.get(key)?.deref() === one) return;
    all.set(key, new WeakRef(one));
    this.#finalizers.register(one, { all, key });
  }

  /** Puts what is not in the world aside, so that others may come back into the slots. */
  sort() {
    for (const all of this.#now) {
      all.forEach((one, slot) => {
        if (one.exists) return;
        this.#put(one);
        delete all[slot];
      });
    }
    for (const [epoch, kinds] of this.#before) if (kinds.every((all) => all.size === 0)) this.#before.delete(epoch);
  }

  /** All that is in the world, for a snapshot, which keeps it. */
  list() {
    return this.#now.map((all) => all.slice());
  }
}
