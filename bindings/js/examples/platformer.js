// A character that walks, a coin, a ray, and a way back in time.

import { init, Mover, Shape, World } from "physics2d";

await init();
const world = new World();
world.createBody().createBox(40, 1);
world.createBody({ position: [6, 1] }).createBox(2, 1);
const coin = world.createBody({ position: [3, 1], data: { worth: 10 } });
coin.createCircle(0.4, { sensor: true });
const ghost = world.createBody({ type: "kinematic", position: [0, 2] });
const figure = Shape.capsule([0, -0.4], [0, 0.4], 0.3);
ghost.createCollider(figure, { sensor: true });
const player = new Mover(world, figure, [0, 2], { body: ghost, maxSlope: 1, stepHeight: 0.3 });

let coins = 0;
world.on("sensorsBegun", (event) => {
  // Both are sensors, so each enters the other: this is the event of the coin.
  if (event.bodyB === ghost && event.bodyA.data) coins += event.bodyA.data.worth;
});
const start = world.snapshot();
let velocity = { x: 0, y: 0 };
for (let i = 0; i < 180; i++) {
  const motion = player.step([3, velocity.y - 10 / 60]);
  velocity = { ...motion.velocity };
  world.step();
}
const ahead = world.castRay(player.position, [5, 0], { exclude: ghost });
console.log(`${coins} points, ${ahead?.distance.toFixed(2)} m to the wall`);
world.restore(start);
