// A character that walks on slopes and stairs, is carried by platforms and pushes bodies.

import { Body } from "./body.js";
import { foreign, wrongType } from "./errors.js";
import { made } from "./files.js";
import { engine } from "./handle.js";
import { answer, check, glue, lastError, list, out } from "./memory.js";
import { Table } from "./properties.js";
import { putShape } from "./shape.js";
import { finite, point, vec } from "./values.js";

/** In the order of src/mover.rs. */
const SETTINGS = new Table(
  [
    ["up", "vector"],
    ["skin", "number"],
    ["maxSlope", "number"],
    ["stepHeight", "number"],
    ["snapDistance", "number"],
    ["constantSpeed", "flag"],
    ["mass", "number"],
    ["pushForce", "number"],
    ["category", "mask"],
    ["mask", "mask"],
  ].map(([name, form], i) => [name, form, i + 1]),
);

/** A character: it is moved by `step`, once before each step of the world. */
export class Mover {
  constructor(world, shape, position, { body, ...settings } = {}) {
    const raw = engine(world);
    const [x, y] = point("position", position);
    if (body !== undefined && !(body instanceof Body)) throw wrongType("body", body, "a Body");
    if (body !== undefined && body.world !== world) throw foreign("body belongs to another world");
    out.begin();
    putShape("shape", shape);
    SETTINGS.encode(settings);
    /** The world of it. */
    this.world = world;
    const walker = glue.Walker.create(raw, out.length, x, y, body?.index ?? -1, body?.generation ?? 0);
    Object.defineProperty(this, "raw", { value: made(walker) });
  }

  /** Moves the character by `velocity` (m/s) for `dt` seconds and pushes what is in the way. */
  step(velocity, dt = 1 / 60) {
    const [x, y] = point("velocity", velocity);
    const all = [...list(this.raw.step(engine(this.world), x, y, finite("dt", dt)))];
    const [px, py, vx, vy, bits, nx, ny, slot, generation, ...bodies] = all;
    const hit = [];
    for (let at = 0; at < bodies.length; at += 2) hit.push(this.world.bodyOf(bodies[at], bodies[at + 1]));
    const onGround = (bits & 1) !== 0;
    return {
      position: vec(px, py),
      velocity: vec(vx, vy),
      onGround,
      groundNormal: vec(nx, ny),
      ground: onGround ? this.world.colliderOf(slot, generation) : undefined,
      isWallLeft: (bits & 2) !== 0,
      isWallRight: (bits & 4) !== 0,
      isCeiling: (bits & 8) !== 0,
      isCrushed: (bits & 16) !== 0,
      hit,
    };
  }

  /** Where its origin is, m. To set it puts the character there at once. */
  get position() {
    this.raw.position();
    return vec(answer(0), answer(1));
  }
  set position(value) {
    const [x, y] = point("position", value);
    check(this.raw.setPosition(engine(this.world), x, y));
  }

  /** Whether it stands on ground. */
  get onGround() {
    this.raw.position();
    return answer(2) !== 0;
  }

  /** Gives it another shape: to crouch, for example. */
  setShape(shape) {
    out.begin();
    putShape("shape", shape);
    check(this.raw.setShape(out.length));
  }

  /** Lets it fall through the one-way platform on which it stands. */
  dropThrough() {
    this.raw.dropThrough();
  }

  /** Changes settings: `mover.set({ maxSlope: 1 })`. */
  set(settings) {
    out.begin();
    SETTINGS.encode(settings);
    if (!this.raw.set(out.length)) throw lastError(SETTINGS);
    return this;
  }

  /** All settings as an object. */
  properties() {
    return SETTINGS.decode(list(this.raw.settings()));
  }
}
