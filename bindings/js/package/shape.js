// Shapes: plain descriptions, which the engine checks when they are used.

import { outOfRange, wrongType } from "./errors.js";
import { glue, list, send } from "./memory.js";
import { coordinates, finite, MOST, number, points, vec } from "./values.js";

/** A number that a 32-bit float holds, or one that the engine refuses by name. */
function size(field, value) {
  if (Number.isFinite(number(field, value)) && !(Math.abs(value) < MOST)) throw outOfRange(field, value, "below 3.4e38");
  return value;
}

/** x and y, likewise. */
function place(field, value) {
  const [x, y] = coordinates(field, value);
  return [size(`${field}.x`, x), size(`${field}.y`, y)];
}

function above0(field, value) {
  if (!(number(field, value) > 0 && value < Infinity)) throw outOfRange(field, value, "finite and above 0");
  return size(field, value);
}

/** Where the vertices begin in the numbers. */
const FROM = { circle: 1, polygon: 1, capsule: 1, segment: 0, chainSegment: 0 };
/** Where the radius is in the numbers. */
const RADIUS = { circle: 0, polygon: 0, capsule: 0, box: 2 };

/** A convex shape: for colliders, casts and movers. */
export class Shape {
  constructor(type, numbers) {
    this.type = type;
    this.numbers = Object.freeze(numbers);
    Object.freeze(this);
  }

  /** A circle; radius in m, about the origin unless `center` (m) is given. */
  static circle(radius, center = [0, 0]) {
    return new Shape("circle", [size("radius", radius), ...place("center", center)]);
  }

  /** A box about the origin with this whole width and height, m; `radius` (m) rounds it. */
  static box(width, height, radius = 0) {
    return new Shape("box", [above0("width", width), above0("height", height), size("radius", radius)]);
  }

  /** A convex polygon; vertices in m, in either winding. `radius` (m) rounds it. */
  static polygon(vertices, radius = 0) {
    return new Shape("polygon", [size("radius", radius), ...points("vertices", vertices)]);
  }

  /** A capsule from `a` to `b` with this radius, m. */
  static capsule(a, b, radius) {
    return new Shape("capsule", [size("radius", radius), ...place("a", a), ...place("b", b)]);
  }

  /** A segment from `a` to `b`, m. */
  static segment(a, b) {
    return new Shape("segment", [...place("a", a), ...place("b", b)]);
  }

  /** All points p with p . normal <= distance (m): the ground below a height is `halfSpace([0, 1], height)`. */
  static halfSpace(normal, distance) {
    return new Shape("halfSpace", [...place("normal", normal), size("distance", distance)]);
  }

  /** The radius of a circle or a capsule, or by which a box or a polygon is rounded, m; 0 for other shapes. */
  get radius() {
    return this.type in RADIUS ? this.numbers[RADIUS[this.type]] : 0;
  }

  /** The vertices, m: the centre of a circle, the ends of a capsule or a segment; none for a half-space. */
  get vertices() {
    if (this.type === "box") {
      const [x, y] = [this.numbers[0] / 2, this.numbers[1] / 2];
      return [vec(-x, -y), vec(x, -y), vec(x, y), vec(-x, y)];
    }
    const all = [];
    const from = FROM[this.type] ?? this.numbers.length;
    for (let i = from; i + 1 < this.numbers.length; i += 2) all.push(vec(this.numbers[i], this.numbers[i + 1]));
    return all;
  }

  /** The unit normal of a half-space; `undefined` for other shapes. */
  get normal() {
    return this.type === "halfSpace" ? vec(this.numbers[0], this.numbers[1]) : undefined;
  }

  /** How far a half-space reaches along its normal, m; `undefined` for other shapes. */
  get distance() {
    return this.type === "halfSpace" ? this.numbers[2] : undefined;
  }

  #info(x = 0, y = 0) {
    if (this.type === "chainSegment") {
      // It belongs to its chain and cannot be given to the engine: a line without area.
      const [left, right] = [0, 2].map((i) => this.numbers[i]).sort((a, b) => a - b);
      const [bottom, top] = [1, 3].map((i) => this.numbers[i]).sort((a, b) => a - b);
      return Float64Array.of(0, left, bottom, right, top, 0);
    }
    return list(glue.shapeInfo(send(shapeNumbers("shape", this)), x, y));
  }

  /** The area, m^2. */
  get area() {
    return this.#info()[0];
  }

  /** The bounding box: [left, bottom, right, top], m. */
  get bounds() {
    return [...this.#info().subarray(1, 5)];
  }

  /** Whether a point (m) of the shape's frame lies in it. */
  contains(point) {
    const [x, y] = coordinates("point", point);
    return this.#info(finite("point.x", x), finite("point.y", y))[5] !== 0;
  }
}

const KINDS = ["circle", "box", "polygon", "capsule", "segment", "halfSpace"];
const READ = ["circle", "box", "polygon", "capsule", "segment", "halfSpace", "chainSegment"];

/** A shape as the numbers that the engine reads. */
export function shapeNumbers(field, shape) {
  if (!(shape instanceof Shape)) throw wrongType(field, shape, "a Shape, such as Shape.circle(0.5)");
  const kind = KINDS.indexOf(shape.type);
  if (kind < 0) throw wrongType(field, shape.type, "a Shape that can be given: a segment of a chain cannot");
  return [kind, shape.numbers.length, ...shape.numbers];
}

/** The shape of a collider, from kind, radius and vertices. */
export function shapeFrom(numbers) {
  const [kind, radius, ...rest] = numbers;
  const type = READ[kind];
  if (type === "circle") return new Shape(type, [radius, ...rest]);
  if (type === "polygon" || type === "capsule") return new Shape(type, [radius, ...rest]);
  return new Shape(type, rest);
}
