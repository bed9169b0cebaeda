// Portals: pairs of openings in walls. What goes into one comes out of the other.

import { colliderNumbers } from "./body.js";
import { stale, wrongType } from "./errors.js";
import { engine, legal } from "./handle.js";
import { answer } from "./memory.js";
import { unknown } from "./properties.js";
import { finite, number, point } from "./values.js";

const OPENING = ["center", "normal", "wall"];
/** What the rims of an opening have of a collider: material and filter. */
const RIMS = ["friction", "staticFriction", "restitution", "rollingResistance", "surfaceSpeed", "category", "mask", "group"];

function openingNumbers(field, given) {
  if (given === null || typeof given !== "object") throw wrongType(field, given, "an opening: { center, normal }");
  for (const name in given) if (!OPENING.includes(name)) throw unknown(`${field}.`, name, OPENING);
  const numbers = [...point(`${field}.center`, given.center), ...point(`${field}.normal`, given.normal)];
  const { wall } = given;
  if (wall === undefined) return [...numbers, NaN, NaN];
  if (!Array.isArray(wall) || wall.length !== 2) throw wrongType(`${field}.wall`, wall, "a pair [left, right]");
  return [...numbers, ...wall.map((one, i) => finite(`${field}.wall[${i}]`, one))];
}

/** The numbers of a new portal. */
export function portalNumbers(definition) {
  if (definition === null || typeof definition !== "object") throw wrongType("definition", definition, "an object");
  const { a, b, width, ...rims } = definition;
  const names = ["a", "b", "width", ...RIMS];
  for (const name in rims) if (!names.includes(name)) throw unknown("", name, names);
  return [number("width", width), ...openingNumbers("a", a), ...openingNumbers("b", b), ...colliderNumbers(rims)];
}

/** A portal of a world. */
export class Portal {
  #id;

  constructor(world, id, maker) {
    legal(maker, "call addPortal");
    /** The world of it. */
    this.world = world;
    this.#id = id;
    /** Whatever the program wants to keep with it. */
    this.data = undefined;
    Object.preventExtensions(this);
  }

  /** Whether it still exists. */
  get exists() {
    return this.world.raw !== undefined && this.world.portals.includes(this);
  }

  /** Where a pose in front of opening `a` (or `b`) is behind it, in front of the other opening. */
  map(opening) {
    if (opening !== "a" && opening !== "b") throw wrongType("opening", opening, "'a' or 'b'");
    const raw = this.#live();
    if (!raw.portalMap(this.#id, opening === "a" ? 0 : 1)) throw stale("the portal has been removed", "portal", this);
    const [x, y, angle] = [0, 1, 2].map(answer);
    return Object.freeze({ x, y, angle });
  }

  #live() {
    const raw = engine(this.world);
    if (!this.exists) throw stale("the portal has been removed", "portal", this);
    return raw;
  }

  /** Removes it: what is half through stays where its handle is. */
  remove() {
    this.#live().removePortal(this.#id);
  }
}
