// The memory of the WebAssembly module, as both sides use it: numbers in, numbers out, and the last error.

import * as engine from "./engine.js";
import { failure } from "./errors.js";
import { takeFailure } from "./hook.js";

/** @type {WebAssembly.Memory} */
let memory;
/** All of the memory as numbers; made anew when the memory has grown, since the old view is empty then. */
let all = new Float64Array(0);
/** Where the input and the short answers begin in `all`. */
let input = 0;
let result = 0;
let room = 0;

/** Starts the module, once. */
export function start(module) {
  if (memory) return;
  memory = engine.initSync({ module }).memory;
  result = engine.results() / 8;
  makeRoom(1024);
}

export const isStarted = () => memory !== undefined;

/** Refuses to go on before the engine has started. */
function started() {
  if (!memory) throw new Error("physics2d has not been started: call init first, as in `await init()`");
}

const { Batched, Engine, Field, Recorded, Saved, shapeInfo, Walker } = engine;
/** What the engine makes, once it has started. */
export const glue = {};
for (const [name, value] of Object.entries({ Batched, Engine, Field, Recorded, Saved, shapeInfo, Walker })) {
  Object.defineProperty(glue, name, {
    get() {
      started();
      return value;
    },
  });
}

function makeRoom(count) {
  input = engine.reserve(count) / 8;
  room = count;
}

export function numbers() {
  if (all.length === 0) all = new Float64Array(memory.buffer);
  return all;
}

/**
 * Writes lists of numbers as the input, and returns how many there are. All of them are known before: what a
 * program gives is read first, since a getter of it may call the engine, too.
 */
export function send(...lists) {
  started();
  let count = 0;
  for (const one of lists) count += one.length;
  if (count > room) makeRoom(2 * count);
  const to = numbers();
  let at = input;
  for (const one of lists) for (let i = 0; i < one.length; i++) to[at++] = one[i];
  return count;
}

/** A number of the last short answer. */
export const answer = (at) => numbers()[result + at];
/** Where the last short answer begins in `numbers()`. */
export const answersAt = () => result;

/** The list of the last call, of this length; a view that the next call may change. */
export function list(count) {
  if (count < 0) throw lastError();
  const from = engine.output() / 8;
  return numbers().subarray(from, from + count);
}

/** All of the memory, and where the list of the last call, of this length, begins in it. */
export function place(count) {
  if (count < 0) throw lastError();
  return engine.output() / 8;
}

/** A typed array over the memory. */
export const floats = (address, count) => new Float32Array(memory.buffer, address, count);
export const bytes = (address, count) => new Uint8Array(memory.buffer, address, count);
export const doubles = (address, count) => new Float64Array(memory.buffer, address, count);
/** Whether a view of the memory is still the memory. */
export const isCurrent = (view) => view.buffer === memory.buffer;
/** How many bytes the memory has. */
export const memorySize = () => memory?.buffer.byteLength ?? 0;

/** The error of the last call. */
export const lastError = (table) => failure(engine.takeError(), table);

/** Throws if a call failed, and again what a contact hook has thrown in it. */
export function check(done, table) {
  const thrown = takeFailure();
  if (thrown) throw thrown.error;
  if (done === false || done === -1) throw lastError(table);
  return done;
}
