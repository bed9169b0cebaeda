// node race.mjs [ROUNDS] [ENGINE,...]: the race against other engines in Node, all in one interleaved run.
//
//   warm     median of 120 steps after 40, and of reading all poses; the least of the rounds
//   cold     a process of its own: load, make the scene, 120 steps with all poses read; the median of the rounds
//   bytes    what a page has to load, as it is and with brotli
//
// Run it on a machine that does nothing else: figures of a busy one are worth nothing.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { engines } from "./engines.mjs";
import { scenes } from "./scenes.mjs";

const rounds = Number(process.argv[2] ?? 5);
const only = process.argv[3]?.split(",");
const names = Object.keys(engines).filter((name) => !only || only.some((one) => name.includes(one)));
const [WARM, STEPS, READS] = [40, 120, 20];
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const least = (all) => Math.min(...all);
const pad = (text, width) => String(text).padStart(width);
const ms = (x) => (x === undefined ? "-" : x.toFixed(3));

const results = {};
const of = (scene, name) => ((results[scene] ??= {})[name] ??= { step: [], read: [], cold: [] });

const ready = {};
for (const name of names) {
  // The two builds of ours share the module, and one process starts only one of them.
  if (name === "physics2d plain" && names.includes("physics2d")) continue;
  ready[name] = await engines[name].make();
}
for (let round = 0; round < rounds; round++) {
  for (const [scene, make] of Object.entries(scenes)) {
    for (const name of Object.keys(ready)) {
      const result = of(scene, name);
      const { bodies } = make();
      const simulation = ready[name](make());
      const times = [];
      for (let i = 0; i < WARM + STEPS; i++) {
        const from = performance.now();
        simulation.step();
        times.push(performance.now() - from);
      }
      result.step.push(median(times.slice(WARM)));
      const reads = [];
      for (let i = 0; i < READS; i++) {
        const from = performance.now();
        simulation.read();
        reads.push(performance.now() - from);
      }
      result.read.push(median(reads));
      const heights = simulation.y().filter((_, i) => !bodies[i].fixed);
      // A race that someone leaves by the floor is not won.
      result.lowest = Math.min(...heights);
      simulation.free();
      console.error(round, scene, name, ms(result.step.at(-1)));
    }
    for (const name of names) {
      const words = [fileURLToPath(new URL("./cold.mjs", import.meta.url)), name, scene];
      of(scene, name).cold.push(JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })));
    }
  }
}

console.log(`Node ${process.version}, ${cpus()[0].model}, ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}`);
for (const scene of Object.keys(scenes)) {
  console.log(`\n${scene}: ms`);
  console.log(`${"".padEnd(26)}    step    read |   ready  60 steps  120 steps | lowest y, m`);
  for (const name of names) {
    const { step, read, cold, lowest } = of(scene, name);
    const at = (key) => median(cold.map((one) => one[key])).toFixed(1);
    const warm = step.length > 0 ? [ms(least(step)), ms(least(read))] : ["-", "-"];
    console.log(`${name.padEnd(26)} ${pad(warm[0], 7)} ${pad(warm[1], 7)} | ${pad(at("ready"), 7)} ${pad(at("half"), 9)} ${pad(at("all"), 10)} | ${lowest === undefined ? "-" : lowest.toFixed(2)}`);
  }
}

console.log(`\nbytes${"".padEnd(24)}    as it is   brotli`);
for (const name of names) {
  const files = engines[name].files.map((path) => readFileSync(path));
  const sum = (all) => all.reduce((a, b) => a + b, 0);
  const sizes = [sum(files.map((file) => file.length)), sum(files.map((file) => brotliCompressSync(file).length))];
  console.log(`${name.padEnd(26)} ${pad(sizes[0], 13)} ${pad(sizes[1], 8)}`);
}

const GOALS = { pyramid: 0.5, bowl: 0.7, ragdolls: 0.85 };
const best = (scene, filter) => least(Object.keys(ready).filter(filter).map((name) => least(of(scene, name).step)));
if (ready["physics2d"] && names.some((name) => name.includes("deluxe")) && names.some((name) => name.includes("rapier"))) {
  console.log("\ngoals");
  for (const scene of Object.keys(scenes)) {
    const own = best(scene, (name) => name === "physics2d");
    const box2d = own / best(scene, (name) => name.includes("deluxe"));
    const rapier = own / best(scene, (name) => name.includes("rapier"));
    const goal = GOALS[scene] === undefined ? "" : ` (goal ${GOALS[scene]}: ${box2d <= GOALS[scene] ? "reached" : "missed"})`;
    console.log(`${scene}: ${box2d.toFixed(2)} of box2d3-wasm deluxe${goal}, ${rapier.toFixed(2)} of the best Rapier (goal 0.6: ${rapier <= 0.6 ? "reached" : "missed"})`);
    const first = (name) => median(of(scene, name).cold.map((one) => one.half));
    if (names.includes("matter-js 0.20.0")) {
      const [mine, theirs] = [first("physics2d"), first("matter-js 0.20.0")];
      console.log(`  first second: ${mine.toFixed(0)} ms, matter-js ${theirs.toFixed(0)} ms (goal no more: ${mine <= theirs ? "reached" : "missed"})`);
    }
  }
}
process.exit(0);
