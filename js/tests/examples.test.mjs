// The examples run, and their types fit.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { root } from "./start.mjs";

const SAYS = {
  "hello.js": /^hit at 0 m with 6\.\d\d m\/s\n[\s\S]*the ball is at 1\.\d+ m\n$/,
  "car.js": /^the car is at [-\d.]+ m, after 600 steps in \d+ bytes\n$/,
  "platformer.js": /^10 points, 0\.\d\d m to the wall\n$/,
};

test("each example runs and says what it should", () => {
  const files = readdirSync(root("js/examples"));
  assert.deepEqual(files.sort(), Object.keys(SAYS).sort());
  for (const file of files) {
    const done = spawnSync(process.execPath, [root(`js/examples/${file}`)], { encoding: "utf8" });
    assert.match(done.stdout, SAYS[file], `${file}: ${done.stderr}`);
  }
});

test("the types accept the examples, and refuse what typed.ts expects them to", () => {
  const words = [root("js/node_modules/typescript/bin/tsc"), "--project", root("js/tsconfig.json")];
  const done = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(done.status, 0, done.stdout + done.stderr);
});
