// Contact hooks: the half of src/hook.rs in JavaScript. The engine asks by the number of a world.

import { WorldBusyError, outOfRange, wrongType } from "./errors.js";
import { answersAt, numbers } from "./memory.js";
import { unknown } from "./properties.js";
import { dataOf, finite, maskOf, vec } from "./values.js";

/** Worlds by number, weakly: a hook may refer to its world, and nobody else frees them. */
const worlds = new Map();
/** The number of each world that has ever had a hook, and its hook. */
const records = new WeakMap();
const gone = new FinalizationRegistry((number) => worlds.delete(number));
let count = 0;
/** What a hook has thrown since the engine was called, as `{ error }`. */
let failure;

const KINDS = ["static", "kinematic", "dynamic"];
const RESPONSE = ["pushes", "friction", "staticFriction", "restitution", "surfaceSpeed"];
/** Where the second collider, the place and the response begin in the numbers. */
const [SECOND, PLACE, USUAL] = [15, 30, 37];

/** Takes the place of the engine of a world while a hook of it runs. */
const busy = new Proxy(Object.freeze({}), {
  get() {
    throw new WorldBusyError("the world steps: a contact hook cannot use it, only what it is given");
  },
});

/** The hook of a world. */
export const hookOf = (world) => records.get(world)?.hook ?? null;

/** Keeps the hook of a world, and returns what the engine needs to know of it: number, and what it answers. */
export function keepHook(world, hook) {
  if (hook === null) {
    if (records.has(world)) records.get(world).hook = null;
    return [0, false, false];
  }
  const [accepts, responds] = ["accepts", "respond"].map((name) => typeof hook?.[name] === "function");
  if (!accepts && !responds) {
    throw wrongType("contactHook", hook, "an object with a method accepts(a, b) or respond(contact), or null");
  }
  if (!records.has(world)) {
    records.set(world, { number: ++count, hook });
    worlds.set(count, new WeakRef(world));
    gone.register(world, count);
  }
  const record = records.get(world);
  record.hook = hook;
  return [record.number, accepts, responds];
}

/** What a hook has thrown, as `{ error }`, once. */
export function takeFailure() {
  const taken = failure;
  failure = undefined;
  return taken;
}

/** Asks the hook of a world; what it throws is kept, and `otherwise` counts. */
function ask(number, otherwise, call) {
  if (failure) return otherwise;
  const world = worlds.get(number)?.deref();
  if (!world) return otherwise;
  const { raw } = world;
  world.raw = busy;
  try {
    return call(world, hookOf(world));
  } catch (error) {
    failure = { error };
    return otherwise;
  } finally {
    world.raw = raw;
  }
}

/** A collider as a hook sees it. */
function side(world, from, at) {
  return Object.freeze({
    collider: world.colliderOf(from[at], from[at + 1]),
    body: world.bodyOf(from[at + 2], from[at + 3]),
    type: KINDS[from[at + 4]],
    category: maskOf(from, at + 5),
    userData: dataOf(from, at + 7),
    bodyUserData: dataOf(from, at + 11),
  });
}

/** Whether two colliders may have a contact. Called by the engine. */
export function accepts(number) {
  // False after an error: what has no contact is asked about again, what has one is not.
  return ask(number, false, (world, hook) => {
    const [from, at] = [numbers(), answersAt()];
    const found = hook.accepts(side(world, from, at), side(world, from, at + SECOND));
    if (typeof found !== "boolean") throw wrongType("what accepts returns", found, "true or false");
    return found;
  });
}

/** Whether the hook has changed what a contact does: then it is written as the results. Called by the engine. */
export function respond(number) {
  return ask(number, false, (world, hook) => {
    const [from, at] = [numbers(), answersAt()];
    const [place, usual] = [at + PLACE, at + USUAL];
    const response = { pushes: true };
    for (let i = 1; i < RESPONSE.length; i++) response[RESPONSE[i]] = from[usual + i - 1];
    const found = hook.respond({
      a: side(world, from, at),
      b: side(world, from, at + SECOND),
      point: vec(from[place], from[place + 1]),
      normal: vec(from[place + 2], from[place + 3]),
      velocity: vec(from[place + 4], from[place + 5]),
      hadPoints: from[place + 6] !== 0,
      friction: response.friction,
      staticFriction: response.staticFriction,
      restitution: response.restitution,
      surfaceSpeed: response.surfaceSpeed,
    });
    if (found === undefined || found === null) return false;
    change(response, found);
    // The hook may have called another world, and the memory may have grown.
    const to = numbers();
    for (let i = 0; i < RESPONSE.length; i++) to[answersAt() + i] = Number(response[RESPONSE[i]]);
    return true;
  });
}

/** Changes a response by what a hook has returned. */
function change(response, found) {
  if (typeof found === "boolean") {
    response.pushes = found;
    return;
  }
  if (typeof found !== "object") throw wrongType("what respond returns", found, "nothing, true, false or an object");
  for (const name in found) {
    const value = found[name];
    if (!RESPONSE.includes(name)) throw unknown("", name, RESPONSE, "a response has no property");
    if (name === "pushes") {
      if (typeof value !== "boolean") throw wrongType(name, value, "true or false");
    } else if (finite(name, value) < 0 && name !== "surfaceSpeed") {
      throw outOfRange(name, value, "not negative");
    }
    response[name] = value;
  }
  if ("friction" in found && !("staticFriction" in found)) response.staticFriction = found.friction;
}
