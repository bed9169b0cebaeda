// Queries: what a ray, a shape, a point or a box finds. The class World has a method for each.

import { Body } from "./body.js";
import { Collider } from "./collider.js";
import { foreign, outOfRange, wrongType } from "./errors.js";
import { engine, handleOf } from "./handle.js";
import { list, send } from "./memory.js";
import { unknown } from "./properties.js";
import { shapeNumbers } from "./shape.js";
import { finite, flag, mask, number, point, points, vec } from "./values.js";

const FILTER = ["category", "mask", "exclude", "includeSensors", "ignoreInitialOverlap"];
const CAST = ["angle", "turn", "center"];
/** How many numbers a hit is. */
const HIT = 11;
/** What src/query.rs calls the queries. */
export const [RAY, RAY_ALL, SHAPE, SHAPE_ALL, POINT, BOX, OVERLAP, CLOSEST, CLOSEST_TO_SHAPE, MANY] = Array(10).keys();

/** The angle of the shape of a query, rad. */
const angleOf = (filter) => finite("angle", filter?.angle ?? 0);

/** The numbers of a filter; `others` are the properties of it that are read elsewhere. */
function filterNumbers(world, filter, others) {
  const what = "an object such as { mask: 2 }; functions are not taken";
  if (filter === null || typeof filter !== "object" || filter instanceof Body) throw wrongType("filter", filter, what);
  for (const name in filter) {
    if (FILTER.includes(name) || others.includes(name)) continue;
    throw unknown("", name, [...FILTER, ...others], "a query has no property");
  }
  const { category = -1, mask: reported = -1, exclude = [] } = filter;
  const { includeSensors = false, ignoreInitialOverlap = false } = filter;
  const excluded = Array.isArray(exclude) ? exclude : [exclude];
  for (const one of excluded) {
    if (!(one instanceof Body || one instanceof Collider)) {
      throw wrongType("exclude", one, "a Body, a Collider, or an array of them");
    }
    if (one.world !== world) throw foreign("exclude", one);
    // What has been removed is in nobody's way: a program need not keep its list in step.
  }
  const there = excluded.filter((one) => one.exists);
  const bodies = there.filter((one) => one instanceof Body);
  const colliders = there.filter((one) => one instanceof Collider);
  const head = [
    ...mask("category", category),
    ...mask("mask", reported),
    flag("includeSensors", includeSensors) ? 1 : 0,
    flag("ignoreInitialOverlap", ignoreInitialOverlap) ? 1 : 0,
    bodies.length,
    colliders.length,
  ];
  for (const one of bodies) head.push(one.index, one.generation);
  for (const one of colliders) head.push(one.index, one.generation);
  return head;
}

/** The numbers that a query finds: `rest` are those after the place. A view that the next call may change. */
function find(world, kind, filter, field, place, rest, others = []) {
  const head = filterNumbers(world, filter, others);
  const [x, y] = point(field, place);
  head.push(x, y);
  return list(engine(world).query(kind, send(head, rest)));
}

function hitAt(world, numbers, at) {
  return {
    collider: world.colliderOf(numbers[at], numbers[at + 1]),
    body: world.bodyOf(numbers[at + 2], numbers[at + 3]),
    point: vec(numbers[at + 4], numbers[at + 5]),
    normal: vec(numbers[at + 6], numbers[at + 7]),
    fraction: numbers[at + 8],
    distance: numbers[at + 9],
    initialOverlap: Number.isNaN(numbers[at + 10]) ? undefined : numbers[at + 10],
  };
}

function hits(world, numbers) {
  const all = [];
  for (let at = 0; at < numbers.length; at += HIT) all.push(hitAt(world, numbers, at));
  return all;
}

/** What a ray hits: all for `RAY_ALL`. */
export function castRay(world, kind, origin, translation, filter) {
  const way = point("translation", translation).slice();
  return hits(world, find(world, kind, filter, "origin", origin, way));
}

/** Angle, turn and centre of the shape of a cast, and the shape. */
function movedNumbers(shape, filter) {
  // A filter that is no object is refused later.
  const { turn = 0, center = [0, 0] } = filter ?? {};
  return [angleOf(filter), number("turn", turn), ...point("center", center), ...shapeNumbers("shape", shape)];
}

/** What a moving shape hits: all for `SHAPE_ALL`. */
export function castShape(world, kind, shape, position, translation, filter) {
  const numbers = [...point("translation", translation), ...movedNumbers(shape, filter)];
  return hits(world, find(world, kind, filter, "position", position, numbers, CAST));
}

/** The arrays of a result of many casts, and how many numbers each has for a cast. */
const COLUMNS = {
  hit: [Uint8Array, 1],
  fraction: [Float32Array, 1],
  distance: [Float32Array, 1],
  point: [Float64Array, 2],
  normal: [Float32Array, 2],
  body: [Float64Array, 1],
  collider: [Float64Array, 1],
};

/** The arrays of the result: new ones, or those of an earlier one. */
function columns(count, out) {
  if (out === undefined) {
    return Object.fromEntries(Object.entries(COLUMNS).map(([name, [Class, width]]) => [name, new Class(width * count)]));
  }
  if (out === null || typeof out !== "object") throw wrongType("out", out, "an earlier result");
  for (const [name, [Class, width]] of Object.entries(COLUMNS)) {
    if (out[name] instanceof Class && out[name].length === width * count) continue;
    const found = out[name] instanceof Class ? `${Class.name} of ${out[name].length}` : out[name];
    throw wrongType(`out.${name}`, found, `a ${Class.name} of ${width * count} numbers`);
  }
  return out;
}

/** The first hit of each of many rays, or of one shape that moves along each of them, as typed arrays. */
export function castMany(world, field, origins, translations, filter, out, shape) {
  const from = points(field, origins);
  const ways = points("translations", translations);
  if (from.length !== ways.length) {
    throw outOfRange("translations.length", ways.length / 2, `${from.length / 2}, as many as ${field}`);
  }
  const count = from.length / 2;
  const moved = shape ? movedNumbers(shape, filter) : [];
  const head = filterNumbers(world, filter, shape ? CAST : []);
  head.push(0, 0, count);
  const rays = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    rays[4 * i] = from[2 * i];
    rays[4 * i + 1] = from[2 * i + 1];
    rays[4 * i + 2] = ways[2 * i];
    rays[4 * i + 3] = ways[2 * i + 1];
  }
  const into = columns(count, out);
  const numbers = list(engine(world).query(MANY, send(head, rays, moved)));
  const { hit, fraction, distance, point: at, normal, body, collider } = into;
  for (let i = 0, j = 0; i < count; i++, j += HIT) {
    const isHit = numbers[j] >= 0;
    hit[i] = isHit ? 1 : 0;
    collider[i] = isHit ? handleOf(numbers[j], numbers[j + 1]) : -1;
    body[i] = isHit ? handleOf(numbers[j + 2], numbers[j + 3]) : -1;
    at[2 * i] = numbers[j + 4];
    at[2 * i + 1] = numbers[j + 5];
    normal[2 * i] = numbers[j + 6];
    normal[2 * i + 1] = numbers[j + 7];
    fraction[i] = isHit ? numbers[j + 8] : 1;
    distance[i] = numbers[j + 9];
  }
  return into;
}

function found(world, numbers) {
  const all = [];
  for (let at = 0; at < numbers.length; at += 2) all.push(world.colliderOf(numbers[at], numbers[at + 1]));
  return all;
}

/** The colliders that contain a point. */
export const collidersAt = (world, at, filter) => found(world, find(world, POINT, filter, "point", at, []));

/** The colliders whose boxes overlap a box. */
export function collidersIn(world, lower, upper, filter) {
  const [left, bottom] = point("lower", lower);
  const [right, top] = point("upper", upper);
  if (left > right) throw outOfRange("lower.x", left, `at most ${right}, that of upper`);
  if (bottom > top) throw outOfRange("lower.y", bottom, `at most ${top}, that of upper`);
  return found(world, find(world, BOX, filter, "lower", [left, bottom], [right, top]));
}

/** The colliders that overlap a shape. */
export function overlapShape(world, shape, position, filter) {
  const numbers = [angleOf(filter), ...shapeNumbers("shape", shape)];
  return found(world, find(world, OVERLAP, filter, "position", position, numbers, ["angle"]));
}

function nearest(world, numbers) {
  if (numbers.length === 0) return undefined;
  const [slot, of, body, ofBody, x, y, nx, ny, distance] = numbers;
  const [collider, owner] = [world.colliderOf(slot, of), world.bodyOf(body, ofBody)];
  return { collider, body: owner, point: vec(x, y), normal: vec(nx, ny), distance };
}

/** What is nearest to a point. */
export function closest(world, at, maxDistance, filter) {
  return nearest(world, find(world, CLOSEST, filter, "point", at, [number("maxDistance", maxDistance)]));
}

/** What is nearest to a shape. */
export function closestToShape(world, shape, position, maxDistance, filter) {
  const numbers = [number("maxDistance", maxDistance), angleOf(filter), ...shapeNumbers("shape", shape)];
  return nearest(world, find(world, CLOSEST_TO_SHAPE, filter, "position", position, numbers, ["angle"]));
}
