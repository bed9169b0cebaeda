// node tools/build.mjs BINDGEN PLAIN.wasm SIMD.wasm [--quick]: makes dist/package and dist/physics2d-VERSION.tgz.
//
//   wasm-bindgen, wasm-opt    physics_plain.wasm, physics_simd.wasm, below a ceiling; kept while the input is the
//                             same; dist/*/named.wasm is the same code with the names of functions, in
//                             which no square root of `libm` may be. With --quick little is optimized, and
//                             there are no ceilings
//   package/*.js              copied to dist/modules; engine.js is what wasm-bindgen writes, the same for both
//   generate.mjs              table.js and index.d.ts
//   rollup                    the modules as three entries and one file, core.js, that they share: a page asks for three
//                             files in place of 28, and Node imports it in 7 ms in place of 18
//   inline.js                 the file with vector instructions as text, for pages without a loader

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { rollup } from "rollup";

const root = fileURLToPath(new URL("..", import.meta.url));
const [bindgen, plain, simd, quick] = process.argv.slice(2);
const at = (...parts) => join(root, ...parts);
const run = (program, ...words) => execFileSync(program, words, { stdio: "inherit" });
/** What both builds may hold besides the first WebAssembly; `simd` has vectors, too. */
const FEATURES = ["--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-multivalue"];
const OPTIMIZE = [quick ? "-O0" : "-O3", "-g"];
const STRIP = ["--strip-debug", "--strip-producers"];
/**
 * The most bytes that a file may have with brotli: `node tools/build.mjs` fails above. Lower it with the file, and leave
 * 0.3%: with the path of the checkout, which texts of errors hold, and with the compiler's order of functions the same
 * source gives some hundred bytes more or less. Batches take 31 KB of it, bodies that are cut and portals 28 KB.
 */
const CEILINGS = { plain: 658_100, simd: 558_500 };

/** A square root of the `libm` crate: 2 to 3.5% of a large scene. With `std` the crates use the instruction. */
const SLOW_ROOT = /\w*libm4math4sqrt\w*/;

/** Comments are for those who read the sources; what users need of them is in index.d.ts. */
const withoutComments = (text) => text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "").replace(/^\s*\/\/ .*\n/gm, "");

/** The optimized file and the glue for an input. */
function engineOf(name, input) {
  const features = [...FEATURES, ...(name === "simd" ? ["--enable-simd"] : [])];
  const words = [...OPTIMIZE, ...features];
  const hash = createHash("sha256").update(readFileSync(input)).update(words.join(" ")).digest("hex");
  const folder = at("dist", name);
  const stamp = join(folder, "hash");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run(bindgen, input, folder, "engine");
    const optimizer = at("node_modules/binaryen/bin/wasm-opt");
    const [bound, named, output] = ["engine_bg", "named", "engine"].map((name) => join(folder, `${name}.wasm`));
    run(process.execPath, optimizer, bound, "-o", named, ...words);
    run(process.execPath, optimizer, named, "-o", output, ...STRIP, ...features);
    writeFileSync(stamp, hash);
  }
  const slow = readFileSync(join(folder, "named.wasm"), "latin1").match(SLOW_ROOT);
  if (slow) throw new Error(`${name}: ${slow[0]} is in the file, and WebAssembly has an instruction for it`);
  return { wasm: readFileSync(join(folder, "engine.wasm")), glue: readFileSync(join(folder, "engine.js"), "utf8") };
}

const engines = { simd: engineOf("simd", simd) };
// Quick tests have one build for both.
engines.plain = plain === simd ? engines.simd : engineOf("plain", plain);
if (engines.plain.glue !== engines.simd.glue) throw new Error("the two builds do not have the same functions");

const [modules, folder] = [at("dist/modules"), at("dist/package")];
for (const one of [modules, folder]) {
  rmSync(one, { recursive: true, force: true });
  mkdirSync(one, { recursive: true });
}
for (const file of readdirSync(at("package"))) copyFileSync(at("package", file), join(modules, file));
writeFileSync(join(modules, "engine.js"), engines.simd.glue);
run(process.execPath, at("tools/generate.mjs"), modules);
const ENTRIES = ["index", "node", "inline"];
const bundle = await rollup({
  input: ENTRIES.map((name) => join(modules, `${name}.js`)),
  external: (id) => id.startsWith("node:"),
  onLog: (level, { code, message }) => {
    // The module calls contact hooks, and these read what the module wrote.
    if (level === "warn" && code !== "CIRCULAR_DEPENDENCY") throw new Error(message);
  },
});
const { output } = await bundle.generate({ chunkFileNames: "core.js", minifyInternalExports: false });
const names = output.map((one) => one.fileName).sort();
const wanted = [...ENTRIES, "core"].map((name) => `${name}.js`).sort();
if (String(names) !== String(wanted)) throw new Error(`the bundle is ${names}, and the package names ${wanted}`);
const TEXT = JSON.stringify(engines.simd.wasm.toString("base64"));
for (const { fileName, code } of output) {
  writeFileSync(join(folder, fileName), withoutComments(code).replace('"TEXT OF THE ENGINE"', () => TEXT));
}
for (const file of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(at("..", "..", file), join(folder, file));
for (const file of ["package.json", "index.d.ts"]) copyFileSync(join(modules, file), join(folder, file));
copyFileSync(at("README.md"), join(folder, "README.md"));
for (const [name, { wasm }] of Object.entries(engines)) writeFileSync(join(folder, `physics_${name}.wasm`), wasm);
writeFileSync(join(folder, "inline.d.ts"), 'export * from "./index.js";\n');
execFileSync("npm", ["pack", "--silent", "--pack-destination", at("dist"), folder], { stdio: ["ignore", "ignore", "inherit"] });
for (const [name, { wasm }] of Object.entries(engines)) {
  const small = brotliCompressSync(wasm).length;
  console.log(`physics_${name}.wasm: ${wasm.length} bytes, ${small} with brotli, at most ${CEILINGS[name]}`);
  if (small > CEILINGS[name] && !quick) {
    console.error("the file is too large: `cargo xtask wasm-size bindings/js/dist/simd/named.wasm` tells which functions are");
    process.exitCode = 1;
  }
}
