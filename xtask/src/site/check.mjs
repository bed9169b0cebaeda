// node check.mjs FOLDER PAGE...: serves the folder and opens each page in Chromium. An error is a request to elsewhere or
// for a file that is missing, an error of a script, a page wider than the screen, and what axe finds. Writes pictures of
// the landing page and of the first pages of parts beside the folder.

import { createReadStream, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const [folder, ...pages] = process.argv.slice(2);
const require = createRequire(new URL("../../../bindings/js/package.json", import.meta.url));
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!chromium) {
  console.error("error: the pages are not opened: install Chromium (Debian: apt-get install chromium)");
  process.exit(1);
}
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844, isMobile: true } };
const SHOWN = /^(index|downloads|python|c|book\/docs\/(README|guide|comparison))\.html$/;

const server = createServer((request, response) => {
  const path = join(folder, decodeURIComponent(new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html")));
  if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
  return createReadStream(path).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;
const pictures = `${folder}-pictures`;
mkdirSync(pictures, { recursive: true });

const problems = [];
const browser = await require("puppeteer-core").launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
for (const [name, viewport] of Object.entries(WIDTHS)) {
  for (const scheme of ["light", "dark"]) {
    const tab = await browser.newPage();
    await tab.setViewport(viewport);
    tab.setDefaultTimeout(180_000);
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    let page;
    const problem = (text) => problems.push(`${page} (${name}, ${scheme}): ${text}`);
    tab.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) problem(`asks for ${request.url()}`);
    });
    tab.on("response", (response) => response.status() >= 400 && problem(`${response.status()} ${response.url()}`));
    tab.on("pageerror", (error) => problem(error.message));
    // In the dark, colours alone are new.
    for (page of scheme === "light" ? pages : pages.filter((page) => SHOWN.test(page))) {
      await tab.goto(address + page, { waitUntil: "load" });
      const width = await tab.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) problem(`is ${width} pixels wide`);
      if (name === "phone" || scheme === "dark") {
        await tab.addScriptTag({ path: require.resolve("axe-core") });
        // Frames are pages of their own. A reference of thousands of lines is one element, and would take minutes.
        const found = await tab.evaluate(() => axe.run({ exclude: ["iframe", "pre.reference"] }, { resultTypes: ["violations"] }));
        for (const { id, nodes } of found.violations) problem(`axe: ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 200)}`);
      }
      if (SHOWN.test(page)) {
        const file = `${page.replaceAll("/", "-").replace(".html", "")}-${name}-${scheme}.png`;
        await tab.screenshot({ path: join(pictures, file) });
      }
    }
    await tab.close();
  }
}
await browser.close();
server.close();
for (const line of problems.slice(0, 40)) console.log(line);
console.log(`${pages.length} pages opened, ${problems.length} problems; pictures are in ${pictures}`);
if (problems.length > 0) process.exit(1);
