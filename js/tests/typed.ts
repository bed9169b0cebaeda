// What the types accept and what they refuse; nothing of it runs.

import { Body, BodyDef, Events, init, JointDef, Shape, World, type FieldError } from "physics2d";

const world = new World({ gravity: [0, -10], solver: { substeps: 8 }, frictionRule: "max" });
const body: Body = world.createBody({ type: "dynamic", position: [0, 3], mass: { mass: 3 }, userData: 7n });
body.position = [1, 2];
const x: number = body.position.x;
body.velocity = { x, y: 1 };
// @ts-expect-error nobody defines it
body.oneOfMine = 3;
// @ts-expect-error a position has no third coordinate
body.position = [1, 2, 3];
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
body.createPolygon(new Float32Array([0, 0, 1, 0, 0, 1]), { density: 2 });
body.createCollider(Shape.circle(1), { portal: { type: "rim", portal: 1 } });
export const field = (error: unknown): string | undefined => (error as FieldError).field;
export { broken, init, poses };
