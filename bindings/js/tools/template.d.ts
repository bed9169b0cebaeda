// Types of the package. Lines that begin with `//#` are replaced by tools/generate.mjs, from docs/properties.json.

/** x and y. */
export interface Vec2 {
  readonly x: number;
  readonly y: number;
}
/** A point or a vector as an argument: {x, y}, or two numbers. */
export type PointLike = Vec2 | readonly number[] | Float32Array | Float64Array;
/** A place in the frame of a body. */
export type PoseLike =
  | { readonly x: number; readonly y: number; readonly angle?: number }
  | readonly [x: number, y: number]
  | readonly [x: number, y: number, angle: number]
  | readonly [x: number, y: number, cos: number, sin: number];
/** Many points: an array of points, or x, y, x, y, ... */
export type PointsLike = readonly PointLike[] | Float32Array | Float64Array;
/** Numbers: an array, or a typed array. */
export type NumbersLike = readonly number[] | Float32Array | Float64Array;
/** [left, bottom, right, top], m. */
export type Bounds = [left: number, bottom: number, right: number, top: number];

/** A class of the platform, where the program's lib knows it: a program for Node needs no lib of browsers. */
type Platform<Name extends string> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : never;
type WasmModule =
  typeof globalThis extends { WebAssembly: { Module: { prototype: infer Instance } } } ? Instance : never;

/** Where the engine is loaded from. */
export interface InitOptions {
  /** The file, its bytes, or the module, in place of those of the package. */
  wasm?:
    | string
    | ArrayBuffer
    | Uint8Array
    | WasmModule
    | Platform<"URL">
    | Platform<"Request">
    | Platform<"Response">
    | Promise<Platform<"Response">>;
  /** Whether the file with vector instructions is loaded: by default if they are known. */
  simd?: boolean;
}

/** Loads the engine. Await it once, before anything is made. */
export function init(options?: InitOptions): Promise<void>;
/** Whether this WebAssembly has vector instructions. */
export function hasSimd(): boolean;
/** How many bytes of memory the engine has. */
export function memorySize(): number;

/** What an error says besides its message; a RangeError and a TypeError of the package, too. */
export interface FieldError extends Error {
  /** The argument or the property that is refused: "position.x", "mask"; `undefined` if it is none. */
  field?: string | undefined;
  /** What was given for it. */
  value?: unknown;
}
/** The body, collider or joint has been removed, or its world has been freed or cleared; `value` is the object. */
export class StaleHandleError extends Error implements FieldError {
  readonly field: string | undefined;
  readonly value: unknown;
}
/** The body, collider or joint belongs to another world; `value` is the object. */
export class ForeignHandleError extends Error implements FieldError {
  readonly field: string | undefined;
  readonly value: unknown;
}
/** Bytes or a text that are no snapshot, level or recording. */
export class FileError extends Error implements FieldError {
  readonly field: string | undefined;
  readonly value: unknown;
}
/** A recording does not play as it was recorded. */
export class ReplayError extends Error implements FieldError {
  readonly field: string | undefined;
  readonly value: unknown;
}
/** A contact hook has used its world while it steps. */
export class WorldBusyError extends Error implements FieldError {
  readonly field: string | undefined;
  readonly value: unknown;
}

/** A convex shape: for colliders, casts and movers. */
export class Shape {
  private constructor();
  /** What it is. A box that is read from a collider is a "polygon"; a "chainSegment" cannot be given again. */
  readonly type: "circle" | "box" | "polygon" | "capsule" | "segment" | "halfSpace" | "chainSegment";
  /** A circle; radius in m, about the origin unless `center` (m) is given. */
  static circle(radius: number, center?: PointLike): Shape;
  /** A box about the origin with this whole width and height, m; `radius` (m) rounds it. */
  static box(width: number, height: number, radius?: number): Shape;
  /** A convex polygon; vertices in m, in either winding. `radius` (m) rounds it. */
  static polygon(vertices: PointsLike, radius?: number): Shape;
  /** A capsule from `a` to `b` with this radius, m. */
  static capsule(a: PointLike, b: PointLike, radius: number): Shape;
  /** A segment from `a` to `b`, m. */
  static segment(a: PointLike, b: PointLike): Shape;
  /** All points p with p . normal <= distance (m): the ground below a height is `halfSpace([0, 1], height)`. */
  static halfSpace(normal: PointLike, distance: number): Shape;
  /** The radius of a circle or a capsule, or by which a box or a polygon is rounded, m; 0 for other shapes. */
  readonly radius: number;
  /** The vertices, m: the centre of a circle, the ends of a capsule or a segment; none for a half-space. */
  readonly vertices: Vec2[];
  /** The unit normal of a half-space; `undefined` for other shapes. */
  readonly normal: Vec2 | undefined;
  /** How far a half-space reaches along its normal, m; `undefined` for other shapes. */
  readonly distance: number | undefined;
  /** The area, m^2; 0 for segments. */
  readonly area: number;
  /** The bounding box, m. */
  readonly bounds: Bounds;
  /** Whether a point (m) of the shape's frame lies in it. */
  contains(point: PointLike): boolean;
}

/** Settings of a world. */
export interface WorldProperties {
  //# fields WORLD
}
/** The properties of a body, all optional. */
export interface BodyProperties {
  //# fields BODY
}
/** The properties of a collider, all optional. */
export interface ColliderProperties {
  //# fields COLLIDER
}
/** A collider with its shape. */
export interface ColliderWithShape extends ColliderProperties {
  shape: Shape;
  /** Whatever the program wants to keep with it. */
  data?: any;
}
/** The properties of every joint. */
export interface JointProperties {
  /** The first body. */
  a: Body;
  /** The second body. */
  b: Body;
  /** The point of the world (m) at which both anchors are. */
  anchor?: PointLike;
  /** The point of the world (m) at which A's anchor is, with `worldAnchorB`. */
  worldAnchorA?: PointLike;
  /** The point of the world (m) at which B's anchor is, with `worldAnchorA`. */
  worldAnchorB?: PointLike;
  /** Whatever the program wants to keep with it. */
  data?: any;
  //# fields JOINT
}
//# joints

/** Definitions that are built by a chain of calls. */
declare class Definition<T> {
  constructor(values?: Partial<T>);
  readonly values: Partial<T>;
}
/** `BodyDef.dynamic().position(0, 3).angle(0.1)`. */
export class BodyDef extends Definition<BodyProperties> {
  static dynamic(): BodyDef;
  static kinematic(): BodyDef;
  static fixed(): BodyDef;
  /** Whatever the program wants to keep with the body. */
  data(value: any): this;
  //# setters BODY BodyDef
}
/** `ColliderDef.box(1, 1).density(2).friction(0.5)`. */
export class ColliderDef extends Definition<ColliderWithShape> {
  static circle(radius: number, center?: PointLike): ColliderDef;
  static box(width: number, height: number, radius?: number): ColliderDef;
  static polygon(vertices: PointsLike, radius?: number): ColliderDef;
  static capsule(a: PointLike, b: PointLike, radius: number): ColliderDef;
  static segment(a: PointLike, b: PointLike): ColliderDef;
  static halfSpace(normal: PointLike, distance: number): ColliderDef;
  shape(value: Shape): this;
  /** Whatever the program wants to keep with the collider. */
  data(value: any): this;
  //# setters COLLIDER ColliderDef
}
/** `JointDef.revolute(a, b).anchor(0, 1).motorSpeed(3).maxMotorTorque(10)`. */
export class JointDef extends Definition<AllJointProperties> {
  anchor(value: PointLike): this;
  anchor(x: number, y: number): this;
  worldAnchorA(value: PointLike): this;
  worldAnchorA(x: number, y: number): this;
  worldAnchorB(value: PointLike): this;
  worldAnchorB(x: number, y: number): this;
  /** Whatever the program wants to keep with the joint. */
  data(value: any): this;
  //# joint-makers
  //# joint-setters
}

/** What bodies, colliders and joints have in common. */
declare class Handle {
  protected constructor();
  /** The world of it. */
  readonly world: World;
  /** Its slot: a small number, the row of a body in `world.poses`. */
  readonly index: number;
  /** A number for it, unique in its world: a safe integer. */
  readonly handle: number;
  /** Whether it still exists. */
  readonly exists: boolean;
  /** Whatever the program wants to keep with it, such as a sprite. The engine does not know it. */
  data: any;
}

/** A touching contact, as one of its bodies sees it. */
export interface Contact {
  readonly own: Collider;
  readonly other: Collider;
  readonly otherBody: Body;
  /** Unit, out of the other collider, towards this body. */
  readonly normal: Vec2;
  /** Impulse along the normal in the last step, N s. */
  readonly impulse: number;
  /** The contact points, m. */
  readonly points: readonly Vec2[];
}

/** A collider as a contact hook sees it: values, since the world steps meanwhile. */
export interface ContactSide {
  /** The object of it, to be compared and for its `data`: nothing else of it can be read now. */
  readonly collider: Collider;
  /** The object of its body, to be compared and for its `data`. */
  readonly body: Body;
  /** What moves its body. */
  readonly type: "static" | "kinematic" | "dynamic";
  /** Its categories, as bits. */
  readonly category: number | bigint;
  readonly userData: number | bigint;
  /** The user data of its body. */
  readonly bodyUserData: number | bigint;
}
/** A contact as a contact hook sees it, before it pushes. */
export interface ContactCandidate {
  /** The collider with the lower slot. */
  readonly a: ContactSide;
  /** The other one. */
  readonly b: ContactSide;
  /** The middle of the points of contact, m. */
  readonly point: Vec2;
  /** Unit, from `a` to `b`. */
  readonly normal: Vec2;
  /** The velocity of `b` relative to `a` at that point, m/s. */
  readonly velocity: Vec2;
  /** Whether it had points in the last step, and pushed. */
  readonly hadPoints: boolean;
  /** The coefficient of friction that it has without the hook. */
  readonly friction: number;
  /** The coefficient of static friction that it has without the hook. */
  readonly staticFriction: number;
  /** The restitution that it has without the hook. */
  readonly restitution: number;
  /** The speed of its belt without the hook, m/s. */
  readonly surfaceSpeed: number;
}
/** What a contact does in a step: what is left out stays as it is. */
export interface ContactResponse {
  /** Whether it pushes. If not, it does not touch either, as far as events are concerned. */
  pushes?: boolean;
  /** Coefficient of friction, not negative; sets `staticFriction` as well, unless that is given. */
  friction?: number;
  /** Coefficient of static friction, not negative; below that of friction, it counts as equal to it. */
  staticFriction?: number;
  /** Share of the approach speed with which the colliders part, not negative. */
  restitution?: number;
  /** The speed along the tangent that friction gives to `b` relative to `a`, m/s; the tangent is the normal turned clockwise. */
  surfaceSpeed?: number;
}
/**
 * Decides about the contacts of colliders with `hook: true` while a step runs; one of the two methods may be missing.
 * The world cannot be used meanwhile: what reads or changes it throws a `WorldBusyError`. What a hook throws does not
 * end the step: no hook is asked any more in it, and when it has been made, with its listeners, the error goes on to
 * whoever has called `step`. `accepts` then counts as false, `respond` as nothing.
 */
export interface ContactHook {
  /**
   * Whether two colliders whose filters accept each other may have a contact. Asked when their boxes begin to overlap,
   * so the answer must not change from step to step: after it has, set the hook again.
   */
  accepts?(a: ContactSide, b: ContactSide): boolean;
  /** What a contact does in this step: nothing for what it would do anyway, false so that it does not push. */
  respond?(contact: ContactCandidate): ContactResponse | boolean | null | undefined | void;
}

/** A body of a world: a handle, the same object as long as the body exists. */
export class Body extends Handle {
  //# calls body
  /**
   * Its mass, kg: the sum over its colliders, unless it was set. To set it scales the inertia with it, now and when
   * colliders are added; only of a dynamic body. `set({ mass: null })` makes it the sum again.
   */
  get mass(): number;
  set mass(value: number);
  /** What it touches. */
  readonly contacts: Contact[];
  /**
   * Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad; its own by default) in
   * a step of `dt` s (1/60 by default): give the `dt` of the next `world.step`. It stops after that step.
   */
  moveTo(position: PointLike, angle?: number, dt?: number): void;
  /** Changes properties: `body.set({ damping: 0.5, locksRotation: true })`. */
  set(properties: BodyProperties | BodyDef): this;
  /** All properties as an object, which `createBody` takes. */
  properties(): BodyProperties;
  /** Removes it with its colliders and joints. */
  remove(): void;
  /**
   * Cuts it along the line through two points of the world (m). Returns the pieces, those to the left of the line
   * first; it is gone itself. If the line misses it, nothing changes, and it is returned. Mass, momentum and angular
   * momentum are kept; a piece has the `userData`, but no `data`; a joint goes to the piece that is nearest to its
   * anchor, as a new joint.
   */
  cut(a: PointLike, b: PointLike): Body[];
  /**
   * Breaks it into the parts nearest to each of `sites`, points of the world (m), its Voronoi cells; returns them in
   * this order. Otherwise as `cut`.
   */
  fracture(sites: PointsLike): Body[];
  /** Adds a collider: `createCollider(Shape.circle(0.5), { density: 2 })`, or a `ColliderDef`. */
  createCollider(shape: Shape, properties?: ColliderProperties & { data?: any }): Collider;
  createCollider(definition: ColliderDef | ColliderWithShape): Collider;
  /** Adds a circle; radius in m. */
  createCircle(radius: number, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a box with this whole width and height, m. */
  createBox(width: number, height: number, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a convex polygon; vertices in m, in either winding. */
  createPolygon(vertices: PointsLike, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a capsule from `a` to `b`, m. */
  createCapsule(a: PointLike, b: PointLike, radius: number, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a segment from `a` to `b`, m. */
  createSegment(a: PointLike, b: PointLike, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a half-space, to a body that is not dynamic. */
  createHalfSpace(normal: PointLike, distance: number, properties?: ColliderProperties & { data?: any }): Collider;
  /** Adds a chain of segments along points (m), over whose joints bodies slide. */
  createChain(points: PointsLike, properties?: ColliderProperties & { closed?: boolean; bothSides?: boolean }): Collider[];
  /**
   * Adds ground of `heights` (m) that are `spacing` metres apart along the x axis of the body, the first above its origin:
   * a segment for each cell between two of them, touched from above. Heights and holes can be edited.
   */
  createHeightField(heights: NumbersLike, spacing: number, properties?: ColliderProperties): HeightField;
  /** Adds the convex pieces of an outline (m). */
  createOutline(border: PointsLike, properties?: ColliderProperties & { holes?: readonly PointsLike[] }): Collider[];
  //# accessors BODY Body
}

/** A collider of a body: a shape, a material and a filter. */
export class Collider extends Handle {
  //# calls collider
  /** The box that the broad phase has of it, with a margin, m. */
  readonly bounds: Bounds;
  /** Its shape, in its own frame. Another may be set. */
  get shape(): Shape;
  set shape(value: Shape);
  /** `shape.vertices`: of its shape, in its own frame, m; the centre of a circle, none for a half-space. */
  readonly vertices: Vec2[];
  /** Changes properties: `collider.set({ friction: 0.1, sensor: true })`. */
  set(properties: ColliderProperties | ColliderDef): this;
  /** All properties as an object, which `createCollider` takes. */
  properties(): ColliderProperties;
  /** Removes it. */
  remove(): void;
  //# accessors COLLIDER Collider
}

/** A joint between two bodies. The properties of other kinds of joint than its own are `undefined`. */
export class Joint extends Handle {
  readonly type: JointType;
  //# calls joint
  /** Where its two anchors are in the world, m. */
  readonly anchors: [Vec2, Vec2];
  /** Changes properties: `joint.set({ motorSpeed: 3, maxMotorTorque: 10 })`. */
  set(properties: Partial<Omit<AllJointProperties, "a" | "b" | "anchor" | "worldAnchorA" | "worldAnchorB" | "data">>): this;
  /** All properties as an object, which `createJoint` takes with the bodies. */
  properties(): Partial<AllJointProperties> & { type: JointType };
  /** Removes it. */
  remove(): void;
  //# joint-accessors
}

/** Two colliders that began or ceased to touch, or that hit each other. They may have been removed since. */
export class ContactEvent {
  /** A collider; of a sensor event the sensor. */
  readonly a: Collider;
  /** The other collider; of a sensor event what is in the sensor. */
  readonly b: Collider;
  readonly bodyA: Body;
  readonly bodyB: Body;
  /** The user data of the colliders. */
  readonly userData: [number | bigint, number | bigint];
  /** The user data of their bodies. */
  readonly bodyUserData: [number | bigint, number | bigint];
  /** The body other than this one; `undefined` if this is neither. */
  otherBody(body: Body): Body | undefined;
  /** The collider of another body than this one; `undefined` if the body is neither. */
  other(body: Body): Collider | undefined;
  /** The normal out of the other collider, towards this body; `undefined` of events without a normal. */
  normalOn(body: Body): Vec2 | undefined;
}
/** Two colliders that began to touch. */
export interface ContactBegun extends ContactEvent {
  /** Where they touch, m. */
  readonly point: Vec2;
  /** Unit, from `a` to `b`. */
  readonly normal: Vec2;
}
/** Two colliders that hit each other. */
export interface ContactHit extends ContactBegun {
  /** Speed at which they came together, m/s. */
  readonly approachSpeed: number;
  /** Impulse along the normal, N s. */
  readonly impulse: number;
}

/** A joint that broke in the step. */
export interface JointBreak {
  /** It is gone. */
  readonly joint: Joint;
  readonly a: Body;
  readonly b: Body;
  readonly userData: number | bigint;
  /** The force at which it broke, N. */
  readonly force: Vec2;
  /** The torque at which it broke, N m. */
  readonly torque: number;
}

/** What happened in a step. Each list is in a fixed order, the same on every machine. */
export interface Events {
  readonly contactsBegun: readonly ContactBegun[];
  readonly contactsEnded: readonly ContactEvent[];
  /** Contacts that were hit faster than `hitSpeed` of the world. */
  readonly hits: readonly ContactHit[];
  readonly sensorsBegun: readonly ContactEvent[];
  readonly sensorsEnded: readonly ContactEvent[];
  readonly fellAsleep: readonly Body[];
  readonly woke: readonly Body[];
  /** Bodies whose motion was not finite, or led out of the world. */
  readonly stopped: readonly Body[];
  readonly jointsBroken: readonly JointBreak[];
}

/** Which colliders a query reports. */
export interface QueryFilter {
  /** The categories of the query, as bits: colliders whose `mask` has none of them are not reported. Default: all bits. */
  category?: number | bigint;
  /** The categories that it reports, as bits. Default: all bits. */
  mask?: number | bigint;
  /** What is left out; what has been removed is in nobody's way. Default: nothing. */
  exclude?: Body | Collider | readonly (Body | Collider)[];
  /** Whether sensors are reported. Default: false. */
  includeSensors?: boolean;
  /** Whether casts pass through colliders in which they start. Default: false. */
  ignoreInitialOverlap?: boolean;
}

/** What a cast of a shape takes besides. */
export interface ShapeCastFilter extends QueryFilter {
  /** How far the shape is turned at first, rad. */
  angle?: number;
  /** How far it turns on the way, rad. */
  turn?: number;
  /** About what it turns, m, in its frame; its origin unless given. */
  center?: PointLike;
}

/** What a ray or a shape hits. */
export interface Hit {
  readonly collider: Collider;
  readonly body: Body;
  /** Where it is hit, m. */
  readonly point: Vec2;
  /** Unit, out of the collider. */
  readonly normal: Vec2;
  /** The fraction of the translation, from 0 to 1. */
  readonly fraction: number;
  /** How far the cast has come, m. */
  readonly distance: number;
  /** How deep the cast is in the collider where it starts, m; `undefined` if it starts outside. */
  readonly initialOverlap: number | undefined;
}

/** What many rays or shapes hit: an array for each quantity, with a row for each cast. */
export interface Hits {
  /** 1 where something is hit, else 0. */
  readonly hit: Uint8Array;
  /** The fraction of the translation, from 0 to 1; 1 without a hit. */
  readonly fraction: Float32Array;
  /** How far the cast has come, m; 0 without a hit. */
  readonly distance: Float32Array;
  /** x and y of where it is hit, m; 0 without a hit. */
  readonly point: Float64Array;
  /** x and y of the unit normal, out of the collider; 0 without a hit. */
  readonly normal: Float32Array;
  /** The `handle` of the body, for `getBody`; -1 without a hit. */
  readonly body: Float64Array;
  /** The `handle` of the collider, for `getCollider`; -1 without a hit. */
  readonly collider: Float64Array;
}

/** What is nearest. */
export interface Closest {
  readonly collider: Collider;
  readonly body: Body;
  /** The nearest point of the collider, m. */
  readonly point: Vec2;
  /** Unit, from the collider to the point or the shape. */
  readonly normal: Vec2;
  /** The distance, m; negative inside. */
  readonly distance: number;
}

/** What `debugDraw` draws. */
export interface DrawOptions {
  /** The part of the world that is shown, m; all of it by default. */
  view?: Bounds;
  /** The size of a pixel, m; by default a thousandth of the width. */
  pixel?: number;
  /** The shapes of the colliders, coloured by what their bodies do. Default: true. */
  bodies?: boolean;
  /** The joints, from body to anchor to body. Default: true. */
  joints?: boolean;
  /** The boxes that the broad phase has of the colliders. Default: false. */
  boxes?: boolean;
  /** The contact points. Default: false. */
  contacts?: boolean;
  /** The normals of the contacts. Default: false. */
  normals?: boolean;
  /** The centres of mass. Default: false. */
  centers?: boolean;
}

/** Buffers of vertices: views of memory, valid until the next drawing. */
export interface Drawing {
  /** x and y of the ends of lines, two ends for each line, m. */
  readonly vertices: Float32Array;
  /** Red, green, blue and alpha of each end, from 0 to 1. */
  readonly colors: Float32Array;
  /** x and y of the corners of triangles, which lie under the lines, m. */
  readonly triangles: Float32Array;
  /** Red, green, blue and alpha of each corner. */
  readonly triangleColors: Float32Array;
  /** What is added to all of them, m: not zero only far from the origin. */
  readonly origin: Vec2;
}

/** The state of a world in the memory of the engine: the fastest way to go back, for rollback. */
export class Snapshot {
  constructor();
  /** From the bytes of `toBytes` or of `world.save`; all of them are checked. */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): Snapshot;
  /** The state as bytes, the same on every platform. */
  toBytes(): Uint8Array;
  /** The hash that the saved world has; 0n if nothing has been saved. */
  stateHash(): bigint;
}

/** What happened in a world: its state at the beginning, and every call that changed it since. */
export class Recording {
  private constructor();
  /** From the bytes of `toBytes`. */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): Recording;
  /** As bytes, which every language of the engine plays. */
  toBytes(): Uint8Array;
  /** The number of steps. */
  readonly frames: number;
  /** The number of calls, steps not counted. */
  readonly calls: number;
  /**
   * Plays it and compares each frame; a `ReplayError` names the first frame that differs. `contactHook` is for one of
   * a world that had a contact hook, and must answer as that one did.
   */
  check(contactHook?: ContactHook | null): void;
}

/** A recording that is played. */
export interface Replay {
  /** Plays the next step; false at the end. */
  step(): boolean;
  /** The number of steps played. */
  readonly frame: number;
  /** A copy of the world at this frame. */
  readonly world: World;
}

/** Where an effect acts: [left, bottom, right, top], a polygon or a half-space. */
export type Region = Bounds | readonly [number, number, number, number] | Shape;
/** What acts in every step of the worlds in whose `effects` it is. */
export type Effect =
  /**
   * Air that flows with `velocity` (m/s) and pushes what faces it. `density`: kg/m^2, default 1.2; `drag`: default
   * 1; `lift`: default 0.5; `region`: default everywhere; `categories` of the colliders that feel it, as bits:
   * default all. None is negative.
   */
  | { type: "wind"; velocity: PointLike; density?: number; drag?: number; lift?: number; region?: Region; categories?: number | bigint }
  /**
   * Water below the height `surface` (m), or in `region`: what is lighter floats. `velocity`: m/s, default [0, 0];
   * `density`: kg/m^2, default 1000; `viscosity`: the rate at which it slows down as much water, 1/s, default 1;
   * `drag`: default 1; `lift`: default 0; `categories`: default all. None is negative.
   */
  | { type: "water"; surface?: number; region?: Region; velocity?: PointLike; density?: number; viscosity?: number; drag?: number; lift?: number; categories?: number | bigint }
  /**
   * A point (m) that attracts bodies. `strength` is the acceleration at 1 m, m/s^2, for every `law`; default
   * "inverseSquare". `radius`: within it the attraction is proportional to the distance, m, above 0, default 0.1;
   * `reach`: beyond it there is none, m, above 0, default Infinity; `categories`: default all.
   */
  | { type: "attractor"; center: PointLike; strength: number; law?: "inverseSquare" | "inverse" | "constant" | "linear"; radius?: number; reach?: number; categories?: number | bigint }
  /** A region (default everywhere) in which `gravity` (m/s^2) replaces that of the world; `categories`: default all. */
  | { type: "gravityRegion"; gravity: PointLike; region?: Region; categories?: number | bigint };

/** Settings of a character. A metre is `lengthUnit` of the world. */
export interface MoverProperties {
  /** The direction that is up, of any length; [0, 0] for a character seen from above. Default: against gravity. */
  up?: PointLike;
  /** The gap that it keeps from everything, m, above 0. Default: a fiftieth of its smaller side, 1 to 20 mm. */
  skin?: number;
  /** The steepest slope on which it walks, rad, from 0 to below pi / 2. Default: 50 degrees. */
  maxSlope?: number;
  /** The highest step that it climbs, m, not negative. Default: a fifth of its height. */
  stepHeight?: number;
  /** How far the ground may drop under it while it still follows, m, not negative. Default: a fifth of its height. */
  snapDistance?: number;
  /** Whether it is as fast on slopes as on level ground. Default: true. */
  constantSpeed?: boolean;
  /** Its mass, kg, not negative: presses on what it stands on. Default: 80. */
  mass?: number;
  /** The greatest force with which it pushes a dynamic body, N, not negative. Default: 500. */
  pushForce?: number;
  /** The categories that it belongs to, as bits. Default: 1. */
  category?: number | bigint;
  /** The categories that it collides with, as bits. Default: all. */
  mask?: number | bigint;
}
/** What a character did in a step. */
export interface Motion {
  /** Where it is now, m. */
  readonly position: Vec2;
  /** Its velocity after sliding along what it hit, m/s: give it to the next step, gravity and wishes added. */
  readonly velocity: Vec2;
  readonly onGround: boolean;
  /** Unit, out of the ground; zero in the air. */
  readonly groundNormal: Vec2;
  /** The collider on which it stands. */
  readonly ground: Collider | undefined;
  readonly isWallLeft: boolean;
  readonly isWallRight: boolean;
  readonly isCeiling: boolean;
  /** Whether things that move have left it no room. */
  readonly isCrushed: boolean;
  /** The bodies that it hit. */
  readonly hit: Body[];
}
/**
 * A character that walks on slopes and stairs: it is moved by `step`, once before each step of the world.
 *
 * It is no part of the state of the world: `save`, `restore`, `copy`, levels and recordings do not hold it. To go
 * back with the world, keep `position` and set it again.
 */
export class Mover {
  /**
   * At a position (m). `body` is a kinematic body, of the same shape, that goes along: sensors and dynamic bodies
   * feel the character by it, and the character itself passes through it. The body is in the state of the world,
   * the character is not.
   */
  constructor(world: World, shape: Shape, position: PointLike, settings?: MoverProperties & { body?: Body });
  readonly world: World;
  /**
   * Moves the character by `velocity` (m/s) for `dt` seconds (1/60 by default: that of the next `world.step`) and
   * pushes what is in the way.
   */
  step(velocity: PointLike, dt?: number): Motion;
  /** Where its origin is, m. To set it puts the character there at once. */
  get position(): Vec2;
  set position(value: PointLike);
  /** Whether it stands on ground. */
  readonly onGround: boolean;
  /** Gives it another shape: to crouch, for example. */
  setShape(shape: Shape): void;
  /** Lets it fall through the one-way platform on which it stands. */
  dropThrough(): void;
  /** Changes settings: `mover.set({ maxSlope: 1 })`. */
  set(settings: MoverProperties): this;
  /** All settings as an object. */
  properties(): MoverProperties;
}

/**
 * Ground of heights at equal distances: `body.createHeightField`. A cell lies between each two heights.
 *
 * The world holds its colliders; heights and holes as this object holds them are no part of the state of the world. Where
 * they are edited between a snapshot and its restore, keep a `clone` with the snapshot, and go on with that.
 */
export class HeightField {
  private constructor();
  /** The body on which it is. */
  readonly body: Body;
  /** The heights, m, as they are now: an array of its own. */
  readonly heights: Float32Array;
  /** How many heights there are: one more than cells. */
  readonly length: number;
  /** The distance from one height to the next, m. */
  readonly spacing: number;
  /** Whether it, its body and its world still exist. */
  readonly exists: boolean;
  /**
   * Sets the heights from number `start` on, m, and wakes what touches the cells that change: those beside the heights and
   * their neighbours. Returns how many they are.
   */
  setHeights(start: number, heights: NumbersLike): number;
  /** Makes the cell between heights `cell` and `cell + 1` a hole, or fills it. */
  setHole(cell: number, isHole?: boolean): void;
  /** Whether a cell is a hole. */
  isHole(cell: number): boolean;
  /** The height at `x`, both in m in the frame of the body; `undefined` beyond the ends and at a hole. */
  heightAt(x: number): number | undefined;
  /** The number of the cell at `x`, m in the frame of the body; `undefined` beyond the ends. A hole is a cell. */
  cellAt(x: number): number | undefined;
  /** The collider of a cell; `undefined` for a hole. */
  collider(cell: number): Collider | undefined;
  /** Heights, holes and colliders as they are now: for a snapshot that is taken now. */
  clone(): HeightField;
  /** Removes its colliders; the body stays. */
  remove(): void;
}

/** One of the two openings of a portal: a straight line in the face of a wall. */
export interface Opening {
  /** Its middle, a point of the face of the wall, m. */
  center: PointLike;
  /** Out of the wall, of any length but zero. */
  normal: PointLike;
  /**
   * How far the face of the wall goes on to the left and to the right of one who stands on it with the head along the
   * normal, m, not negative. Default: as far as the opening is wide.
   */
  wall?: readonly [left: number, right: number];
}
/** A portal, with the friction and the filter of its rims: those of the walls. */
export interface PortalProperties
  extends Pick<ColliderProperties, "friction" | "staticFriction" | "restitution" | "rollingResistance" | "surfaceSpeed" | "category" | "mask" | "group"> {
  a: Opening;
  b: Opening;
  /** The width of both openings, m, above zero. */
  width: number;
}
/**
 * A portal of a world. A `Snapshot` and a `copy` hold portals, bytes and levels do not: there, rims and twins are
 * bodies as others.
 */
export class Portal {
  private constructor();
  readonly world: World;
  /** Whether it still exists. */
  readonly exists: boolean;
  /** Whatever the program wants to keep with it. */
  data: any;
  /**
   * The map from in front of an opening to behind it, in front of the other one: turn by `angle` (rad) about the
   * origin, then move by `x` and `y` (m). For what the program itself sends through, such as a character or a camera.
   */
  map(opening: "a" | "b"): { readonly x: number; readonly y: number; readonly angle: number };
  /** Removes it: what is half through stays where its handle is, and its twin goes. */
  remove(): void;
}

/** A world of rigid bodies: bodies, colliders, joints, and the step that moves them. */
export class World {
  constructor(settings?: WorldProperties);
  /** A world from a level: an object, a text, or bytes. */
  static fromLevel(level: object | string | Uint8Array): World;
  /**
   * Plays a recording from its beginning. `contactHook` is for one of a world that had a contact hook, and must answer
   * as that one did; it gets handles of the world at the beginning.
   */
  static replay(recording: Recording, contactHook?: ContactHook | null): Replay;
  //# calls world
  /** The body with this `handle`; `undefined` if it is not in the world. */
  getBody(handle: number): Body | undefined;
  /** The collider with this `handle`; `undefined` if it is not in the world. */
  getCollider(handle: number): Collider | undefined;
  /** The joint with this `handle`; `undefined` if it is not in the world. */
  getJoint(handle: number): Joint | undefined;
  /** Adds a body: `createBody({ type: "dynamic", position: [0, 3] })`. */
  createBody(definition?: (BodyProperties & { data?: any }) | BodyDef): Body;
  /** Adds a joint: `createJoint({ type: "revolute", a, b, anchor: [0, 1] })`. */
  createJoint(definition: AnyJointProperties | JointDef): Joint;
  /** Removes a body with its colliders and joints, a collider, or a joint. */
  remove(thing: Body | Collider | Joint): void;
  /**
   * Adds a portal: what goes into one opening comes out of the other, with its speed, and is in both places while it
   * is half through. Each opening is in the face of a wall that is there already.
   */
  addPortal(definition: PortalProperties): Portal;
  /** The portals, in the order in which they were added. */
  readonly portals: Portal[];
  /**
   * The bodies that are half through a portal, each with its twin: a body with copies of the colliders on the other
   * side, half of the mass each. Body and twin change places when the centre of mass is through.
   */
  readonly passing: [body: Body, twin: Body][];
  /** The body of which `body` is the twin, or `body` itself: for listeners, since what touches a twin touches the body. */
  ownerOf(body: Body): Body;
  /**
   * Moves the world on by `count` (default 1) steps of `dt` seconds, from 0 to 1 (default 1/60), and calls the
   * listeners after each. The same `dt` in every step gives the same bits, and the most stable piles.
   */
  step(dt?: number, count?: number): void;
  /**
   * What decides about the contacts of colliders with `hook: true` while a step runs; `null` for nothing. To set it
   * asks about all pairs that overlap. It stays in a `copy`, after `clear` and after `restore`; levels and recordings
   * have none.
   */
  contactHook: ContactHook | null;
  /** What happened in the last step (of several, the last one), and between it and the one before. */
  readonly events: Events;
  /** Calls `listener` with each event of a list, after each step, and before the next one of `step(dt, count)`. */
  on<K extends keyof Events>(name: K, listener: (event: Events[K][number]) => void): this;
  /** Ends what `on` began. */
  off<K extends keyof Events>(name: K, listener: (event: Events[K][number]) => void): this;
  /**
   * x, y, cos and sin of every body, at `4 * body.index`; NaN where there is none. A view of the memory of the
   * engine, without a copy: ask for it anew after each step, which costs next to nothing.
   */
  readonly poses: Float32Array;
  /** The same with twice the digits, for worlds that are larger than 32-bit floats are exact. */
  readonly poses64: Float64Array;
  /** Velocity along x and y (m/s), angular velocity (rad/s) and 0 of every body, at `4 * body.index`. */
  readonly velocities: Float32Array;
  /** How many of each there are; `contacts` are pairs of colliders whose boxes touch. */
  readonly stats: { bodies: number; awake: number; colliders: number; contacts: number; touching: number; joints: number };
  /** A number that two worlds share if their bodies have the same bits, on every platform and in every language. */
  stateHash(): bigint;
  /** Changes settings: `world.set({ gravity: [0, 0] })`. */
  set(settings: WorldProperties): this;
  /** All settings as an object, which the constructor takes. */
  properties(): WorldProperties;
  /** Removes all bodies, colliders and joints: their objects are refused from now on. */
  clear(): void;
  /** A world that goes on with the same bits. It has objects of its own; the slots are the same. */
  copy(): World;
  /** Closes joints that begin open, by moving bodies; returns by how much the worst is open still, m. */
  closeJoints(tolerance?: number, maxSweeps?: number): number;
  /** The effects that act in every step: a frozen list; set another to change them. */
  get effects(): readonly Effect[];
  set effects(value: readonly Effect[]);
  /**
   * Pushes the dynamic bodies within `radius` (m) of `center` (m), and up to `falloff` (m) farther with less
   * strength, by the impulse on each metre that faces the explosion (N s/m). Returns them. `falloff`: default 0;
   * `categories` of the colliders that it pushes, as bits: default all; `obstacles`, the categories that shelter
   * what is behind them: default 0, none.
   */
  explode(center: PointLike, radius: number, impulsePerLength: number, options?: { falloff?: number; categories?: number | bigint; obstacles?: number | bigint }): Body[];
  /** The first collider that a ray from `origin` (m) hits within `translation` (m), or `undefined`. */
  castRay(origin: PointLike, translation: PointLike, filter?: QueryFilter): Hit | undefined;
  /** All colliders that a ray hits, the nearest first. */
  castRayAll(origin: PointLike, translation: PointLike, filter?: QueryFilter): Hit[];
  /**
   * The first hit of each of many rays, from each of `origins` (m) by the same row of `translations` (m), as typed
   * arrays with a row for each ray. `out` is an earlier result of as many rays, which is written anew.
   */
  castRays(origins: PointsLike, translations: PointsLike, filter?: QueryFilter, out?: Hits): Hits;
  /**
   * The first collider that a shape hits which moves from `position` (m) by `translation` (m) and turns by `turn`
   * (rad, 0 unless given) on the way, about `center` (m, in its frame).
   */
  castShape(shape: Shape, position: PointLike, translation: PointLike, filter?: ShapeCastFilter): Hit | undefined;
  /** All colliders that a moving shape hits, the nearest first. */
  castShapeAll(shape: Shape, position: PointLike, translation: PointLike, filter?: ShapeCastFilter): Hit[];
  /** The first hit of a shape that moves from each of `positions` (m), as `castRays`. The filter is that of `castShape`. */
  castShapes(shape: Shape, positions: PointsLike, translations: PointsLike, filter?: ShapeCastFilter, out?: Hits): Hits;
  /** The colliders that contain a point (m). */
  collidersAt(point: PointLike, filter?: QueryFilter): Collider[];
  /** The colliders whose boxes overlap the box from `lower` to `upper` (m). */
  collidersIn(lower: PointLike, upper: PointLike, filter?: QueryFilter): Collider[];
  /** The colliders that overlap a shape at `position` (m), turned by `angle` (rad). */
  overlapShape(shape: Shape, position: PointLike, filter?: QueryFilter & { angle?: number }): Collider[];
  /** What is nearest to a point (m), at most `maxDistance` (m) away, or `undefined`. */
  closest(point: PointLike, maxDistance: number, filter?: QueryFilter): Closest | undefined;
  /** What is nearest to a shape at `position` (m), at most `maxDistance` (m) away, or `undefined`. */
  closestToShape(shape: Shape, position: PointLike, maxDistance: number, filter?: QueryFilter & { angle?: number }): Closest | undefined;
  /** All state of the world as bytes, the same on every platform. */
  save(): Uint8Array;
  /** All state of the world in memory; `into` is an old snapshot whose memory is used again. */
  snapshot(into?: Snapshot): Snapshot;
  /**
   * Makes the world what it was when it was saved, bit for bit. Objects of what existed then are valid again, with
   * their `data`; a snapshot of another world, or of the time before a `clear`, ends those of now. Bytes do not say
   * of which world they are: objects of now mean what is in their slots.
   */
  restore(saved: Snapshot | Uint8Array | ArrayBuffer): void;
  /**
   * The world as a level: plain data in the format of levels as text. User data that a number of JavaScript does
   * not hold are texts, such as "0x20000000000001".
   */
  toLevel(): object;
  /** The level as a text. */
  toLevelText(): string;
  /** The same, so that `JSON.stringify(world)` writes a level. */
  toJSON(): object;
  /** The world as a level in bytes. */
  toLevelBytes(): Uint8Array;
  /** Adds a level to this world, without its settings; returns its bodies in their order. */
  addLevel(level: object | string): Body[];
  /** Begins to record every call that changes the world, and the steps. */
  startRecording(): void;
  /** Ends the recording and returns it. */
  stopRecording(): Recording;
  /** What holds all colliders but those without an end, m. */
  readonly bounds: Bounds;
  /** The world as lines and triangles for a canvas or a graphics card. */
  debugDraw(options?: DrawOptions): Drawing;
  /** Gives the memory back now. Nobody needs to: it is given back when the world is no longer used. */
  free(): void;
  //# accessors WORLD World
}

/** Drives a body or a joint of each world of a batch by numbers of its action, times `scale` (default 1). */
export type BatchAction =
  /** A force at the centre of mass of a dynamic body: x and y, N, in each step. */
  | { type: "force"; body: Body | number; scale?: number }
  /** A torque on a dynamic body, N m, in each step. */
  | { type: "torque"; body: Body | number; scale?: number }
  /** A pose that a kinematic body reaches after all steps of the action: x and y, m, and angle, rad. */
  | { type: "target"; body: Body | number; scale?: number }
  /** The speed of the motor of a revolute, prismatic or wheel joint, rad/s or m/s. */
  | { type: "motorSpeed"; joint: Joint | number; scale?: number }
  /** A torque on body B of a joint, N m, or a force along the axis of a prismatic one, N, and the opposite on A. */
  | { type: "motorTorque"; joint: Joint | number; scale?: number };

/** What a world of a batch observes, in this order. */
export type BatchObservation =
  /** x, y (m), cos and sin of a body. */
  | { type: "pose"; body: Body | number }
  /** Velocity along x and y (m/s), and angular velocity (rad/s). */
  | { type: "velocity"; body: Body | number }
  /** One number: rad, rad/s, m or m/s. */
  | { type: "jointAngle" | "jointAngularSpeed" | "jointTranslation" | "jointTranslationSpeed"; joint: Joint | number }
  /** 1 if the collider touches another, or the sensor has something inside, else 0. */
  | { type: "touch"; collider: Collider | number }
  /**
   * How far each of `count` rays of `length` (m) reaches, from 0 to 1. They begin at `origin` (m, in the frame of the
   * body; default [0, 0]), and are spread evenly from `start` to `end` (rad, by default all around), which turn with
   * the body unless `turns` is false. They pass the body itself and sensors; `mask`: what they hit, as bits.
   */
  | { type: "rays"; body: Body | number; count: number; length: number; origin?: PointLike; start?: number; end?: number; turns?: boolean; mask?: number | bigint };

/** A factor between `least` and `greatest` that each world draws anew in each episode. */
export type BatchParameter = { least: number; greatest: number } & (
  | /** Of mass and inertia. */ { type: "mass"; body: Body | number }
  | /** Of the friction. */ { type: "friction"; collider: Collider | number }
  | /** Of the gravity of the world. */ { type: "gravity" }
  | /** Of `count` numbers of the action, from `first` on. */ { type: "strength"; first: number; count: number }
  | /** Of the size, about the origin of its frame. */ { type: "size"; collider: Collider | number }
);

/** What a batch is made of, besides a level. Bodies, colliders and joints are those of the world, or indices in its level. */
export interface BatchSettings {
  /** s, of one step, above 0 and at most 1. Default 1/60. */
  dt?: number;
  /** How many steps are made with one action, 1 to 10,000. Default 1. */
  frameSkip?: number;
  /** With the index of a world and the number of its episode, it decides what is drawn. A whole number; default 0. */
  seed?: number;
  actions?: readonly BatchAction[];
  observations?: readonly BatchObservation[];
  parameters?: readonly BatchParameter[];
}

/**
 * Many worlds that begin as one level, stepped side by side: each has the bits that it would have alone. All arrays
 * are flat: the numbers of world i begin at i times those of one world.
 */
export class Batch {
  /**
   * `worlds` (at least 1) worlds of the level that `level` is now: a world without effects and contact hook, or a
   * level as an object, a text, or bytes.
   */
  constructor(level: World | object | string | Uint8Array, worlds: number, settings?: BatchSettings);
  /** Values of `flags`: the world goes on. */
  static readonly RUNNING: 0;
  /** A number of its action was NaN or infinite, so it was not stepped. */
  static readonly BAD_ACTION: 1;
  /** The motion of a body was no longer finite, or led out of the world. */
  static readonly BODY_STOPPED: 2;
  /** The world refused a force, a target, or a pose with which it was to begin. */
  static readonly REFUSED: 3;
  /** How many worlds there are. */
  readonly length: number;
  /** How many numbers the action of a world has. */
  readonly actionLength: number;
  /** How many numbers the observation of a world has. */
  readonly observationLength: number;
  /** How many bodies a world has, in the order of the level. */
  readonly bodyCount: number;
  /**
   * Steps each world with its action, `actionLength` numbers; returns the observations. A world whose action is not
   * finite, or whose motion overflows, stops, as `flags` tells. The others go on.
   */
  step(actions?: Float32Array | Float64Array | readonly number[]): Float32Array;
  /**
   * Begins a new episode in each world that `mask` names, by default in all: as the level says, with parameters drawn
   * anew. `poses` and `velocities` give it another start: arrays as those of the batch; a row whose first number is
   * NaN, and those of worlds that are not reset, are not read. Joints are not closed. Returns the observations.
   */
  reset(
    mask?: Uint8Array | readonly boolean[],
    starts?: { poses?: Float32Array | Float64Array | readonly number[]; velocities?: Float32Array | Float64Array | readonly number[] },
  ): Float32Array;
  /** Begins a new episode in the worlds that do not go on. */
  resetEnded(): Float32Array;
  /** What each world observes. A view of the memory of the engine: ask for it anew after each step and reset. */
  readonly observations: Float32Array;
  /** Whether each world goes on (`Batch.RUNNING`), and if not, why. A world that does not is not stepped until it is reset. */
  readonly flags: Uint8Array;
  /** Why a world does not go on, as a sentence; `undefined` if it does. */
  fault(index: number): string | undefined;
  /** The factors that each world has drawn for its episode: a row for each world, of the parameters. */
  readonly factors: Float32Array;
  /** x, y, cos and sin of each body of each world. A view: ask for it anew after each step and reset. */
  readonly poses: Float32Array;
  /** Velocity along x and y (m/s), angular velocity (rad/s) and 0 of each body of each world. A view, as `poses`. */
  readonly velocities: Float32Array;
  /** A copy of a world, to look at or to draw. What is done to it does not change the batch. */
  world(index: number): World;
  /** Gives the memory back now. Nobody needs to: it is given back when the batch is no longer used. */
  free(): void;
}
