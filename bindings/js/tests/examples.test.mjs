// The examples run, and their types fit.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { root, text } from "./start.mjs";

const SAYS = {
  "hello.js": /^hit at 0 m with 6\.\d\d m\/s\n[\s\S]*the ball is at 1\.\d+ m\n$/,
  "car.js": /^the car is at [-\d.]+ m, after 600 steps in \d+ bytes\n$/,
  "balance.js": /^[2-5]\d of 64 controllers hold the pole for 10 s\n$/,
  "contacts.js": /^the jumper stands at 3\.3 m; the ghosts have passed: true\n$/,
  "platformer.js": /^10 points, 0\.\d\d m to the wall\n$/,
};

test("each example runs and says what it should", () => {
  const files = readdirSync(root("bindings/js/examples"));
  assert.deepEqual(files.sort(), Object.keys(SAYS).sort());
  for (const file of files) {
    const done = spawnSync(process.execPath, [root(`bindings/js/examples/${file}`)], { encoding: "utf8" });
    assert.match(done.stdout, SAYS[file], `${file}: ${done.stderr}`);
  }
});

/** The programs of the README: those in JavaScript, and the script of its page. */
function programs() {
  const blocks = [...text("bindings/js/README.md").matchAll(/```(js|html)\n([\s\S]*?)```/g)];
  return blocks.map(([, language, code]) => {
    if (language === "js") return code;
    const script = /<script type="module">\n([\s\S]*?)<\/script>/.exec(code)[1].replace("./node_modules/physics2d/index.js", "physics2d");
    // A page knows its canvas by its id, which types do not.
    return `declare const canvas: { getContext(kind: "2d"): CanvasRenderingContext2D };\n${script}`;
  });
}

test("the types accept the examples and the README, and refuse what typed.ts expects them to", () => {
  const folder = root("bindings/js/dist/readme");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const all = programs();
  assert.equal(all.length, 2);
  all.forEach((code, i) => writeFileSync(`${folder}/${i}.ts`, code));
  const words = [root("bindings/js/node_modules/typescript/bin/tsc"), "--project", root("bindings/js/tsconfig.json")];
  const done = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(done.status, 0, done.stdout + done.stderr);
});

test("the types need no lib of browsers", () => {
  const types = root("bindings/js/dist/package/index.d.ts");
  const options = ["--ignoreConfig", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2023"];
  const words = [root("bindings/js/node_modules/typescript/bin/tsc"), ...options, types];
  const done = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(done.status, 0, done.stdout + done.stderr);
});

test("comments of the types name nothing that is not there", () => {
  const types = text("bindings/js/dist/package/index.d.ts");
  const comments = types.match(/\/\*\*[\s\S]*?\*\//g);
  const known = new Set(types.replace(/\/\*\*[\s\S]*?\*\//g, "").match(/\w+/g));
  for (const comment of comments) {
    for (const [, name] of comment.matchAll(/`([A-Za-z_]\w*)`/g)) assert.ok(known.has(name), `${name}: ${comment}`);
    assert.doesNotMatch(comment, /\bsee `|\binf\b|`None`|default none\b/, comment);
  }
  // A property that several kinds of joint have says what it is in each.
  const [joint] = /export class Joint extends[\s\S]*?\n}/.exec(types);
  const commentOf = (part, of) => of.slice(of.lastIndexOf("/**", of.indexOf(part)), of.indexOf(part));
  for (const kind of ["prismatic", "wheel", "rack"]) assert.match(commentOf("get axis()", joint), new RegExp(`\\* - .*${kind}`));
  assert.match(commentOf("hook?", types), /`contactHook` of the world/);
});
