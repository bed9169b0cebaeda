// All builds of the package pass the same tests, and give the same bits.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { root } from "./start.mjs";

if (!process.env.PHYSICS2D) {
  for (const build of ["plain", "inline"]) {
    test(`the ${build} build passes the tests, and so has the same bits`, () => {
      const files = ["laws", "bad-input", "definitions", "hook", "batch", "portals", "pieces"].map((name) => root(`bindings/js/tests/${name}.test.mjs`));
      // A test file within a test would report to the outer one.
      const env = { ...process.env, PHYSICS2D: build, NODE_TEST_CONTEXT: undefined };
      const done = spawnSync(process.execPath, ["--test", ...files], { env, encoding: "utf8" });
      assert.equal(done.status, 0, done.stdout + done.stderr);
    });
  }
}
