// Effects: wind, water, attractors, regions with a gravity of their own, explosions.

import { outOfRange, wrongType } from "./errors.js";
import { out } from "./memory.js";
import { nearest } from "./properties.js";
import { putShape, Shape } from "./shape.js";
import { finite, number, point, whole } from "./values.js";

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

function putNumbers(kind, given, path) {
  for (const name of Object.keys(given)) {
    const known = [...NAMES[kind], ...OTHERS[kind]];
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    throw new TypeError(`there is no property '${path}${name}'${near ? `; did you mean '${near}'?` : ""}`);
  }
  for (const name of NAMES[kind]) {
    const field = path + name;
    if (!(name in given)) out.put(NaN);
    else if (name === "categories" || name === "obstacles") out.put(whole(field, given[name], 0, 2 ** 32 - 1));
    else if (name === "reach" && given[name] === Infinity) out.put(Infinity);
    else out.put(finite(field, given[name]));
  }
}

function putPoint(field, value) {
  const [x, y] = point(field, value);
  out.put(x);
  out.put(y);
}

function putRegion(field, region) {
  if (region === undefined) {
    out.put(0);
  } else if (region instanceof Shape) {
    out.put(2);
    putShape(field, region);
  } else if (Array.isArray(region) && region.length === 4) {
    out.put(1);
    region.forEach((x, i) => out.put(finite(`${field}[${i}]`, x)));
  } else {
    throw wrongType(field, region, "[left, bottom, right, top] or a Shape: a polygon or a half-space");
  }
}

/** Appends effects to the input. */
export function putEffects(effects) {
  if (!Array.isArray(effects)) throw wrongType("effects", effects, "an array of effects");
  effects.forEach((effect, i) => {
    const path = `effects[${i}].`;
    if (effect === null || typeof effect !== "object") throw wrongType(`effects[${i}]`, effect, "an effect");
    const kind = oneOf(`${path}type`, effect.type, KINDS);
    out.put(kind);
    const region = effect.surface === undefined
      ? effect.region
      : Shape.halfSpace([0, 1], finite(`${path}surface`, effect.surface));
    putRegion(`${path}region`, region);
    if (kind === 0) putPoint(`${path}velocity`, effect.velocity);
    if (kind === 1) putPoint(`${path}velocity`, effect.velocity ?? [0, 0]);
    if (kind === 2) {
      putPoint(`${path}center`, effect.center);
      out.put(finite(`${path}strength`, effect.strength));
      out.put(oneOf(`${path}law`, effect.law ?? "inverseSquare", LAWS));
    }
    if (kind === 3) putPoint(`${path}gravity`, effect.gravity);
    putNumbers(effect.type, effect, path);
  });
}

/** Appends an explosion to the input. */
export function putExplosion(center, radius, impulsePerLength, options) {
  putPoint("center", center);
  out.put(finite("radius", radius));
  out.put(number("impulsePerLength", impulsePerLength));
  putNumbers("explosion", options, "");
}
