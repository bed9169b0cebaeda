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
    return outOfRange(found, parsed(value), message);
  }
  if (name === "StaleHandleError" || name === "ForeignHandleError") {
    const kind = /body|collider|joint/.exec(message)?.[0];
    return made(CLASSES[name], message, kind, about.handle);
  }
  const Class = CLASSES[name] ?? Error;
  // A phrase that is about no single field has none.
  const own = PHRASES[field] ?? (field === "" || field.includes(" ") ? undefined : camel(field));
  const ours = message.replace(/\bthis crate reads\b/, "this package reads");
  return made(Class, ours.replace(/\b[a-z]+(_[a-z]+)+\b/g, camel), own, parsed(value));
}
