// A car on hilly ground, built by chained definitions, and its recording.

import { BodyDef, ColliderDef, init, JointDef, World } from "physics2d";

await init();
const world = new World();
const hills = Array.from({ length: 60 }, (_, i) => ({ x: 60 - 2 * i, y: Math.sin(0.4 * i) }));
world.createBody().createChain(hills, { friction: 0.9 });

const chassis = world.createBody(BodyDef.dynamic().position(-50, 3));
chassis.createCollider(ColliderDef.box(3, 0.8).density(2).group(-1));
for (const x of [-1, 1]) {
  const wheel = world.createBody(BodyDef.dynamic().position(-50 + x, 2.3));
  wheel.createCollider(ColliderDef.circle(0.4).friction(1.5).group(-1));
  world.createJoint(
    JointDef.wheel(chassis, wheel).anchor(-50 + x, 2.3).hertz(4).dampingRatio(0.7).motorSpeed(-15).maxMotorTorque(20),
  );
}

world.startRecording();
for (let i = 0; i < 600; i++) world.step(1 / 60);
const recording = world.stopRecording();
recording.check();
console.log(`the car is at ${chassis.position.x.toFixed(1)} m, after ${recording.frames} steps in ${recording.toBytes().length} bytes`);
