// What the types accept and what they refuse; nothing of it runs.

import { Body, BodyDef, Events, FileError, init, JointDef, Shape, StaleHandleError, World, type FieldError } from "physics2d";

const world = new World({ gravity: [0, -10], solver: { substeps: 8 }, frictionRule: "max" });
const body: Body = world.createBody({ type: "dynamic", position: [0, 3], mass: { mass: 3 }, userData: 7n });
body.position = [1, 2];
const x: number = body.position.x;
body.velocity = { x, y: 1 };
// @ts-expect-error nobody defines it
body.oneOfMine = 3;
// Points may come from plain arrays of numbers.
const along: number[] = [1, 2];
body.position = along;
body.createPolygon([along, [0, 0], [1, 0]]);
// @ts-expect-error a position is no number
body.position = 3;
// @ts-expect-error answers cannot be changed
body.position.x = 3;
// @ts-expect-error a misspelt type
world.createBody({ type: "dynamc" });
// @ts-expect-error a misspelt name
world.createBody({ postion: [0, 0] });
// @ts-expect-error an angle is a number
world.createBody(BodyDef.dynamic().angle("1"));
world.createJoint({ type: "revolute", a: body, b: body, limits: [-1, 1] });
// @ts-expect-error a weld has no limits
world.createJoint({ type: "weld", a: body, b: body, limits: [-1, 1] });
world.createJoint(JointDef.distance(body, body).hertz(2).anchor([0, 1]));
world.on("hits", (event) => event.otherBody(body)?.remove());
world.on("fellAsleep", (sleeper) => sleeper.wake());
// @ts-expect-error no such list
world.on("begin-contact", () => {});
const broken: Events["jointsBroken"][number]["force"] = { x: 1, y: 2 };
const poses: Float32Array = world.poses;
const bytes: Uint8Array = world.save();
world.restore(bytes);
const hills: Float32Array = body.createHeightField([0, 1, 0], 0.5, { friction: 1 }).heights;
body.createHeightField(hills, 2).setHole(0);
// @ts-expect-error heights are numbers
body.createHeightField([[0, 1]], 2);
body.createPolygon(new Float32Array([0, 0, 1, 0, 0, 1]), { density: 2 });
body.createCollider(Shape.circle(1), { portal: { type: "rim", portal: 1 } });
body.set({ mass: 5 }).set({ mass: { mass: 5, inertia: 2 } }).set({ mass: null });
// @ts-expect-error an inertia alone is no mass
body.set({ mass: { inertia: 2 } });
world.on("hits", ({ point, normal, approachSpeed, impulse }) => [point.x, normal.y, approachSpeed.toFixed(1), impulse]);
world.on("contactsBegun", ({ point, normal }) => [point.x, normal.x]);
// @ts-expect-error what parts has no point
world.on("contactsEnded", ({ point }) => point);
export const about = (error: unknown) => {
  if (error instanceof StaleHandleError || error instanceof FileError) return [error.field, error.value];
  return undefined;
};
const radius: number = body.colliders[0]!.shape.radius;
const text: string = world.toLevelText();
export { radius, text };
export const field = (error: unknown): string | undefined => (error as FieldError).field;
export { broken, init, poses };
