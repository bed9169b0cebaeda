// Snapshots in memory, recordings and replays.

import { wrongType } from "./errors.js";
import { glue, lastError } from "./memory.js";
import { World } from "./world.js";

export function bytesOf(field, value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw wrongType(field, value, "a Uint8Array");
}

export function made(raw) {
  if (raw === undefined) throw lastError();
  return raw;
}

/** The state of a world in the memory of the engine: the fastest way to go back, for rollback. */
export class Snapshot {
  constructor() {
    this.raw = new glue.Saved();
    this.content = undefined;
    // The number of the content, and the objects of it, which come back with it.
    Object.defineProperties(this, { raw: { enumerable: false }, content: { enumerable: false } });
    Object.preventExtensions(this);
  }

  /** From the bytes of `toBytes` or of `world.save`; all of them are checked. */
  static fromBytes(bytes) {
    const raw = made(glue.Saved.fromBytes(bytesOf("bytes", bytes)));
    const snapshot = new Snapshot();
    snapshot.raw.free();
    snapshot.raw = raw;
    return snapshot;
  }

  /** The state as bytes, the same on every platform. */
  toBytes() {
    return made(this.raw.toBytes());
  }

  /** The hash that the saved world has; 0n if nothing has been saved. */
  stateHash() {
    return this.raw.stateHash();
  }
}

/** What happened in a world: its state at the beginning, and every call that changed it since. */
export class Recording {
  constructor(raw) {
    if (!(raw instanceof glue.Recorded)) throw wrongType("recording", raw, "from world.stopRecording()");
    this.raw = raw;
    Object.preventExtensions(this);
  }

  /** From the bytes of `toBytes`. */
  static fromBytes(bytes) {
    return new Recording(made(glue.Recorded.fromBytes(bytesOf("bytes", bytes))));
  }

  /** As bytes, which every language of the engine plays. */
  toBytes() {
    return this.raw.toBytes();
  }

  /** The number of steps. */
  get frames() {
    return this.raw.frames();
  }

  /** The number of calls, steps not counted. */
  get calls() {
    return this.raw.calls();
  }

  /**
   * Plays it and compares each frame; a `ReplayError` names the first frame that differs. `contactHook` is for one of
   * a world that had a contact hook.
   */
  check(contactHook = null) {
    const replay = World.replay(this, contactHook);
    while (replay.step());
  }
}
