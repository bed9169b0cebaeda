// A fresh folder, the packed tarball, and the pile of the README in Chromium: without a bundler, by Vite (built
// and served), and with the engine inline.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { root, text } from "./start.mjs";

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const skip = !chromium && !process.env.CI && "Chromium is not installed";
const { styleText } = await import("node:util");
/** Vite 8 needs Node 20.19; what users install does not. */
const skipVite = skip || (!styleText && !process.env.CI && `Vite does not run in Node ${process.version}`);
const page = text("bindings/js/README.md").split("```html\n").at(-1).split("```")[0];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

let folder;
let browser;
const servers = [];

before(async () => {
  if (skip) return;
  assert.ok(chromium, "the pages need Chromium (Debian: apt-get install chromium)");
  folder = mkdtempSync(join(tmpdir(), "physics2d-"));
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const tarball = readdirSync(root("bindings/js/dist")).find((name) => name.endsWith(".tgz"));
  const words = ["install", "--offline", "--no-audit", "--no-fund", "--silent", root(`bindings/js/dist/${tarball}`)];
  execFileSync("npm", words, { cwd: folder, stdio: "inherit" });
  const { default: puppeteer } = await import("puppeteer-core");
  browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Serves a folder; returns its address. */
async function serve(files) {
  const server = createServer((request, response) => {
    const path = join(files, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    return createReadStream(path).pipe(response);
  });
  servers.push(server);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${server.address().port}/`;
}

/** How many pixels of the canvas are painted, and their mean height, px. */
const painted = (tab) =>
  tab.evaluate(() => {
    const { width, height } = document.querySelector("canvas");
    const { data } = document.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height);
    let [count, sum] = [0, 0];
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] > 0) {
        count++;
        sum += height - Math.floor(i / 4 / width);
      }
    }
    return [count, sum / count];
  });

/** Opens a page, and checks that a pile falls in it. */
async function falls(address) {
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  // A favicon is nobody's business.
  const isIcon = (message) => /favicon/.test(message.location().url ?? "");
  tab.on("console", (message) => message.type() === "error" && !isIcon(message) && errors.push(message.text()));
  tab.on("requestfailed", (request) => errors.push(request.url()));
  await tab.goto(address);
  const deadline = Date.now() + 60_000;
  let first = [0, 0];
  while (first[0] === 0 && Date.now() < deadline && errors.length === 0) first = await painted(tab);
  // Two seconds of steps, however slow the machine is.
  let last = first;
  while (last[1] > 0.8 * first[1] && Date.now() < deadline) last = await painted(tab);
  await tab.close();
  assert.deepEqual(errors, []);
  assert.ok(first[0] > 10_000 && last[0] > 10_000, `${first} ${last}`);
  assert.ok(last[1] < 0.8 * first[1], `the pile has not fallen: ${first} ${last}`);
}

test("the page of the README has 30 lines", () => {
  assert.ok(page.trim().split("\n").length <= 30, page);
});

test("a pile falls on the page of the README", { skip }, async () => {
  writeFileSync(join(folder, "index.html"), page);
  await falls(await serve(folder));
});

test("a pile falls with the engine inline", { skip }, async () => {
  const inline = page.replace("physics2d/index.js", "physics2d/inline.js");
  assert.notEqual(inline, page);
  writeFileSync(join(folder, "inline.html"), inline);
  await falls(`${await serve(folder)}inline.html`);
});

test("a pile falls with Vite, built and served", { skip: skipVite, timeout: 120_000 }, async () => {
  const vite = await import("vite");
  const site = join(folder, "site");
  mkdirSync(site);
  writeFileSync(join(site, "index.html"), page.replace("./node_modules/physics2d/index.js", "physics2d"));
  const options = { root: site, base: "./", logLevel: "warn", configFile: false };
  await vite.build(options);
  const built = readdirSync(join(site, "dist/assets")).filter((name) => name.endsWith(".wasm"));
  // Vite keeps one of two equal files: those of `cargo xtask js --quick`.
  const [plain, simd] = ["plain", "simd"].map((name) => readFileSync(root(`bindings/js/dist/package/physics_${name}.wasm`)));
  assert.equal(built.length, plain.equals(simd) ? 1 : 2, `${built}`);
  await falls(await serve(join(site, "dist")));
  const server = await vite.createServer({ ...options, base: "/", server: { port: 0, host: "127.0.0.1" } });
  await server.listen();
  try {
    await falls(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
});

// A bundler may leave out a module whose names come from another one, unless it is told that the module does something.
test("a pile falls with the engine inline, built by Vite", { skip: skipVite, timeout: 120_000 }, async () => {
  const vite = await import("vite");
  const site = join(folder, "inline-site");
  mkdirSync(site);
  const inline = page.replace("./node_modules/physics2d/index.js", "physics2d/inline").replace("await init();", "");
  assert.ok(inline.includes('"physics2d/inline"') && !inline.includes("await init"));
  writeFileSync(join(site, "index.html"), inline);
  await vite.build({ root: site, base: "./", logLevel: "error", configFile: false });
  await falls(await serve(join(site, "dist")));
});
