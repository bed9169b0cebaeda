// node calls.mjs [ROUNDS] [PACKAGE]: what single calls of the package take, ns: reads, edits, makers, queries.
//
// Each figure is the least of the rounds; a round repeats the call for about 20 ms. PACKAGE is the folder of
// another build, for a comparison of before and after on the same machine.

import { pathToFileURL } from "node:url";

const rounds = Number(process.argv[2] ?? 7);
const from = process.argv[3] ? pathToFileURL(`${process.argv[3]}/`) : new URL("../dist/package/", import.meta.url);
const physics = await import(new URL("node.js", from));
await physics.init();
const { World, Shape } = physics;

const BODIES = 1000;
const world = new World();
world.createBody().createHalfSpace([0, 1], 0);
for (let i = 0; i < BODIES; i++) {
  world.createBody({ type: "dynamic", position: [2 * (i % 50), 1 + 2 * Math.floor(i / 50)] }).createBox(1, 1);
}
world.step();
const { bodies } = world;
const body = bodies[BODIES >> 1];
const [collider] = body.colliders;
const joint = world.createJoint({ type: "revolute", a: bodies[1], b: bodies[2], anchor: [1, 1] });
const { handle } = bodies.at(-1);
const circle = Shape.circle(0.5);
const origins = Float64Array.from({ length: 200 }, (_, i) => (i % 2 ? 100 : i / 2));
const ways = Float64Array.from({ length: 200 }, (_, i) => (i % 2 ? -100 : 0));
const hits = world.castRays?.(origins, ways);
// What the compiler cannot throw away.
let sink;

const calls = {
  "body.position": () => (sink = body.position),
  "body.angle": () => (sink = body.angle),
  "body.velocity": () => (sink = body.velocity),
  "body.isAwake": () => (sink = body.isAwake),
  "body.damping": () => (sink = body.damping),
  "body.type": () => (sink = body.type),
  "body.userData": () => (sink = body.userData),
  "collider.friction": () => (sink = collider.friction),
  "collider.sensor": () => (sink = collider.sensor),
  "collider.body": () => (sink = collider.body),
  "joint.motorSpeed": () => (sink = joint.motorSpeed),
  "world.gravity": () => (sink = world.gravity),
  "body.properties()": () => (sink = body.properties()),
  "body.position = [x, y]": () => (body.position = [50, 50]),
  "body.velocity = [x, y]": () => (body.velocity = [1, 0]),
  "body.damping = x": () => (body.damping = 0.1),
  "body.applyForce(f)": () => body.applyForce([1, 0]),
  "world.getBody(handle)": () => (sink = world.getBody(handle)),
  "world.castRay(o, t)": () => (sink = world.castRay([50, 100], [0, -100])),
  "world.castRays(os, ts), 100 rays": () => (sink = world.castRays(origins, ways, {}, hits)),
  "world.castShape(s, o, t)": () => (sink = world.castShape(circle, [50, 100], [0, -100])),
};

/** Calls that make something, in a world that is made anew for each round. */
const makers = {
  "createBody({ type, position })": (into) => () => into.createBody({ type: "dynamic", position: [1, 2] }),
  "createBody(5 properties)": (into) => () =>
    into.createBody({ type: "dynamic", position: [1, 2], angle: 1, damping: 0.1, userData: 7 }),
  "body.createCircle(r)": (into) => {
    const owner = into.createBody();
    return () => owner.createCircle(0.5);
  },
  "body.createBox(w, h, 3 properties)": (into) => {
    const owner = into.createBody();
    return () => owner.createBox(1, 1, { friction: 0.5, density: 2, category: 4 });
  },
};

function time(call, count) {
  const from = performance.now();
  for (let i = 0; i < count; i++) call();
  return (1e6 * (performance.now() - from)) / count;
}

const results = {};
for (let round = 0; round < rounds; round++) {
  for (const [name, call] of Object.entries(calls)) {
    if (!hits && name.includes("castRays")) continue;
    const count = Math.max(10, Math.ceil(2e7 / time(call, 1000)));
    results[name] = Math.min(results[name] ?? Infinity, time(call, count));
  }
  for (const [name, make] of Object.entries(makers)) {
    const into = new World();
    results[name] = Math.min(results[name] ?? Infinity, time(make(into), 5000));
    into.free();
  }
}
console.log(`Node ${process.version}, ${rounds} rounds, ${BODIES} bodies: ns for each call`);
for (const [name, ns] of Object.entries(results)) console.log(`${name.padEnd(36)} ${ns.toFixed(0).padStart(8)}`);
if (sink === Symbol.iterator) console.log(sink);
