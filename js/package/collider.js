// Colliders.

import { COLLIDERS, putCollider } from "./body.js";
import { engine, Handle, objects } from "./handle.js";
import { answer, check, lastError, list, out } from "./memory.js";
import { addProperties } from "./properties.js";
import { putShape, shapeFrom, verticesOf } from "./shape.js";

/** A collider of a body: a shape, a material and a filter. */
export class Collider extends Handle {
  get kind() {
    return 1;
  }

  #place() {
    check(engine(this.world).colliderPlace(this.index, this.generation));
  }

  /** Its body. */
  get body() {
    this.#place();
    return this.world.bodyOf(answer(0), answer(1));
  }

  /** The box that the broad phase has of it, with a margin: [left, bottom, right, top], m. */
  get bounds() {
    this.#place();
    return [answer(2), answer(3), answer(4), answer(5)];
  }

  /** Its shape, in its own frame. Another may be set. */
  get shape() {
    return shapeFrom(list(engine(this.world).colliderShape(this.index, this.generation)));
  }
  set shape(shape) {
    out.begin();
    putShape("shape", shape);
    check(engine(this.world).setShape(this.index, this.generation, out.length));
  }

  /** The vertices of its shape, in its own frame, m; one for a circle, none for a half-space. */
  get vertices() {
    return verticesOf(this.shape);
  }

  /** What overlaps it, if it is a sensor. */
  get overlaps() {
    const count = engine(this.world).overlaps(this.index, this.generation);
    return objects(count, (slot, generation) => this.world.colliderOf(slot, generation));
  }

  /** Changes properties: `collider.set({ friction: 0.1, sensor: true })`. */
  set(properties) {
    out.begin();
    putCollider(properties);
    if (!engine(this.world).setCollider(this.index, this.generation, out.length)) throw lastError(COLLIDERS);
    return this;
  }

  /** All properties as an object, which `createCollider` takes. */
  properties() {
    return COLLIDERS.decode(list(engine(this.world).colliderDef(this.index, this.generation)));
  }

  /** Removes it. */
  remove() {
    check(engine(this.world).removeCollider(this.index, this.generation));
  }
}

addProperties(Collider, COLLIDERS);
