// The calls of bindings/api.json.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { text } from "./start.mjs";

const { Body, Collider, Joint, World } = physics;
const CLASSES = { body: Body, collider: Collider, joint: Joint, world: World };
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const CALLS = JSON.parse(text("bindings/api.json"))
  .calls.filter((one) => (one.in ?? "js").split(" ").includes("js"))
  .map((one) => ({ ...one, name: camel(one.get ?? one.set ?? one.ask ?? one.call) }));

const scene = () => {
  const world = new World();
  const a = world.createBody();
  const body = world.createBody({ type: "dynamic", position: [1, 2], velocity: [3, 4] });
  const collider = body.createBox(1, 1);
  const joint = world.createJoint({ type: "prismatic", a, b: body, anchor: [1, 2], axis: [1, 0] });
  world.step(1 / 60, 5);
  return { world, body, collider, joint };
};

test("each call has a member of its class and of its type in index.d.ts", () => {
  const types = text("bindings/js/dist/package/index.d.ts");
  for (const { on, name } of CALLS) {
    assert.ok(name in CLASSES[on].prototype, `${on}.${name}`);
    const title = CLASSES[on].name;
    const [own] = types.split(`export class ${title} `)[1].split("\n}\n");
    assert.match(own, new RegExp(`^  (readonly |get |set )?${name}[(:]`, "m"), `${title}.${name}`);
  }
});

test("each call with an answer answers in its form, and what is set is read", () => {
  const things = scene();
  const isForm = {
    number: Number.isFinite,
    wide: Number.isFinite,
    flag: (found) => typeof found === "boolean",
    body: (found) => found instanceof Body,
  };
  for (const form of ["vector", "point", "position"]) isForm[form] = ({ x, y }) => Number.isFinite(x) && Number.isFinite(y);
  for (const [form, Class] of [["bodies", Body], ["colliders", Collider], ["joints", Joint]]) {
    isForm[form] = (found) => found.every((one) => one instanceof Class);
  }
  for (const { on, get, ask, set, name, form } of CALLS) {
    const thing = things[on];
    if (get) assert.ok(isForm[form](thing[name]), `${on}.${name}`);
    if (ask) assert.ok(isForm[form](thing[name]([1, 2])), `${on}.${name}`);
    if (set) {
      const old = thing[name];
      thing[name] = form === "number" ? 0.5 : [0.5, 0.25];
      assert.deepEqual(thing[name], form === "number" ? 0.5 : { x: 0.5, y: 0.25 }, `${on}.${name}`);
      thing[name] = old;
    }
  }
});
