// A character that walks on slopes and stairs, is carried by platforms and pushes bodies.

import { Body } from "./body.js";
import { foreign, outOfRange, wrongType } from "./errors.js";
import { made } from "./files.js";
import { engine, removed } from "./handle.js";
import { answer, check, glue, lastError, list, send } from "./memory.js";
import { Table } from "./properties.js";
import { shapeNumbers } from "./shape.js";
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

/**
 * A character: it is moved by `step`, once before each step of the world. It is no part of the state of the
 * world: `save`, `restore`, `copy`, levels and recordings do not hold it. To go back, keep its position, and set it.
 */
export class Mover {
  constructor(world, shape, position, options = {}) {
    if (options === null || typeof options !== "object") throw wrongType("settings", options, "an object of settings");
    const { body, ...settings } = options;
    const raw = engine(world);
    const [x, y] = point("position", position);
    if (body !== undefined && !(body instanceof Body)) throw wrongType("body", body, "a Body");
    if (body !== undefined) {
      if (body.world !== world) throw foreign("body", body);
      if (!body.exists) throw removed("body", body);
      if (body.type !== "kinematic") throw outOfRange("body", body, `kinematic, but is ${body.type}`);
    }
    const numbers = [shapeNumbers("shape", shape), SETTINGS.encode(settings, ["body"])];
    /** The world of it. */
    this.world = world;
    const walker = glue.Walker.create(raw, send(...numbers), x, y, body?.index ?? -1, body?.generation ?? 0);
    Object.defineProperty(this, "raw", { value: made(walker) });
    if (new.target === Mover) Object.preventExtensions(this);
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
    check(this.raw.setShape(send(shapeNumbers("shape", shape))));
  }

  /** Lets it fall through the one-way platform on which it stands. */
  dropThrough() {
    this.raw.dropThrough();
  }

  /** Changes settings: `mover.set({ maxSlope: 1 })`. */
  set(settings) {
    if (!this.raw.set(send(SETTINGS.encode(settings)))) throw lastError(SETTINGS);
    return this;
  }

  /** All settings as an object. */
  properties() {
    return SETTINGS.decode(list(this.raw.settings()));
  }
}
