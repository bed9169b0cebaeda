// The class World.

import { Body, BODIES, COLLIDERS, readBody } from "./body.js";
import { WorldCalls } from "./calls.js";
import { Collider } from "./collider.js";
import { effectsNumbers, explosionNumbers } from "./effects.js";
import { foreign, wrongType } from "./errors.js";
import { eventsFrom, LISTS } from "./events.js";
import { bytesOf, made, Recording, Snapshot } from "./files.js";
import { engine, fromHandle, isGeneration, MAKER, Objects, objects } from "./handle.js";
import { hookOf, keepHook, takeFailure } from "./hook.js";
import { createJoint, Joint } from "./joint.js";
import { bytesOfLevel, levelOfBytes, textOfBytes } from "./level.js";
import { answer, check, doubles, floats, glue, isCurrent, lastError, list, send } from "./memory.js";
import { Portal, portalNumbers } from "./portal.js";
import { addProperties, answerNames, chosen, Table, unknown } from "./properties.js";
import * as query from "./query.js";
import { Shape } from "./shape.js";
import { WORLD } from "./table.js";
import { finite, flag, number, vec, whole } from "./values.js";

const SETTINGS = new Table(WORLD);
const CLASSES = [Body, Collider, Joint];
/** How many contents worlds have had: each has a number, which its handles know. */
let epochs = 0;
const LAYERS = { bodies: 1, joints: 2, boxes: 4, contacts: 8, normals: 16, centers: 32 };

/** A world of rigid bodies: bodies, colliders, joints, and the step that moves them. */
export class World extends WorldCalls {
  #objects = new Objects();
  #listeners = new Map();
  #events;
  #views = {};
  #effects = Object.freeze([]);
  /** By number; numbers begin again with the content of the world. */
  #portals = new Map();

  /** Settings by name: `new World({ gravity: [0, -10], solver: { substeps: 8 } })`. */
  constructor(settings = {}) {
    super();
    this.raw = glue.Engine.create(send(SETTINGS.encode(settings)));
    if (!this.raw) throw lastError(SETTINGS);
    this.epoch = epochs++;
    Object.defineProperties(this, { raw: { enumerable: false }, epoch: { enumerable: false } });
    // A misspelt name is an error; a class that extends this one may have fields of its own.
    if (new.target === World) Object.preventExtensions(this);
  }

  /** With what the engine has made. Not for programs. */
  static of(raw) {
    const world = new World();
    world.raw.free();
    world.raw = made(raw);
    return world;
  }

  /** The object of a slot and a generation. Not for programs. */
  objectOf(kind, slot, generation) {
    const known = this.#objects.find(this.epoch, kind, slot, generation);
    const one = known ?? new CLASSES[kind](this, slot, generation, MAKER);
    this.#objects.keep(one);
    return one;
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

  /** The world has another content: that with this number. */
  #replace(epoch) {
    this.epoch = epoch;
    this.#objects.sort();
    this.#events = undefined;
  }

  /** The body with this `handle`; `undefined` if it is not in the world. */
  getBody(handle) {
    return this.#get(0, handle);
  }
  /** The collider with this `handle`; `undefined` if it is not in the world. */
  getCollider(handle) {
    return this.#get(1, handle);
  }
  /** The joint with this `handle`; `undefined` if it is not in the world. */
  getJoint(handle) {
    return this.#get(2, handle);
  }

  #get(kind, handle) {
    const [slot, of] = fromHandle(whole("handle", handle, 0, Number.MAX_SAFE_INTEGER));
    const generation = engine(this).generationIn(kind, slot);
    return generation >= 0 && isGeneration(generation, of) ? this.objectOf(kind, slot, generation) : undefined;
  }

  /** Adds a body: `createBody({ type: "dynamic", position: [0, 3] })`. */
  createBody(definition = {}) {
    const { numbers, scaled, given } = readBody(definition, ["data"], () => "static");
    if (engine(this).addBody(send(numbers)) < 0) throw lastError(BODIES);
    const body = this.bodyOf(answer(0), answer(1));
    body.data = given.data;
    body.begin(scaled);
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
    if (thing.world !== this) throw foreign("thing", thing);
    thing.remove();
  }

  /** Adds a portal: `addPortal({ a: { center: [0, 0], normal: [0, 1] }, b: { ... }, width: 1 })`. */
  addPortal(definition) {
    const numbers = portalNumbers(definition);
    const id = engine(this).addPortal(send(numbers));
    if (id < 0) throw lastError(COLLIDERS);
    return this.#portalOf(id);
  }

  #portalOf(id) {
    if (!this.#portals.has(id)) this.#portals.set(id, new Portal(this, id, MAKER));
    return this.#portals.get(id);
  }

  /** The portals, in the order in which they were added. */
  get portals() {
    return [...list(engine(this).portals())].map((id) => this.#portalOf(id));
  }

  /** The bodies that are half through a portal, each with its twin on the other side: `[[body, twin], ...]`. */
  get passing() {
    const all = objects(engine(this).passing(), (slot, generation) => this.bodyOf(slot, generation));
    return all.flatMap((body, i) => (i % 2 === 0 ? [[body, all[i + 1]]] : []));
  }

  /** The body of which `body` is the twin, or `body` itself: for listeners, since what touches a twin touches the body. */
  ownerOf(body) {
    if (!(body instanceof Body)) throw wrongType("body", body, "a Body");
    if (body.world !== this) throw foreign("body", body);
    return this.passing.find(([, twin]) => twin === body)?.[0] ?? body;
  }

  /** Moves the world on by `count` steps of `dt` seconds, and calls the listeners after each. */
  step(dt = 1 / 60, count = 1) {
    number("dt", dt);
    if (count !== 1) whole("count", count, 0, 1e9);
    engine(this);
    // A listener may free the world, or take listeners off.
    for (let left = count; left > 0 && this.raw; ) {
      const some = this.#listeners.size > 0 || hookOf(this) ? 1 : left;
      left -= some;
      this.#events = undefined;
      const done = this.raw.step(dt, some);
      // The step has been made, so its listeners are called before what a contact hook has thrown goes on.
      const thrown = takeFailure();
      check(done);
      try {
        if (this.#listeners.size > 0 && this.raw.eventCount() > 0) this.#tell(this.events);
      } finally {
        if (thrown) throw thrown.error;
      }
    }
  }

  /** What decides about the contacts of colliders with `hook: true` while a step runs; `null` for nothing. */
  get contactHook() {
    return hookOf(this);
  }
  set contactHook(hook) {
    const raw = engine(this);
    const known = keepHook(this, hook);
    // It is asked about the pairs that overlap.
    check(raw.setHook(...known, false));
  }

  /** Gives a copy the hook of the world that it goes on with. */
  #keepHook(hook) {
    if (hook) this.raw.setHook(...keepHook(this, hook), true);
    return this;
  }

  #tell(events) {
    for (const [name, all] of this.#listeners) {
      for (const event of events[name]) for (const listener of [...all]) listener(event);
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

  /** A number that two worlds share if their bodies have the same bits, on every platform and in every language. */
  stateHash() {
    return engine(this).stateHash();
  }

  /** Changes settings: `world.set({ gravity: [0, 0] })`. */
  set(settings) {
    const numbers = SETTINGS.encode(settings);
    if (!engine(this).setSettings(send(numbers))) throw lastError(SETTINGS);
    return this;
  }

  /** All settings as an object, which the constructor takes. */
  properties() {
    return SETTINGS.decode(list(this.countOf(0)));
  }

  /** Lists the numbers of the setting with this key, of all for 0; returns how many. Not for programs. */
  countOf(key) {
    return engine(this).settings(key);
  }

  /** Removes all bodies, colliders and joints: their objects are refused from now on. */
  clear() {
    engine(this).clear();
    this.#portals = new Map();
    this.#replace(epochs++);
  }

  /** A world that goes on with the same bits. It has objects of its own; the slots are the same. */
  copy() {
    const copy = World.of(engine(this).copy());
    copy.#effects = this.#effects;
    copy.epoch = this.epoch;
    return copy.#keepHook(this.contactHook);
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
    const numbers = effectsNumbers(effects);
    check(engine(this).setEffects(send(numbers)));
    this.#effects = Object.freeze(effects.map((effect) => Object.freeze({ ...effect })));
  }

  /** Pushes dynamic bodies away from `center` (m) within `radius` (m); returns them. */
  explode(center, radius, impulsePerLength, options = {}) {
    const numbers = explosionNumbers(center, radius, impulsePerLength, options);
    const raw = engine(this);
    send(numbers);
    return objects(raw.explode(), (slot, generation) => this.bodyOf(slot, generation));
  }

  /** The first collider that a ray from `origin` (m) hits within `translation` (m), or `undefined`. */
  castRay(origin, translation, filter = {}) {
    return query.castRay(this, query.RAY, origin, translation, filter)[0];
  }

  /** All colliders that a ray hits, the nearest first. */
  castRayAll(origin, translation, filter = {}) {
    return query.castRay(this, query.RAY_ALL, origin, translation, filter);
  }

  /** The first hit of each of many rays, as typed arrays; `out` is an earlier result, which is written anew. */
  castRays(origins, translations, filter = {}, out = undefined) {
    return query.castMany(this, "origins", origins, translations, filter, out);
  }

  /**
   * The first collider that a shape hits which moves from `position` (m) by `translation` (m) and turns by `turn`
   * (rad) on the way, about `center` (m, in its frame).
   */
  castShape(shape, position, translation, filter = {}) {
    return query.castShape(this, query.SHAPE, shape, position, translation, filter)[0];
  }

  /** All colliders that a moving shape hits, the nearest first. */
  castShapeAll(shape, position, translation, filter = {}) {
    return query.castShape(this, query.SHAPE_ALL, shape, position, translation, filter);
  }

  /** The first hit of a shape that moves from each of many positions, as typed arrays, as `castRays`. */
  castShapes(shape, positions, translations, filter = {}, out = undefined) {
    if (!(shape instanceof Shape)) throw wrongType("shape", shape, "a Shape");
    return query.castMany(this, "positions", positions, translations, filter, out, shape);
  }

  /** The colliders that contain a point (m). */
  collidersAt(at, filter = {}) {
    return query.collidersAt(this, at, filter);
  }

  /** The colliders whose boxes overlap the box from `lower` to `upper` (m). */
  collidersIn(lower, upper, filter = {}) {
    return query.collidersIn(this, lower, upper, filter);
  }

  /** The colliders that overlap a shape at `position` (m), turned by `angle` (rad). */
  overlapShape(shape, position, filter = {}) {
    return query.overlapShape(this, shape, position, filter);
  }

  /** What is nearest to a point (m), at most `maxDistance` (m) away, or `undefined`. */
  closest(at, maxDistance, filter = {}) {
    return query.closest(this, at, maxDistance, filter);
  }

  /** What is nearest to a shape at `position` (m), at most `maxDistance` (m) away, or `undefined`. */
  closestToShape(shape, position, maxDistance, filter = {}) {
    return query.closestToShape(this, shape, position, maxDistance, filter);
  }

  /** All state of the world as bytes, the same on every platform. */
  save() {
    return this.snapshot().toBytes();
  }

  /** All state of the world in memory; `into` is an old snapshot whose memory is used again. */
  snapshot(into = new Snapshot()) {
    if (!(into instanceof Snapshot)) throw wrongType("into", into, "a Snapshot");
    engine(this).save(into.raw);
    into.content = { epoch: this.epoch, objects: this.#objects.list(), portals: this.#portals };
    return into;
  }

  /**
   * Makes the world what it was when it was saved, bit for bit. Objects of what existed then are valid again; a
   * snapshot of another world, or of the time before a `clear`, ends those of now.
   */
  restore(saved) {
    const snapshot = saved instanceof Snapshot ? saved : Snapshot.fromBytes(bytesOf("saved", saved));
    check(engine(this).restore(snapshot.raw));
    // Bytes hold no number: their handles are those of the world that restores them.
    this.#replace(snapshot.content?.epoch ?? this.epoch);
    if (snapshot.content?.portals !== this.#portals) this.#portals = snapshot.content?.portals ?? new Map();
  }

  /**
   * The world as a level: plain data in the format of levels as text, so `JSON.stringify(world)` writes one. User
   * data that a number of JavaScript does not hold are texts, such as "0x20000000000001".
   */
  toLevel() {
    return levelOfBytes(this.toLevelBytes());
  }

  /** The level as a text. */
  toLevelText() {
    return textOfBytes(this.toLevelBytes());
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
    return World.of(glue.Engine.fromLevelBytes(level instanceof Uint8Array ? level : recordsOf(level)));
  }

  /** Adds a level to this world, without its settings; returns its bodies in their order. */
  addLevel(level) {
    const count = engine(this).addLevel(recordsOf(level));
    const bodies = objects(count, (slot, generation) => this.bodyOf(slot, generation));
    // After a restore their objects may be those of what was there before.
    for (const body of bodies) {
      for (const one of [body, ...body.colliders, ...body.joints]) one.data = undefined;
      body.begin();
    }
    return bodies;
  }

  /** Begins to record every call that changes the world, and the steps. */
  startRecording() {
    engine(this).startRecording();
  }

  /** Ends the recording and returns it. */
  stopRecording() {
    return new Recording(made(engine(this).stopRecording()));
  }

  /**
   * A recording that is played: `step()` until it answers false, `world` at any time. `contactHook` is for one of a
   * world that had a contact hook.
   */
  static replay(recording, contactHook = null) {
    if (!(recording instanceof Recording)) throw wrongType("recording", recording, "a Recording");
    const played = recording.raw.replay();
    // The hook gets handles of the world at the beginning.
    const first = contactHook === null ? undefined : World.of(played.world());
    if (first) played.setHook(...keepHook(first, contactHook));
    return {
      step: () => check(played.step()) === 1,
      get frame() {
        return played.frame();
      },
      get world() {
        return World.of(played.world()).#keepHook(first && contactHook);
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
    if (options === null || typeof options !== "object") throw wrongType("options", options, "an object of options");
    const names = ["view", "pixel", ...Object.keys(LAYERS)];
    for (const name in options) if (!names.includes(name)) throw unknown("", name, names, "debugDraw has no option");
    const { view = this.bounds } = options;
    if (!Array.isArray(view) || view.length !== 4) throw wrongType("view", view, "[left, bottom, right, top]");
    const [left, bottom, right, top] = view.map((x, i) => finite(`view[${i}]`, x));
    if (!(right > left && top > bottom)) throw wrongType("view", view, "[left, bottom, right, top], not empty");
    const pixel = finite("pixel", options.pixel ?? (right - left) / 1000);
    let layers = 0;
    for (const [name, bit] of Object.entries(LAYERS)) {
      if (flag(name, options[name] ?? (name === "bodies" || name === "joints"))) layers |= bit;
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

function recordsOf(level) {
  const is = typeof level === "string" || (level !== null && typeof level === "object");
  if (!is) throw wrongType("level", level, "an object or a text");
  return bytesOfLevel(level);
}

if (Symbol.dispose) World.prototype[Symbol.dispose] = World.prototype.free;
addProperties(World, SETTINGS);
answerNames(WorldCalls);
