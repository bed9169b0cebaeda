// What the tests of the page share: a server of dist/, Chromium, and a tab that has loaded the page.

import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
export const pictures = join(dist, "pictures");
const puppeteer = createRequire(join(root, "../js/package.json"))("puppeteer-core");
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
export const skip = !chromium && !process.env.CI && "Chromium is not installed";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** One for each scale: a scale that is only emulated is unknown to the observer by which the canvas learns its size. */
const browsers = new Map();
let server;
let address;

/** Starts the server. */
export async function launch() {
  if (skip) return;
  assert.ok(chromium, "the page needs Chromium (Debian: apt-get install chromium)");
  mkdirSync(pictures, { recursive: true });
  server = createServer((request, response) => {
    const path = join(dist, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    const type = { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" };
    const small = existsSync(`${path}.br`) && /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(200, small ? { ...type, "Content-Encoding": "br" } : type);
    return createReadStream(small ? `${path}.br` : path).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
}

/** The browser whose screen has so many pixels for a point. */
async function browserOf(scale) {
  if (!browsers.has(scale)) {
    // Without a graphics card, OpenGL is a program.
    const args = ["--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
    browsers.set(scale, await puppeteer.launch({ executablePath: chromium, args: [...args, `--force-device-scale-factor=${scale}`] }));
  }
  return browsers.get(scale);
}

/** Ends all. */
export async function close() {
  for (const browser of browsers.values()) await browser.close();
  server?.close();
}

/** Opens the page with this query, and waits until it can be used. `media` are features such as the system's theme. */
export async function open(query, { scale = 1, ...viewport }, media = []) {
  const tab = await (await browserOf(scale)).newPage();
  await tab.emulateMediaFeatures(media);
  // 0 leaves the scale as it is.
  await tab.setViewport({ ...viewport, deviceScaleFactor: 0 });
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await tab.goto(address + query);
  await tab.waitForFunction(() => document.getElementById("message").textContent !== "Loading", { timeout: 60_000 });
  return { tab, errors, message: await tab.$eval("#message", (element) => element.textContent) };
}

export const DESKTOP = { width: 1280, height: 800 };
export const LANDSCAPE = { width: 844, height: 390, scale: 2, hasTouch: true, isMobile: true };
export const PHONE = { width: 390, height: 844, scale: 2, hasTouch: true, isMobile: true };
