// node tools/build.mjs BINDGEN PAGE.wasm PROFILE: makes dist/, which any server of files can show. Of the profile `quick`
// the module stays as it is, and its size is not looked at.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** Bytes after brotli; a page that grows beyond it is looked at before it is taken. */
const CEILING = 1_900_000;
const FEATURES = ["--enable-simd", "--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-multivalue"];

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const [bindgen, page, profile] = process.argv.slice(2);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
execFileSync(bindgen, [page, dist, "page"], { stdio: "inherit" });
const wasm = join(dist, "page_bg.wasm");
const optimizer = join(root, "../js/node_modules/binaryen/bin/wasm-opt");
if (profile !== "quick") execFileSync(process.execPath, [optimizer, wasm, "-o", wasm, "-O2", "--strip-debug", "--strip-producers", ...FEATURES], { stdio: "inherit" });
for (const name of ["index.html", "host.js", "icon.svg"]) copyFileSync(join(root, name), join(dist, name));
// For those who are sent a link.
copyFileSync(join(root, "../../docs/pictures/page.png"), join(dist, "preview.png"));
if (profile === "quick") process.exit();
let all = 0;
for (const name of ["page_bg.wasm", "page.js", "host.js", "index.html"]) {
  const bytes = readFileSync(join(dist, name));
  const small = brotliCompressSync(bytes);
  // Servers that know it send this in place of the file.
  writeFileSync(join(dist, `${name}.br`), small);
  all += small.length;
  console.log(`${name}: ${bytes.length} bytes, ${small.length} with brotli`);
}
console.log(`the page: ${all} bytes with brotli`);
if (all > CEILING) throw new Error(`the page has ${all} bytes with brotli, more than ${CEILING}`);
