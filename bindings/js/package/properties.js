// Definitions as numbers, by the list of properties: plain objects to `[key, count, numbers ...]`, and back.
//
// `table.js` is made from docs/properties.json: no name, form or choice is written here.

import { outOfRange, wrongType } from "./errors.js";
import { list, numbers, place } from "./memory.js";
import * as values from "./values.js";

/** A definition that can be chained: `new BodyDef().type("dynamic").position(0, 3)`. */
export class Definition {
  constructor(values = {}) {
    this.values = { ...values };
    Object.preventExtensions(this);
  }
}

const most = 2 ** 32 - 1;

/** How the numbers of each form are written; `field` is the name in errors. */
const ENCODE = {
  number: (field, x) => [values.number(field, x)],
  point: values.coordinates,
  interval(field, x) {
    if (!Array.isArray(x) || x.length !== 2) throw wrongType(field, x, "a pair [lower, upper]");
    return [values.number(`${field}[0]`, x[0]), values.number(`${field}[1]`, x[1])];
  },
  rotation(field, x) {
    if (!Array.isArray(x) || x.length !== 2) throw wrongType(field, x, "a pair [cos, sin]; or give the angle");
    return [values.finite(`${field}[0]`, x[0]), values.finite(`${field}[1]`, x[1])];
  },
  // The engine makes a rotation of it: the sine of a browser has bits of its own.
  angle: (field, x) => [values.finite(field, x)],
  positions(field, x) {
    if (!Array.isArray(x) || x.length !== 2) throw wrongType(field, x, "two points");
    return [...values.coordinates(`${field}[0]`, x[0]), ...values.coordinates(`${field}[1]`, x[1])];
  },
  pose(field, x) {
    const what = "{x, y, angle}, [x, y], [x, y, angle] or [x, y, cos, sin]";
    let all = x;
    if (x !== null && typeof x === "object" && !Array.isArray(x)) all = [x.x, x.y, x.angle ?? 0];
    if (!Array.isArray(all) || all.length < 2 || all.length > 4) throw wrongType(field, x, what);
    all = all.map((one, i) => values.finite(`${field}[${i}]`, one));
    return all.length === 2 ? [all[0], all[1], 0] : all;
  },
  count: (field, x) => [values.whole(field, x, 0, most)],
  index: (field, x) => [values.whole(field, x, 0, most)],
  mask: values.mask,
  signed: (field, x) => [values.whole(field, x, -(2 ** 31), 2 ** 31 - 1)],
  flag: (field, x) => [values.flag(field, x) ? 1 : 0],
  data(field, x) {
    const what = "a whole number from 0 to 2^53 - 1, or a bigint below 2^128; keep objects in `data`";
    if (typeof x === "number" && Number.isSafeInteger(x) && x >= 0) return [x % 2 ** 32, Math.floor(x / 2 ** 32), 0, 0];
    if (typeof x !== "bigint") throw wrongType(field, x, what);
    if (x < 0n || x >= 1n << 128n) throw outOfRange(field, x, what);
    return [0n, 32n, 64n, 96n].map((shift) => Number((x >> shift) & 0xffffffffn));
  },
};
ENCODE.vector = ENCODE.point;
ENCODE.position = ENCODE.point;

/** How each form is read. */
const DECODE = {
  number: (n, at) => values.short(n[at]),
  point: (n, at) => ({ x: values.short(n[at]), y: values.short(n[at + 1]) }),
  position: (n, at) => ({ x: n[at], y: n[at + 1] }),
  interval: (n, at) => [values.short(n[at]), values.short(n[at + 1])],
  rotation: (n, at) => [n[at], n[at + 1]],
  positions: (n, at) => [{ x: n[at], y: n[at + 1] }, { x: n[at + 2], y: n[at + 3] }],
  pose: (n, at) => [n[at], n[at + 1], n[at + 2], n[at + 3]],
  count: (n, at) => n[at],
  flag: (n, at) => n[at] !== 0,
  data: values.dataOf,
  mask: values.maskOf,
};
DECODE.vector = DECODE.point;
DECODE.index = DECODE.signed = DECODE.count;

/** The known name that is nearest to one that is not known. */
export function nearest(name, known) {
  const distance = (a, b) => {
    let row = Array.from({ length: b.length + 1 }, (_, j) => j);
    let before = row;
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        // Two letters that are exchanged are one slip.
        if (i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      before = row;
      row = next;
    }
    return row[b.length];
  };
  let best;
  for (const one of known) {
    const far = distance(name.toLowerCase(), one.toLowerCase());
    const isPart = one.length > 3 && name.toLowerCase().includes(one.toLowerCase());
    // A slip of the hand, or a longer name of the same: anything farther would lead astray.
    const limit = isPart ? name.length / 2 : Math.min(name.length, one.length) / 3;
    if (far <= limit && (!best || far < best.far)) best = { far, one };
  }
  return best?.one;
}

/** Names of other engines, and what is nearest to them here: the first that is known where it is given. */
const ALIASES = {
  linearVelocity: ["velocity"],
  linvel: ["velocity"],
  angvel: ["angularVelocity"],
  linearDamping: ["damping"],
  frictionAir: ["damping"],
  fixedRotation: ["locksRotation"],
  lockRotation: ["locksRotation"],
  bullet: ["continuous"],
  ccd: ["continuous"],
  ccdEnabled: ["continuous"],
  continuousPhysics: ["continuous"],
  allowSleep: ["canSleep", "sleeping"],
  sleeping: ["awake"],
  active: ["enabled"],
  isActive: ["enabled"],
  bodyType: ["type"],
  isStatic: ["type"],
  static: ["type"],
  translation: ["position", "offset"],
  position: ["offset"],
  angle: ["offset"],
  rotation: ["offset"],
  x: ["position"],
  inertia: ["mass"],
  label: ["data"],
  name: ["data"],
  id: ["userData"],
  isSensor: ["sensor"],
  bounce: ["restitution"],
  bounciness: ["restitution"],
  elasticity: ["restitution"],
  frictionStatic: ["staticFriction"],
  mass: ["density"],
  material: ["friction"],
  layer: ["category"],
  categories: ["category"],
  categoryBits: ["category"],
  filterCategoryBits: ["category"],
  collisionGroups: ["category"],
  collisionFilter: ["category"],
  maskBits: ["mask"],
  filterMaskBits: ["mask"],
  groupIndex: ["group"],
  filterGroupIndex: ["group"],
  bodyA: ["a"],
  bodyB: ["b"],
  localAnchorA: ["anchorA"],
  localAnchorB: ["anchorB"],
  anchorPoint: ["anchor"],
  localAxisA: ["axis"],
  enableMotor: ["maxMotorTorque", "maxMotorForce"],
  maxTorque: ["maxMotorTorque"],
  motorTorque: ["maxMotorTorque"],
  targetVelocity: ["motorSpeed"],
  enableLimit: ["limits"],
  lowerAngle: ["limits"],
  upperAngle: ["limits"],
  lowerLimit: ["limits"],
  upperLimit: ["limits"],
  lowerTranslation: ["limits"],
  upperTranslation: ["limits"],
  stiffness: ["hertz", "angularHertz"],
  frequency: ["hertz", "angularHertz"],
  frequencyHz: ["hertz", "angularHertz"],
  damping: ["dampingRatio", "angularDampingRatio"],
  collideConnected: ["collide"],
  contactsEnabled: ["collide"],
  scale: ["lengthUnit"],
  pixelsPerMeter: ["lengthUnit"],
  substeps: ["solver"],
  iterations: ["solver"],
  positionIterations: ["solver"],
  velocityIterations: ["solver"],
  restitutionThreshold: ["solver"],
  // What is a property or a function of objects, here or there.
  filter: ["category"],
  userdata: ["userData", "data"],
  isDynamic: ["type"],
  isKinematic: ["type"],
  isSleeping: ["isAwake"],
  isEnabled: ["enabled"],
  isBullet: ["continuous"],
  angularSpeed: ["angularVelocity"],
  linearVelocityX: ["velocity"],
  worldCenter: ["center"],
  worldCenterOfMass: ["center"],
  fixtures: ["colliders"],
  fixtureList: ["colliders"],
  shapes: ["colliders"],
  parts: ["colliders"],
  constraints: ["joints"],
  jointList: ["joints"],
  bodyList: ["bodies"],
  addForce: ["applyForce"],
  addImpulse: ["applyImpulse"],
  addTorque: ["applyTorque"],
  applyLinearImpulse: ["applyImpulse"],
  applyForceToCenter: ["applyForce"],
  applyForceAtPoint: ["applyForce"],
  applyImpulseAtPoint: ["applyImpulse"],
  applyTorqueImpulse: ["applyAngularImpulse"],
  worldPoint: ["localToWorld"],
  localPoint: ["worldToLocal"],
  linearVelocityFromWorldPoint: ["velocityAt"],
  createFixture: ["createCollider"],
  addFixture: ["createCollider"],
  addCollider: ["createCollider"],
  addShape: ["createCollider"],
  createPolygonFixture: ["createPolygon"],
  destroyFixture: ["remove"],
  destroy: ["remove"],
  destroyBody: ["remove", "bodies"],
  removeBody: ["remove", "bodies"],
  removeRigidBody: ["remove", "bodies"],
  createDynamicBody: ["createBody"],
  createKinematicBody: ["createBody"],
  createStaticBody: ["createBody"],
  createRigidBody: ["createBody"],
  addBody: ["createBody"],
  createImpulseJoint: ["createJoint"],
  addConstraint: ["createJoint"],
  addJoint: ["createJoint"],
  rayCast: ["castRay"],
  raycast: ["castRay"],
  queryAABB: ["collidersIn"],
  queryPoint: ["collidersAt"],
  intersectionsWithPoint: ["collidersAt"],
  timestep: ["step"],
  update: ["step"],
  motorEnabled: ["maxMotorTorque", "maxMotorForce"],
};
/** The same for the words of a choice. */
const WORDS = {
  fixed: ["static", "weld"],
  hinge: ["revolute"],
  pin: ["revolute"],
  slider: ["prismatic"],
  line: ["prismatic"],
  spring: ["distance"],
  rope: ["distance"],
  "begin-contact": ["contactsBegun"],
  "end-contact": ["contactsEnded"],
  collisionStart: ["contactsBegun"],
  collisionEnd: ["contactsEnded"],
  "post-solve": ["hits"],
};

const alias = (table, name, known) => (Object.hasOwn(table, name) ? table[name].find((one) => known.includes(one)) : undefined);
const hint = (near) => (near ? `; did you mean '${near}'?` : "");

/** The error for a name that nothing has. */
export function unknown(path, name, names, what = "there is no property") {
  const error = new TypeError(`${what} '${path}${name}'${hint(alias(ALIASES, name, names) ?? nearest(name, names))}`);
  error.field = path + name;
  return error;
}

/** `setPosition`, `getPosition` and `isSensor` as `position` and `sensor`. */
const bare = (name) => name.replace(/^(?:get|set|is)([A-Z])/, (_, letter) => letter.toLowerCase());

/** The name here of what another engine calls so; `undefined` if it is no name of another engine. */
function peer(name, names) {
  const known = (one) => (names.includes(one) && one !== name ? one : undefined);
  return alias(ALIASES, name, names) ?? (bare(name) === name ? undefined : known(bare(name)) ?? alias(ALIASES, bare(name), names));
}

/**
 * Gives a class answers to names that it does not have: reading one of another engine throws, and so does writing any
 * to an object that takes none. What no engine is known to have reads as `undefined`, as libraries expect that
 * look at any object.
 */
export function answerNames(Class) {
  const namesOf = (object) => {
    const names = new Set();
    for (let one = object; one && one !== Object.prototype && !(one === proxy); one = Object.getPrototypeOf(one)) {
      for (const name of Object.getOwnPropertyNames(one)) if (name !== "constructor") names.add(name);
    }
    return [...names];
  };
  const proxy = new Proxy(Object.prototype, {
    get(target, name, receiver) {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name, receiver);
      const near = peer(name, namesOf(receiver));
      if (near === undefined) return undefined;
      const error = new TypeError(`there is no property '${name}'${hint(near)}`);
      error.field = name;
      throw error;
    },
    set(target, name, value, receiver) {
      if (typeof name === "symbol" || name in target || Object.isExtensible(receiver)) {
        return Reflect.defineProperty(receiver, name, { value, writable: true, enumerable: true, configurable: true });
      }
      const names = namesOf(receiver);
      const near = peer(name, names);
      const error = near ? new TypeError(`there is no property '${name}'${hint(near)}`) : unknown("", name, names);
      error.field = name;
      throw error;
    },
  });
  Object.setPrototypeOf(Class.prototype, proxy);
}

/** Names, forms and keys of a definition. */
export class Table {
  /** `list`: `[name, form, key, extra]` for each property; `extra` holds choices or the list of a part. */
  constructor(list, path = "") {
    this.byName = new Map();
    this.byKey = new Map();
    for (const [name, form, key, extra] of list) {
      const entry = { name, form, key, path: path + name, encode: ENCODE[form], decode: DECODE[form] };
      if (form === "choice") entry.choices = extra;
      if (form === "part" || form === "optional") entry.table = new Table(extra, `${path}${name}.`);
      if (form === "variants" || form === "optional variants") {
        entry.variants = Object.entries(extra).map(([type, inner]) => [type, new Table(inner, `${path}${name}.`)]);
        entry.type = key.type;
        entry.key = key.key;
      }
      // A missing value is written under the key of the optional, a present one under that of its value.
      if (form.startsWith("optional ") && !entry.variants) {
        entry.form = form.slice("optional ".length);
        entry.encode = ENCODE[entry.form];
        entry.decode = DECODE[entry.form];
        entry.missing = key;
        entry.key = key * 64 + 1;
      } else if (form.startsWith("optional")) {
        entry.missing = entry.key;
      }
      this.byName.set(name, entry);
      this.#learn(entry);
      if (entry.form === "rotation") {
        const angle = name.replace(/rotation/i, (word) => (word === "rotation" ? "angle" : "Angle"));
        const own = { name: angle, path: path + angle, form: "angle", encode: ENCODE.angle, rotation: name };
        this.byName.set(angle, { ...entry, ...own });
      }
    }
  }

  #learn(entry) {
    this.byKey.set(entry.key, entry);
    if (entry.missing) this.byKey.set(entry.missing, entry);
    if (entry.table) for (const [key, inner] of entry.table.byKey) this.byKey.set(key, inner);
    for (const [, table] of entry.variants ?? []) {
      for (const [key, inner] of table.byKey) this.byKey.set(key, inner);
    }
  }

  /** The numbers of the properties of an object; `others` are names that are read elsewhere. */
  encode(object, others) {
    if (object === null || typeof object !== "object" || Array.isArray(object)) {
      throw wrongType("definition", object, "an object of properties");
    }
    const given = object instanceof Definition ? object.values : object;
    const into = [];
    for (const name in given) {
      const entry = this.byName.get(name);
      if (entry?.form === "angle" && entry.rotation in given) {
        throw wrongType(name, given[name], `left out where '${entry.rotation}' is given`);
      }
      if (entry) this.#put(entry, given[name], into);
      else if (!others?.includes(name)) throw unknown("", name, [...this.byName.keys(), ...(others ?? [])]);
    }
    return into;
  }

  #put(entry, value, into) {
    if (value === null && entry.missing) {
      into.push(entry.missing, 0);
      return;
    }
    if (entry.encode) {
      const numbers = entry.encode(entry.path, value);
      into.push(entry.key, numbers.length);
      for (let i = 0; i < numbers.length; i++) into.push(numbers[i]);
      return;
    }
    if (entry.choices) {
      into.push(entry.key, 1, chosen(entry.path, value, entry.choices));
      return;
    }
    // `mass: 5` is `mass: { mass: 5 }`.
    const own = typeof value === "number" ? entry.table?.byName.get(entry.name) : undefined;
    if (own) {
      entry.table.#put(own, value, into);
      return;
    }
    if (value === null || typeof value !== "object") throw wrongType(entry.path, value, "an object of properties");
    let table = entry.table;
    let rest = Object.keys(value);
    if (entry.variants) {
      const names = entry.variants.map(([type]) => type);
      const index = chosen(`${entry.path}.type`, value.type, names);
      into.push(entry.type, 1, index);
      table = entry.variants[index][1];
      rest = rest.filter((name) => name !== "type");
    }
    for (const name of rest) {
      const inner = table.byName.get(name);
      if (!inner) throw unknown(`${entry.path}.`, name, [...table.byName.keys()]);
      table.#put(inner, value[name], into);
    }
  }

  /** The object that a list of numbers means. */
  decode(from, into = {}) {
    const found = placesOf(from);
    for (const [name, entry] of this.byName) {
      if (entry.form !== "angle") readInto(entry, name, from, found, into);
    }
    return into;
  }
}

function readInto(entry, name, from, found, into) {
  if (entry.missing && found.has(entry.missing)) {
    into[name] = null;
    return;
  }
  if (entry.table) {
    into[name] = {};
    for (const [key, inner] of entry.table.byName) readInto(inner, key, from, found, into[name]);
    return;
  }
  if (entry.variants) {
    const [type, table] = entry.variants[from[found.get(entry.type) + 2]];
    into[name] = { type };
    for (const [key, inner] of table.byName) readInto(inner, key, from, found, into[name]);
    return;
  }
  const at = found.get(entry.key);
  if (at === undefined) return;
  into[name] = entry.choices ? entry.choices[from[at + 2]] : entry.decode(from, at + 2);
}

/** The value of a property, which alone is in the list of the last call, of `count` numbers. */
function read(entry, count) {
  const at = place(count);
  const all = numbers();
  // An angle has the numbers of its rotation.
  if (entry.form === "angle") return Math.atan2(all[at + 3], all[at + 2]);
  if (entry.decode && all[at] === entry.key) return entry.decode(all, at + 2);
  if (entry.choices) return entry.choices[all[at + 2]];
  const into = {};
  const own = list(count);
  readInto(entry, entry.name, own, placesOf(own), into);
  return into[entry.name];
}

/** Where each key is in a list of numbers. */
function placesOf(from) {
  const found = new Map();
  for (let at = 0; at < from.length; at += 2 + from[at + 1]) found.set(from[at], at);
  return found;
}

/** Whether a key is among the numbers of `encode`. */
export function has(numbers, key) {
  for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]) if (numbers[at] === key) return true;
  return false;
}

/** The index of the name that is given. */
export function chosen(field, value, names) {
  const index = names.indexOf(value);
  if (index >= 0) return index;
  const near = typeof value === "string" ? (alias(WORDS, value, names) ?? nearest(value, names)) : undefined;
  const expected = `one of ${names.map((name) => `'${name}'`).join(", ")}${hint(near)}`;
  throw typeof value === "string" ? outOfRange(field, value, expected) : wrongType(field, value, expected);
}

/**
 * Gives a class a getter and a setter for each property that it does not have already. `keyed` is false where a
 * name has a key for each type, and the table is that of the thing.
 */
export function addProperties(Class, table, keyed = true) {
  for (const [name, known] of table.byName) {
    if (name in Class.prototype) continue;
    Object.defineProperty(Class.prototype, name, {
      get() {
        const entry = keyed ? known : this.table.byName.get(name);
        return entry && read(entry, this.countOf(entry.missing ?? entry.key));
      },
      set(value) {
        this.set({ [name]: value });
      },
      enumerable: false,
      configurable: true,
    });
  }
}

/** Gives a class of definitions a function for each property: `def.position(0, 3)` as `def.position([0, 3])`. */
export function addSetters(Class, names) {
  for (const name of names) {
    if (name in Class.prototype) continue;
    Class.prototype[name] = function (...given) {
      if (given.length === 0) throw wrongType(name, undefined, "given: this sets the property");
      this.values[name] = given.length === 1 ? given[0] : given;
      return this;
    };
  }
}
