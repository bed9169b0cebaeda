// Levels as text and objects, which package/level.js translates to the records of the engine and back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOfLevel, levelOfBytes, textOfBytes } from "../dist/modules/level.js";
import physics, { thrown } from "./start.mjs";

const { FileError, World } = physics;

const data = (name) => readFileSync(new URL(`../../../crates/world/tests/data/${name}`, import.meta.url));

test("the text of a level has the bytes that Rust writes for it, and the other way round", () => {
  const [text, bytes] = [data("level_v2.json").toString(), new Uint8Array(data("level_v2.bin"))];
  assert.deepEqual(bytesOfLevel(text), bytes);
  assert.deepEqual(bytesOfLevel(textOfBytes(bytes)), bytes);
  assert.deepEqual(World.fromLevel(text).toLevelBytes(), World.fromLevel(bytes).toLevelBytes());
});

test("the defaults of a text are those of the engine", () => {
  const world = new World();
  assert.deepEqual(bytesOfLevel({}), world.toLevelBytes());
  const [a, b] = [world.createBody(), world.createBody()];
  a.createCircle(1);
  const kinds = ["Revolute", "Weld", "Wheel", "Motor", "Friction"];
  for (const kind of kinds) world.createJoint({ type: kind.toLowerCase(), a, b });
  const level = world.toLevel();
  const brief = {
    bodies: [{}, {}],
    colliders: [{ body: 0, def: { shape: { Circle: { center: [0, 0], radius: 1 } } } }],
    joints: kinds.map((kind) => ({ a: 0, b: 1, kind: { [kind]: {} } })),
  };
  assert.deepEqual(levelOfBytes(bytesOfLevel(brief)), level);
});

test("a zero keeps its sign, and whole numbers of 128 bits their digits", () => {
  const text = '{"bodies":[{"velocity":[-0.0,1],"user_data":18446744073709551615}]}';
  const written = textOfBytes(bytesOfLevel(text));
  assert.match(written, /"velocity":\[-0.0,1\]/);
  assert.match(written, /"user_data":"0xffffffffffffffff"/);
});

test("a text that is no level is refused with the place of the mistake", () => {
  const ball = { Circle: { center: [0, 0], radius: 1 } };
  const cases = [
    ["{", /not JSON/],
    [{ things: [] }, /the level has no 'things'/],
    [{ bodies: [{ postion: [0, 0] }] }, /bodies\[0\] has no 'postion'/],
    [{ bodies: [{ position: [0, "1"] }] }, /bodies\[0\].position\[1\] is '1': it must be a number/],
    [{ bodies: [{ kind: "dynamic" }] }, /bodies\[0\].kind is 'dynamic': it must be Static, Kinematic, Dynamic/],
    [{ bodies: [{ mass: { mass: 1, center: [0, 0] } }] }, /bodies\[0\].mass.inertia is missing/],
    [{ bodies: [{ user_data: -1 }] }, /bodies\[0\].user_data is -1/],
    [{ bodies: [{}], colliders: [{ body: 0, def: {} }] }, /colliders\[0\].def.shape is missing/],
    [{ bodies: [{}], colliders: [{ body: 0, def: { shape: { Disk: {} } } }] }, /has no 'Disk'/],
    [{ bodies: [{}], colliders: [{ body: 0, def: { shape: { Circle: { radius: 1 } } } }] }, /colliders\[0\].def.shape.center is missing/],
    [{ bodies: [{}], colliders: [{ body: 0, def: { shape: ball, material: null } }] }, /material is null/],
    [{ joints: [{ a: 0, b: 1 }] }, /joints\[0\].kind is missing/],
    [{ joints: [{ a: 0, b: 1, kind: "Revolute" }] }, /joints\[0\].kind is 'Revolute'/],
    [{ joints: [{ a: -1, b: 1, kind: { Filter: null } }] }, /joints\[0\].a is -1/],
  ];
  for (const [level, message] of cases) {
    const error = thrown(() => World.fromLevel(level));
    assert.ok(error instanceof FileError, `${error}`);
    assert.match(error.message, message);
  }
});
