// node tools/generate.mjs OUT: makes OUT/table.js from docs/properties.json, OUT/calls.js from bindings/api.json, and
// OUT/index.d.ts from both and tools/template.d.ts.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { definitions } = JSON.parse(readFileSync(join(root, "../../docs/properties.json"), "utf8"));
const all = new Map(definitions.map((one) => [one.name, one.properties]));
const BASE = 64;
const camel = (name) => name.replace(/[_ .](\w)/g, (_, letter) => letter.toUpperCase());
const word = (name) => camel(name[0].toLowerCase() + name.slice(1)).replace(/::/g, "");
const title = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;
const FLAT = ["Material", "Filter"];
const variantsOf = (name) =>
  [...all].filter(([one]) => one.startsWith(`${name}::`)).map(([one, list]) => [word(one.split("::")[1]), list]);

/** The properties of a definition, as `Table` in package/properties.js takes them. */
function table(list, part = 0, first = 1, rename = {}) {
  const entries = [];
  let place = first;
  let optional;
  for (const one of list) {
    const { name, form } = one;
    const [whole, inner] = name.split(".");
    if (one.optional && inner !== undefined) {
      // The parts of one optional value.
      if (!optional || optional.whole !== whole) {
        optional = { whole, key: part * BASE + place++, list: [] };
        entries.push([camel(whole), "optional", optional.key, optional.list, one]);
      }
      optional.list.push(...table([{ ...one, name: inner, optional: false }], optional.key, optional.list.length + 1));
      continue;
    }
    const key = part * BASE + place++;
    const public_ = rename[name] ?? camel(name);
    if (FLAT.includes(form)) {
      entries.push(...table(all.get(form), key));
    } else if (form === "JointKind") {
      entries.kind = key;
    } else if (variantsOf(form).length > 0) {
      // Of an optional, the value is a part of it.
      const inside = one.optional ? key * BASE + 1 : key;
      const variants = variantsOf(form).map(([type, fields]) => [type, table(fields, inside, 2)]);
      if (form === "PositionCorrection") variants.unshift(["none", []]);
      const keys = { key, type: inside * BASE + 1 };
      entries.push([public_, one.optional ? "optional variants" : "variants", keys, Object.fromEntries(variants), one]);
    } else if (all.has(form)) {
      entries.push([public_, "part", key, table(all.get(form), key), one]);
    } else if (form === "choice") {
      entries.push([public_, "choice", key, one.choices.map(word), one]);
    } else {
      entries.push([public_, one.optional ? `optional ${form}` : form, key, undefined, one]);
    }
  }
  return entries;
}

export const WORLD = table(all.get("WorldSettings"));
export const BODY = table(all.get("BodyDef"), 0, 1, { kind: "type" });
export const COLLIDER = table(all.get("ColliderDef"));
export const JOINT = table(all.get("JointDef"));
const names = [...all.keys()].filter((name) => name.endsWith("Joint"));
export const KINDS = names.map((name) => [word(name.replace(/Joint$/, "")), table(all.get(name), JOINT.kind, 2)]);

const bare = (entries) =>
  entries.map(([name, form, key, extra]) => {
    let inner = extra;
    if (form === "part" || form === "optional") inner = bare(extra);
    if (form.endsWith("variants")) {
      inner = Object.fromEntries(Object.entries(extra).map(([type, list]) => [type, bare(list)]));
    }
    return inner === undefined ? [name, form, key] : [name, form, key, inner];
  });

/** A default of the list as a level has it. */
function valueOf(text, form) {
  if (form === "flag") return text === "true";
  if (form === "choice" || form === "mask") return text;
  const [first, ...rest] = text.replace(/[[\]]/g, "").split(", ").map((one) => (one.endsWith("inf") ? one : Number(one)));
  const all = [first, ...rest];
  if (form === "rotation") return { cos: all[0], sin: all[1] };
  if (form === "pose") return { position: all.slice(0, 2), rotation: { cos: all[2], sin: all[3] } };
  if (form === "positions") return [all.slice(0, 2), all.slice(2)];
  return rest.length > 0 ? all : first;
}

/** The properties of a definition, as package/level.js takes them. */
function levelFields(list) {
  const found = [];
  for (const { name, form, choices, optional, default: text } of list) {
    const [whole, inner] = name.split(".");
    if (inner !== undefined) {
      // Parts of one value, which have no definition of their own.
      let group = found.find(([one]) => one === whole);
      if (!group) {
        group = optional ? [whole, { optional: { fields: [] }, blank: {} }, null] : [whole, { fields: [] }, {}];
        found.push(group);
      }
      const zero = form === "point" ? [0, 0] : 0;
      const own = [inner.split(" ")[0], form];
      (group[1].optional ?? group[1]).fields.push(optional ? own : [...own, valueOf(text, form)]);
      if (optional) group[1].blank[own[0]] = zero;
      continue;
    }
    const variants = levelVariants(form);
    let what = form;
    if (form === "choice") what = { choice: choices };
    else if (variants.length > 0) what = { variants };
    else if (all.has(form)) what = { fields: levelFields(all.get(form)) };
    if (optional) {
      const blank = variants.length > 0 ? { [variants[0][0]]: {} } : form === "number" ? 0 : [0, 0];
      found.push([name, { optional: what, blank }, null]);
    } else if (form === "JointKind") {
      found.push([name, what]);
    } else if (variants.length > 0) {
      // The default is the first that has numbers.
      found.push([name, what, { [variants.find(([, one]) => one.fields.length > 0)[0]]: {} }]);
    } else {
      found.push([name, what, what.fields ? {} : valueOf(text, form)]);
    }
  }
  return found;
}

function levelVariants(form) {
  if (form === "JointKind") return names.map((name) => [name.replace(/Joint$/, ""), { fields: levelFields(all.get(name)) }]);
  const found = [...all].filter(([one]) => one.startsWith(`${form}::`));
  const variants = found.map(([one, list]) => [one.split("::")[1], { fields: levelFields(list) }]);
  if (form === "PositionCorrection") variants.unshift(["None", { fields: [] }]);
  return variants;
}

const LEVEL = Object.fromEntries(
  Object.entries({ settings: "WorldSettings", body: "BodyDef", collider: "ColliderDef", joint: "JointDef" }).map(
    ([part, name]) => [part, { fields: levelFields(all.get(name)) }],
  ),
);

function tables() {
  const json = (value) => JSON.stringify(value);
  return [
    "// Made from docs/properties.json by tools/generate.mjs.",
    `export const WORLD = ${json(bare(WORLD))};`,
    `export const BODY = ${json(bare(BODY))};`,
    `export const COLLIDER = ${json(bare(COLLIDER))};`,
    `export const JOINT = ${json(bare(JOINT))};`,
    `export const KIND_KEY = ${JOINT.kind * BASE + 1};`,
    `export const LEVEL = ${json(LEVEL)};`,
    `export const KINDS = ${json(Object.fromEntries(KINDS.map(([type, list]) => [type, bare(list)])))};`,
    "",
  ].join("\n");
}

const LISTS = ["bodies", "colliders", "joints"];

/** The calls that JavaScript has, each with the function of src/*\/calls.rs that it is in, and its number there. */
function calls() {
  const counts = {};
  const all = JSON.parse(readFileSync(join(root, "../api.json"), "utf8")).calls.filter((one) => (one.in ?? "js").includes("js"));
  return all.map((one) => {
    const kind = ["get", "set", "ask", "call"].find((kind) => kind in one);
    const part = kind === "set" || kind === "call" ? "set" : LISTS.includes(one.form) ? "list" : "get";
    const name = one[kind];
    const own = (one.in ?? "js").split(" ").includes("js");
    const number = (counts[one.on + part] = (counts[one.on + part] ?? -1) + 1);
    const args = kind === "set" ? [[name, one.form]] : (one.args ?? []);
    return { ...one, kind, part, name, public_: camel(name), own, number, args, about: one.about_js ?? one.about };
  });
}
const CALLS = calls();

/** What `answer` holds, as a value of JavaScript. */
const READ = { number: "answer(0)", wide: "answer(0)", flag: "answer(0) !== 0", body: "WORLD.objectOf(0, answer(0), answer(1))" };
for (const form of ["vector", "point", "position"]) READ[form] = "values.vec(answer(0), answer(1))";
/** The function of values.js that checks an argument. */
const CHECK = { number: "finite", wide: "number", flag: "flag", vector: "point", point: "point", position: "point" };
/** How many numbers the engine gets of arguments. */
const widthOf = (args) => args.reduce((sum, [, form]) => sum + (CHECK[form] === "point" ? 2 : 1), 0);

/** A method or a property of a class. */
function method(call) {
  const { on, kind, part, public_, args, form } = call;
  const [raw, world, handle] = on === "world" ? ["engine", "this", []] : ["live", "this.world", ["this.index", "this.generation"]];
  const [lines, numbers] = [[], []];
  // A number that is left out would be converted from `undefined`, which takes time.
  const most = Math.max(...CALLS.filter((one) => one.on === on && one.part === part).map((one) => widthOf(one.args)));
  const run = (number) => {
    const given = [...numbers, ...Array(most - numbers.length).fill(0)];
    return `${raw}(this).${on}${title(part)}(${[...handle, number, ...given].join(", ")})`;
  };
  args.forEach(([name, form], i) => {
    if (call.or && i === args.length - 1) {
      const other = CALLS.find((one) => one.on === on && one.name === call.or);
      lines.push(`if (${camel(name)} === undefined) return void check(${run(other.number)});`);
    }
    const given = `values.${CHECK[form]}("${camel(name)}", ${camel(name)})`;
    const names = Array.from({ length: widthOf([[name, form]]) }, (_, i) => `${camel(name)}${i}`);
    lines.push(names.length === 1 ? `const ${names[0]} = ${given};` : `const [${names.join(", ")}] = ${given};`);
    numbers.push(...names);
  });
  if (part === "list") {
    lines.push(`return objects(${run(call.number)}, (slot, generation) => ${world}.objectOf(${LISTS.indexOf(form)}, slot, generation));`);
  } else {
    lines.push(`check(${run(call.number)});`);
    if (part === "get") lines.push(`return ${READ[form].replace("WORLD", world)};`);
  }
  const accessor = kind === "get" || kind === "set" ? `${kind} ` : "";
  return [`  ${accessor}${public_}(${args.map(([name]) => camel(name)).join(", ")}) {`, ...lines.map((line) => `    ${line}`), "  }"];
}

function callsText() {
  const classes = ["body", "collider", "joint", "world"].flatMap((on) => [
    `export class ${title(on)}Calls${on === "world" ? "" : " extends Handle"} {`,
    ...CALLS.filter((one) => one.on === on && one.own).flatMap(method),
    "}",
  ]);
  return [
    "// Made from bindings/api.json by tools/generate.mjs.",
    'import { engine, Handle, live, objects } from "./handle.js";',
    'import { answer, check } from "./memory.js";',
    'import * as values from "./values.js";',
    ...classes,
    "",
  ].join("\n");
}

/** The calls of a class in index.d.ts, but for those that the template has. */
function callTypes(on, have) {
  const all = CALLS.filter((one) => one.on === on && one.own && !have.has(one.public_));
  const typeOf = (form) => TYPES[form] ?? Array(2).fill(form === "body" ? "Body" : `${title({ bodies: "body" }[form] ?? form.slice(0, -1))}[]`);
  return all.flatMap(({ kind, public_, form, args, or, about }) => {
    const given = args.map(([name, form], i) => `${camel(name)}${or && i === args.length - 1 ? "?" : ""}: ${typeOf(form)[1]}`).join(", ");
    const doc = `  /** ${about} */`;
    if (kind === "set") return [`  set ${public_}(value: ${typeOf(form)[1]});`];
    if (kind === "call") return [doc, `  ${public_}(${given}): void;`];
    if (kind === "ask") return [doc, `  ${public_}(${given}): ${typeOf(form)[0]};`];
    const isSet = CALLS.some((one) => one.on === on && one.own && one.set && one.public_ === public_);
    return [doc, isSet ? `  get ${public_}(): ${typeOf(form)[0]};` : `  readonly ${public_}: ${typeOf(form)[0]};`];
  });
}

const TYPES = {
  number: ["number", "number"],
  wide: ["number", "number"],
  point: ["Vec2", "PointLike"],
  vector: ["Vec2", "PointLike"],
  position: ["Vec2", "PointLike"],
  interval: ["[lower: number, upper: number]", "readonly [lower: number, upper: number]"],
  rotation: ["[cos: number, sin: number]", "readonly [cos: number, sin: number]"],
  positions: ["[Vec2, Vec2]", "readonly [PointLike, PointLike]"],
  pose: ["[x: number, y: number, cos: number, sin: number]", "PoseLike"],
  count: ["number", "number"],
  index: ["number", "number"],
  mask: ["number | bigint", "number | bigint"],
  signed: ["number", "number"],
  flag: ["boolean", "boolean"],
  data: ["number | bigint", "number | bigint"],
};

/** What is read and what may be given for a property. */
function typesOf([name, form, , extra]) {
  // `mass: 5` is short for `mass: { mass: 5 }`.
  if (form === "optional" && extra[0][0] === name) {
    const rest = extra.slice(1).map((one) => `; ${one[0]}?: ${typesOf(one)[1]}`).join("");
    return Array(2).fill(`number | { ${name}: ${typesOf(extra[0])[1]}${rest} } | null`);
  }
  if (form === "choice") return Array(2).fill(extra.map((one) => `"${one}"`).join(" | "));
  if (form === "part") return Array(2).fill(`{ ${extra.map((one) => `${one[0]}?: ${typesOf(one)[1]}`).join("; ")} }`);
  if (form === "optional") return Array(2).fill(`{ ${extra.map((one) => `${one[0]}?: ${typesOf(one)[1]}`).join("; ")} } | null`);
  if (form.endsWith("variants")) {
    const of = (list) => list.map((one) => `; ${one[0]}?: ${typesOf(one)[1]}`).join("");
    const union = Object.entries(extra).map(([type, list]) => `{ type: "${type}"${of(list)} }`).join(" | ");
    return Array(2).fill(form.startsWith("optional") ? `${union} | null` : union);
  }
  if (form.startsWith("optional ")) return TYPES[form.slice(9)].map((one) => `${one} | null`);
  return TYPES[form];
}

/** What the list says in words of Rust. */
const ABOUT = {
  locksX: "Whether it keeps its x, if it is dynamic: nothing moves it along the x axis.",
  locksY: "Whether it keeps its y, if it is dynamic: nothing moves it along the y axis.",
  locksRotation: "Whether it keeps its angle, if it is dynamic: nothing turns it.",
  hook: "Whether the `contactHook` of the world decides about its contacts.",
  oneWay: "The direction, in the body's frame, in which it pushes; what comes the other way passes through it.",
  portal: "What it has to do with a portal of the world: its rim, or a part of a body that passes through it.",
  mass: "Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. A number, or an object without `inertia`: the inertia is that of its colliders, scaled to the mass, also of those that are added later. Mass above zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that does not turn.",
  canSleep: "Whether it may fall asleep. If not, its island stays awake, too. The whole world: `sleeping`.",
  userData: "Data of the program, which the engine only keeps: a whole number of 128 bits. Objects belong into `data`.",
};

function meaning(name, one) {
  const text = ABOUT[name] ?? one.about;
  return text
    .replace(/`(\w+)::(\w+)`/g, (_, of, item) => `\`${camel(item)}\``)
    .replace(/`None`/g, "`null`")
    .replace(/`(\w+_\w+)`/g, (_, item) => `\`${camel(item)}\``)
    .replace(/: see `(setEnabled|enabled|continuous|contactEvents|hitEvents|sensorEvents)`/g, "")
    .replace(/ See `breaks`[^.]*\./g, "")
    .replace(/\*\//g, "* /")
    .trim();
}

/** Infinity as JavaScript writes it. */
const infinity = (text) => text.replace(/\binf\b/g, "Infinity");

/** A default as JavaScript writes it. */
function defaultOf(form, text) {
  if (text === "none") return "null";
  if (form === "choice") return `"${word(text)}"`;
  if (form === "mask") return text === "0xffffffffffffffff" ? "-1: all" : String(Number(text));
  return infinity(text);
}

/** The meaning of a property, with unit, range and default. */
function says([name, form, , , one]) {
  const facts = [one.unit, one.range && infinity(one.range), one.default && `default ${defaultOf(form, one.default)}`].filter(Boolean).join("; ");
  return `${meaning(name, one)}${facts ? ` (${facts})` : ""}`;
}

/** The comment of a property; of one that several kinds of joint have, what it is in each. */
function doc(entry, indent) {
  const kinds = entry[5];
  if (!kinds) return `${indent}/** ${says(entry)} */`;
  const meanings = new Map();
  for (const [type, one] of kinds) {
    const text = says(one);
    meanings.set(text, [...(meanings.get(text) ?? []), type]);
  }
  if (meanings.size === 1) return `${indent}/** Of ${[...meanings.values()][0].join(", ")}: ${[...meanings.keys()][0]} */`;
  const lines = [...meanings].map(([text, types]) => `${indent} * - ${types.join(", ")}: ${text}`);
  return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
}

const withAngle = (entries) =>
  entries.flatMap((one) => {
    if (one[1] !== "rotation") return [one];
    const angle = one[0].replace(/rotation/i, (text) => (text === "rotation" ? "angle" : "Angle"));
    const about = { about: `The same as an angle: give this or \`${one[0]}\`.`, unit: "rad", range: "finite", default: "0" };
    return [one, [angle, "number", 0, undefined, about]];
  });

const fields = (entries, indent = "  ") =>
  withAngle(entries).flatMap((one) => [doc(one, indent), `${indent}${one[0]}?: ${typesOf(one)[1]};`]);

const accessors = (entries, have) =>
  withAngle(entries)
    .filter((one) => !have.has(one[0]))
    .flatMap((one) => {
      const [read, given] = typesOf(one);
      return [doc(one, "  "), `  get ${one[0]}(): ${read};`, `  set ${one[0]}(value: ${given});`];
    });

const setters = (entries, have) =>
  withAngle(entries)
    .filter((one) => !have.has(one[0]))
    .flatMap((one) => {
      const given = typesOf(one)[1];
      const isPair = ["point", "vector", "position"].includes(one[1].replace("optional ", ""));
      const lines = [doc(one, "  "), `  ${one[0]}(value: ${given}): this;`];
      if (isPair) lines.push(`  ${one[0]}(x: number, y: number): this;`);
      if (one[1] === "interval") lines.push(`  ${one[0]}(lower: number, upper: number): this;`);
      return lines;
    });

function membersOf(lines, name) {
  const start = lines.findIndex((line) => line.startsWith(`export class ${name} `) || line.startsWith(`export class ${name}<`));
  const end = lines.findIndex((line, i) => i > start && line === "}");
  return new Set(
    lines.slice(start, end).flatMap((line) => /^ {2}(?:readonly |static |get |set )*(\w+)/.exec(line)?.[1] ?? []),
  );
}

function types() {
  const template = readFileSync(join(root, "tools/template.d.ts"), "utf8").trimEnd().split("\n");
  const lines = template.flatMap((line) => {
    const on = /\/\/# calls (\w+)/.exec(line)?.[1];
    return on ? callTypes(on, membersOf(template, title(on))) : [line];
  });
  const lists = { WORLD, BODY, COLLIDER, JOINT };
  const kinds = KINDS.map(([type]) => type);
  const titleOf = (type) => `${title(type)}JointProperties`;
  // A property of several kinds, once, with what it is in each.
  const everyKind = [];
  for (const [type, list] of KINDS) {
    for (const one of list) {
      const known = everyKind.find(([name]) => name === one[0]);
      if (known && known[1] !== one[1]) throw new Error(`${one[0]} has two forms`);
      if (known) known[5].push([type, one]);
      else everyKind.push([...one.slice(0, 5), [[type, one]]]);
    }
  }
  return `${lines
    .flatMap((line) => {
      const [mark, what, name] = line.trim().split(" ").slice(1);
      if (!line.trim().startsWith("//# ")) return [line];
      if (mark === "fields") return fields(lists[what]);
      if (mark === "accessors") return accessors(lists[what], membersOf(lines, name));
      if (mark === "setters") return setters(lists[what], membersOf(lines, name));
      if (mark === "joint-accessors") return accessors([...JOINT, ...everyKind], membersOf(lines, "Joint"));
      if (mark === "joint-setters") return setters([...JOINT, ...everyKind], membersOf(lines, "JointDef"));
      if (mark === "joints") {
        return [
          ...KINDS.flatMap(([type, list]) => [
            `export interface ${titleOf(type)} extends JointProperties {`,
            `  type: "${type}";`,
            ...fields(list),
            "}",
          ]),
          `export type JointType = ${kinds.map((type) => `"${type}"`).join(" | ")};`,
          `export type AnyJointProperties = ${kinds.map(titleOf).join(" | ")};`,
          ...["export interface AllJointProperties extends JointProperties {", ...fields(everyKind), "}"],
        ];
      }
      if (mark === "joint-makers") {
        return kinds.map((type) => `  static ${type}(a: Body, b: Body, properties?: Partial<Omit<${titleOf(type)}, "type" | "a" | "b">>): JointDef;`);
      }
      throw new Error(`unknown mark: ${line}`);
    })
    .join("\n")}\n`;
}

const out = process.argv[2];
if (out) {
  writeFileSync(join(out, "table.js"), tables());
  writeFileSync(join(out, "calls.js"), callsText());
  writeFileSync(join(out, "index.d.ts"), types());
}
