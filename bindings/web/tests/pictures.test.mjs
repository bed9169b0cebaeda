// Screenshots of the page beside stored ones, tests/pictures/*.png, each a quarter as wide and high.
//
// Both are shrunk to a grid of cells. A cell differs if its mean colour does by more than SHADE in a channel, and a
// picture if more than SHARE of its cells do. Letters that another machine draws a little otherwise change the mean of a
// cell by less; a canvas that stays blank, or a side bar that opens, changes a tenth of all cells and more, and the
// last test sees that it is noticed. `cargo xtask web --pictures` writes the pictures anew, and two of them as
// they are into docs/pictures: look at them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESKTOP, LANDSCAPE, PHONE, close, launch, open, pictures, skip, wait } from "./browser.mjs";

const SHADE = 16;
const SHARE = 0.02;
/** Pixels of a cell, of a desktop's screen or a phone's. */
const CELL = 20;
const stored = fileURLToPath(new URL("pictures", import.meta.url));
const isWriting = Boolean(process.env.WRITE_PICTURES);
/** Those that the docs show, whole. */
const SHOWN = { light: "page.png", phone: "page_phone.png" };
const docs = fileURLToPath(new URL("../../../docs/pictures", import.meta.url));

const SHOTS = [
  ["light", "?scene=wrecking_ball&theme=light", DESKTOP],
  ["dark", "?scene=arch&theme=dark", DESKTOP],
  ["explorer", "?explorer=separating+axes&theme=light", DESKTOP],
  ["phone", "?scene=card_house&theme=dark", PHONE],
  ["landscape", "?scene=ragdoll&theme=light", LANDSCAPE],
];

before(launch);
after(close);

/** Opens the page, pauses it at its beginning, and waits until the small pictures of the list are drawn. */
async function begin(query, viewport) {
  const { tab, message } = await open(query, viewport);
  assert.equal(message, "");
  await wait(500);
  if (!query.includes("explorer")) for (const key of ["Space", "r"]) await tab.keyboard.press(key, { delay: 80 });
  let last = "";
  for (let tries = 0; tries < 20; tries++) {
    await wait(700);
    const now = await tab.screenshot({ encoding: "base64" });
    if (now === last) break;
    last = now;
  }
  return tab;
}

/** Shrinks pictures (PNG as base64) to this size, and gives them back as PNG or as the colours of their pixels. */
const shrink = (tab, pngs, width, height, asPng) =>
  tab.evaluate(
    async (pngs, width, height, asPng) => {
      const all = [];
      for (const png of pngs) {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        // By halves, since one step would look at four pixels of many.
        let [w, h, from] = [image.width, image.height, image];
        for (;;) {
          [w, h] = [Math.max(width, Math.ceil(w / 2)), Math.max(height, Math.ceil(h / 2))];
          const canvas = new OffscreenCanvas(w, h);
          const context = canvas.getContext("2d");
          context.imageSmoothingQuality = "high";
          context.drawImage(from, 0, 0, w, h);
          from = canvas;
          if (w === width && h === height) break;
        }
        if (!asPng) {
          all.push([...from.getContext("2d").getImageData(0, 0, width, height).data]);
          continue;
        }
        const bytes = new Uint8Array(await (await from.convertToBlob()).arrayBuffer());
        all.push(btoa(String.fromCharCode(...bytes)));
      }
      return all;
    },
    pngs, width, height, asPng,
  );

/** The share of cells that differ from the stored picture. */
async function difference(tab, name, { width, height }) {
  const now = await tab.screenshot({ encoding: "base64" });
  const then = readFileSync(join(stored, `${name}.png`)).toString("base64");
  const [a, b] = await shrink(tab, [now, then], Math.round(width / CELL), Math.round(height / CELL), false);
  let differing = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a[i + channel] - b[i + channel]) > SHADE)) differing++;
  }
  return differing / (a.length / 4);
}

for (const [name, query, viewport] of SHOTS) {
  test(`${name}: the page looks as it did`, { skip, timeout: 180_000 }, async () => {
    const tab = await begin(query, viewport);
    if (isWriting) {
      mkdirSync(stored, { recursive: true });
      const now = await tab.screenshot({ encoding: "base64" });
      const { width, height } = viewport;
      const [png] = await shrink(tab, [now], Math.round(width / 4), Math.round(height / 4), true);
      writeFileSync(join(stored, `${name}.png`), Buffer.from(png, "base64"));
      if (SHOWN[name]) writeFileSync(join(docs, SHOWN[name]), Buffer.from(now, "base64"));
    }
    assert.ok(existsSync(join(stored, `${name}.png`)), "cargo xtask web --pictures");
    const share = await difference(tab, name, viewport);
    await tab.screenshot({ path: join(pictures, `${name}.png`) });
    console.log(`${name}: ${(100 * share).toFixed(2)}% of the cells differ`);
    await tab.close();
    assert.ok(share <= SHARE, `${(100 * share).toFixed(1)}% of ${name}.png differ: see bindings/web/dist/pictures/${name}.png`);
  });
}

test("the theme is that of the system", { skip, timeout: 180_000 }, async () => {
  const { tab } = await open("?scene=pile", DESKTOP, [{ name: "prefers-color-scheme", value: "dark" }]);
  await wait(1500);
  const png = await tab.screenshot({ encoding: "base64" });
  const [[red, green, blue]] = await shrink(tab, [png], 1, 1, false);
  assert.ok(red + green + blue < 300, `${[red, green, blue]} is not dark`);
  assert.doesNotMatch(await tab.evaluate(() => location.search), /theme/);
  await tab.close();
});

test("a blank canvas and a side bar that opens are noticed", { skip, timeout: 180_000 }, async () => {
  const [name, query, viewport] = SHOTS[0];
  const tab = await begin(query, viewport);
  await tab.keyboard.press("c", { delay: 80 });
  await wait(1000);
  const withSideBar = await difference(tab, name, viewport);
  await tab.keyboard.press("c", { delay: 80 });
  await wait(1000);
  await tab.evaluate(() => (document.getElementById("testbed").style.visibility = "hidden"));
  const blank = await difference(tab, name, viewport);
  await tab.close();
  console.log(`with side bar ${(100 * withSideBar).toFixed(1)}%, blank ${(100 * blank).toFixed(1)}%`);
  assert.ok(withSideBar > 2 * SHARE && blank > 2 * SHARE, `${withSideBar} and ${blank}`);
});
