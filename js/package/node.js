// The package in Node, Deno and Bun.

import { readFile } from "node:fs/promises";
import { isStarted, start } from "./memory.js";
import { unknown } from "./properties.js";
import { hasSimd } from "./simd.js";

export * from "./core.js";
export { hasSimd };

let starting;

/** Loads the engine: the file with vector instructions where they are known. Await it once. */
export function init(options = {}) {
  const names = ["wasm", "simd"];
  for (const name in options) if (!names.includes(name)) throw unknown("", name, names, "init has no option");
  const { wasm, simd = hasSimd() } = options;
  if (isStarted()) return Promise.resolve();
  starting ??= load(wasm, simd).catch((error) => {
    starting = undefined;
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
