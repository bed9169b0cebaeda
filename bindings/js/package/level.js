// Levels as text and as plain objects: translated to and from the records that the engine reads (docs/levels.md), so
// that the WebAssembly holds no reader of JSON.
//
//   object  -- write -->  words of 32 bits: settings, bodies, colliders, points, joints  -- read -->  object
//
// `LEVEL` of table.js is made from docs/properties.json: the properties of each definition in the order of the words.
// What a property is: the name of a form; `{ choice: names }`; `{ fields: [[name, what, default], ...] }`;
// `{ variants: [[name, what], ...] }`, a number and what that variant has; `{ optional: what }`, a flag before it.

import { FileError, show } from "./errors.js";
import { LEVEL } from "./table.js";
import { short } from "./values.js";

const MAGIC = "level 2d";
const VERSION = 2;
const HEADER = 20;
const SHAPES = ["Circle", "Segment", "ChainSegment", "OneSidedChainSegment", "Capsule", "Polygon", "HalfSpace"];
const MOST_POINTS = 256;
/** Words of a record. */
const SIZES = { settings: 48, body: 36, collider: 48, joint: 40 };
/** By how much a normal may differ from one of unit length, as in `HalfSpace::restored`. */
const UNIT_NORMAL = 1e-6;

const halves = new Uint32Array(2);
const double = new Float64Array(halves.buffer);
const single = new Float32Array(halves.buffer);

const finite = (x) => (Number.isFinite(x) ? x : x > 0 ? "inf" : "-inf");

class Writer {
  words = [];
  /** Where in the level the value is that is written: names and indices. */
  path = [];

  place() {
    const names = this.path.map((one) => (typeof one === "number" ? `[${one}]` : `.${one}`));
    return names.join("").slice(1) || "the level";
  }

  refuse(value, expected) {
    const place = this.place();
    throw new FileError(value === undefined ? `${place} is missing` : `${place} is ${show(value)}: it must be ${expected}`);
  }

  /** Calls `write` with a part. */
  within(name, part, write) {
    this.path.push(name);
    write(part);
    this.path.pop();
  }

  each(items, write) {
    for (let i = 0; i < items.length; i++) this.within(i, items[i], write);
  }

  list(value, length) {
    const is = Array.isArray(value) && (length === undefined || value.length === length);
    return is ? value : this.refuse(value, length === undefined ? "a list" : `a list of ${length}`);
  }

  /** An object that has none but these names. */
  object(value, names) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) this.refuse(value, "an object");
    for (const name in value) {
      if (!names.includes(name)) throw new FileError(`${this.place()} has no '${name}': it has ${names.join(", ")}`);
    }
    return value;
  }

  number(value) {
    if (value === "inf" || value === "-inf") return value === "inf" ? Infinity : -Infinity;
    return typeof value === "number" && !Number.isNaN(value) ? value : this.refuse(value, 'a number, "inf" or "-inf"');
  }

  whole(value, least, most) {
    const is = Number.isInteger(value) && value >= least && value <= most;
    this.words.push((is ? value : this.refuse(value, `a whole number from ${least} to ${most}`)) >>> 0);
  }

  /** The words of a whole number, the lowest first; it may be a text of hexadecimal digits. */
  wordsOf(value, count) {
    if (Number.isSafeInteger(value) && value >= 0) return [value >>> 0, Math.floor(value / 2 ** 32), 0, 0].slice(0, count);
    const is = typeof value === "bigint" || (typeof value === "string" && /^0x[0-9a-f]+$/i.test(value));
    const all = is ? BigInt(value) : -1n;
    if (all < 0n || all >> BigInt(32 * count) > 0n) this.refuse(value, `a whole number of ${32 * count} bits, or a text such as "0x1f"`);
    return Array.from({ length: count }, (_, i) => Number((all >> BigInt(32 * i)) & 0xffffffffn));
  }

  /** One of a few names. */
  indexOf(value, names) {
    const index = names.indexOf(value);
    return index >= 0 ? index : this.refuse(value, names.join(", "));
  }

  float(value) {
    single[0] = this.number(value);
    this.words.push(halves[0]);
  }

  /** The upper half first. */
  double(value) {
    double[0] = this.number(value);
    this.words.push(halves[1], halves[0]);
  }

  point(value) {
    this.each(this.list(value, 2), (x) => this.float(x));
  }

  position(value) {
    this.each(this.list(value, 2), (x) => this.double(x));
  }

  rotation(value) {
    const { cos, sin } = this.object(value, ["cos", "sin"]);
    this.within("cos", cos, (x) => this.float(x));
    this.within("sin", sin, (x) => this.float(x));
  }

  /** Ends a record that began at this word. */
  pad(from, size) {
    while (this.words.length < from + size) this.words.push(0);
  }
}

class Reader {
  constructor(words) {
    this.words = words;
    this.at = 0;
  }

  word() {
    return this.words[this.at++];
  }

  raw() {
    halves[0] = this.word();
    return single[0];
  }

  float() {
    const x = this.raw();
    // A zero keeps its sign.
    return finite(Number.isInteger(x) ? x : short(x));
  }

  double() {
    halves[1] = this.word();
    halves[0] = this.word();
    return finite(double[0]);
  }

  pair() {
    return [this.float(), this.float()];
  }

  position() {
    return [this.double(), this.double()];
  }

  rotation() {
    return { cos: this.float(), sin: this.float() };
  }
}

/** A whole number of these words, the lowest first; one that JavaScript would round is a text. */
function exact(words) {
  const low = words[0] + words[1] * 2 ** 32;
  if (Number.isSafeInteger(low) && !words[2] && !words[3]) return low;
  return `0x${words.reduceRight((all, word) => (all << 32n) | BigInt(word), 0n).toString(16)}`;
}

/** How each form is written and read. */
const FORMS = {
  number: [(w, x) => w.float(x), (r) => r.float()],
  point: [(w, x) => w.point(x), (r) => r.pair()],
  position: [(w, x) => w.position(x), (r) => r.position()],
  positions: [(w, x) => w.each(w.list(x, 2), (one) => w.position(one)), (r) => [r.position(), r.position()]],
  rotation: [(w, x) => w.rotation(x), (r) => r.rotation()],
  pose: [
    (w, x) => {
      const { position, rotation } = w.object(x, ["position", "rotation"]);
      w.within("position", position, (one) => w.point(one));
      w.within("rotation", rotation, (one) => w.rotation(one));
    },
    (r) => ({ position: r.pair(), rotation: r.rotation() }),
  ],
  count: [(w, x) => w.whole(x, 0, 2 ** 32 - 1), (r) => r.word()],
  signed: [(w, x) => w.whole(x, -(2 ** 31), 2 ** 31 - 1), (r) => r.word() | 0],
  flag: [(w, x) => w.words.push(typeof x === "boolean" ? Number(x) : w.refuse(x, "true or false")), (r) => r.word() !== 0],
  mask: [(w, x) => w.words.push(...w.wordsOf(x, 2).reverse()), (r) => exact([r.word(), r.word()].reverse())],
  data: [(w, x) => w.words.push(...w.wordsOf(x, 4)), (r) => exact([r.word(), r.word(), r.word(), r.word()])],
};
FORMS.vector = FORMS.interval = FORMS.point;
FORMS.index = FORMS.count;

/** The names of fields or variants, kept with them. */
const namesOf = (what) => (what.names ??= (what.fields ?? what.variants).map(([name]) => name));

function write(w, what, value) {
  if (typeof what === "string") {
    FORMS[what][0](w, value);
  } else if (what.choice) {
    // Older levels say whether contacts are swept.
    const old = { true: "All", false: "Nothing" }[value];
    w.words.push(w.indexOf(what.choice.includes(old) ? old : value, what.choice));
  } else if (what.fields) {
    const isLeftOut = value === undefined || (value === null && what.fields.length === 0);
    const given = w.object(isLeftOut ? {} : value, namesOf(what));
    for (const [name, inner, missing] of what.fields) {
      w.path.push(name);
      write(w, inner, name in given ? given[name] : missing);
      w.path.pop();
    }
  } else if (what.variants) {
    const names = namesOf(what);
    const isBare = typeof value === "string";
    const [name, ...others] = isBare ? [value] : Object.keys(w.object(value, names));
    if (others.length > 0) w.refuse(value, "one of its variants");
    const index = w.indexOf(name, names);
    const inner = what.variants[index][1];
    if (isBare && inner.fields.length > 0) w.refuse(value, `an object { ${name}: ... }`);
    w.words.push(index);
    w.within(name, isBare ? undefined : value[name], (one) => write(w, inner, one));
  } else {
    w.words.push(value === null ? 0 : 1);
    if (value !== null) write(w, what.optional, value);
    // What is missing takes its place, with zeros.
    else for (let i = 0; i < blankLength(what); i++) w.words.push(0);
  }
}

/** How many words an optional value takes that is missing. */
function blankLength(what) {
  if (what.length === undefined) {
    const blank = new Writer();
    write(blank, what.optional, what.blank);
    what.length = blank.words.length;
  }
  return what.length;
}

function read(r, what) {
  if (typeof what === "string") return FORMS[what][1](r);
  if (what.choice) return what.choice[r.word()];
  if (what.fields) {
    if (what.fields.length === 0) return null;
    const found = {};
    for (const [name, inner] of what.fields) found[name] = read(r, inner);
    return found;
  }
  if (what.variants) {
    const [name, inner] = what.variants[r.word()];
    const value = read(r, inner);
    return name === "None" ? name : { [name]: value };
  }
  if (r.word() === 1) return read(r, what.optional);
  r.at += blankLength(what);
  return null;
}

/** Kind, radius and points of a shape, and the names of the points. */
function numbersOf(w, shape) {
  const [kind, ...others] = Object.keys(w.object(shape, SHAPES));
  if (kind === undefined || others.length > 0) w.refuse(shape, "one shape");
  const of = (names) => w.object(shape[kind], names);
  switch (kind) {
    case "Circle": {
      const { center, radius } = of(["center", "radius"]);
      return [kind, radius, [center], ["center"]];
    }
    case "Segment": {
      const { a, b } = of(["a", "b"]);
      return [kind, 0, [a, b], ["a", "b"]];
    }
    case "ChainSegment": {
      const { a, b, before, after, sides } = of(["a", "b", "before", "after", "sides"]);
      const isOne = w.indexOf(sides, ["Two", "One"]) === 1;
      return [isOne ? "OneSidedChainSegment" : kind, 0, [before ?? a, a, b, after ?? b], ["before", "a", "b", "after"]];
    }
    case "Capsule": {
      const { a, b, radius } = of(["a", "b", "radius"]);
      return [kind, radius, [a, b], ["a", "b"]];
    }
    case "Polygon": {
      const { vertices, radius = 0 } = of(["vertices", "radius"]);
      if (w.list(vertices).length > MOST_POINTS) w.refuse(vertices, `a list of at most ${MOST_POINTS} points`);
      return [kind, radius, vertices];
    }
    case "HalfSpace": {
      const { normal, offset } = of(["normal", "offset"]);
      const [x, y] = w.list(normal, 2).map((one) => w.number(one));
      const length = Math.hypot(x, y);
      const isUnit = Math.hypot(x / length - x, y / length - y) < UNIT_NORMAL;
      return [kind, 0, [isUnit || !(length > 0) ? [x, y] : [x / length, y / length], [offset, 0]], ["normal", "offset"]];
    }
    default:
      return w.refuse(kind, SHAPES.join(", "));
  }
}

function shapeOf(kind, radius, points) {
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const [a, b] = points;
  if (kind === "Circle") return { Circle: { center: a, radius } };
  if (kind === "Segment") return { Segment: { a, b } };
  if (kind === "Capsule") return { Capsule: { a, b, radius } };
  if (kind === "Polygon") return { Polygon: { vertices: points, radius } };
  if (kind === "HalfSpace") return { HalfSpace: { normal: a, offset: b[0] } };
  const [before, from, to, after] = points;
  const neighbour = (point, end) => (same(point, end) ? null : point);
  const sides = kind === "ChainSegment" ? "Two" : "One";
  return { ChainSegment: { a: from, b: to, before: neighbour(before, from), after: neighbour(after, to), sides } };
}

/** FNV-1a over the version and the records, eight bytes at a time, as `check_sum` of the engine. */
function checkSum(words) {
  const factor = 0x100000001b3n;
  let sum = 0xcbf29ce484222325n ^ BigInt(VERSION);
  const times = (x) => BigInt.asUintN(64, x * factor);
  for (let i = 0; i < words.length; i += 2) {
    const word = BigInt(words[i]) | (BigInt(words[i + 1] ?? 0) << 32n);
    sum = times(sum ^ word);
    sum ^= sum >> 29n;
  }
  return times(sum ^ BigInt(4 * words.length));
}

/** The bytes of a level that is an object or a text. */
export function bytesOfLevel(level) {
  const [w, points] = [new Writer(), new Writer()];
  const names = ["settings", "velocities_of_centers", "bodies", "colliders", "joints"];
  const given = w.object(typeof level === "string" ? parsed(level) : level, names);
  const { settings, velocities_of_centers = false, bodies = [], colliders = [], joints = [] } = given;
  points.path = w.path;
  const all = (name, items, size, write) =>
    w.within(name, items, () => {
      w.words.push(w.list(items).length);
      w.each(items, (item) => {
        const from = w.words.length;
        write(item);
        w.pad(from, size);
      });
    });
  const part = (name, what, value) => w.within(name, value, () => write(w, what, value));
  const isObject = (value) => (value !== null && typeof value === "object" ? value : w.refuse(value, "an object"));
  part("settings", LEVEL.settings, settings);
  part("velocities_of_centers", "flag", velocities_of_centers);
  w.pad(0, SIZES.settings);
  all("bodies", bodies, SIZES.body, (body) => write(w, LEVEL.body, body));
  all("colliders", colliders, SIZES.collider, (one) => {
    const { body, def } = w.object(one, ["body", "def"]);
    part("body", "index", body);
    w.within("def", def, () => {
      const { shape, ...rest } = isObject(def);
      w.within("shape", shape, () => {
        const [kind, radius, ends, names] = numbersOf(w, shape);
        w.words.push(points.words.length / 2, SHAPES.indexOf(kind));
        part("radius", "number", radius);
        w.words.push(ends.length);
        ends.forEach((point, i) => w.within(names?.[i] ?? i, point, () => points.point(point)));
      });
      write(w, LEVEL.collider, rest);
    });
  });
  w.words.push(points.words.length / 2);
  for (const word of points.words) w.words.push(word);
  all("joints", joints, SIZES.joint, (joint) => {
    const { a, b, ...rest } = isObject(joint);
    part("a", "index", a);
    part("b", "index", b);
    write(w, LEVEL.joint, rest);
  });
  const bytes = new Uint8Array(HEADER + 4 * w.words.length);
  const head = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) head.setUint8(i, MAGIC.charCodeAt(i));
  head.setUint32(8, VERSION, true);
  head.setBigUint64(12, checkSum(w.words), true);
  bytes.set(new Uint8Array(Uint32Array.from(w.words).buffer), HEADER);
  return bytes;
}

/** The text of a level as an object. */
function parsed(text) {
  try {
    // Whole numbers that JavaScript would round become texts.
    return JSON.parse(text.replace(/("(?:user_data|category|mask)"\s*:\s*)(\d{16,})/g, (_, name, digits) => `${name}"0x${BigInt(digits).toString(16)}"`));
  } catch (error) {
    throw new FileError(`the text is not JSON: ${error.message}`);
  }
}

/** The words of the records; machines that run WebAssembly are little-endian. */
const wordsOf = (bytes) => new Uint32Array(bytes.slice(HEADER).buffer);

/** The level of the bytes that the engine writes. */
export function levelOfBytes(bytes) {
  const r = new Reader(wordsOf(bytes));
  const all = (size, one) =>
    Array.from({ length: r.word() }, () => {
      const from = r.at;
      const item = one();
      r.at = from + size;
      return item;
    });
  const settings = read(r, LEVEL.settings);
  const velocities_of_centers = read(r, "flag");
  r.at = SIZES.settings;
  const bodies = all(SIZES.body, () => read(r, LEVEL.body));
  const heads = all(SIZES.collider, () => {
    const [body, first, kind, radius, count] = [r.word(), r.word(), r.word(), r.float(), r.word()];
    return { body, first, kind: SHAPES[kind], radius, count, def: read(r, LEVEL.collider) };
  });
  const points = all(2, () => r.pair());
  const colliders = heads.map(({ body, first, kind, radius, count, def }) => {
    return { body, def: { shape: shapeOf(kind, radius, points.slice(first, first + count)), ...def } };
  });
  const joints = all(SIZES.joint, () => {
    const [a, b] = [r.word(), r.word()];
    return { a, b, ...read(r, LEVEL.joint) };
  });
  return { settings, velocities_of_centers, bodies, colliders, joints };
}

/** The level of these bytes as a text. */
export function textOfBytes(bytes) {
  const level = levelOfBytes(bytes);
  // JSON.stringify loses the sign of a zero.
  const isSigned = wordsOf(bytes).includes(0x80000000);
  if (!isSigned) return JSON.stringify(level);
  return JSON.stringify(level, (_, value) => (Object.is(value, -0) ? "-0.0" : value)).replace(/"-0\.0"/g, "-0.0");
}
