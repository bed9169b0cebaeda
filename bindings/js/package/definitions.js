// Definitions that are built by a chain of calls, for those who prefer them to plain objects.

import { BODIES, COLLIDERS } from "./body.js";
import { everything, TYPES } from "./joint.js";
import { addSetters, Definition } from "./properties.js";
import { Shape } from "./shape.js";

/** `BodyDef.dynamic().position(0, 3).angle(0.1)`. */
export class BodyDef extends Definition {
  static dynamic() {
    return new BodyDef({ type: "dynamic" });
  }
  static kinematic() {
    return new BodyDef({ type: "kinematic" });
  }
  static fixed() {
    return new BodyDef({ type: "static" });
  }
}

/** `ColliderDef.box(1, 1).density(2).friction(0.5)`. */
export class ColliderDef extends Definition {
  static circle(radius, center) {
    return new ColliderDef({ shape: Shape.circle(radius, center) });
  }
  static box(width, height, radius) {
    return new ColliderDef({ shape: Shape.box(width, height, radius) });
  }
  static polygon(vertices, radius) {
    return new ColliderDef({ shape: Shape.polygon(vertices, radius) });
  }
  static capsule(a, b, radius) {
    return new ColliderDef({ shape: Shape.capsule(a, b, radius) });
  }
  static segment(a, b) {
    return new ColliderDef({ shape: Shape.segment(a, b) });
  }
  static halfSpace(normal, distance) {
    return new ColliderDef({ shape: Shape.halfSpace(normal, distance) });
  }
}

/** `JointDef.revolute(a, b).anchor(0, 1).motorSpeed(3).maxMotorTorque(10)`. */
export class JointDef extends Definition {}

addSetters(BodyDef, [...BODIES.byName.keys(), "data"]);
addSetters(ColliderDef, [...COLLIDERS.byName.keys(), "shape", "data"]);
addSetters(JointDef, [...everything.byName.keys(), "anchor", "worldAnchorA", "worldAnchorB", "data"]);
for (const type of TYPES) JointDef[type] = (a, b, properties) => new JointDef({ ...properties, type, a, b });
