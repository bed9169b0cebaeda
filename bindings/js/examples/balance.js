// 64 worlds side by side: each has a cart with a pole and a controller of its own.

import { Batch, init, World } from "physics2d";

await init();
const world = new World();
const cart = world.createBody({ type: "dynamic", position: [0, 0.25], locksRotation: true });
cart.createBox(1, 0.5, { mask: 0 });
const pole = world.createBody({ type: "dynamic", position: [0, 1.5] });
pole.createBox(0.1, 2, { mask: 0 });
const rail = world.createBody();
world.createJoint({ type: "prismatic", a: rail, b: cart, anchor: [0, 0.25], axis: [1, 0] });
const hinge = world.createJoint({ type: "revolute", a: cart, b: pole, anchor: [0, 0.5] });

const COUNT = 64;
const batch = new Batch(world, COUNT, {
  frameSkip: 2,
  actions: [{ type: "force", body: cart }],
  observations: [
    { type: "jointAngle", joint: hinge },
    { type: "jointAngularSpeed", joint: hinge },
  ],
});
// Each pole begins a little to the right: its angular velocity is in the row of the third number.
const velocities = new Float32Array(4 * COUNT * batch.bodyCount).fill(NaN);
for (let i = 0; i < COUNT; i++) velocities.set([0, 0, -0.5, 0], 4 * (i * batch.bodyCount + world.bodies.indexOf(pole)));
batch.reset(undefined, { velocities });

/** The force of controller i on an angle and on an angular speed, N for each rad and rad/s. */
const gains = Array.from({ length: COUNT }, (_, i) => [2 * (i % 8), 0.4 * Math.floor(i / 8)]);
const held = new Array(COUNT).fill(0);
const actions = new Float32Array(COUNT * batch.actionLength);
for (let step = 0; step < 300; step++) {
  const seen = batch.observations;
  for (let i = 0; i < COUNT; i++) {
    const [angle, speed] = [seen[2 * i], seen[2 * i + 1]];
    if (Math.abs(angle) < 0.5 && held[i] === step) held[i]++;
    actions[2 * i] = -gains[i][0] * angle - gains[i][1] * speed;
  }
  batch.step(actions);
}
const good = held.filter((steps) => steps === 300).length;
console.log(`${good} of ${COUNT} controllers hold the pole for 10 s`);
