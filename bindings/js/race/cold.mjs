// node cold.mjs ENGINE SCENE: how long the first two seconds of a page take, in ms: until the engine is ready,
// until the scene is made, after 60 and after 120 steps, all poses read after each.

const begin = performance.now();
const [name, scene] = process.argv.slice(2);
const { engines } = await import("./engines.mjs");
const { scenes } = await import("./scenes.mjs");
const start = performance.now();
const build = await engines[name].make();
const ready = performance.now() - start;
const simulation = build(scenes[scene]());
const made = performance.now() - start;
let sum = 0;
let half = 0;
for (let i = 1; i <= 120; i++) {
  simulation.step();
  sum += simulation.read();
  if (i === 60) half = performance.now() - start;
}
const all = performance.now() - start;
console.log(JSON.stringify({ ready, made, half, all, begin, sum }));
process.exit(0);
