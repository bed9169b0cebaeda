// Ground of heights at equal distances, with edits and holes.

import { outOfRange, stale, wrongType } from "./errors.js";
import { legal, live, MAKER, removed } from "./handle.js";
import { answer, check, glue, list, send } from "./memory.js";
import { finite, flag, number, whole } from "./values.js";

/** The most heights of a field. */
const MOST = 2 ** 20;
/** m. The greatest height, up or down. */
const GREATEST = 1e6;
/** m. */
const LEAST_SPACING = 0.001;

/** Heights that a program gives: `least` to `most` of them. */
function heightsOf(given, least, most) {
  const isTyped = ArrayBuffer.isView(given) && !(given instanceof DataView);
  if (!isTyped && !Array.isArray(given)) throw wrongType("heights", given, "an array of numbers or a typed array");
  if (given.length < least || given.length > most) {
    throw outOfRange("heights.length", given.length, `from ${least} to ${most}`);
  }
  for (let i = 0; i < given.length; i++) {
    const height = given[i];
    // The name of a height is made only for an error.
    if (typeof height === "number" && Math.abs(height) <= GREATEST) continue;
    throw outOfRange(`heights[${i}]`, number(`heights[${i}]`, height), "from -1e6 to 1e6");
  }
  return given;
}

/** The numbers of a new field. */
export function fieldNumbers(heights, spacing) {
  const numbers = heightsOf(heights, 2, MOST);
  if (!(finite("spacing", spacing) >= LEAST_SPACING)) throw outOfRange("spacing", spacing, "at least 0.001");
  return numbers;
}

/**
 * Ground of heights: made by `body.createHeightField`. What it holds is no part of the state of the world, which has
 * its colliders: keep a `clone` with each snapshot in which its heights may differ.
 */
export class HeightField {
  #raw;

  constructor(body, raw, maker) {
    legal(maker, "call createHeightField");
    /** The body on which it is. */
    this.body = body;
    this.#raw = raw;
    Object.preventExtensions(this);
  }

  /** The engine of the world and the field in it, unless the field or its body has been removed. */
  #live() {
    if (!this.#raw) throw stale("the height field has been removed", "field", this);
    const engine = live(this.body);
    if (!this.body.exists) throw removed("body", this.body);
    return [engine, this.#raw];
  }

  /** The heights, m, as they are now: an array of its own. */
  get heights() {
    const [, raw] = this.#live();
    return Float32Array.from(list(raw.heights()));
  }

  /** How many heights there are: one more than cells. */
  get length() {
    return this.#live()[1].count();
  }

  /** The distance from one height to the next, m. */
  get spacing() {
    return this.#live()[1].spacing();
  }

  /** Whether it, its body and its world still exist. */
  get exists() {
    return this.#raw !== undefined && this.body.exists;
  }

  /**
   * Sets the heights from number `start` on, m, and wakes what touches the cells that change. Returns how many cells
   * have changed.
   */
  setHeights(start, heights) {
    const [, raw] = this.#live();
    const count = raw.count();
    whole("start", start, 0, count - 1);
    const given = heightsOf(heights, 0, count - start);
    const [engine] = this.#live();
    return check(raw.setHeights(engine, start, send(given)));
  }

  /** Makes cell `cell`, between heights `cell` and `cell + 1`, a hole, or fills it. */
  setHole(cell, isHole = true) {
    const [engine, raw] = this.#live();
    check(raw.setHole(engine, this.#cell(cell), flag("isHole", isHole)));
  }

  /** Whether a cell is a hole. */
  isHole(cell) {
    return this.#live()[1].isHole(this.#cell(cell));
  }

  #cell(cell) {
    return whole("cell", cell, 0, this.length - 2);
  }

  /** The height at `x`, both in m in the frame of the body; `undefined` beyond the ends and at a hole. */
  heightAt(x) {
    return this.#live()[1].heightAt(finite("x", x)) ? answer(0) : undefined;
  }

  /** The number of the cell at `x`, m in the frame of the body; `undefined` beyond the ends. A hole is a cell. */
  cellAt(x) {
    const cell = this.#live()[1].cellAt(finite("x", x));
    return cell < 0 ? undefined : cell;
  }

  /** The collider of a cell; `undefined` for a hole. */
  collider(cell) {
    const [, raw] = this.#live();
    return raw.collider(this.#cell(cell)) ? this.body.world.colliderOf(answer(0), answer(1)) : undefined;
  }

  /** The same heights, holes and colliders as now, for a snapshot that is taken now. */
  clone() {
    return new HeightField(this.body, this.#live()[1].copy(), MAKER);
  }

  /** Removes its colliders; the body stays. */
  remove() {
    const [engine, raw] = this.#live();
    check(raw.remove(engine));
    this.#raw.free();
    this.#raw = undefined;
  }
}
