// What happened in a step, as objects.

import { dataOf, vec } from "./values.js";

/** Two colliders that began or ceased to touch, or that hit each other. */
export class ContactEvent {
  /** The body other than this one; `undefined` if this is neither. */
  otherBody(body) {
    if (body === this.bodyA) return this.bodyB;
    return body === this.bodyB ? this.bodyA : undefined;
  }

  /** The collider of another body than this one; `undefined` if the body is neither. */
  other(body) {
    if (body === this.bodyA) return this.b;
    return body === this.bodyB ? this.a : undefined;
  }

  /** The normal out of the other collider, towards this body; `undefined` of events without a normal. */
  normalOn(body) {
    if (this.normal === undefined) return undefined;
    if (body === this.bodyB) return this.normal;
    return body === this.bodyA ? vec(-this.normal.x, -this.normal.y) : undefined;
  }
}

/** The names of the lists, in their order. */
export const LISTS = [
  "contactsBegun",
  "contactsEnded",
  "hits",
  "sensorsBegun",
  "sensorsEnded",
  "fellAsleep",
  "woke",
  "stopped",
  "jointsBroken",
];
const WITH_PLACE = new Set(["contactsBegun", "hits"]);

/** The events of a list of numbers; none if there is none. */
export function eventsFrom(world, numbers) {
  const events = Object.fromEntries(LISTS.map((name) => [name, []]));
  let at = 0;
  const next = () => numbers[at++];
  const body = () => world.bodyOf(next(), next());
  const data = () => {
    at += 4;
    return dataOf(numbers, at - 4);
  };
  for (const name of LISTS) {
    for (let count = numbers.length > 0 ? next() : 0; count > 0; count--) {
      if (name === "jointsBroken") {
        const joint = world.jointOf(next(), next());
        const event = { joint, a: body(), b: body(), userData: data() };
        events[name].push({ ...event, force: vec(next(), next()), torque: next() });
      } else if (name === "fellAsleep" || name === "woke" || name === "stopped") {
        events[name].push(body());
      } else {
        const event = new ContactEvent();
        event.a = world.colliderOf(next(), next());
        event.bodyA = body();
        const ofA = [data(), data()];
        event.b = world.colliderOf(next(), next());
        event.bodyB = body();
        const ofB = [data(), data()];
        event.userData = [ofA[0], ofB[0]];
        event.bodyUserData = [ofA[1], ofB[1]];
        if (WITH_PLACE.has(name)) {
          event.point = vec(next(), next());
          event.normal = vec(next(), next());
          const [speed, impulse] = [next(), next()];
          if (name === "hits") Object.assign(event, { approachSpeed: speed, impulse });
        }
        events[name].push(Object.preventExtensions(event));
      }
    }
  }
  return events;
}
