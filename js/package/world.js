// The class World.

import { Body, BODIES } from "./body.js";
import { Collider } from "./collider.js";
import { putEffects, putExplosion } from "./effects.js";
import { foreign, wrongType } from "./errors.js";
import { eventsFrom, LISTS } from "./events.js";
import { bytesOf, made, Recording, Snapshot } from "./files.js";
import { engine, fromHandle, isGeneration, objects } from "./handle.js";
import { createJoint, Joint } from "./joint.js";
import { answer, check, doubles, floats, glue, isCurrent, lastError, list, out } from "./memory.js";
import { addProperties, chosen, Definition, nearest, Table } from "./properties.js";
import { putShape } from "./shape.js";
import { WORLD } from "./table.js";
import { finite, flag, number, point, vec, whole } from "./values.js";

const SETTINGS = new Table(WORLD);
const CLASSES = [Body, Collider, Joint];
const FILTER = ["category", "mask", "exclude", "includeSensors", "ignoreInitialOverlap"];
const LAYERS = { bodies: 1, joints: 2, boxes: 4, contacts: 8, normals: 16, centers: 32 };

/** A world of rigid bodies: bodies, colliders, joints, and the step that moves them. */
export class World {
  /** Objects by slot: bodies, colliders, joints. */
  #objects = [[], [], []];
  #listeners = new Map();
  #events;
  #views = {};
  #effects = [];

  /** Settings by name: `new World({ gravity: [0, -10], solver: { substeps: 8 } })`. */
  constructor(settings = {}) {
    out.begin();
    SETTINGS.encode(settings);
    this.raw = glue.Engine.create(out.length);
    if (!this.raw) throw lastError(SETTINGS);
    Object.defineProperty(this, "raw", { enumerable: false });
  }

  static #of(raw) {
    const world = new World();
    world.raw.free();
    world.raw = made(raw);
    return world;
  }

  /** The object of a slot and a generation. Not for programs. */
  objectOf(kind, slot, generation) {
    const all = this.#objects[kind];
    const known = all[slot];
    if (known?.generation === generation) return known;
    const made = new CLASSES[kind](this, slot, generation);
    if (known === undefined || known.generation < generation) all[slot] = made;
    return made;
  }
  bodyOf(slot, generation) {
    return this.objectOf(0, slot, generation);
  }
  colliderOf(slot, generation) {
    return this.objectOf(1, slot, generation);
  }
  jointOf(slot, generation) {
    return this.objectOf(2, slot, generation);
  }

  #all(kind) {
    return objects(engine(this).all(kind), (slot, generation) => this.objectOf(kind, slot, generation));
  }

  /** Forgets the objects of what is not in the world, so that older ones may come back. */
  #forgetGone() {
    for (const all of this.#objects) {
      all.forEach((one, slot) => {
        if (!one.exists) delete all[slot];
      });
    }
    this.#events = undefined;
  }

  /** The bodies, in the order of their slots. */
  get bodies() {
    return this.#all(0);
  }
  /** The colliders, in the order of their slots. */
  get colliders() {
    return this.#all(1);
  }
  /** The joints, in the order of their slots. */
  get joints() {
    return this.#all(2);
  }

  /** The body with this `handle`; `undefined` if it is not in the world. */
  getBody(handle) {
    const [slot, generation] = fromHandle(whole("handle", handle, 0, Number.MAX_SAFE_INTEGER));
    return this.bodies.find((body) => body.index === slot && isGeneration(body.generation, generation));
  }

  /** Adds a body: `createBody({ type: "dynamic", position: [0, 3] })`. */
  createBody(definition = {}) {
    out.begin();
    BODIES.encode(definition, ["data"]);
    if (engine(this).addBody(out.length) < 0) throw lastError(BODIES);
    const body = this.bodyOf(answer(0), answer(1));
    const { data } = definition instanceof Definition ? definition.values : definition;
    if (data !== undefined) body.data = data;
    return body;
  }

  /** Adds a joint: `createJoint({ type: "revolute", a, b, anchor: [0, 1] })`. */
  createJoint(definition) {
    return createJoint(this, definition);
  }

  /** Removes a body with its colliders and joints, a collider, or a joint. */
  remove(thing) {
    if (!CLASSES.some((Class) => thing instanceof Class)) {
      throw wrongType("thing", thing, "a Body, a Collider or a Joint");
    }
    if (thing.world !== this) throw foreign("thing belongs to another world");
    thing.remove();
  }

  /** Moves the world on by `count` steps of `dt` seconds, then calls the listeners. */
  step(dt = 1 / 60, count = 1) {
    number("dt", dt);
    if (count !== 1) whole("count", count, 0, 1e9);
    const raw = engine(this);
    this.#events = undefined;
    check(raw.step(dt, count));
    if (this.#listeners.size > 0 && raw.eventCount() > 0) {
      const { events } = this;
      for (const [name, all] of this.#listeners) {
        for (const event of events[name]) for (const listener of [...all]) listener(event);
      }
    }
  }

  /** What happened in the last step, and between it and the one before: lists of objects. */
  get events() {
    const raw = engine(this);
    this.#events ??= eventsFrom(this, raw.eventCount() === 0 ? [] : [...list(raw.events())]);
    return this.#events;
  }

  /** Calls `listener` with each event of a list, after each step: `world.on("contactsBegun", ...)`. */
  on(name, listener) {
    chosen("name", name, LISTS);
    if (typeof listener !== "function") throw wrongType("listener", listener, "a function");
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
    return this;
  }

  /** Ends what `on` began. */
  off(name, listener) {
    chosen("name", name, LISTS);
    const all = this.#listeners.get(name);
    all?.delete(listener);
    if (all?.size === 0) this.#listeners.delete(name);
    return this;
  }

  #view(name, address, length, make) {
    const old = this.#views[name];
    if (old && old.byteOffset === address && old.length === length && isCurrent(old)) return old;
    this.#views[name] = make(address, length);
    return this.#views[name];
  }

  /**
   * x, y, cos and sin of every body, at `4 * body.index`; NaN where there is none. A view of the memory of the
   * engine, without a copy: ask for it anew after each step, which costs next to nothing.
   */
  get poses() {
    const raw = engine(this);
    const address = raw.poses();
    return this.#view("poses", address, raw.posesLength(), floats);
  }

  /** The same with twice the digits, for worlds that are larger than 32-bit floats are exact. */
  get poses64() {
    const raw = engine(this);
    const address = raw.poses64();
    return this.#view("poses64", address, raw.poses64Length(), doubles);
  }

  /** Velocity along x and y (m/s), angular velocity (rad/s) and 0 of every body, at `4 * body.index`. */
  get velocities() {
    const raw = engine(this);
    const address = raw.velocities();
    return this.#view("velocities", address, raw.velocitiesLength(), floats);
  }

  /** How many bodies, awake bodies, colliders, contacts, touching contacts and joints there are. */
  get stats() {
    engine(this).stats();
    const [bodies, awake, colliders, contacts, touching, joints] = [0, 1, 2, 3, 4, 5].map(answer);
    return { bodies, awake, colliders, contacts, touching, joints };
  }

  /** The sum of the kinetic energies of all bodies, J. */
  get kineticEnergy() {
    return engine(this).kineticEnergy();
  }

  /** A number that two worlds share if their bodies have the same bits, on every platform and in every language. */
  stateHash() {
    return engine(this).stateHash();
  }

  /** Changes settings: `world.set({ gravity: [0, 0] })`. */
  set(settings) {
    out.begin();
    SETTINGS.encode(settings);
    if (!engine(this).setSettings(out.length)) throw lastError(SETTINGS);
    return this;
  }

  /** All settings as an object, which the constructor takes. */
  properties() {
    return SETTINGS.decode(list(engine(this).settings()));
  }

  /** Removes all bodies, colliders and joints. */
  clear() {
    engine(this).clear();
    this.#forgetGone();
  }

  /** A world that goes on with the same bits. It has objects of its own; the slots are the same. */
  copy() {
    const copy = World.#of(engine(this).copy());
    copy.#effects = this.#effects;
    return copy;
  }

  /** Closes joints that begin open, by moving bodies; returns by how much the worst is open still, m. */
  closeJoints(tolerance = 0.001, maxSweeps = 100) {
    const left = engine(this).closeJoints(finite("tolerance", tolerance), whole("maxSweeps", maxSweeps, 0, 1e6));
    if (left < 0) throw lastError();
    return left;
  }

  /** The effects that act in every step, as plain objects: `[{ type: "wind", velocity: [3, 0] }]`. */
  get effects() {
    return this.#effects;
  }
  set effects(effects) {
    out.begin();
    putEffects(effects);
    check(engine(this).setEffects(out.length));
    this.#effects = Object.freeze(effects.map((effect) => Object.freeze({ ...effect })));
  }

  /** Pushes dynamic bodies away from `center` (m) within `radius` (m); returns them. */
  explode(center, radius, impulsePerLength, options = {}) {
    out.begin();
    putExplosion(center, radius, impulsePerLength, options);
    return objects(engine(this).explode(), (slot, generation) => this.bodyOf(slot, generation));
  }

  #query(kind, filter, field, place, rest) {
    const { category = 2 ** 32 - 1, mask = 2 ** 32 - 1, exclude = [] } = filter;
    const { includeSensors = false, ignoreInitialOverlap = false } = filter;
    for (const name in filter) {
      if (!FILTER.includes(name) && name !== "angle") {
        const near = nearest(name, FILTER);
        throw new TypeError(`a query has no property '${name}'${near ? `; did you mean '${near}'?` : ""}`);
      }
    }
    const excluded = Array.isArray(exclude) ? exclude : [exclude];
    for (const one of excluded) {
      if (!(one instanceof Body || one instanceof Collider)) {
        throw wrongType("exclude", one, "a Body, a Collider, or an array of them");
      }
      if (one.world !== this) throw foreign("exclude belongs to another world");
    }
    const bodies = excluded.filter((one) => one instanceof Body);
    const colliders = excluded.filter((one) => one instanceof Collider);
    const [x, y] = point(field, place);
    out.begin();
    out.put(whole("category", category, 0, 2 ** 32 - 1));
    out.put(whole("mask", mask, 0, 2 ** 32 - 1));
    out.put(flag("includeSensors", includeSensors) ? 1 : 0);
    out.put(flag("ignoreInitialOverlap", ignoreInitialOverlap) ? 1 : 0);
    out.put(bodies.length);
    out.put(colliders.length);
    for (const one of [...bodies, ...colliders]) {
      out.put(one.index);
      out.put(one.generation);
    }
    out.put(x);
    out.put(y);
    rest();
    return [...list(engine(this).query(kind, out.length))];
  }

  #hits(numbers) {
    const all = [];
    for (let at = 0; at < numbers.length; at += 11) {
      const [slot, of, body, ofBody, x, y, nx, ny, fraction, distance, overlap] = numbers.slice(at, at + 11);
      all.push({
        collider: this.colliderOf(slot, of),
        body: this.bodyOf(body, ofBody),
        point: vec(x, y),
        normal: vec(nx, ny),
        fraction,
        distance,
        initialOverlap: Number.isNaN(overlap) ? undefined : overlap,
      });
    }
    return all;
  }

  #closest([slot, of, body, ofBody, x, y, nx, ny, distance]) {
    if (slot === undefined) return undefined;
    const [collider, owner] = [this.colliderOf(slot, of), this.bodyOf(body, ofBody)];
    return { collider, body: owner, point: vec(x, y), normal: vec(nx, ny), distance };
  }

  #found(numbers) {
    const all = [];
    for (let at = 0; at < numbers.length; at += 2) all.push(this.colliderOf(numbers[at], numbers[at + 1]));
    return all;
  }

  #translation(translation) {
    const [x, y] = point("translation", translation);
    out.put(x);
    out.put(y);
  }

  /** The first collider that a ray from `origin` (m) hits within `translation` (m), or `undefined`. */
  castRay(origin, translation, filter = {}) {
    return this.#hits(this.#query(0, filter, "origin", origin, () => this.#translation(translation)))[0];
  }

  /** All colliders that a ray hits, the nearest first. */
  castRayAll(origin, translation, filter = {}) {
    return this.#hits(this.#query(1, filter, "origin", origin, () => this.#translation(translation)));
  }

  #castShape(kind, shape, position, translation, filter) {
    return this.#hits(
      this.#query(kind, filter, "position", position, () => {
        this.#translation(translation);
        out.put(finite("angle", filter.angle ?? 0));
        putShape("shape", shape);
      }),
    );
  }

  /** The first collider that a shape hits which moves from `position` (m) by `translation` (m). */
  castShape(shape, position, translation, filter = {}) {
    return this.#castShape(2, shape, position, translation, filter)[0];
  }

  /** All colliders that a moving shape hits, the nearest first. */
  castShapeAll(shape, position, translation, filter = {}) {
    return this.#castShape(3, shape, position, translation, filter);
  }

  /** The colliders that contain a point (m). */
  collidersAt(at, filter = {}) {
    return this.#found(this.#query(4, filter, "point", at, () => {}));
  }

  /** The colliders whose boxes overlap the box from `lower` to `upper` (m). */
  collidersIn(lower, upper, filter = {}) {
    return this.#found(
      this.#query(5, filter, "lower", lower, () => {
        const [x, y] = point("upper", upper);
        out.put(x);
        out.put(y);
      }),
    );
  }

  /** The colliders that overlap a shape at `position` (m), turned by `angle` (rad). */
  overlapShape(shape, position, filter = {}) {
    return this.#found(
      this.#query(6, filter, "position", position, () => {
        out.put(finite("angle", filter.angle ?? 0));
        putShape("shape", shape);
      }),
    );
  }

  /** What is nearest to a point (m), at most `maxDistance` (m) away, or `undefined`. */
  closest(at, maxDistance, filter = {}) {
    return this.#closest(this.#query(7, filter, "point", at, () => out.put(number("maxDistance", maxDistance))));
  }

  /** What is nearest to a shape at `position` (m), at most `maxDistance` (m) away, or `undefined`. */
  closestToShape(shape, position, maxDistance, filter = {}) {
    return this.#closest(
      this.#query(8, filter, "position", position, () => {
        out.put(number("maxDistance", maxDistance));
        out.put(finite("angle", filter.angle ?? 0));
        putShape("shape", shape);
      }),
    );
  }

  /** All state of the world as bytes, the same on every platform. */
  save() {
    return this.snapshot().toBytes();
  }

  /** All state of the world in memory; `into` is an old snapshot whose memory is used again. */
  snapshot(into = new Snapshot()) {
    if (!(into instanceof Snapshot)) throw wrongType("into", into, "a Snapshot");
    engine(this).save(into.raw);
    return into;
  }

  /** Makes the world what it was when it was saved, bit for bit. */
  restore(saved) {
    const snapshot = saved instanceof Snapshot ? saved : Snapshot.fromBytes(bytesOf("saved", saved));
    check(engine(this).restore(snapshot.raw));
    this.#forgetGone();
  }

  /** The world as a level: plain data in the format of levels as text, so `JSON.stringify(world)` writes one. */
  toLevel() {
    return JSON.parse(made(engine(this).toLevel()));
  }
  toJSON() {
    return this.toLevel();
  }

  /** The world as a level in bytes. */
  toLevelBytes() {
    return engine(this).toLevelBytes();
  }

  /** A world from a level: an object, a text, or bytes. */
  static fromLevel(level) {
    if (level instanceof Uint8Array) return World.#of(glue.Engine.fromLevelBytes(level));
    return World.#of(glue.Engine.fromLevel(textOf(level)));
  }

  /** Adds a level to this world, without its settings; returns its bodies in their order. */
  addLevel(level) {
    return objects(engine(this).addLevel(textOf(level)), (slot, generation) => this.bodyOf(slot, generation));
  }

  /** Begins to record every call that changes the world, and the steps. */
  startRecording() {
    engine(this).startRecording();
  }

  /** Ends the recording and returns it. */
  stopRecording() {
    return new Recording(made(engine(this).stopRecording()));
  }

  /** A recording that is played: `step()` until it answers false, `world` at any time. */
  static replay(recording) {
    if (!(recording instanceof Recording)) throw wrongType("recording", recording, "a Recording");
    const played = recording.raw.replay();
    return {
      step: () => check(played.step()) === 1,
      get frame() {
        return played.frame();
      },
      get world() {
        return World.#of(played.world());
      },
    };
  }

  /** What holds all colliders but those without an end: [left, bottom, right, top], m. */
  get bounds() {
    return engine(this).bounds() ? [0, 1, 2, 3].map(answer) : [-5, -5, 5, 5];
  }

  /**
   * The world as lines and triangles for a canvas or a graphics card. `view` is [left, bottom, right, top], m;
   * `pixel` the size of a pixel, m. The arrays are views of memory, valid until the next drawing.
   */
  debugDraw(options = {}) {
    const { view = this.bounds } = options;
    if (!Array.isArray(view) || view.length !== 4) throw wrongType("view", view, "[left, bottom, right, top]");
    view.forEach((x, i) => finite(`view[${i}]`, x));
    const [left, bottom, right, top] = view;
    if (!(right > left && top > bottom)) throw wrongType("view", view, "[left, bottom, right, top], not empty");
    const pixel = finite("pixel", options.pixel ?? (right - left) / 1000);
    let layers = 0;
    for (const [name, bit] of Object.entries(LAYERS)) {
      if (flag(name, options[name] ?? (name === "bodies" || name === "joints"))) layers |= bit;
    }
    for (const name in options) {
      if (!(name in LAYERS) && name !== "view" && name !== "pixel") {
        const near = nearest(name, ["view", "pixel", ...Object.keys(LAYERS)]);
        throw new TypeError(`debugDraw has no option '${name}'${near ? `; did you mean '${near}'?` : ""}`);
      }
    }
    engine(this).draw(left, bottom, right, top, pixel, layers);
    const [lines, at, colors, triangles, corners, fills, x, y] = [0, 1, 2, 3, 4, 5, 6, 7].map(answer);
    return {
      vertices: floats(at, lines),
      colors: floats(colors, 2 * lines),
      triangles: floats(corners, triangles),
      triangleColors: floats(fills, 2 * triangles),
      origin: vec(x, y),
    };
  }

  /** Gives the memory back now. Nobody needs to: it is given back when the world is no longer used. */
  free() {
    this.raw?.free();
    this.raw = undefined;
  }
}

function textOf(level) {
  if (typeof level === "string") return level;
  if (level === null || typeof level !== "object") throw wrongType("level", level, "an object or a text");
  return JSON.stringify(level);
}

if (Symbol.dispose) World.prototype[Symbol.dispose] = World.prototype.free;
addProperties(World, SETTINGS);
