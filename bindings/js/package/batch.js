// The class Batch: many worlds of one level side by side.

import { Body } from "./body.js";
import { Collider } from "./collider.js";
import { foreign, outOfRange, stale, wrongType } from "./errors.js";
import { Joint } from "./joint.js";
import { bytes, check, answer, floats, glue, isCurrent, lastError, send } from "./memory.js";
import { chosen, unknown } from "./properties.js";
import { finite, flag, mask, number, point, whole } from "./values.js";
import { World } from "./world.js";

const MOST = 2 ** 32 - 1;
const SETTINGS = ["dt", "frameSkip", "seed", "actions", "observations", "parameters"];
/** What each entry of a list names, in the order of src/batch.rs. */
const ACTIONS = { force: "body", torque: "body", target: "body", motorSpeed: "joint", motorTorque: "joint" };
const OBSERVATIONS = {
  pose: "body",
  velocity: "body",
  jointAngle: "joint",
  jointAngularSpeed: "joint",
  jointTranslation: "joint",
  jointTranslationSpeed: "joint",
  touch: "collider",
  rays: "body",
};
const PARAMETERS = { mass: "body", friction: "collider", gravity: undefined, strength: "first", size: "collider" };
const CLASSES = { body: Body, collider: Collider, joint: Joint };

/** Where bodies, colliders and joints of a world are in its level: slots, and of a body as they were added. */
function placesOf(world) {
  const places = new Map();
  for (const all of [world.bodies, world.joints]) all.forEach((one, index) => places.set(one, index));
  const left = new Map(world.bodies.map((body) => [body, body.colliders]));
  world.colliders.forEach(({ body }, index) => places.set(left.get(body).shift(), index));
  return places;
}

/** The index in the level of what an entry names: a number, or an object of the world. */
function indexOf(field, part, given, world, places) {
  if (part === undefined) return 0;
  if (typeof given === "number" || part === "first") return whole(`${field}.${part}`, given, 0, MOST);
  if (!(given instanceof CLASSES[part])) throw wrongType(`${field}.${part}`, given, `a ${CLASSES[part].name}, or its index in the level`);
  if (given.world !== world) throw foreign(`${field}.${part}`, given);
  if (!places.has(given)) throw stale(`${field}.${part} has been removed`, `${field}.${part}`, given);
  return places.get(given);
}

/** The numbers of a list of `actions`, `observations` or `parameters`; `more` reads what a kind has besides. */
function entries(name, all, kinds, world, places, names, more) {
  if (!Array.isArray(all)) throw wrongType(name, all, "an array");
  return [
    all.length,
    ...all.flatMap((one, i) => {
      const field = `${name}[${i}]`;
      if (one === null || typeof one !== "object") throw wrongType(field, one, "an object with a type");
      const kind = chosen(`${field}.type`, one.type, Object.keys(kinds));
      const part = kinds[one.type];
      const known = ["type", ...(part ? [part] : []), ...names(one.type)];
      for (const key in one) if (!known.includes(key)) throw unknown(`${field}.`, key, known);
      return [kind, indexOf(field, part, one[part], world, places), ...more(field, one)];
    }),
  ];
}

const RAYS = ["count", "length", "origin", "start", "end", "turns", "mask"];

function raysOf(field, { count, length, origin = [0, 0], start, end, turns = true, mask: hits = -1 }) {
  return [
    whole(`${field}.count`, count, 1, 1e6),
    finite(`${field}.length`, length),
    ...point(`${field}.origin`, origin),
    start === undefined ? NaN : finite(`${field}.start`, start),
    end === undefined ? NaN : finite(`${field}.end`, end),
    flag(`${field}.turns`, turns) ? 1 : 0,
    ...mask(`${field}.mask`, hits),
  ];
}

/** Numbers of a program: a typed array or an array, of this length. */
function rowsOf(field, value, length, what) {
  const isArray = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  if (!isArray) throw wrongType(field, value, "a typed array or an array of numbers");
  if (value.length !== length) throw outOfRange(`${field}.length`, value.length, `${length}: ${what}`);
  return value;
}

/** Many worlds that begin as one level: `new Batch(world, 256, { actions, observations })`. */
export class Batch {
  #raw;
  #worlds;
  #views = {};

  constructor(level, worlds, settings = {}) {
    whole("worlds", worlds, 1, MOST);
    if (settings === null || typeof settings !== "object") throw wrongType("settings", settings, "an object of settings");
    for (const name in settings) if (!SETTINGS.includes(name)) throw unknown("", name, SETTINGS, "a batch has no setting");
    const { dt = 1 / 60, frameSkip = 1, seed = 0, actions = [], observations = [], parameters = [] } = settings;
    const isWorld = level instanceof World;
    if (isWorld && level.effects.length > 0) throw wrongType("effects", level.effects, "none: a batch does not know them");
    if (isWorld && level.contactHook) throw wrongType("contactHook", level.contactHook, "null: a batch does not call it");
    const world = isWorld ? level : World.fromLevel(level);
    try {
      if (!world.raw) throw stale("the world has been freed", "world", world);
      const places = placesOf(world);
      const list = (name, all, kinds, names, more) => entries(name, all, kinds, world, places, names, more);
      const numbers = [
        worlds,
        number("dt", dt),
        whole("frameSkip", frameSkip, 1, MOST),
        ...mask("seed", whole("seed", seed, 0, Number.MAX_SAFE_INTEGER)),
        ...list("actions", actions, ACTIONS, () => ["scale"], (field, { scale = 1 }) => [finite(`${field}.scale`, scale)]),
        ...list("observations", observations, OBSERVATIONS, (type) => (type === "rays" ? RAYS : []), (field, one) =>
          one.type === "rays" ? raysOf(field, one) : [],
        ),
        ...list("parameters", parameters, PARAMETERS, (type) => ["least", "greatest", ...(type === "strength" ? ["count"] : [])], (field, one) => [
          one.type === "strength" ? whole(`${field}.count`, one.count, 1, MOST) : 0,
          finite(`${field}.least`, one.least),
          finite(`${field}.greatest`, one.greatest),
        ]),
      ];
      this.#raw = glue.Batched.create(world.raw, send(numbers));
      if (!this.#raw) throw lastError();
    } finally {
      if (!isWorld) world.free();
    }
    this.#raw.lengths();
    const [length, actionLength, observationLength, bodyCount, parameterCount] = [0, 1, 2, 3, 4].map(answer);
    this.#worlds = Object.freeze({ length, actionLength, observationLength, bodyCount, parameterCount });
    if (new.target === Batch) Object.preventExtensions(this);
  }

  get #engine() {
    if (!this.#raw) throw stale("the batch has been freed", "batch", this);
    return this.#raw;
  }

  /** How many worlds there are. */
  get length() {
    return this.#worlds.length;
  }
  /** How many numbers the action of a world has. */
  get actionLength() {
    return this.#worlds.actionLength;
  }
  /** How many numbers the observation of a world has. */
  get observationLength() {
    return this.#worlds.observationLength;
  }
  /** How many bodies a world has. */
  get bodyCount() {
    return this.#worlds.bodyCount;
  }

  #view(name, address, length, make) {
    const old = this.#views[name];
    if (old && old.byteOffset === address && old.length === length && isCurrent(old)) return old;
    this.#views[name] = make(address, length);
    return this.#views[name];
  }

  /** Steps each world with its action; returns the observations. */
  step(actions) {
    const raw = this.#engine;
    const { length, actionLength } = this.#worlds;
    const count = length * actionLength;
    if (count > 0) {
      const given = rowsOf("actions", actions, count, `${length} worlds of ${actionLength} numbers`);
      this.#view("actions", raw.actions(), count, floats).set(given);
    } else if (actions !== undefined) {
      rowsOf("actions", actions, 0, "the batch has no actions");
    }
    check(raw.step());
    return this.observations;
  }

  /**
   * Begins a new episode in each world that `mask` names, by default in all: as the level says, or with the poses
   * and velocities that are given. Returns the observations.
   */
  reset(worlds, starts = {}) {
    const raw = this.#engine;
    const { length, bodyCount } = this.#worlds;
    const named = worlds === undefined ? new Uint8Array(length).fill(1) : rowsOf("mask", worlds, length, "one for each world");
    if (starts === null || typeof starts !== "object") throw wrongType("starts", starts, "an object with poses or velocities");
    const names = ["poses", "velocities"];
    for (const name in starts) if (!names.includes(name)) throw unknown("", name, names, "a start has no property");
    const tables = names.map((name) => {
      const given = starts[name];
      if (given === undefined) return [];
      const all = rowsOf(name, given, 4 * length * bodyCount, `${length} worlds of ${bodyCount} bodies of 4 numbers`);
      for (let at = 0; at < all.length; at++) {
        // A row that begins with NaN is left as the level says; what is not reset is not read.
        const first = at - (at % 4);
        if (Number.isNaN(all[first]) || !named[Math.floor(at / (4 * bodyCount))]) at = first + 3;
        else if (!(Math.abs(all[at]) < Infinity)) finite(`${name}[${at}]`, all[at]);
      }
      return all;
    });
    // A mask of booleans, too.
    send(Uint8Array.from(named, (one) => (one ? 1 : 0)), ...tables);
    check(raw.reset(tables[0].length > 0, tables[1].length > 0));
    return this.observations;
  }

  /** Begins a new episode in the worlds that do not go on. */
  resetEnded() {
    return this.reset(this.flags);
  }

  /** What each world observes, after the last step or reset. A view: ask for it anew after each of them. */
  get observations() {
    const { length, observationLength } = this.#worlds;
    return this.#view("observations", this.#engine.observations(), length * observationLength, floats);
  }

  /** Whether each world goes on (0), and if not, why. */
  get flags() {
    return bytes(this.#engine.flags(), this.#worlds.length).slice();
  }

  /** Why a world does not go on, as a sentence; `undefined` if it does. */
  fault(index) {
    return this.#engine.fault(this.#index(index)) || undefined;
  }

  #index(index) {
    return whole("index", index, 0, this.#worlds.length - 1);
  }

  /** The factors that each world has drawn for its episode: a row for each, of the parameters. */
  get factors() {
    return floats(this.#engine.factors(), this.#worlds.length * this.#worlds.parameterCount).slice();
  }

  #rows(name, quantity) {
    const address = this.#engine.rows(quantity);
    return this.#view(name, address, 4 * this.#worlds.length * this.#worlds.bodyCount, floats);
  }

  /** x, y, cos and sin of each body of each world. A view: ask for it anew after each step or reset. */
  get poses() {
    return this.#rows("poses", 0);
  }

  /** Velocity along x and y, angular velocity and 0 of each body of each world. A view, as `poses`. */
  get velocities() {
    return this.#rows("velocities", 1);
  }

  /** A copy of a world, to look at or to draw. */
  world(index) {
    const raw = this.#engine.world(this.#index(index));
    if (!raw) throw lastError();
    return World.of(raw);
  }

  /** Gives the memory back now. Nobody needs to: it is given back when the batch is no longer used. */
  free() {
    this.#raw?.free();
    this.#raw = undefined;
  }
}

/** Values of `flags`. */
["RUNNING", "BAD_ACTION", "BODY_STOPPED", "REFUSED"].forEach((name, value) => Object.defineProperty(Batch, name, { value, enumerable: true }));
if (Symbol.dispose) Batch.prototype[Symbol.dispose] = Batch.prototype.free;
