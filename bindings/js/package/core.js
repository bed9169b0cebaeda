// All names of the package but `init`.

export { Batch } from "./batch.js";
export { Body } from "./body.js";
export { Collider } from "./collider.js";
export { BodyDef, ColliderDef, JointDef } from "./definitions.js";
export { FileError, ForeignHandleError, ReplayError, StaleHandleError, WorldBusyError } from "./errors.js";
export { ContactEvent } from "./events.js";
export { Recording, Snapshot } from "./files.js";
export { HeightField } from "./height_field.js";
export { Joint } from "./joint.js";
export { memorySize } from "./memory.js";
export { Mover } from "./mover.js";
export { Portal } from "./portal.js";
export { Shape } from "./shape.js";
export { World } from "./world.js";
