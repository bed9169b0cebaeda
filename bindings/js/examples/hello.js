// A ball that falls on the ground, and what is heard of it.

import { init, World } from "physics2d";

await init();
const world = new World({ gravity: [0, -9.81] });
world.createBody().createBox(20, 1);
const ball = world.createBody({ type: "dynamic", position: [0, 3] });
ball.createCircle(0.5, { restitution: 0.5 });
world.on("hits", ({ point, approachSpeed }) => console.log(`hit at ${point?.x} m with ${approachSpeed?.toFixed(2)} m/s`));
for (let i = 0; i < 120; i++) world.step(1 / 60);
console.log(`the ball is at ${ball.position.y.toFixed(3)} m`);
