// Shapes: plain descriptions, which the engine checks when they are used.

import { wrongType } from "./errors.js";
import { glue, list, out } from "./memory.js";
import { coordinates, finite, number, points, vec } from "./values.js";

/** A convex shape: for colliders, casts and movers. */
export class Shape {
  constructor(type, numbers) {
    this.type = type;
    this.numbers = Object.freeze(numbers);
    Object.freeze(this);
  }

  /** A circle; radius in m, about the origin unless `center` (m) is given. */
  static circle(radius, center = [0, 0]) {
    return new Shape("circle", [number("radius", radius), ...coordinates("center", center)]);
  }

  /** A box about the origin with this whole width and height, m; `radius` (m) rounds it. */
  static box(width, height, radius = 0) {
    return new Shape("box", [number("width", width), number("height", height), number("radius", radius)]);
  }

  /** A convex polygon; vertices in m, in either winding. `radius` (m) rounds it. */
  static polygon(vertices, radius = 0) {
    return new Shape("polygon", [number("radius", radius), ...points("vertices", vertices)]);
  }

  /** A capsule from `a` to `b` with this radius, m. */
  static capsule(a, b, radius) {
    return new Shape("capsule", [number("radius", radius), ...coordinates("a", a), ...coordinates("b", b)]);
  }

  /** A segment from `a` to `b`, m. */
  static segment(a, b) {
    return new Shape("segment", [...coordinates("a", a), ...coordinates("b", b)]);
  }

  /** All points p with p . normal <= distance (m): the ground below a height is `halfSpace([0, 1], height)`. */
  static halfSpace(normal, distance) {
    return new Shape("halfSpace", [...coordinates("normal", normal), number("distance", distance)]);
  }

  #info(x = 0, y = 0) {
    out.begin();
    putShape("shape", this);
    return list(glue.shapeInfo(out.length, x, y));
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

/** Appends a shape to the input. */
export function putShape(field, shape) {
  if (!(shape instanceof Shape)) throw wrongType(field, shape, "a Shape, such as Shape.circle(0.5)");
  const kind = KINDS.indexOf(shape.type);
  if (kind < 0) throw wrongType(field, shape.type, "a Shape that can be given: a segment of a chain cannot");
  out.put(kind);
  out.put(shape.numbers.length);
  for (const x of shape.numbers) out.put(x);
}

/** The shape of a collider, from kind, radius and vertices. */
export function shapeFrom(numbers) {
  const [kind, radius, ...rest] = numbers;
  const type = READ[kind];
  if (type === "circle") return new Shape(type, [radius, ...rest]);
  if (type === "polygon" || type === "capsule") return new Shape(type, [radius, ...rest]);
  return new Shape(type, rest);
}

/** The vertices of a shape, m; none for a half-space. */
export function verticesOf(shape) {
  const from = { circle: 1, polygon: 1, capsule: 1, segment: 0, chainSegment: 0 }[shape.type];
  if (from === undefined) return [];
  const all = [];
  for (let i = from; i + 1 < shape.numbers.length; i += 2) all.push(vec(shape.numbers[i], shape.numbers[i + 1]));
  return all;
}
