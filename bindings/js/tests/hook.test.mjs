// Contact hooks: what they decide, what they are given, and what becomes of what they throw.

import assert from "node:assert/strict";
import { test } from "node:test";
import physics, { thrown } from "./start.mjs";

const { World, WorldBusyError } = physics;

/** A world with a platform at y = 0 and a ball at this place; both ask the hook. */
function drop(hook, { y = 2, velocity = [0, 0], platform = {}, ball = {} } = {}) {
  const world = new World();
  const ground = world.createBody().createBox(20, 0.5, { hook: true, friction: 0.5, ...platform });
  const body = world.createBody({ type: "dynamic", position: [0, y], velocity });
  const collider = body.createBox(1, 1, { hook: true, friction: 0.5, ...ball });
  world.contactHook = hook;
  return { world, body, ground, collider };
}

test("a hook decides what pushes: a platform that lets through from below", () => {
  const oneWay = {
    respond({ normal, a, hadPoints, velocity }) {
      // The platform has the lower slot: the normal points from it to what comes.
      assert.equal(a.type, "static");
      return hadPoints || (normal.y > 0.9 && velocity.y < 0.1);
    },
  };
  const { world, body } = drop(oneWay, { y: -2, velocity: [0, 9] });
  world.step(1 / 60, 30);
  assert.ok(body.position.y > 0.7, `${body.position.y}`);
  world.step(1 / 60, 120);
  assert.ok(Math.abs(body.position.y - 0.75) < 0.02, `${body.position.y}`);
  // Without it the head hits the platform.
  const { world: plain, body: other } = drop(null, { y: -2, velocity: [0, 9] });
  plain.step(1 / 60, 150);
  assert.ok(other.position.y < -1);
});

test("a hook changes friction, restitution and belts of one contact", () => {
  const after = (response, more) => {
    const { world, body } = drop({ respond: () => response }, { y: 0.75, ...more });
    world.step(1 / 60, 60);
    return body;
  };
  const slides = { velocity: [3, 0] };
  assert.ok(Math.abs(after({ friction: 0 }, slides).velocity.x - 3) < 1e-3);
  assert.ok(after(undefined, slides).velocity.x < 0.1);
  // A belt under what stands on it. The tangent is the normal turned clockwise: +x for a normal that points up.
  assert.ok(Math.abs(after({ surfaceSpeed: 2 }).velocity.x - 2) < 0.05);
  const bounce = drop({ respond: () => ({ restitution: 1 }) });
  let fastest = 0;
  for (let i = 0; i < 90; i++) {
    bounce.world.step();
    fastest = Math.max(fastest, bounce.body.velocity.y);
  }
  assert.ok(fastest > 4, `${fastest}`);
});

test("a belt and a one-way platform need no hook", () => {
  const world = new World();
  world.createBody().createBox(20, 0.5, { oneWay: [0, 1], surfaceSpeed: 2 });
  const body = world.createBody({ type: "dynamic", position: [0, -2], velocity: [0, 9] });
  body.createBox(1, 1);
  world.step(1 / 60, 240);
  assert.ok(Math.abs(body.position.y - 0.75) < 0.02, `${body.position.y}`);
  assert.ok(Math.abs(Math.abs(body.velocity.x) - 2) < 0.05, `${body.velocity.x}`);
});

test("a hook decides which colliders meet, by their user data", () => {
  const asked = [];
  const world = new World();
  world.createBody().createBox(20, 0.5);
  const bodies = [0, 1, 2].map((i) => {
    const body = world.createBody({ type: "dynamic", position: [0, 1 + 2 * i], userData: i, data: `body ${i}` });
    body.createBox(1, 1, { hook: true, userData: 10 + i, category: 1n << 40n });
    return body;
  });
  world.contactHook = {
    accepts(a, b) {
      asked.push([a, b]);
      return a.bodyUserData !== 1 && b.bodyUserData !== 1;
    },
  };
  world.step(1 / 60, 180);
  // The one in the middle has met nothing, and falls for ever.
  assert.ok(bodies[1].position.y < -10);
  assert.ok(Math.abs(bodies[2].position.y - 1.75) < 0.03, `${bodies[2].position.y}`);
  const one = asked.flat().find((side) => side.body === bodies[2]);
  assert.ok(one.collider === bodies[2].colliders[0] && one.body.data === "body 2");
  assert.deepEqual([one.type, one.category, one.userData, one.bodyUserData], ["dynamic", 2 ** 40, 12, 2]);
});

test("a hook that changes nothing changes no bit", () => {
  const run = (hook) => {
    const { world } = drop(hook, { velocity: [1, 0] });
    world.step(1 / 60, 200);
    return world.stateHash();
  };
  let seen;
  const respond = (contact) => void (seen = contact);
  assert.equal(run({ accepts: () => true, respond }), run(null));
  const { friction, staticFriction, restitution, surfaceSpeed, point, hadPoints } = seen;
  assert.deepEqual([friction, staticFriction, restitution, surfaceSpeed, hadPoints], [0.5, 0.5, 0, 0, true]);
  assert.ok(Math.abs(point.y - 0.25) < 0.05);
});

test("what a hook throws goes on after the step, and the world is whole", () => {
  const error = new Error("of the program");
  let calls;
  const fail = () => {
    calls++;
    throw error;
  };
  for (const hook of [{ respond: fail }, { accepts: fail }, { accepts: () => true, respond: fail }]) {
    calls = 0;
    const { world, body } = drop(hook);
    let steps = 0;
    let found;
    while (steps < 200 && !found) {
      steps++;
      try {
        world.step(1 / 60, 3);
      } catch (thrown) {
        found = thrown;
      }
    }
    assert.ok(found === error);
    assert.equal(calls, 1);
    // The rest of `step(dt, count)` is not made; the world goes on.
    world.contactHook = null;
    world.step(1 / 60, 100);
    assert.ok(Math.abs(body.position.y - 0.75) < 0.05, `${body.position.y}`);
    assert.ok(world.save().length > 100);
    const copy = world.copy();
    copy.step();
    world.step();
    assert.equal(copy.stateHash(), world.stateHash());
  }
});

test("the step in which a hook throws is that of a hook that answers nothing", () => {
  const { world } = drop({ respond() { throw undefined; } }, { y: 0.75 });
  const { world: other } = drop({ respond: () => null }, { y: 0.75 });
  let begun = 0;
  world.on("contactsBegun", () => begun++);
  let errors = 0;
  for (let i = 0; i < 20; i++) {
    try {
      world.step();
    } catch (error) {
      assert.equal(error, undefined);
      errors++;
    }
    other.step();
    assert.equal(world.stateHash(), other.stateHash());
  }
  // Listeners hear of the contact all the same, and each step asks again.
  assert.equal(begun, 1);
  assert.ok(errors > 15);
});

test("a hook cannot use its world, but another one", () => {
  const uses = [
    ({ world }) => world.step(),
    ({ world }) => world.poses,
    ({ world }) => world.createBody(),
    ({ body }) => body.position,
    ({ body }) => body.remove(),
    ({ body }) => (body.velocity = [0, 0]),
    ({ ground }) => ground.friction,
    ({ ground }) => ground.exists,
    ({ world }) => world.free(),
    ({ world }) => (world.contactHook = null),
  ];
  for (const use of uses) {
    const all = drop({ respond: () => use(all) }, { y: 0.75 });
    const error = thrown(() => all.world.step(1 / 60, 60));
    assert.ok(error instanceof WorldBusyError, `${use}: ${error}`);
    assert.ok(all.body.position.y > 0.7);
    all.world.contactHook = null;
    all.world.step(1 / 60, 60);
    assert.ok(Math.abs(all.body.position.y - 0.75) < 0.02);
  }
  // The other has a hook of its own, which throws in its own step.
  const inner = drop({ respond: () => { throw new RangeError("inner"); } }, { y: 0.75 });
  let caught = 0;
  const outer = drop({
    respond() {
      try {
        inner.world.step();
      } catch (error) {
        assert.equal(error.message, "inner");
        caught++;
      }
      return { friction: 0.25 };
    },
  }, { y: 0.75 });
  outer.world.step(1 / 60, 30);
  assert.ok(caught > 20);
  assert.ok(Math.abs(outer.body.position.y - 0.75) < 0.02);
});

test("wrong hooks and wrong answers are refused by name", () => {
  const { world } = drop(null);
  for (const hook of [undefined, 3, "respond", {}, { respond: 3 }, () => true]) {
    const error = thrown(() => (world.contactHook = hook));
    assert.deepEqual([error.constructor, error.field], [TypeError, "contactHook"]);
    assert.equal(world.contactHook, null);
  }
  for (const [answer, Class, field] of [
    [{ friction: -1 }, RangeError, "friction"],
    [{ friction: NaN }, RangeError, "friction"],
    [{ restitution: "1" }, TypeError, "restitution"],
    [{ surfaceSpeed: Infinity }, RangeError, "surfaceSpeed"],
    [{ pushes: 1 }, TypeError, "pushes"],
    [{ bounce: 1 }, TypeError, "bounce"],
    [3, TypeError, "what respond returns"],
  ]) {
    const { world: one, body } = drop({ respond: () => answer }, { y: 0.75 });
    const error = thrown(() => one.step(1 / 60, 10));
    assert.deepEqual([error.constructor, error.field], [Class, field], error.message);
    assert.ok(body.position.y > 0.7);
  }
  assert.match(thrown(() => drop({ respond: () => ({ bounce: 1 }) }, { y: 0.75 }).world.step(1 / 60, 9)).message, /did you mean 'restitution'/);
  const forgot = drop({ accepts: () => undefined }, { y: 0.75 });
  assert.equal(thrown(() => forgot.world.step(1 / 60, 9)).message, "what accepts returns is undefined: it must be true or false");
});

test("an edit that asks the hook throws what it throws", () => {
  const { world, body, collider } = drop({ accepts: () => true }, { y: 0.75 });
  world.step(1 / 60, 10);
  const error = new Error("not now");
  assert.ok(thrown(() => (world.contactHook = { accepts() { throw error; } })) === error);
  world.contactHook = { accepts: () => true };
  world.step(1 / 60, 10);
  let asked = 0;
  world.contactHook = { accepts: () => (asked++, true) };
  assert.ok(asked > 0);
  world.contactHook = { accepts: (a, b) => { if (asked-- === 0) throw error; return true; } };
  asked = 0;
  assert.ok(thrown(() => collider.set({ mask: 3 })) === error);
  assert.equal(collider.mask, 3);
  assert.ok(body.exists);
});

test("a hook goes along with copies, and plays recordings", () => {
  let slip = 0.1;
  const hook = { respond: ({ a, b }) => ({ friction: slip * (a.userData + b.userData + 1) }) };
  const { world } = drop(hook, { velocity: [3, 0], ball: { userData: 1 } });
  world.step(1 / 60, 20);
  const copy = world.copy();
  assert.ok(copy.contactHook === hook);
  world.startRecording();
  for (const one of [world, copy]) one.step(1 / 60, 100);
  assert.equal(copy.stateHash(), world.stateHash());
  const recording = world.stopRecording();
  recording.check(hook);
  const replay = World.replay(recording, hook);
  while (replay.step());
  assert.equal(replay.world.stateHash(), world.stateHash());
  assert.ok(replay.world.contactHook === hook);
  assert.equal(thrown(() => recording.check()).name, "ReplayError");
  slip = 0.9;
  assert.equal(thrown(() => recording.check(hook)).name, "ReplayError");
  assert.equal(thrown(() => recording.check({ respond() { throw new SyntaxError("mine"); } })).message, "mine");
  world.contactHook = null;
  assert.equal(world.contactHook, null);
});

test("a world whose hook refers to it is given back", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
  const worlds = [];
  for (let i = 0; i < 20; i++) {
    const { world } = drop({ respond: () => (world.step, true) }, { y: 0.75 });
    world.step();
    worlds.push(new WeakRef(world));
  }
  for (let i = 0; i < 20 && worlds.some((one) => one.deref()); i++) {
    await new Promise((done) => setTimeout(done, 5));
    globalThis.gc();
  }
  assert.ok(worlds.filter((one) => one.deref()).length <= 1);
});
