// Errors that name the field and its value. RangeError and TypeError are those of the language.

class EngineError extends Error {
  constructor(message, field, value) {
    super(message);
    this.name = new.target.name;
    /** The argument or the property that is refused, if it is one. */
    this.field = field;
    this.value = value;
  }
}

/** The body, collider or joint has been removed. */
export class StaleHandleError extends EngineError {}
/** The body, collider or joint belongs to another world. */
export class ForeignHandleError extends EngineError {}
/** Bytes or a text that are no snapshot, level or recording. */
export class FileError extends EngineError {}
/** A recording does not play as it was recorded. */
export class ReplayError extends EngineError {}
/** A contact hook has used its world while it steps. */
export class WorldBusyError extends EngineError {}

const CLASSES = { Error, RangeError, TypeError, StaleHandleError, ForeignHandleError, FileError, ReplayError };

/** How a value is written in a message. */
export function show(value) {
  if (typeof value === "string") return `'${value}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const name = value.constructor?.name ?? "object";
    if (name !== "Object") return name;
    return `{${Object.keys(value).slice(0, 4).map((key) => `${key}: ${show(value[key])}`).join(", ")}}`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function made(Class, message, field, value) {
  const error = new Class(message);
  error.field = field;
  error.value = value;
  return error;
}

/** A value of the wrong kind. */
export function wrongType(field, value, expected) {
  return made(TypeError, `${field} is ${show(value)}: it must be ${expected}`, field, value);
}

/** A value out of range. */
export function outOfRange(field, value, expected) {
  return made(RangeError, `${field} is ${show(value)}: it must be ${expected}`, field, value);
}

/** A handle that is of no use here. */
export const stale = (message, field, value) => new StaleHandleError(message, field, value);
export const foreign = (field, value) => new ForeignHandleError(`${field} belongs to another world`, field, value);

/** The handle that a program used last: that of an error of the engine that names none. */
export const about = { handle: undefined };

/** What the engine describes by a phrase, and the property or argument that it is about. */
const PHRASES = {
  "velocity of a static body": "velocity",
  "angular_velocity of a static body": "angularVelocity",
  "velocity after the impulse": "impulse",
  "angular velocity after the impulse": "impulse",
  "sum of the forces": "force",
  "sum of the torques": "torque",
  "time to the target": "dt",
  "length of up": "up",
  "length of one_way": "oneWay",
  "length of the axis": "axis",
  "length of an edge": "shape",
  "number of points": "shape",
  "reach of the shape": "shape",
  "inertia about the origin of the body": "shape",
  "center of mass": "centerOfMass",
  "point of the portal": "portal",
  "normal of the portal": "portal",
  "center of an opening": "center",
  "length of the normal of an opening": "normal",
  "wall beside an opening": "wall",
};

/** What the engine's messages call things, and what they are called here. */
const WORDS = [
  ["`geom::cleaned` and `Polygon::cleaned` leave out repeated vertices", "Leave out repeated vertices"],
  ["reverse their order, or use `Polygon::from_any_winding`", "reverse their order"],
  ["`Polygon::cleaned` leaves out straight corners; `Outline` takes", "Leave out straight corners; `createOutline` takes"],
  ["; `convex_hull` returns all of them", ""],
  [/: Replay::set_contact_hook$/, ": World.replay and recording.check take it"],
  ["too large for f32", "too large"],
  [/\bthis crate reads\b/, "this package reads"],
];

/** A message of the engine in the words of JavaScript. */
export function plain(message) {
  const ours = WORDS.reduce((text, [rust, here]) => text.replace(rust, here), message);
  return ours.replace(/\b[a-z]+(_[a-z]+)+\b/g, camel);
}

/** The error of a browser that compiles no WebAssembly, with what to do about it. */
export function forbidden(error) {
  if (!/disallowed|unsafe-eval|Content Security/i.test(error?.message ?? "")) return error;
  const cure = "add 'wasm-unsafe-eval' to its script-src";
  return new Error(`the Content-Security-Policy of the page forbids WebAssembly: ${cure}`, { cause: error });
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

function parsed(text) {
  if (text === "") return undefined;
  if (text === "NaN") return NaN;
  if (text === "inf") return Infinity;
  if (text === "-inf") return -Infinity;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error that the engine describes: class, field, value and message. `table` tells the names of keys. */
export function failure(text, table) {
  const [name, field, value, ...rest] = text.split("\n");
  const message = rest.join("\n");
  if (name === "Key") {
    const found = table?.byKey.get(Number(field))?.path ?? "value";
    return outOfRange(found, parsed(value), plain(message));
  }
  if (name === "StaleHandleError" || name === "ForeignHandleError") {
    const kind = /body|collider|joint/.exec(message)?.[0];
    return made(CLASSES[name], message, kind, about.handle);
  }
  const Class = CLASSES[name] ?? Error;
  // A phrase that is about no single field has none.
  const own = PHRASES[field] ?? (field === "" || field.includes(" ") ? undefined : camel(field));
  return made(Class, plain(message), own, parsed(value));
}
