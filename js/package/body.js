// Bodies.

import { wrongType } from "./errors.js";
import { engine, Handle, objects } from "./handle.js";
import { answer, check, lastError, list, out } from "./memory.js";
import { addProperties, Definition, Table } from "./properties.js";
import { putShape, Shape } from "./shape.js";
import { BODY, COLLIDER } from "./table.js";
import { finite, flag, point, points, vec } from "./values.js";

export const BODIES = new Table(BODY);
export const COLLIDERS = new Table(COLLIDER);

/** Appends the properties of a collider. The static friction is the friction, unless it is given. */
export function putCollider(properties, others) {
  const given = properties instanceof Definition ? properties.values : properties;
  COLLIDERS.encode(given, others);
  if (given.friction !== undefined && given.staticFriction === undefined) {
    COLLIDERS.encode({ staticFriction: given.friction });
  }
}

/** A body of a world: a handle, the same object as long as the body exists. */
export class Body extends Handle {
  get kind() {
    return 0;
  }

  #state(quantity) {
    check(engine(this.world).bodyState(this.index, this.generation, quantity));
  }

  /** Where its origin is, m. To set it moves the body there at once. */
  get position() {
    this.#state(0);
    return vec(answer(0), answer(1));
  }
  set position(value) {
    const [x, y] = point("position", value);
    check(engine(this.world).setPosition(this.index, this.generation, x, y));
  }

  /** Its angle, rad, from -pi to pi. To set it turns the body at once. */
  get angle() {
    this.#state(0);
    return answer(2);
  }
  set angle(value) {
    check(engine(this.world).setAngle(this.index, this.generation, finite("angle", value)));
  }

  /** Velocity of its centre of mass, m/s. */
  get velocity() {
    this.#state(1);
    return vec(answer(0), answer(1));
  }
  set velocity(value) {
    const [x, y] = point("velocity", value);
    check(engine(this.world).setVelocity(this.index, this.generation, x, y));
  }

  /** Angular velocity, rad/s. */
  get angularVelocity() {
    this.#state(1);
    return answer(2);
  }
  set angularVelocity(value) {
    const speed = finite("angularVelocity", value);
    check(engine(this.world).setAngularVelocity(this.index, this.generation, speed));
  }

  /** Its mass, kg: the sum over its colliders, unless it was set. To set it scales the inertia with it. */
  get mass() {
    this.#state(2);
    return answer(0);
  }
  set mass(value) {
    check(engine(this.world).setMass(this.index, this.generation, finite("mass", value)));
  }

  /** Rotational inertia about its centre of mass, kg m^2. `set({ mass: { ... } })` sets it. */
  get inertia() {
    this.#state(2);
    return answer(1);
  }

  /** Its centre of mass in the world, m. */
  get center() {
    this.#state(3);
    return vec(answer(0), answer(1));
  }

  /** Its kinetic energy, J. */
  get kineticEnergy() {
    this.#state(4);
    return answer(0);
  }

  /** Whether it is awake. */
  get isAwake() {
    this.#state(5);
    return answer(0) !== 0;
  }

  /** Its colliders, in the order in which they were added. */
  get colliders() {
    const count = engine(this.world).bodyParts(this.index, this.generation, 0);
    return objects(count, (slot, generation) => this.world.colliderOf(slot, generation));
  }

  /** Its joints. */
  get joints() {
    const count = engine(this.world).bodyParts(this.index, this.generation, 1);
    return objects(count, (slot, generation) => this.world.jointOf(slot, generation));
  }

  /** What it touches: each contact with the colliders, the normal on this body, the impulse and the points. */
  get contacts() {
    const numbers = [...list(engine(this.world).bodyContacts(this.index, this.generation))];
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

  #point(what, value) {
    const [x, y] = point("point", value);
    check(engine(this.world).bodyPoint(this.index, this.generation, what, x, y));
    return vec(answer(0), answer(1));
  }

  /** Velocity of the point of the body that is at this point of the world (m), m/s. */
  velocityAt(at) {
    return this.#point(0, at);
  }

  /** The point of the world (m) at which a point of the body's frame (m) is. */
  localToWorld(at) {
    return this.#point(1, at);
  }

  /** The point of the body's frame (m) that is at a point of the world (m). */
  worldToLocal(at) {
    return this.#point(2, at);
  }

  /** Applies a force (N) during the next step, at a point of the world (m), or at the centre of mass. */
  applyForce(force, at) {
    const [fx, fy] = point("force", force);
    const raw = engine(this.world);
    if (at === undefined) {
      check(raw.applyCentralForce(this.index, this.generation, fx, fy));
    } else {
      const [x, y] = point("point", at);
      check(raw.applyForce(this.index, this.generation, fx, fy, x, y));
    }
  }

  /** Applies an impulse (N s) now, at a point of the world (m), or at the centre of mass. */
  applyImpulse(impulse, at) {
    const [ix, iy] = point("impulse", impulse);
    const raw = engine(this.world);
    if (at === undefined) {
      check(raw.applyCentralImpulse(this.index, this.generation, ix, iy));
    } else {
      const [x, y] = point("point", at);
      check(raw.applyImpulse(this.index, this.generation, ix, iy, x, y));
    }
  }

  /** Applies a torque (N m) during the next step. */
  applyTorque(torque) {
    check(engine(this.world).applyTorque(this.index, this.generation, finite("torque", torque)));
  }

  /** Applies an angular impulse (N m s) now. */
  applyAngularImpulse(impulse) {
    const given = finite("impulse", impulse);
    check(engine(this.world).applyAngularImpulse(this.index, this.generation, given));
  }

  /** Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad) in a step. */
  moveTo(position, angle = 0, dt = 1 / 60) {
    const [x, y] = point("position", position);
    finite("angle", angle);
    check(engine(this.world).moveTo(this.index, this.generation, x, y, angle, finite("dt", dt)));
  }

  /** Wakes it and its island. */
  wake() {
    check(engine(this.world).bodyDo(this.index, this.generation, 0));
  }

  /** Puts it to sleep. */
  sleep() {
    check(engine(this.world).bodyDo(this.index, this.generation, 1));
  }

  /** Lets it fall through the one-way colliders on which it stands. */
  dropThrough() {
    check(engine(this.world).bodyDo(this.index, this.generation, 2));
  }

  /** Changes properties: `body.set({ damping: 0.5, locksRotation: true })`. */
  set(properties) {
    out.begin();
    BODIES.encode(properties);
    if (!engine(this.world).setBody(this.index, this.generation, out.length)) throw lastError(BODIES);
    return this;
  }

  /** All properties as an object, which `createBody` takes. */
  properties() {
    return BODIES.decode(list(engine(this.world).bodyDef(this.index, this.generation)));
  }

  /** Removes it with its colliders and joints. */
  remove() {
    check(engine(this.world).removeBody(this.index, this.generation));
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
    out.begin();
    putShape("shape", form);
    putCollider(rest, ["data"]);
    if (engine(this.world).addCollider(this.index, this.generation, out.length) < 0) throw lastError(COLLIDERS);
    const collider = this.world.colliderOf(answer(0), answer(1));
    if (data !== undefined) collider.data = data;
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
    const numbers = points("points", along);
    out.begin();
    for (const x of numbers) out.put(x);
    putCollider(properties, ["closed", "bothSides"]);
    const raw = engine(this.world);
    const count = raw.addChain(this.index, this.generation, numbers.length, out.length, closed, bothSides);
    if (count < 0) throw lastError(COLLIDERS);
    return objects(count, (slot, generation) => this.world.colliderOf(slot, generation));
  }

  /** Adds the convex pieces of an outline (m), with `holes`. */
  createOutline(border, properties = {}) {
    const { holes = [] } = properties;
    if (!Array.isArray(holes)) throw wrongType("holes", holes, "an array of outlines");
    const rings = [points("points", border), ...holes.map((hole, i) => points(`holes[${i}]`, hole))];
    out.begin();
    for (const ring of rings) {
      out.put(ring.length / 2);
      for (const x of ring) out.put(x);
    }
    const numbers = out.length;
    putCollider(properties, ["holes"]);
    const count = engine(this.world).addOutline(this.index, this.generation, numbers, out.length);
    if (count < 0) throw lastError(COLLIDERS);
    return objects(count, (slot, generation) => this.world.colliderOf(slot, generation));
  }
}

addProperties(Body, BODIES);
