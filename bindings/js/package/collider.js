// Colliders.

import { COLLIDERS, colliderNumbers } from "./body.js";
import { ColliderCalls } from "./calls.js";
import { live } from "./handle.js";
import { answer, check, list, send } from "./memory.js";
import { addProperties, has } from "./properties.js";
import { shapeFrom, shapeNumbers } from "./shape.js";

/** What decides how much it weighs, and where. */
const WEIGHT = ["density", "sensor", "enabled", "offset"].map((name) => COLLIDERS.byName.get(name).key);

/** A collider of a body: a shape, a material and a filter. */
export class Collider extends ColliderCalls {
  constructor(world, slot, generation, maker) {
    super(world, slot, generation, maker);
    Object.preventExtensions(this);
  }

  get kind() {
    return 1;
  }

  /** The box that the broad phase has of it, with a margin: [left, bottom, right, top], m. */
  get bounds() {
    check(live(this).colliderBounds(this.index, this.generation));
    return [answer(0), answer(1), answer(2), answer(3)];
  }

  /** Its shape, in its own frame. Another may be set. */
  get shape() {
    return shapeFrom(list(live(this).colliderShape(this.index, this.generation)));
  }
  set shape(shape) {
    check(live(this).setShape(this.index, this.generation, send(shapeNumbers("shape", shape))));
    this.body.scale();
  }

  /** The vertices of its shape, in its own frame, m; one for a circle, none for a half-space. */
  get vertices() {
    return this.shape.vertices;
  }

  /** Changes properties: `collider.set({ friction: 0.1, sensor: true })`. */
  set(properties) {
    const numbers = colliderNumbers(properties);
    check(live(this).setCollider(this.index, this.generation, send(numbers)), COLLIDERS);
    if (WEIGHT.some((key) => has(numbers, key))) this.body.scale();
    return this;
  }

  /** All properties as an object, which `createCollider` takes. */
  properties() {
    return COLLIDERS.decode(list(this.countOf(0)));
  }

  /** Lists the numbers of the property with this key, of all for 0; returns how many. Not for programs. */
  countOf(key) {
    return live(this).colliderDef(this.index, this.generation, key);
  }

  /** What `console.log` shows. Not for programs. */
  summary() {
    const { shape, friction, restitution, density, sensor } = this;
    return { shape: shape.type, friction, restitution, density, sensor, body: this.body.handle };
  }

  /** Removes it. */
  remove() {
    const { body } = this;
    check(live(this).removeCollider(this.index, this.generation));
    body.scale();
  }
}

addProperties(Collider, COLLIDERS);
