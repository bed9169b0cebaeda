// Every property of the list crosses the border both ways.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { text } from "./start.mjs";

const { World, Shape, BodyDef, ColliderDef, JointDef } = physics;
const { definitions } = JSON.parse(text("docs/properties.json"));
const listOf = (name) => definitions.find((one) => one.name === name).properties;
const camel = (name) => name.replace(/[_ .](\w)/g, (_, letter) => letter.toUpperCase());
const lower = (name) => camel(name[0].toLowerCase() + name.slice(1));

/** A value other than the default, in the form in which it is read. */
function sample(one) {
  const number = () => {
    const least = one.least ?? -1e9;
    const most = one.most ?? 1e9;
    return [0.75, 0.25, 1.5, 3].find((x) => x > least && x <= most && String(x) !== one.default);
  };
  switch (one.form) {
    case "number":
      return number();
    case "point":
    case "vector":
      // A unit vector, for axes and normals.
      return { x: 0.6, y: 0.8 };
    case "position":
      return { x: 0.5, y: 0.75 };
    case "rotation":
      return [0, 1];
    case "interval":
      return [-0.25, 0.5];
    case "positions":
      return [{ x: 1, y: 2 }, { x: 3, y: 4 }];
    case "pose":
      return [1, 2, 1, 0];
    case "count":
      return one.default === "7" ? 8 : 7;
    case "index":
      return 5;
    case "mask":
      return (1n << 63n) + 5n;
    case "signed":
      return -3;
    case "flag":
      return one.default !== "true";
    case "data":
      return 2 ** 53 - 1;
    case "choice":
      return lower(one.choices.find((choice) => choice !== one.default));
  }
  return undefined;
}

/** The default of the list, in the form in which it is read. */
function defaultOf(one) {
  if (one.default === "none") return null;
  if (one.form === "choice") return lower(one.default);
  if (one.form === "mask") return Number(BigInt.asIntN(64, BigInt(one.default)));
  const value = JSON.parse(one.default.replace(/-?inf/g, (word) => `"${word}"`), (_, x) =>
    x === "inf" ? Infinity : x === "-inf" ? -Infinity : x,
  );
  if (["point", "vector", "position"].includes(one.form)) return { x: value[0], y: value[1] };
  if (one.form === "positions") return [{ x: value[0], y: value[1] }, { x: value[2], y: value[3] }];
  return value;
}

/** Checks all properties of a definition by what makes a thing with some. */
function checkAll(list, make, rename = {}, skip = []) {
  let count = 0;
  for (const one of list) {
    const name = rename[one.name] ?? camel(one.name);
    const value = sample(one);
    if (value === undefined || one.name.includes("mass.") || skip.includes(name)) continue;
    assert.deepEqual(make({}).properties()[name], defaultOf(one), `default of ${name}`);
    const made = make({ [name]: value });
    assert.deepEqual(made.properties()[name], value, name);
    // A velocity is read as the 32-bit floats that it is.
    if (name !== "velocity") {
      const direct = made[name];
      assert.deepEqual(name === "position" ? { ...direct } : direct, value, `${name} of the object`);
    }
    const later = make({});
    later.set({ [name]: value });
    assert.deepEqual(later.properties()[name], value, `${name}, set later`);
    count++;
  }
  return count;
}

test("every property of a body is kept", () => {
  const world = new World();
  // What is awake and what moves is not kept by itself.
  const count = checkAll(listOf("BodyDef"), (given) => {
    const body = world.createBody({ type: "dynamic", ...given });
    body.createCircle(1);
    return body;
  }, { kind: "type" }, ["type", "awake"]);
  assert.ok(count >= 17, `${count}`);
  assert.equal(world.createBody({ type: "kinematic" }).type, "kinematic");
  assert.equal(world.createBody({ type: "dynamic", awake: false }).isAwake, false);
  const body = world.createBody({ type: "dynamic", mass: { mass: 3, inertia: 2, centerOfMass: [1, 0] } });
  assert.deepEqual(body.properties().mass, { mass: 3, centerOfMass: { x: 1, y: 0 }, inertia: 2 });
  assert.deepEqual([body.mass, body.inertia], [3, 2]);
  body.set({ mass: null });
  assert.equal(body.properties().mass, null);
});

test("every property of a collider is kept", () => {
  const world = new World();
  const list = [...listOf("ColliderDef"), ...listOf("Material"), ...listOf("Filter")];
  const count = checkAll(list, (given) => {
    return world.createBody({ type: "dynamic" }).createCircle(1, { staticFriction: 0.75, ...given });
  }, {}, ["oneWay", "portal", "staticFriction"]);
  assert.ok(count >= 13, `${count}`);
  const one = world.createBody().createBox(1, 1, { oneWay: [0, 2], friction: 0.9 });
  // It becomes a unit vector; the static friction is the friction.
  assert.deepEqual([one.oneWay, one.staticFriction], [{ x: 0, y: 1 }, 0.9]);
  one.oneWay = null;
  assert.equal(one.oneWay, null);
  for (const portal of [{ type: "rim", portal: 4 }, { type: "passing", portal: 2, point: { x: 1, y: 2 }, normal: { x: 0, y: 1 } }]) {
    assert.deepEqual(world.createBody().createCircle(1, { portal }).portal, portal);
  }
});

test("every setting of a world is kept", () => {
  const skip = ["lengthUnit"];
  const count = checkAll(listOf("WorldSettings"), (given) => new World(given), {}, skip);
  assert.ok(count >= 9, `${count}`);
  for (const [part, name] of [["solver", "SolverSettings"], ["classic", "ClassicSettings"]]) {
    for (const one of listOf(name)) {
      const value = sample(one);
      if (value === undefined) continue;
      const world = new World({ [part]: { [camel(one.name)]: value } });
      assert.deepEqual(world.properties()[part][camel(one.name)], value);
      assert.deepEqual(new World().properties()[part][camel(one.name)], defaultOf(one));
    }
  }
  for (const correction of [{ type: "none" }, { type: "split", fraction: 0.5 }, { type: "baumgarte", factor: 0.5, slop: 0.25 }]) {
    assert.deepEqual(new World({ classic: { correction } }).classic.correction, correction);
  }
  assert.equal(new World({ lengthUnit: 100 }).lengthUnit, 100);
});

test("every property of every joint is kept", () => {
  const kinds = definitions.filter((one) => one.name.endsWith("Joint"));
  assert.equal(kinds.length, 14);
  for (const { name, properties } of kinds) {
    const type = lower(name.replace(/Joint$/, ""));
    const world = new World();
    checkAll([...listOf("JointDef"), ...properties], (given) => {
      const a = world.createBody({ type: "dynamic" });
      const b = world.createBody({ type: "dynamic", position: [1, 0] });
      for (const body of [a, b]) body.createCircle(0.5);
      const joint = world.createJoint({ type, a, b, ...("length" in given || type === "distance" || type === "pulley" ? { length: 0 } : {}), ...given });
      assert.equal(joint.type, type);
      assert.ok(joint.a === a && joint.b === b);
      return joint;
    }, {}, ["startAngle", "kind", ...(type === "portal" ? ["mapRotation"] : [])]);
  }
});

test("chained definitions say what plain objects say", () => {
  const world = new World();
  const one = world.createBody(BodyDef.dynamic().position(1, 2).angle(0.5).gravityScale(0).userData(7));
  const two = world.createBody({ type: "dynamic", position: [1, 2], angle: 0.5, gravityScale: 0, userData: 7 });
  assert.deepEqual(one.properties(), two.properties());
  const def = ColliderDef.box(1, 2).density(3).friction(0.5).data("crate");
  const box = one.createCollider(def);
  assert.deepEqual(box.properties(), two.createCollider({ shape: Shape.box(1, 2), density: 3, friction: 0.5 }).properties());
  assert.equal(box.data, "crate");
  const joint = world.createJoint(JointDef.revolute(one, two).anchor(1, 2).limits(-1, 1).motorSpeed(3));
  assert.deepEqual([joint.type, joint.limits, joint.motorSpeed], ["revolute", [-1, 1], 3]);
});

test("user data are whole numbers of 128 bits", () => {
  const world = new World();
  for (const userData of [0, 7, 2 ** 53 - 1, 2n ** 53n, 2n ** 128n - 1n]) {
    assert.equal(world.createBody({ userData }).userData, userData);
  }
});
