// Which object is which: after `clear`, after `restore`, and when names are misspelt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import physics, { pile, thrown } from "./start.mjs";

const { World, Shape, Mover, Snapshot, Body, Collider, Joint, BodyDef, StaleHandleError, ForeignHandleError } = physics;

/** A level with a ball of its own. */
function level(world, name) {
  world.createBody({ data: `${name} ground` }).createBox(20, 1);
  const ball = world.createBody({ type: "dynamic", position: [0, 3], data: name });
  ball.createCircle(0.5);
  return ball;
}

test("after `clear`, old objects are refused and steer nothing", () => {
  const world = new World({ gravity: [0, 0] });
  const old = level(world, "one");
  const [collider] = old.colliders;
  const joint = world.createJoint({ type: "weld", a: world.bodies[0], b: old });
  world.clear();
  const next = level(world, "two");
  world.createJoint({ type: "weld", a: world.bodies[0], b: next });
  // The same slot and the same generation: only the content of the world differs.
  assert.deepEqual([next.index, next.generation], [old.index, old.generation]);
  assert.deepEqual([old.exists, collider.exists, joint.exists, next === old], [false, false, false, false]);
  const mover = () => new Mover(world, Shape.circle(1), [0, 0], { body: old });
  const weld = () => world.createJoint({ type: "weld", a: next, b: old });
  const reads = [() => old.position, () => collider.shape, () => joint.angle, () => old.colliders];
  const writes = [() => old.applyImpulse([5, 0]), () => (old.velocity = [5, 0]), () => old.remove(), () => collider.remove(), () => joint.set({ enabled: false }), () => old.createCircle(1)];
  for (const call of [...reads, ...writes, mover, weld]) {
    assert.ok(thrown(call) instanceof StaleHandleError, `${call}: ${thrown(call)}`);
  }
  assert.deepEqual([next.velocity.x, world.stats.bodies, world.stats.joints], [0, 2, 1]);
});

test("a snapshot of another world ends the objects of now; one of before a `clear` brings them back", () => {
  const [world, other] = [new World(), new World()];
  const hero = level(world, "hero");
  level(other, "other");
  const own = world.snapshot();
  world.restore(other.snapshot());
  assert.equal(hero.exists, false);
  assert.ok(thrown(() => hero.position) instanceof StaleHandleError);
  assert.equal(world.bodies[1].data, undefined);
  world.restore(own);
  assert.ok(hero.exists && world.bodies[1] === hero);
  world.clear();
  assert.equal(hero.exists, false);
  world.restore(own);
  assert.ok(hero.exists && world.bodies[1] === hero);
  // A copy has the handles of the original.
  world.restore(world.copy().snapshot());
  assert.ok(hero.exists && world.bodies[1] === hero);
});

test("`restore` forward and back gives the same objects, with their data", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
  const world = new World();
  const start = world.snapshot();
  const make = () => {
    const bullet = world.createBody({ type: "dynamic", data: { sprite: "bullet" } });
    const circle = bullet.createCircle(0.1, { data: "circle" });
    return [new WeakRef(bullet), new WeakRef(circle)];
  };
  const [bullet, circle] = make();
  const later = world.snapshot();
  world.restore(start);
  assert.deepEqual([world.bodies.length, bullet.deref().exists], [0, false]);
  await setTimeout(5);
  globalThis.gc();
  world.restore(later);
  // Nobody but the snapshot knew them.
  const [now] = world.bodies;
  assert.ok(now === bullet.deref() && now.colliders[0] === circle.deref());
  assert.deepEqual([now.data, now.colliders[0].data], [{ sprite: "bullet" }, "circle"]);
});

test("after a restore no two objects exist for one handle", () => {
  const world = new World();
  const start = world.snapshot();
  const first = world.createBody({ data: 1 });
  world.restore(start);
  const again = world.createBody();
  assert.deepEqual([again.index, again.generation], [first.index, first.generation]);
  assert.ok(again === first && first.exists && world.bodies[0] === first);
  // It is a new body all the same.
  assert.equal(again.data, undefined);
  again.data = 2;
  world.restore(start);
  assert.equal(world.addLevel({ bodies: [{ kind: "Dynamic" }] })[0].data, undefined);
  // From bytes, too, as long as the program knows the object.
  const bytes = world.save();
  again.remove();
  const third = world.createBody();
  assert.ok(third.index === again.index && third !== again);
  world.restore(bytes);
  assert.ok(world.bodies[0] === again && !third.exists);
});

test("a joint of another kind under the same handle has its own type", () => {
  const world = new World();
  const [a, b] = [world.createBody(), world.createBody({ type: "dynamic" })];
  const start = world.snapshot();
  const weld = world.createJoint({ type: "weld", a, b });
  assert.equal(weld.type, "weld");
  world.restore(start);
  assert.equal(world.createJoint({ type: "revolute", a, b, motorSpeed: 2 }).motorSpeed, 2);
  assert.equal(weld.type, "revolute");
});

test("misspelt assignments are errors", () => {
  const world = pile();
  const [ground, body] = world.bodies;
  const joint = world.createJoint({ type: "mouse", a: ground, b: body });
  const mover = new Mover(world, Shape.circle(1), [0, 0]);
  const calls = [
    () => (body.angel = 1),
    () => (body.colliders[0].isSensor = true),
    () => (joint.target = [1, 1]),
    () => (world.gravity2 = [0, 0]),
    () => (mover.speed = 1),
    () => (new Snapshot().name = "first"),
    () => (BodyDef.dynamic().positon = [0, 0]),
    () => (body.center = [0, 0]),
  ];
  for (const call of calls) assert.ok(thrown(call) instanceof TypeError, `${call}`);
  body.data = { sprite: 1 };
  assert.equal(body.data.sprite, 1);
  // A class of the program may have fields of its own.
  class Game extends World {
    score = 0;
  }
  const game = new Game();
  game.score += 1;
  assert.equal(game.score, 1);
});

test("nobody makes a body but its world", () => {
  const world = new World();
  for (const Class of [Body, Collider, Joint]) {
    assert.match(thrown(() => new Class()).message, /^Illegal constructor/);
    assert.match(thrown(() => new Class(world, 0, 0)).message, /^Illegal constructor/);
  }
});

test("errors of handles name the field, and hold the handle", () => {
  const [world, other] = [pile(), pile()];
  const [, body, kept] = world.bodies;
  const [stranger] = other.bodies;
  const [collider] = body.colliders;
  body.remove();
  const cases = [
    [() => body.position, "body", body],
    [() => collider.shape, "collider", collider],
    [() => world.createJoint({ type: "weld", a: body, b: kept }), "a", body],
    [() => world.createJoint({ type: "weld", a: kept, b: stranger }), "b", stranger],
    [() => world.castRay([0, 0], [1, 0], { exclude: stranger }), "exclude", stranger],
    [() => world.remove(stranger), "thing", stranger],
  ];
  for (const [call, field, value] of cases) {
    const error = thrown(call);
    assert.ok(error instanceof StaleHandleError || error instanceof ForeignHandleError, `${error}`);
    assert.deepEqual([error.field, error.value === value], [field, true], `${call}`);
  }
});
