// Joints.

import { foreign, wrongType } from "./errors.js";
import { engine, Handle } from "./handle.js";
import { answer, check, lastError, list, out } from "./memory.js";
import { addProperties, chosen, Definition, Table } from "./properties.js";
import { Body } from "./body.js";
import { JOINT, KIND_KEY, KINDS } from "./table.js";
import { point, vec } from "./values.js";

const TYPES = Object.keys(KINDS);
const TABLES = TYPES.map((type) => new Table([...JOINT, ...KINDS[type]]));
/** The words of a new joint that are no properties. */
const OWN = ["type", "a", "b", "anchor", "worldAnchorA", "worldAnchorB", "data"];

function putBody(world, field, body) {
  if (!(body instanceof Body)) throw wrongType(field, body, "a Body");
  if (body.world !== world) throw foreign(`${field} belongs to another world`);
  out.put(body.index);
  out.put(body.generation);
}

/** Adds a joint to a world. */
export function createJoint(world, definition) {
  if (definition === null || typeof definition !== "object") throw wrongType("definition", definition, "an object");
  const given = definition instanceof Definition ? definition.values : definition;
  const kind = chosen("type", given.type, TYPES);
  out.begin();
  putBody(world, "a", given.a);
  putBody(world, "b", given.b);
  const { anchor, worldAnchorA, worldAnchorB } = given;
  const isOne = anchor !== undefined;
  if (isOne ? worldAnchorA !== undefined || worldAnchorB !== undefined : (worldAnchorA === undefined) !== (worldAnchorB === undefined)) {
    throw wrongType("anchor", anchor, "given alone, or worldAnchorA and worldAnchorB in its place");
  }
  const hasPoints = isOne || worldAnchorA !== undefined;
  out.put(hasPoints ? 1 : 0);
  for (const [field, at] of [["worldAnchorA", worldAnchorA], ["worldAnchorB", worldAnchorB]]) {
    const [x, y] = hasPoints ? point(isOne ? "anchor" : field, isOne ? anchor : at) : [0, 0];
    out.put(x);
    out.put(y);
  }
  out.put("length" in given ? 1 : 0);
  out.put(KIND_KEY);
  out.put(1);
  out.put(kind);
  TABLES[kind].encode(given, OWN);
  if (engine(world).addJoint(out.length) < 0) throw lastError(TABLES[kind]);
  const joint = world.jointOf(answer(0), answer(1));
  if (given.data !== undefined) joint.data = given.data;
  return joint;
}

/** A joint between two bodies. */
export class Joint extends Handle {
  #type;

  get kind() {
    return 2;
  }

  #numbers() {
    return list(engine(this.world).jointDef(this.index, this.generation));
  }

  #kind() {
    if (this.#type === undefined) {
      const numbers = this.#numbers();
      for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]) {
        if (numbers[at] === KIND_KEY) this.#type = numbers[at + 2];
      }
    }
    return this.#type;
  }

  /** "revolute", "mouse", "distance", ... */
  get type() {
    return TYPES[this.#kind()];
  }

  /** The first body. */
  get a() {
    check(engine(this.world).jointPlace(this.index, this.generation));
    return this.world.bodyOf(answer(0), answer(1));
  }

  /** The second body. */
  get b() {
    check(engine(this.world).jointPlace(this.index, this.generation));
    return this.world.bodyOf(answer(2), answer(3));
  }

  #state(quantity) {
    check(engine(this.world).jointState(this.index, this.generation, quantity));
    return answer(0);
  }

  /** The angle of B relative to A, rad, measured from the reference angle. */
  get angle() {
    return this.#state(0);
  }

  /** The same with whole turns counted, rad. */
  get countedAngle() {
    return this.#state(1);
  }

  /** Angular velocity of B relative to A, rad/s. */
  get angularSpeed() {
    return this.#state(2);
  }

  /** How far B's anchor is along the axis of a prismatic, wheel or rack joint, m; 0 for other kinds. */
  get translation() {
    return this.#state(3);
  }

  /** The rate at which the translation changes, m/s. */
  get translationSpeed() {
    return this.#state(4);
  }

  /** The force on B in the last step, N. */
  get force() {
    return vec(this.#state(5), answer(1));
  }

  /** The torque on B in the last step, N m. */
  get torque() {
    this.#state(5);
    return answer(2);
  }

  /** By how much it is violated, m. */
  get error() {
    return this.#state(6);
  }

  /** Where its two anchors are in the world, m. */
  get anchors() {
    return [vec(this.#state(7), answer(1)), vec(answer(2), answer(3))];
  }

  /** Changes properties: `joint.set({ motorSpeed: 3, maxMotorTorque: 10 })`. */
  set(properties) {
    const table = TABLES[this.#kind()];
    out.begin();
    table.encode(properties);
    if (!engine(this.world).setJoint(this.index, this.generation, out.length)) throw lastError(table);
    return this;
  }

  /** All properties as an object, which `createJoint` takes with the bodies. */
  properties() {
    const kind = this.#kind();
    return TABLES[kind].decode(this.#numbers(), { type: TYPES[kind] });
  }

  /** Removes it. */
  remove() {
    check(engine(this.world).removeJoint(this.index, this.generation));
  }
}

const everything = new Table([...JOINT, ...Object.values(KINDS).flat()]);
addProperties(Joint, everything);

export { everything, TYPES };
