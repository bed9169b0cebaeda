// The package in Node, Deno and Bun.

import { readFile } from "node:fs/promises";
import { outOfRange } from "./errors.js";
import { isStarted, start } from "./memory.js";
import { unknown } from "./properties.js";
import { hasSimd } from "./simd.js";

export * from "./core.js";
export { hasSimd };

let starting;
/** Which file the engine was started from first: with vector instructions, or without. */
let loaded;

/** Loads the engine: the file with vector instructions where they are known. Await it once. */
export function init(options = {}) {
  const names = ["wasm", "simd"];
  for (const name in options) if (!names.includes(name)) throw unknown("", name, names, "init has no option");
  const { wasm, simd = hasSimd() } = options;
  if (loaded !== undefined && "simd" in options && simd !== loaded) {
    const file = loaded ? "with" : "without";
    throw outOfRange("simd", simd, `${loaded} or left out: the engine has started ${file} vector instructions`);
  }
  if (isStarted()) return Promise.resolve();
  if (wasm === undefined) loaded ??= simd;
  starting ??= load(wasm, simd).catch((error) => {
    starting = undefined;
    loaded = undefined;
    throw error;
  });
  return starting;
}

async function load(wasm, simd) {
  const name = simd ? "./physics_simd.wasm" : "./physics_plain.wasm";
  const given = (await wasm) ?? new URL(name, import.meta.url);
  if (given instanceof WebAssembly.Module) start(given);
  else if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) start(await WebAssembly.compile(given));
  else start(await WebAssembly.compile(await readFile(given)));
}
