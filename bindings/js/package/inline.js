// The package without a loader: the engine is in this file, and has started when the import is done.

import { forbidden } from "./errors.js";
import { start } from "./memory.js";
import { hasSimd } from "./simd.js";

export * from "./core.js";
export { hasSimd };

if (!hasSimd()) throw new Error("this WebAssembly has no vector instructions: import 'physics2d' in place of 'physics2d/inline'");
// `tools/build.mjs` puts the file with vector instructions here, in base64.
const text = atob("TEXT OF THE ENGINE");
try {
  start(new WebAssembly.Module(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
} catch (error) {
  throw forbidden(error);
}
/** For programs that also work with the other build: there is nothing to wait for. */
export const init = () => Promise.resolve();
