// Names of other engines, calls before `init`, and texts that reach a program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import physics, { root, thrown } from "./start.mjs";

const { World, Shape } = physics;

test("everything that needs the engine asks for init", () => {
  const code = `
    import * as p from ${JSON.stringify(new URL("../dist/package/node.js", import.meta.url).href)};
    const calls = {
      snapshot: () => new p.Snapshot(),
      snapshotBytes: () => p.Snapshot.fromBytes(new Uint8Array(3)),
      recordingBytes: () => p.Recording.fromBytes(new Uint8Array(3)),
      recording: () => new p.Recording(3),
      world: () => new p.World(),
      level: () => p.World.fromLevel({}),
      levelText: () => p.World.fromLevel("{}"),
      worldBytes: () => p.World.fromBytes?.(new Uint8Array(3)) ?? new p.World(),
      area: () => p.Shape.circle(1).area,
      batch: () => new p.Batch({}, 2),
    };
    const wrong = [];
    for (const [name, call] of Object.entries(calls)) {
      try { call(); wrong.push(name + ": nothing is thrown"); }
      catch (error) { if (!/call init first|must be a World|must be/.test(error.message)) wrong.push(name + ": " + error.message); }
    }
    for (const name of ["snapshot", "snapshotBytes", "recordingBytes", "world", "level"]) {
      try { calls[name](); } catch (error) { if (!/call init first/.test(error.message)) wrong.push(name + ": " + error.message); }
    }
    console.log(JSON.stringify(wrong));
  `;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  assert.deepEqual(JSON.parse(out), []);
});

test("init refuses another file than the one that runs", { skip: process.env.PHYSICS2D === "inline" }, () => {
  const own = process.env.PHYSICS2D !== "plain";
  const error = thrown(() => physics.init({ simd: !own }));
  assert.ok(error instanceof RangeError);
  assert.deepEqual([error.field, error.value], ["simd", !own]);
  return Promise.all([physics.init({ simd: own }), physics.init()]);
});

const scene = () => {
  const world = new World();
  const body = world.createBody({ type: "dynamic", position: [1, 2], angle: 0.5 });
  const collider = body.createCircle(0.5);
  const other = world.createBody();
  const joint = world.createJoint({ type: "revolute", a: other, b: body, anchor: [0, 0] });
  return { world, body, collider, joint, other };
};

test("a name of another engine is answered with ours", () => {
  const { world, body, collider, joint, other } = scene();
  const cases = [
    [() => body.setPosition([0, 0]), "position"],
    [() => body.getPosition(), "position"],
    [() => body.setLinvel({ x: 0, y: 0 }, true), "velocity"],
    [() => body.setLinearVelocity([0, 0]), "velocity"],
    [() => (body.linvel = [0, 0]), "velocity"],
    [() => body.linvel(), "velocity"],
    [() => body.translation(), "position"],
    [() => (body.angel = 1), "angle"],
    [() => body.isStatic, "type"],
    [() => body.isSleeping(), "isAwake"],
    [() => body.applyLinearImpulse([0, 0], [0, 0]), "applyImpulse"],
    [() => body.applyForceToCenter([0, 0]), "applyForce"],
    [() => body.createFixture({}), "createCollider"],
    [() => body.getWorldPoint([0, 0]), "localToWorld"],
    [() => collider.isSensor(), "sensor"],
    [() => collider.setSensor(true), "sensor"],
    [() => (collider.elasticity = 1), "restitution"],
    [() => collider.setRestitution(1), "restitution"],
    [() => joint.setMotorSpeed(1), "motorSpeed"],
    [() => joint.enableMotor(true), "maxMotorTorque"],
    [() => world.createDynamicBody([0, 0]), "createBody"],
    [() => world.createRigidBody({}), "createBody"],
    [() => world.rayCast([0, 0], [1, 0]), "castRay"],
    [() => world.queryAABB({}), "collidersIn"],
    [() => world.setGravity([0, 0]), "gravity"],
    [() => world.createJoint({ type: "revolute", bodyA: other, bodyB: body }), "a"],
    [() => body.createCircle(1, { filter: {} }), "category"],
    [() => world.createBody({ linvel: [0, 0] }), "velocity"],
  ];
  for (const [call, name] of cases) {
    const error = thrown(call);
    assert.ok(error instanceof TypeError, `${call}: ${error}`);
    assert.match(error.message, new RegExp(`did you mean '${name}'`), String(call));
    assert.ok(typeof error.field === "string", String(call));
  }
});

test("what looks at any object finds nothing and is not disturbed", async () => {
  const { world, body, collider, joint } = scene();
  for (const thing of [world, body, collider, joint]) {
    for (const name of ["then", "$$typeof", "__v_isRef", "_isVue", "nodeType", "asymmetricMatch"]) {
      assert.equal(thing[name], undefined, name);
      assert.ok(!(name in thing));
    }
    assert.equal(await thing, thing);
    assert.equal(typeof thing.hasOwnProperty, "function");
    assert.equal(Object.prototype.toString.call(thing), "[object Object]");
    assert.ok(`${thing}`);
  }
  class Game extends World {
    constructor() {
      super();
      this.score = 3;
    }
  }
  assert.equal(new Game().score, 3);
  const found = thrown(() => (body.qwertz = 1));
  assert.equal(found.message, "there is no property 'qwertz'");
});

test("console.log tells type and pose", () => {
  const { body, collider, joint } = scene();
  body.data = "player";
  const text = inspect(body);
  for (const part of ["Body {", "type: 'dynamic'", "position: { x: 1, y: 2 }", "angle: 0.5", "data: 'player'"]) {
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  }
  assert.match(inspect(collider), /^Collider \{\s+shape: 'circle',\s+friction: 0.6/);
  assert.match(inspect(joint), /^Joint \{\s+type: 'revolute'/);
  assert.match(inspect({ body }), /Body \{/);
  body.remove();
  assert.equal(inspect(body), "Body { removed }");
  assert.equal(JSON.stringify({ collider }), `{"collider":${collider.handle}}`);
});

test("a number that 32 bits do not hold is named as it was given", () => {
  const { body } = scene();
  for (const [call, field] of [
    [() => body.createCircle(1e300), "radius"],
    [() => body.createBox(1e300, 1), "width"],
    [() => body.createCapsule([0, 0], [1, 0], 1e300), "radius"],
    [() => body.createCapsule([0, 0], [1e300, 0], 1), "b.x"],
    [() => Shape.halfSpace([0, 1], 1e300), "distance"],
  ]) {
    const error = thrown(call);
    assert.ok(error instanceof RangeError);
    assert.deepEqual([error.field, error.value], [field, 1e300]);
    assert.ok(!/Infinity|inf\b/.test(error.message), error.message);
  }
});

test("no message names Rust", async () => {
  const { plain, forbidden } = await import(root("bindings/js/package/errors.js"));
  const crates = ["geom", "collide", "properties", "world", "toolkit", "batch"];
  const files = crates.flatMap((crate) => {
    const folder = root(`crates/${crate}/src`);
    return readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);
  });
  const sources = files.filter((name) => name.endsWith(".rs") && !/tests/.test(name));
  let count = 0;
  for (const file of sources) {
    const text = readFileSync(file, "utf8").split("#[cfg(test)]")[0];
    const patterns = [/#\[error\(\s*"((?:[^"\\]|\\[^])*)"/g, /expected(?::| =) "((?:[^"\\]|\\[^])*)"/g];
    for (const [, message] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      count++;
      const ours = plain(message);
      assert.doesNotMatch(ours, /::|\b(f32|f64|u32|usize|Option|None|Some|Outline|crate)\b/, ours);
      for (const [, name] of ours.matchAll(/`(\w+)/g)) {
        assert.ok([physics.Body, World].some((one) => name in one.prototype) || name in physics, ours);
      }
    }
  }
  assert.ok(count > 80, `${count} messages`);
  const csp = forbidden(new Error("WebAssembly.compile(): Wasm code generation disallowed by embedder"));
  assert.match(csp.message, /Content-Security-Policy.*'wasm-unsafe-eval'/);
});

test("inertia follows every change of the colliders", () => {
  const world = new World();
  const body = world.createBody({ type: "dynamic", mass: 5 });
  const box = body.createBox(1, 1);
  const ball = body.createCircle(0.5, { offset: [2, 0], density: 3 });
  const expected = () => {
    const twin = world.createBody({ type: "dynamic" });
    for (const one of body.colliders) {
      const { shape, ...rest } = one.properties();
      twin.createCollider(one.shape, rest);
    }
    return (twin.inertia * 5) / twin.mass;
  };
  const check = () => assert.ok(Math.abs(body.inertia / expected() - 1) < 1e-5, `${body.inertia}, ${expected()}`);
  check();
  ball.density = 0.1;
  check();
  ball.shape = Shape.circle(1);
  check();
  ball.sensor = true;
  check();
  ball.set({ sensor: false, offset: [0, 3] });
  check();
  box.remove();
  check();
});
