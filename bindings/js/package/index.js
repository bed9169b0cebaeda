// The package in a browser, with or without a bundler.

import { forbidden, outOfRange } from "./errors.js";
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
    throw forbidden(error);
  });
  return starting;
}

async function load(wasm, simd) {
  // Bundlers know `new URL(..., import.meta.url)`, and copy the file.
  const given =
    wasm ??
    (simd ? new URL("./physics_simd.wasm", import.meta.url) : new URL("./physics_plain.wasm", import.meta.url));
  start(await moduleOf(await given));
}

async function moduleOf(given) {
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  const response = given instanceof Response ? given : await fetch(given);
  if (!response.ok) throw new Error(`${response.url} cannot be loaded: ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
