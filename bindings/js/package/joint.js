// Joints.

import { JointCalls } from "./calls.js";
import { foreign, wrongType } from "./errors.js";
import { engine, live, removed } from "./handle.js";
import { answer, check, lastError, list, numbers, place, send } from "./memory.js";
import { addProperties, chosen, Definition, Table } from "./properties.js";
import { Body } from "./body.js";
import { JOINT, KIND_KEY, KINDS } from "./table.js";
import { point, vec } from "./values.js";

const TYPES = Object.keys(KINDS);
const TABLES = TYPES.map((type) => new Table([...JOINT, ...KINDS[type]]));
/** The words of a new joint that are no properties. */
const OWN = ["type", "a", "b", "anchor", "worldAnchorA", "worldAnchorB", "data"];

function bodyNumbers(world, field, body) {
  if (!(body instanceof Body)) throw wrongType(field, body, "a Body");
  if (body.world !== world) throw foreign(field, body);
  if (!body.exists) throw removed(field, body);
  return [body.index, body.generation];
}

/** Adds a joint to a world. */
export function createJoint(world, definition) {
  if (definition === null || typeof definition !== "object") throw wrongType("definition", definition, "an object");
  const from = definition instanceof Definition ? definition.values : definition;
  // Read once: a getter may call the engine, and answer something else the next time.
  const given = {};
  for (const name in from) given[name] = from[name];
  const kind = chosen("type", given.type, TYPES);
  // First, so that `bodyA` is answered by its name here, and not by a missing `a`.
  const numbers = TABLES[kind].encode(given, OWN);
  const bodies = [...bodyNumbers(world, "a", given.a), ...bodyNumbers(world, "b", given.b)];
  const { anchor, worldAnchorA, worldAnchorB } = given;
  const isOne = anchor !== undefined;
  if (isOne ? worldAnchorA !== undefined || worldAnchorB !== undefined : (worldAnchorA === undefined) !== (worldAnchorB === undefined)) {
    throw wrongType("anchor", anchor, "given alone, or worldAnchorA and worldAnchorB in its place");
  }
  const hasPoints = isOne || worldAnchorA !== undefined;
  for (const name of ["anchorA", "anchorB"]) {
    if (hasPoints && name in given) {
      throw wrongType(name, given[name], "left out where a point of the world is given: anchor, worldAnchorA, worldAnchorB");
    }
  }
  const places = [["worldAnchorA", worldAnchorA], ["worldAnchorB", worldAnchorB]].flatMap(([field, at]) =>
    hasPoints ? [...point(isOne ? "anchor" : field, isOne ? anchor : at)] : [0, 0],
  );
  const head = [...bodies, hasPoints ? 1 : 0, ...places, "length" in given ? 1 : 0, KIND_KEY, 1, kind];
  if (engine(world).addJoint(send(head, numbers)) < 0) throw lastError(TABLES[kind]);
  const joint = world.jointOf(answer(0), answer(1));
  joint.data = given.data;
  return joint;
}

/** A joint between two bodies. */
export class Joint extends JointCalls {
  constructor(world, slot, generation, maker) {
    super(world, slot, generation, maker);
    Object.preventExtensions(this);
  }

  get kind() {
    return 2;
  }

  /** What `console.log` shows. Not for programs. */
  summary() {
    const { type, a, b } = this;
    return { type, a: a.handle, b: b.handle };
  }

  /** Lists the numbers of the property with this key, of all for 0; returns how many. Not for programs. */
  countOf(key) {
    return live(this).jointDef(this.index, this.generation, key);
  }

  #kind() {
    return numbers()[place(this.countOf(KIND_KEY)) + 2];
  }

  /** Its properties, which depend on its type. Not for programs. */
  get table() {
    return TABLES[this.#kind()];
  }

  /** "revolute", "mouse", "distance", ... */
  get type() {
    return TYPES[this.#kind()];
  }

  /** Where its two anchors are in the world, m. */
  get anchors() {
    check(live(this).jointAnchors(this.index, this.generation));
    return [vec(answer(0), answer(1)), vec(answer(2), answer(3))];
  }

  /** Changes properties: `joint.set({ motorSpeed: 3, maxMotorTorque: 10 })`. */
  set(properties) {
    const table = TABLES[this.#kind()];
    const numbers = table.encode(properties);
    check(live(this).setJoint(this.index, this.generation, send(numbers)), table);
    return this;
  }

  /** All properties as an object, which `createJoint` takes with the bodies. */
  properties() {
    const kind = this.#kind();
    return TABLES[kind].decode(list(this.countOf(0)), { type: TYPES[kind] });
  }

  /** Removes it. */
  remove() {
    check(live(this).removeJoint(this.index, this.generation));
  }
}

const everything = new Table([...JOINT, ...Object.values(KINDS).flat()]);
addProperties(Joint, everything, false);

export { everything, TYPES };
