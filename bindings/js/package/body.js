// Bodies.

import { BodyCalls } from "./calls.js";
import { outOfRange, wrongType } from "./errors.js";
import { live, MAKER, objects } from "./handle.js";
import { fieldNumbers, HeightField } from "./height_field.js";
import { answer, check, glue, lastError, list, send } from "./memory.js";
import { addProperties, Definition, has, Table } from "./properties.js";
import { Shape, shapeNumbers } from "./shape.js";
import { BODY, COLLIDER } from "./table.js";
import { finite, flag, point, points, vec } from "./values.js";

export const BODIES = new Table(BODY);
export const COLLIDERS = new Table(COLLIDER);

const keyOf = (table, name) => table.byName.get(name).key;
const FRICTIONS = ["friction", "staticFriction"].map((name) => keyOf(COLLIDERS, name));
const MASS = BODIES.byName.get("mass").table;
const MASSES = ["mass", "inertia", "centerOfMass"].map((name) => keyOf(MASS, name));

/** The numbers of a collider. The static friction is the friction, unless it is given. */
export function colliderNumbers(properties, others) {
  const numbers = COLLIDERS.encode(properties, others);
  const [own, still] = FRICTIONS;
  if (!has(numbers, own) || has(numbers, still)) return numbers;
  let at = 0;
  while (numbers[at] !== own) at += 2 + numbers[at + 1];
  numbers.push(still, 1, numbers[at + 2]);
  return numbers;
}

/**
 * The numbers of a body, what was given, and `scaled` if the inertia of its mass is to be that of its colliders.
 * `type` tells that of the body if none is given.
 */
export function readBody(definition, others, type) {
  const numbers = BODIES.encode(definition, others);
  const given = definition instanceof Definition ? definition.values : definition;
  const { mass } = given;
  if (mass === undefined || mass === null) return { numbers, given, scaled: undefined };
  if (typeof mass === "number") {
    const found = given.type ?? type();
    if (found !== "dynamic") throw outOfRange("type", found, "'dynamic' for a mass");
  }
  const [hasMass, hasInertia, hasCenter] = MASSES.map((key) => has(numbers, key));
  if (!hasMass) throw wrongType("mass", mass, "a number, or an object with `mass`");
  return { numbers, given, scaled: hasInertia ? undefined : { center: hasCenter } };
}

/** A body of a world: a handle, the same object as long as the body exists. */
export class Body extends BodyCalls {
  /** A mass that was set without inertia: what it was when it was last scaled from the colliders. */
  #scaled;

  constructor(world, slot, generation, maker) {
    super(world, slot, generation, maker);
    Object.preventExtensions(this);
  }

  get kind() {
    return 0;
  }

  /**
   * Its mass, kg: the sum over its colliders, unless it was set. To set it scales the inertia with it, now and
   * when colliders are added; only of a dynamic body.
   */
  get mass() {
    return super.mass;
  }
  set mass(value) {
    const mass = finite("mass", value);
    const raw = live(this);
    const { type, mass: old } = this.properties();
    if (type !== "dynamic") throw outOfRange("type", type, "'dynamic' for a mass");
    check(raw.setMass(this.index, this.generation, mass));
    if (old === null || this.#scaled) this.#remember(this.#scaled?.center ?? false);
  }

  #remember(center) {
    const { mass, inertia } = this.properties().mass;
    this.#scaled = { center, mass, inertia };
  }

  /** What is known of its mass when it is made. Not for programs. */
  begin(scaled) {
    this.#scaled = undefined;
    if (scaled) this.#remember(scaled.center);
  }

  /** Gives it the inertia, and the centre, that its colliders have, scaled to the mass that was set. Not for programs. */
  scale() {
    if (!this.#scaled) return;
    const { center, ...last } = this.#scaled;
    const { type, mass: now } = this.properties();
    if (type !== "dynamic") return;
    // Another state may have been restored since.
    if (now === null || now.mass !== last.mass || now.inertia !== last.inertia) {
      this.#scaled = undefined;
      return;
    }
    const { isAwake } = this;
    this.#setMass(null);
    const [mass, own] = [this.mass, this.inertia];
    const at = this.worldToLocal(this.center);
    const from = center ? now.centerOfMass : at;
    const inertia = mass > 0 ? (now.mass * (own + mass * ((from.x - at.x) ** 2 + (from.y - at.y) ** 2))) / mass : 0;
    this.#setMass({ mass: now.mass, centerOfMass: from, inertia });
    this.#remember(center);
    if (!isAwake) this.sleep();
  }

  #setMass(mass) {
    check(live(this).setBody(this.index, this.generation, send(BODIES.encode({ mass }))), BODIES);
  }

  /** What it touches: each contact with the colliders, the normal on this body, the impulse and the points. */
  get contacts() {
    const numbers = [...list(live(this).bodyContacts(this.index, this.generation))];
    const all = [];
    for (let at = 0; at < numbers.length; ) {
      const [own, of, other, ofOther, body, ofBody, x, y, impulse, count] = numbers.slice(at, at + 10);
      at += 10;
      const found = [];
      for (let i = 0; i < count; i++, at += 2) found.push(vec(numbers[at], numbers[at + 1]));
      all.push({
        own: this.world.colliderOf(own, of),
        other: this.world.colliderOf(other, ofOther),
        otherBody: this.world.bodyOf(body, ofBody),
        normal: vec(x, y),
        impulse,
        points: found,
      });
    }
    return all;
  }

  /**
   * Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad), by default its own,
   * in a step of `dt` s: the `dt` of the next step of the world.
   */
  moveTo(position, angle = this.angle, dt = 1 / 60) {
    const [x, y] = point("position", position);
    finite("angle", angle);
    check(live(this).moveTo(this.index, this.generation, x, y, angle, finite("dt", dt)));
  }

  /** Changes properties: `body.set({ damping: 0.5, locksRotation: true })`. */
  set(properties) {
    const { numbers, scaled, given } = readBody(properties, [], () => this.type);
    const raw = live(this);
    check(raw.setBody(this.index, this.generation, send(numbers)), BODIES);
    if (given.mass !== undefined) {
      this.begin(scaled);
      this.scale();
    } else if (given.type !== undefined) {
      this.scale();
    }
    return this;
  }

  /** All properties as an object, which `createBody` takes. */
  properties() {
    return BODIES.decode(list(this.countOf(0)));
  }

  /** Lists the numbers of the property with this key, of all for 0; returns how many. Not for programs. */
  countOf(key) {
    return live(this).bodyDef(this.index, this.generation, key);
  }

  /** What `console.log` shows. Not for programs. */
  summary() {
    const { type, position, angle, velocity, angularVelocity } = this;
    return { type, position, angle, velocity, angularVelocity, colliders: this.colliders.length };
  }

  /** Removes it with its colliders and joints. */
  remove() {
    check(live(this).removeBody(this.index, this.generation));
  }

  #pieces(count) {
    return objects(count, (slot, generation) => this.world.bodyOf(slot, generation));
  }

  /**
   * Cuts it along the line through two points of the world (m). Returns the pieces, those to the left of the line
   * first; it is gone itself. If the line misses it, nothing changes, and it is returned.
   */
  cut(a, b) {
    const [ax, ay] = point("a", a);
    const [bx, by] = point("b", b);
    return this.#pieces(live(this).cutBody(this.index, this.generation, ax, ay, bx, by));
  }

  /** Breaks it into the parts nearest to each of `sites` (m), and returns them in this order; otherwise as `cut`. */
  fracture(sites) {
    const numbers = points("sites", sites);
    return this.#pieces(live(this).fractureBody(this.index, this.generation, send(numbers)));
  }

  /** Adds a collider: `createCollider(Shape.circle(0.5), { density: 2 })`, or a `ColliderDef`. */
  createCollider(shape, properties = {}) {
    let [form, rest, data] = [shape, properties, undefined];
    if (!(shape instanceof Shape)) {
      if (shape === null || typeof shape !== "object") throw wrongType("shape", shape, "a Shape");
      const given = shape instanceof Definition ? shape.values : shape;
      ({ shape: form, ...rest } = { ...given, ...properties });
    }
    if (rest instanceof Definition) rest = rest.values;
    if (rest !== null && typeof rest === "object") ({ data } = rest);
    const numbers = [shapeNumbers("shape", form), colliderNumbers(rest, ["data"])];
    if (live(this).addCollider(this.index, this.generation, send(...numbers)) < 0) throw lastError(COLLIDERS);
    const collider = this.world.colliderOf(answer(0), answer(1));
    collider.data = data;
    this.scale();
    return collider;
  }

  /** Adds a circle; radius in m. */
  createCircle(radius, properties) {
    return this.createCollider(Shape.circle(radius), properties);
  }

  /** Adds a box with this whole width and height, m. */
  createBox(width, height, properties) {
    return this.createCollider(Shape.box(width, height), properties);
  }

  /** Adds a convex polygon; vertices in m. */
  createPolygon(vertices, properties) {
    return this.createCollider(Shape.polygon(vertices), properties);
  }

  /** Adds a capsule. */
  createCapsule(a, b, radius, properties) {
    return this.createCollider(Shape.capsule(a, b, radius), properties);
  }

  /** Adds a segment. */
  createSegment(a, b, properties) {
    return this.createCollider(Shape.segment(a, b), properties);
  }

  /** Adds a half-space: of a static or kinematic body. */
  createHalfSpace(normal, distance, properties) {
    return this.createCollider(Shape.halfSpace(normal, distance), properties);
  }

  /** Adds a chain of segments along points (m), over whose joints bodies slide. */
  createChain(along, properties = {}) {
    const { closed = false, bothSides = true } = properties;
    flag("closed", closed);
    flag("bothSides", bothSides);
    const numbers = [points("points", along), colliderNumbers(properties, ["closed", "bothSides"])];
    const raw = live(this);
    const count = raw.addChain(this.index, this.generation, numbers[0].length, send(...numbers), closed, bothSides);
    return this.#added(count);
  }

  #added(count) {
    if (count < 0) throw lastError(COLLIDERS);
    const all = objects(count, (slot, generation) => this.world.colliderOf(slot, generation));
    for (const one of all) one.data = undefined;
    this.scale();
    return all;
  }

  /**
   * Adds ground of heights (m) that are `spacing` metres apart along the x axis of the body, the first above its
   * origin: a segment for each cell between two of them, touched from above. Heights and holes can be edited.
   */
  createHeightField(heights, spacing, properties = {}) {
    const numbers = fieldNumbers(heights, spacing);
    const given = colliderNumbers(properties);
    const raw = live(this);
    const count = send(numbers, given);
    const field = glue.Field.create(raw, this.index, this.generation, spacing, numbers.length, count);
    if (!field) throw lastError(COLLIDERS);
    return new HeightField(this, field, MAKER);
  }

  /** Adds the convex pieces of an outline (m), with `holes`. */
  createOutline(border, properties = {}) {
    const { holes = [] } = properties;
    if (!Array.isArray(holes)) throw wrongType("holes", holes, "an array of outlines");
    const rings = [points("points", border), ...holes.map((hole, i) => points(`holes[${i}]`, hole))];
    const numbers = rings.flatMap((ring) => [ring.length / 2, ...ring]);
    const given = colliderNumbers(properties, ["holes"]);
    return this.#added(live(this).addOutline(this.index, this.generation, numbers.length, send(numbers, given)));
  }
}

addProperties(Body, BODIES);
