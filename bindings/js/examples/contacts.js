// A belt, a platform that is solid from above only, and a contact hook: ghosts of one team, and ice.

import { init, World } from "physics2d";

await init();
const world = new World();
// What is the same in every contact is a property: the belt runs, the platform pushes upwards only.
world.createBody({ position: [0, -0.5] }).createBox(40, 1, { surfaceSpeed: 2 });
world.createBody({ position: [0, 3] }).createBox(4, 0.2, { oneWay: [0, 1] });
const jumper = world.createBody({ type: "dynamic", position: [0, 1], velocity: [0, 9] });
jumper.createBox(0.5, 0.5);

// What depends on the pair, or on how it meets, is decided by a hook, for colliders with `hook: true`.
const TEAM = 7;
const ghosts = [-5, 5].map((x) => {
  const body = world.createBody({ type: "dynamic", position: [x, 0.5], velocity: [-x, 0], userData: TEAM });
  body.createCircle(0.5, { hook: true });
  return body;
});
world.contactHook = {
  // May the two touch at all? Asked when their boxes begin to overlap.
  accepts: (a, b) => a.bodyUserData !== b.bodyUserData,
  // What does this contact do in this step? Nothing is "as it would".
  respond: ({ a, b }) => (a.bodyUserData === TEAM || b.bodyUserData === TEAM ? { friction: 0 } : undefined),
};
world.step(1 / 60, 120);
const [left, right] = ghosts.map((body) => body.position.x);
console.log(`the jumper stands at ${jumper.position.y.toFixed(1)} m; the ghosts have passed: ${left > 3 && right < -3}`);
