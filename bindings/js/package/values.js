// Numbers and points that a program gives, checked.

import { outOfRange, wrongType } from "./errors.js";

/** The first number that a 32-bit float does not hold. */
export const MOST = 3.4028235e38;

/** A number, which may be infinite or NaN. */
export function number(field, value) {
  if (typeof value !== "number") throw wrongType(field, value, "a number");
  return value;
}

/** A number that a 32-bit float holds. */
export function finite(field, value) {
  if (typeof value !== "number") throw wrongType(field, value, "a number");
  if (!(Math.abs(value) < MOST)) throw outOfRange(field, value, "finite");
  return value;
}

/** A whole number from `least` to `most`. */
export function whole(field, value, least, most) {
  if (typeof value !== "number") throw wrongType(field, value, "a whole number");
  if (!Number.isInteger(value) || value < least || value > most) {
    throw outOfRange(field, value, `a whole number from ${least} to ${most}`);
  }
  return value;
}

const BITS = "a whole number from -(2^53 - 1) to 2^53 - 1, or a bigint from -2^64 to 2^64 - 1";

/**
 * The lower and the upper word of 64 bits. What is negative is extended by its sign, so that `~1` is all bits
 * but the first, and `~(1n << 40n)` all but that one.
 */
export function mask(field, value) {
  if (typeof value === "bigint") {
    if (value < -(1n << 64n) || value >= 1n << 64n) throw outOfRange(field, value, BITS);
    return [Number(value & 0xffffffffn), Number((value >> 32n) & 0xffffffffn)];
  }
  if (typeof value !== "number") throw wrongType(field, value, BITS);
  if (!Number.isSafeInteger(value)) throw outOfRange(field, value, BITS);
  return [value >>> 0, Math.floor(value / 2 ** 32) >>> 0];
}

/** Bits from their two words, as `mask` takes them: a number if it is exact, which is -1 for all bits. */
export function maskOf(words, at) {
  const signed = (words[at + 1] | 0) * 2 ** 32 + words[at];
  if (Number.isSafeInteger(signed)) return signed;
  return (BigInt(words[at + 1]) << 32n) | BigInt(words[at]);
}

export function flag(field, value) {
  if (typeof value !== "boolean") throw wrongType(field, value, "true or false");
  return value;
}

const PAIR = "a point: [x, y] or {x, y}";
const pair = [0, 0];

/** x and y of `[x, y]` or `{x, y}`, not checked to be finite. The array is used again by the next call. */
export function coordinates(field, value) {
  if (value === null || typeof value !== "object") throw wrongType(field, value, PAIR);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    if (value.length !== 2) throw wrongType(field, value, `${PAIR}, not ${value.length} numbers`);
    const [x, y] = value;
    pair[0] = number(`${field}[0]`, x);
    pair[1] = number(`${field}[1]`, y);
  } else {
    const { x, y } = value;
    if (typeof x !== "number") throw wrongType(`${field}.x`, x, "a number");
    if (typeof y !== "number") throw wrongType(`${field}.y`, y, "a number");
    pair[0] = x;
    pair[1] = y;
  }
  return pair;
}

/** x and y of a finite point or vector. The array is used again by the next call. */
export function point(field, value) {
  const both = coordinates(field, value);
  if (!(Math.abs(both[0]) < MOST)) throw outOfRange(`${field}.x`, both[0], "finite");
  if (!(Math.abs(both[1]) < MOST)) throw outOfRange(`${field}.y`, both[1], "finite");
  return both;
}

/** The coordinates of many points: an array of points, or a typed array x, y, x, y, ... */
export function points(field, value) {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    if (value.length % 2 !== 0) {
      throw outOfRange(`${field}.length`, value.length, "even: x and y of each point");
    }
    // The name of a number is made only for an error. What is not a number is a bigint.
    for (let i = 0; i < value.length; i++) {
      if (typeof value[i] !== "number" || !(Math.abs(value[i]) < MOST)) finite(`${field}[${i}]`, value[i]);
    }
    return value;
  }
  if (!Array.isArray(value)) throw wrongType(field, value, "an array of points");
  const all = new Float64Array(2 * value.length);
  for (let i = 0; i < value.length; i++) {
    const [x, y] = point(`${field}[${i}]`, value[i]);
    all[2 * i] = x;
    all[2 * i + 1] = y;
  }
  return all;
}

/** A point as an answer, without -0. It cannot be changed: set the property of the body instead. */
export const vec = (x, y) => Object.freeze({ x: x + 0, y: y + 0 });

/** A 32-bit float with the fewest digits that mean it: 0.4 and not 0.4000000059604645. */
export function short(x) {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(x.toPrecision(digits));
    if (Math.fround(rounded) === x) return rounded;
  }
  return x;
}

/** User data from its four words: a number if it is exact. */
export function dataOf(words, at) {
  const low = words[at] + words[at + 1] * 2 ** 32;
  if (words[at + 2] === 0 && words[at + 3] === 0 && low <= Number.MAX_SAFE_INTEGER) return low;
  let all = 0n;
  for (let i = 3; i >= 0; i--) all = (all << 32n) | BigInt(words[at + i]);
  return all;
}
