// Effects: wind, water, attractors, regions with a gravity of their own, explosions.

import { outOfRange, wrongType } from "./errors.js";
import { unknown } from "./properties.js";
import { shapeNumbers, Shape } from "./shape.js";
import { finite, mask, number, point } from "./values.js";

/** What each effect takes, in the order in which the engine reads it. */
const NAMES = {
  wind: ["density", "drag", "lift", "categories"],
  water: ["density", "viscosity", "drag", "lift", "categories"],
  attractor: ["radius", "reach", "categories"],
  gravityRegion: ["categories"],
  explosion: ["falloff", "categories", "obstacles"],
};
const OTHERS = {
  wind: ["type", "velocity", "region"],
  water: ["type", "velocity", "region", "surface"],
  attractor: ["type", "center", "strength", "law"],
  gravityRegion: ["type", "gravity", "region"],
  explosion: [],
};
const KINDS = ["wind", "water", "attractor", "gravityRegion"];
const LAWS = ["inverseSquare", "inverse", "constant", "linear"];

function oneOf(field, value, names) {
  const index = names.indexOf(value);
  if (index < 0) throw outOfRange(field, value, `one of ${names.map((name) => `'${name}'`).join(", ")}`);
  return index;
}

function numbersOf(kind, given, path) {
  const known = [...NAMES[kind], ...OTHERS[kind]];
  for (const name of Object.keys(given)) if (!known.includes(name)) throw unknown(path, name, known);
  return NAMES[kind].flatMap((name) => {
    const field = path + name;
    const isMask = name === "categories" || name === "obstacles";
    if (!(name in given)) return isMask ? [NaN, NaN] : NaN;
    const value = given[name];
    if (isMask) return mask(field, value);
    return name === "reach" && value === Infinity ? value : finite(field, value);
  });
}

function regionNumbers(field, region) {
  if (region === undefined) return [0];
  if (region instanceof Shape) return [2, ...shapeNumbers(field, region)];
  if (Array.isArray(region) && region.length === 4) return [1, ...region.map((x, i) => finite(`${field}[${i}]`, x))];
  throw wrongType(field, region, "[left, bottom, right, top] or a Shape: a polygon or a half-space");
}

function effectNumbers(effect, i) {
  const path = `effects[${i}].`;
  if (effect === null || typeof effect !== "object") throw wrongType(`effects[${i}]`, effect, "an effect");
  const { type, surface, region, velocity } = effect;
  const kind = oneOf(`${path}type`, type, KINDS);
  const where = surface === undefined ? region : Shape.halfSpace([0, 1], finite(`${path}surface`, surface));
  const numbers = [kind, ...regionNumbers(`${path}region`, where)];
  if (kind === 0) numbers.push(...point(`${path}velocity`, velocity));
  if (kind === 1) numbers.push(...point(`${path}velocity`, velocity ?? [0, 0]));
  if (kind === 2) {
    numbers.push(...point(`${path}center`, effect.center));
    numbers.push(finite(`${path}strength`, effect.strength));
    numbers.push(oneOf(`${path}law`, effect.law ?? "inverseSquare", LAWS));
  }
  if (kind === 3) numbers.push(...point(`${path}gravity`, effect.gravity));
  return [...numbers, ...numbersOf(type, effect, path)];
}

/** Effects as the numbers that the engine reads. */
export function effectsNumbers(effects) {
  if (!Array.isArray(effects)) throw wrongType("effects", effects, "an array of effects");
  return effects.flatMap(effectNumbers);
}

/** An explosion as the numbers that the engine reads. */
export function explosionNumbers(center, radius, impulsePerLength, options) {
  if (options === null || typeof options !== "object") throw wrongType("options", options, "an object of options");
  const head = [...point("center", center), finite("radius", radius), number("impulsePerLength", impulsePerLength)];
  return [...head, ...numbersOf("explosion", options, "")];
}
