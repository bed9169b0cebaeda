// The engines of the race. Each is a function that makes a simulation of a scene: `step`, `read` (adds up x, y and
// the rotation of every body, by the way that the engine offers for all of them), `y` of each body, `free`.
// Sleeping is off in all, and each is built as its own page says: the fastest build that needs no other server.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { DT, FRICTION } from "./scenes.mjs";

const require = createRequire(import.meta.url);
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const OURS = ["core", "index"];

const ours = (simd) => async () => {
  const { init, World } = await import("../dist/package/node.js");
  await init({ simd });
  return (s) => {
    const world = new World({ gravity: [0, -9.81], sleeping: false });
    const bodies = s.bodies.map((b) => {
      const body = world.createBody({ type: b.fixed ? "static" : "dynamic", position: [b.x, b.y], angle: b.angle ?? 0 });
      const material = { density: 1, friction: FRICTION };
      if (b.box) body.createBox(2 * b.box[0], 2 * b.box[1], material);
      else body.createCircle(b.circle, material);
      return body;
    });
    for (const [a, b, x, y] of s.hinges) world.createJoint({ type: "revolute", a: bodies[a], b: bodies[b], anchor: [x, y] });
    return {
      step: () => world.step(DT),
      read() {
        const { poses } = world;
        let sum = 0;
        for (let i = 0; i < poses.length; i += 4) sum += poses[i] + poses[i + 1] + poses[i + 2] + poses[i + 3];
        return sum;
      },
      y: () => bodies.map((body) => body.position.y),
      free: () => world.free(),
    };
  };
};

const rapier = (name) => async () => {
  const module = await import(name);
  const R = module.default ?? module;
  await R.init();
  return (s) => {
    const world = new R.World({ x: 0, y: -9.81 });
    world.timestep = DT;
    const bodies = s.bodies.map((b) => {
      const kind = b.fixed ? R.RigidBodyDesc.fixed() : R.RigidBodyDesc.dynamic();
      const body = world.createRigidBody(kind.setTranslation(b.x, b.y).setRotation(b.angle ?? 0).setCanSleep(false));
      const shape = b.box ? R.ColliderDesc.cuboid(...b.box) : R.ColliderDesc.ball(b.circle);
      world.createCollider(shape.setDensity(1).setFriction(FRICTION).setRestitution(0), body);
      return body;
    });
    for (const [a, b, x, y] of s.hinges) {
      const local = (k) => ({ x: x - bodies[k].translation().x, y: y - bodies[k].translation().y });
      const joint = world.createImpulseJoint(R.JointData.revolute(local(a), local(b)), bodies[a], bodies[b], true);
      joint.setContactsEnabled(false);
    }
    return {
      step: () => world.step(),
      read() {
        let sum = 0;
        for (const body of bodies) {
          const { x, y } = body.translation();
          sum += x + y + body.rotation();
        }
        return sum;
      },
      y: () => bodies.map((body) => body.translation().y),
      free: () => world.free(),
    };
  };
};

const planck = async () => {
  const P = await import("planck");
  return (s) => {
    const world = new P.World({ gravity: new P.Vec2(0, -9.81), allowSleep: false });
    const bodies = s.bodies.map((b) => {
      const body = world.createBody({ type: b.fixed ? "static" : "dynamic", position: new P.Vec2(b.x, b.y), angle: b.angle ?? 0 });
      const shape = b.box ? new P.Box(...b.box) : new P.Circle(b.circle);
      body.createFixture({ shape, density: 1, friction: FRICTION, restitution: 0 });
      return body;
    });
    for (const [a, b, x, y] of s.hinges) world.createJoint(new P.RevoluteJoint({}, bodies[a], bodies[b], new P.Vec2(x, y)));
    return {
      step: () => world.step(DT),
      read() {
        let sum = 0;
        for (const body of bodies) {
          const { x, y } = body.getPosition();
          sum += x + y + body.getAngle();
        }
        return sum;
      },
      y: () => bodies.map((body) => body.getPosition().y),
      free() {},
    };
  };
};

const matter = async () => {
  const M = require("matter-js");
  // Its lengths are pixels, and its tolerances are for bodies of some ten of them; down is +y.
  const K = 40;
  return (s) => {
    const engine = M.Engine.create();
    const bodies = s.bodies.map((b) => {
      const options = { isStatic: !!b.fixed, friction: FRICTION, restitution: 0, angle: -(b.angle ?? 0) };
      if (b.box) return M.Bodies.rectangle(b.x * K, -b.y * K, 2 * K * b.box[0], 2 * K * b.box[1], options);
      return M.Bodies.circle(b.x * K, -b.y * K, b.circle * K, options);
    });
    M.Composite.add(engine.world, bodies);
    for (const [a, b, x, y] of s.hinges) {
      const local = (k) => ({ x: x * K - bodies[k].position.x, y: -y * K - bodies[k].position.y });
      const hinge = { bodyA: bodies[a], bodyB: bodies[b], pointA: local(a), pointB: local(b), length: 0, stiffness: 0.9 };
      M.Composite.add(engine.world, M.Constraint.create(hinge));
    }
    return {
      step: () => M.Engine.update(engine, 1000 * DT),
      read() {
        let sum = 0;
        for (const body of bodies) sum += body.position.x + body.position.y + body.angle;
        return sum;
      },
      y: () => bodies.map((body) => -body.position.y / K),
      free() {},
    };
  };
};

const phaser = async () => {
  const B = await import("./node_modules/phaser-box2d/dist/PhaserBox2D.min.js");
  B.b2CreateWorldArray();
  return (s) => {
    const worldDef = B.b2DefaultWorldDef();
    worldDef.gravity = new B.b2Vec2(0, -9.81);
    worldDef.enableSleep = false;
    const world = B.b2CreateWorld(worldDef);
    const bodies = s.bodies.map((b) => {
      const def = B.b2DefaultBodyDef();
      def.type = b.fixed ? 0 : 2;
      def.position = new B.b2Vec2(b.x, b.y);
      def.rotation = B.b2MakeRot(b.angle ?? 0);
      const body = B.b2CreateBody(world, def);
      const shape = B.b2DefaultShapeDef();
      Object.assign(shape, { density: 1, friction: FRICTION, restitution: 0 });
      if (b.box) B.b2CreatePolygonShape(body, shape, B.b2MakeBox(...b.box));
      else B.b2CreateCircleShape(body, shape, new B.b2Circle(new B.b2Vec2(0, 0), b.circle));
      return body;
    });
    for (const [a, b, x, y] of s.hinges) {
      const def = B.b2DefaultRevoluteJointDef();
      const local = (k) => {
        const place = B.b2Body_GetPosition(bodies[k]);
        return new B.b2Vec2(x - place.x, y - place.y);
      };
      Object.assign(def, { bodyIdA: bodies[a], bodyIdB: bodies[b], localAnchorA: local(a), localAnchorB: local(b) });
      B.b2CreateRevoluteJoint(world, def);
    }
    return {
      step: () => B.b2World_Step(world, DT, 4),
      read() {
        let sum = 0;
        for (const body of bodies) {
          const { x, y } = B.b2Body_GetPosition(body);
          const { s: sin, c: cos } = B.b2Body_GetRotation(body);
          sum += x + y + sin + cos;
        }
        return sum;
      },
      y: () => bodies.map((body) => B.b2Body_GetPosition(body).y),
      free: () => B.b2DestroyWorld(world),
    };
  };
};

const box2d3 = (flavour) => async () => {
  const module = await import(`./node_modules/box2d3-wasm/build/dist/es/${flavour}/Box2D.${flavour}.mjs`);
  const B = await module.default({ pthreadCount: 0 });
  return (s) => {
    const worldDef = B.b2DefaultWorldDef();
    worldDef.gravity.Set(0, -9.81);
    worldDef.enableSleep = false;
    const world = B.b2CreateWorld(worldDef);
    const vec = (x, y) => new B.b2Vec2(x, y);
    const bodies = s.bodies.map((b) => {
      const def = B.b2DefaultBodyDef();
      def.type = b.fixed ? B.b2BodyType.b2_staticBody : B.b2BodyType.b2_dynamicBody;
      def.position = vec(b.x, b.y);
      def.rotation = B.b2MakeRot(b.angle ?? 0);
      const body = B.b2CreateBody(world, def);
      const shape = B.b2DefaultShapeDef();
      shape.density = 1;
      shape.material.friction = FRICTION;
      shape.material.restitution = 0;
      if (b.box) {
        B.b2CreatePolygonShape(body, shape, B.b2MakeBox(...b.box));
      } else {
        const circle = new B.b2Circle();
        circle.center = vec(0, 0);
        circle.radius = b.circle;
        B.b2CreateCircleShape(body, shape, circle);
      }
      return body;
    });
    for (const [a, b, x, y] of s.hinges) {
      const def = B.b2DefaultRevoluteJointDef();
      const local = (k) => {
        const place = B.b2Body_GetPosition(bodies[k]);
        return vec(x - place.x, y - place.y);
      };
      def.base.bodyIdA = bodies[a];
      def.base.bodyIdB = bodies[b];
      def.base.localFrameA.p = local(a);
      def.base.localFrameB.p = local(b);
      B.b2CreateRevoluteJoint(world, def);
    }
    return {
      step: () => B.b2World_Step(world, DT, 4),
      read() {
        let sum = 0;
        for (const body of bodies) {
          const place = B.b2Body_GetPosition(body);
          const rotation = B.b2Body_GetRotation(body);
          sum += place.x + place.y + rotation.s + rotation.c;
          // What embind makes has to be given back.
          place.delete?.();
          rotation.delete?.();
        }
        return sum;
      },
      y: () => bodies.map((body) => B.b2Body_GetPosition(body).y),
      free: () => B.b2DestroyWorld(world),
    };
  };
};

const modules = (path) => at(`./node_modules/${path}`);

/** Each engine with the files that a page has to load. */
export const engines = {
  "physics2d": { make: ours(true), files: [...OURS.map((name) => at(`../dist/package/${name}.js`)), at("../dist/package/physics_simd.wasm")] },
  "physics2d plain": { make: ours(false), files: [...OURS.map((name) => at(`../dist/package/${name}.js`)), at("../dist/package/physics_plain.wasm")] },
  "box2d3-wasm deluxe 5.2.0": { make: box2d3("deluxe"), files: ["mjs", "wasm"].map((end) => modules(`box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.${end}`)) },
  "box2d3-wasm compat 5.2.0": { make: box2d3("compat"), files: ["mjs", "wasm"].map((end) => modules(`box2d3-wasm/build/dist/es/compat/Box2D.compat.${end}`)) },
  "rapier2d-simd 0.19.3": { make: rapier("@dimforge/rapier2d-simd-compat"), files: [modules("@dimforge/rapier2d-simd-compat/rapier.mjs")] },
  "rapier2d 0.21.0": { make: rapier("@dimforge/rapier2d-compat"), files: [modules("@dimforge/rapier2d-compat/dist/rapier.mjs")] },
  "planck 1.4.2": { make: planck, files: [modules("planck/dist/planck.min.js")] },
  "matter-js 0.20.0": { make: matter, files: [modules("matter-js/build/matter.min.js")] },
  "phaser-box2d 1.1.0": { make: phaser, files: [modules("phaser-box2d/dist/PhaserBox2D.min.js")] },
};
