// Errors that name the field and its value. RangeError and TypeError are those of the language.

class EngineError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
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
export const stale = (message) => new StaleHandleError(message);
export const foreign = (message) => new ForeignHandleError(message);

const camel = (name) => name.replace(/[_ ](\w)/g, (_, letter) => letter.toUpperCase());

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
  const Class = CLASSES[name] ?? Error;
  return made(Class, field ? message.replace(field, camel(field)) : message, camel(field), parsed(value));
}
