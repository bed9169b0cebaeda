"""The world, its listeners, and the callbacks of its queries.

    Step   new joints that begin open are closed, the world of the engine steps, then listeners are told:
           one list of calls, in this order

             EndContact    of contacts that ended, by the numbers of their fixtures
             BeginContact  of contacts that began, likewise
             PreSolve      of contacts that touch
             PostSolve     of contacts that touch, with the impulses of the step

The fixtures are numbered as they were made, so the order is the same in every run. Box2D tells of contacts
as it meets them, within the step. Where a step has both, its Ends came first in 69 of 82 steps of Gymnasium's
heuristics; a foot that goes from one edge to the next then counts as touching, as it does here.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

from .._engine import World
from . import _joints
from ._bodies import b2Body, b2BodyDef, b2Fixture, b2_dynamicBody, b2_kinematicBody, b2_staticBody
from ._joints import b2GearJointDef, b2Joint, b2JointDef
from ._math import b2AABB, b2Vec2
from ._names import Named, missing
from ._shapes import b2ChainShape, b2CircleShape, b2EdgeShape

#: Settings of the engine for new worlds, beside those that Box2D has: see ``install``.
SETTINGS: dict[str, Any] = {}

#: m/s. Box2D lets bodies sleep that are slower than this (b2_linearSleepTolerance).
_SLEEP_SPEED = 0.01
#: m/s. Contacts that are hit more slowly do not bounce (b2_velocityThreshold).
_BOUNCE_THRESHOLD = 1.0
#: m, rad. Joints that begin more open than this are closed before the first step (b2_linearSlop).
_JOINT_SLOP = 0.005
#: Sweeps over the joints to close them: more than the 60 position iterations of the environments, as one sweep
#: here goes one way.
_CLOSING_SWEEPS = 200
#: The least number of sweeps in a sub-step: the default of the engine.
_SWEEPS = 2
#: How often an assembly is moved out of what it overlaps most.
_LIFTS = 20


class b2ContactListener(Named):
    """Told of contacts after each step. Override what is needed."""

    def BeginContact(self, contact: b2Contact) -> None:
        pass

    def EndContact(self, contact: b2Contact) -> None:
        pass

    def PreSolve(self, contact: b2Contact, oldManifold: Any) -> None:
        pass

    def PostSolve(self, contact: b2Contact, impulse: b2ContactImpulse) -> None:
        pass


class b2RayCastCallback(Named):
    """Told what a ray hits, the nearest first."""

    def ReportFixture(self, fixture: b2Fixture, point: b2Vec2, normal: b2Vec2, fraction: float) -> float:
        """Returns -1 to ignore the fixture, 0 to end, a fraction to shorten the ray to it, 1 to go on."""
        raise NotImplementedError


class b2QueryCallback(Named):
    """Told which fixtures are in a box."""

    def ReportFixture(self, fixture: b2Fixture) -> bool:
        """Returns whether to go on."""
        raise NotImplementedError


class b2DestructionListener(Named):
    """Told of joints and fixtures that go with their body."""

    def SayGoodbye(self, thing: Any) -> None:
        pass


class b2ContactImpulse(Named):
    """The impulses of a contact in a step, N s: one number for each point."""

    def __init__(self, normal: list[float]) -> None:
        self.normalImpulses = tuple(normal)
        self.tangentImpulses = (0.0,) * len(normal)


class b2WorldManifold(Named):
    """Where two fixtures touch."""

    def __init__(self, normal: tuple[float, float], points: list[tuple[float, float]]) -> None:
        self.normal, self.points = normal, points


class b2Contact(Named):
    """Two fixtures that touch, or have ceased to."""

    def __init__(self, a: tuple[b2Fixture, int], b: tuple[b2Fixture, int], at: Any) -> None:
        # Box2D has the chain or edge first, then the polygon, then the circle.
        swap = _RANK[a[0].type] > _RANK[b[0].type]
        (self.fixtureA, self.childIndexA), (self.fixtureB, self.childIndexB) = (b, a) if swap else (a, b)
        self.touching = True
        self._sign = -1.0 if swap else 1.0
        self._at = at

    @property
    def enabled(self) -> bool:
        return True

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        if not enabled:
            raise missing("b2Contact", "enabled = False (listeners are told after the step)")

    @property
    def friction(self) -> float:
        return float((self.fixtureA.friction * self.fixtureB.friction) ** 0.5)

    @property
    def restitution(self) -> float:
        return max(self.fixtureA.restitution, self.fixtureB.restitution)

    @property
    def worldManifold(self) -> b2WorldManifold:
        """The normal, from A to B, and the points; those of the moment at which the contact began, unless it
        comes with PostSolve."""
        (x, y), points = self._at
        return b2WorldManifold((self._sign * x, self._sign * y), points)

    def __repr__(self) -> str:
        return f"b2Contact({self.fixtureA}, {self.fixtureB}, touching={self.touching})"


_RANK = {b2ChainShape.type: 0, b2EdgeShape.type: 0, 2: 1, b2CircleShape.type: 2}


def _create(name: str) -> Callable[..., Any]:
    definition = getattr(_joints, f"b2{name}Def")

    def create(self: b2World, **given: Any) -> Any:
        return self.CreateJoint(definition(**given))

    create.__name__ = f"Create{name}"
    create.__doc__ = f"Creates a b2{name}; the keyword arguments are those of b2{name}Def."
    return create


class b2World(Named):
    """A world."""

    def __init__(self, gravity: Any = (0.0, -10.0), doSleep: bool = True, contactListener: Any = None,
                 **given: Any) -> None:
        settings = dict(SETTINGS)
        # Contacts are swept, as Box2D's are: feet under a heavy hull give way as agents know it.
        solver = {"bounce_threshold": _BOUNCE_THRESHOLD, "direct_contacts": "off", **settings.pop("solver", {})}
        self._iterations = 0 if "biased_sweeps" not in solver else None
        self._sleep_speed = float(settings.pop("sleep_speed", _SLEEP_SPEED))
        self._w = World(**{
            "gravity": (float(gravity[0]), float(gravity[1])),
            "sleeping": bool(doSleep),
            "continuous": "against_static",
            "rolling_resistance": 0.0,
            "smooth_seams": False,
            "friction_rule": "geometric_mean",
            "restitution_rule": "max",
            "solver": solver,
            **settings,
        })
        self._bodies: dict[b2Body, None] = {}
        self._joints: dict[b2Joint, None] = {}
        self._new_joints: list[b2Joint] = []
        #: Forces (N) and torques (N m) of the next step.
        self._forces: list[tuple[b2Body, float, float, float]] = []
        #: The fixture and the child of each collider, by the number that is its user data.
        self._parts: list[tuple[b2Fixture, int]] = []
        self._touching: dict[tuple[int, int], b2Contact] = {}
        self._listener: Any = None
        self._listens = {"PreSolve": False, "PostSolve": False}
        self.destructionListener: Any = None
        self.contactListener = contactListener
        self.locked = False
        for name, value in given.items():
            if not hasattr(type(self), name):
                raise missing("b2World", name)
            setattr(self, name, value)

    # Settings

    @property
    def gravity(self) -> b2Vec2:
        return b2Vec2(*self._w.gravity)

    @gravity.setter
    def gravity(self, gravity: Any) -> None:
        self._w.gravity = (float(gravity[0]), float(gravity[1]))

    @property
    def continuousPhysics(self) -> bool:
        return self._w.continuous != "nothing"

    @continuousPhysics.setter
    def continuousPhysics(self, is_on: bool) -> None:
        self._w.continuous = "against_static" if is_on else "nothing"

    def _use_bullets(self) -> None:
        """The engine has no list of bullets: with one of them, all bodies are swept against each other."""
        if self._w.continuous == "against_static":
            self._w.continuous = "all"

    def _fixed(name: str, value: Any) -> property:  # type: ignore[misc]  # noqa: N805
        """A setting that has one value here."""

        def set_(self: b2World, wanted: Any) -> None:
            if wanted != value:
                raise missing("b2World", f"{name} = {wanted!r}")

        return property(lambda self: value, set_)

    warmStarting, autoClearForces = _fixed("warmStarting", True), _fixed("autoClearForces", True)
    subStepping, contactFilter = _fixed("subStepping", False), _fixed("contactFilter", None)
    del _fixed

    def GetAllowSleeping(self) -> bool:
        return bool(self._w.sleeping)

    def SetAllowSleeping(self, is_on: bool) -> None:
        self._w.sleeping = bool(is_on)

    allowSleeping = property(GetAllowSleeping, SetAllowSleeping)

    @property
    def contactListener(self) -> Any:
        return self._listener

    @contactListener.setter
    def contactListener(self, listener: Any) -> None:
        self._listener = listener
        for name in self._listens:
            own = getattr(type(listener), name, None)
            self._listens[name] = own is not None and own is not getattr(b2ContactListener, name)

    # Bodies

    def CreateBody(self, defn: b2BodyDef | None = None, **given: Any) -> b2Body:
        definition = defn if defn is not None else b2BodyDef(**given)
        body = b2Body(self, definition)
        self._bodies[body] = None
        fixtures = definition.fixtures
        if fixtures:
            for one in fixtures if isinstance(fixtures, (list, tuple)) else [fixtures]:
                body.CreateFixture(one)
        if definition.shapes:
            body.CreateFixturesFromShapes(shapes=definition.shapes, shapeFixture=definition.shapeFixture)
        for name in ("massData", "localCenter", "inertia", "mass"):
            if getattr(definition, name) is not None:
                setattr(body, name, getattr(definition, name))
        return body

    def CreateStaticBody(self, **given: Any) -> b2Body:
        return self.CreateBody(**{**given, "type": b2_staticBody})

    def CreateKinematicBody(self, **given: Any) -> b2Body:
        return self.CreateBody(**{**given, "type": b2_kinematicBody})

    def CreateDynamicBody(self, **given: Any) -> b2Body:
        return self.CreateBody(**{**given, "type": b2_dynamicBody})

    def DestroyBody(self, body: b2Body) -> None:
        if body not in self._bodies:
            raise ValueError("the body is not in this world")
        for joint in list(body._joints):
            self._say_goodbye(joint)
            self.DestroyJoint(joint)
        self._end_contacts(lambda fixture: fixture.body is body)
        for fixture in body.fixtures:
            self._say_goodbye(fixture)
        body._b.remove()
        del self._bodies[body]
        if not self._bodies:
            # Environments empty a world and fill it again, and expect the same results for the same seed. The
            # slots of the engine come back in another order, and the order of constraints depends on them.
            self._w = World(**self._w.properties())
            self._parts.clear()

    def _say_goodbye(self, thing: Any) -> None:
        if self.destructionListener is not None:
            self.destructionListener.SayGoodbye(thing)

    def _add_part(self, fixture: b2Fixture, child: int) -> int:
        self._parts.append((fixture, child))
        return len(self._parts) - 1

    # Joints

    def CreateJoint(self, defn: b2JointDef | None = None, type: Any = None, **given: Any) -> Any:
        if defn is None:
            if type is None or not issubclass(type, (b2JointDef, b2Joint)):
                raise TypeError('Expected "type" to be a b2Joint or b2JointDef')
            kind = type if issubclass(type, b2JointDef) else getattr(_joints, f"{type.__name__}Def")
            defn = kind(**given)
        if isinstance(defn, b2GearJointDef):
            if not defn.joint1 or not defn.joint2:
                raise ValueError("Gear joint requires that both joint1 and joint2 be set")
        elif defn.bodyA is None or defn.bodyB is None:
            raise ValueError("Body or bodies not set (bodyA, bodyB)")
        joint = getattr(_joints, defn.__class__.__name__.removesuffix("Def"))(self, defn)
        self._joints[joint] = None
        self._new_joints.append(joint)
        joint.bodyA._joints.append(joint)
        joint.bodyB._joints.append(joint)
        return joint

    for _name in ("RevoluteJoint", "PrismaticJoint", "DistanceJoint", "WeldJoint", "WheelJoint", "MouseJoint",
                  "RopeJoint", "FrictionJoint", "MotorJoint", "PulleyJoint", "GearJoint"):
        locals()[f"Create{_name}"] = _create(_name)
    del _name

    def DestroyJoint(self, joint: b2Joint) -> None:
        joint._j.remove()
        del self._joints[joint]
        for body in (joint.bodyA, joint.bodyB):
            body._joints.remove(joint)
        if joint in self._new_joints:
            self._new_joints.remove(joint)

    # Steps

    def Step(self, timeStep: float, velocityIterations: int = 8, positionIterations: int = 3) -> None:
        """Moves the world on by ``timeStep`` seconds. The velocity iterations are shared out among the sub-steps
        of the engine as sweeps over the constraints; it has no position iterations."""
        if self._iterations is not None and velocityIterations != self._iterations:
            self._iterations = velocityIterations
            solver = self._w.solver
            solver["biased_sweeps"] = max(_SWEEPS, min(1000, round(velocityIterations / solver["substeps"])))
            self._w.solver = solver
        if self._new_joints:
            self._assemble()
        dt = float(timeStep)
        for body, fx, fy, torque in self._forces:
            if body in self._bodies:
                body._b.apply_impulse((dt * fx, dt * fy))
                body._b.apply_angular_impulse(dt * torque)
        self._forces.clear()
        self._w.step(dt)
        for body in self._bodies:
            if body._type:
                body._count_turns()
        self._tell()

    def ClearForces(self) -> None:
        """Takes back the forces that were applied since the last step. A step does so by itself."""
        self._forces.clear()

    def _assemble(self) -> None:
        """Closes new joints that begin open, as the position solver of Box2D does in its first step: bodies move
        and get no speed. The engine does not ask contacts meanwhile, so an assembly that then is in the ground,
        as the legs of a walker are, is lifted out of it as a whole."""
        new, self._new_joints = self._new_joints, []
        opened = [joint for joint in new if joint._is_open()]
        if not opened:
            return
        self._w.close_joints(_JOINT_SLOP, _CLOSING_SWEEPS)
        seen: set[b2Body] = set()
        for joint in opened:
            if joint.bodyA not in seen:
                assembly = self._joined_to(joint.bodyA)
                seen.update(assembly)
                if all(body._type == b2_dynamicBody for body in assembly):
                    self._lift(assembly)

    def _joined_to(self, body: b2Body) -> list[b2Body]:
        """The body and all that are joined to it."""
        seen, found = {body}, [body]
        for one in found:
            for edge in one.joints:
                if edge.other not in seen:
                    seen.add(edge.other)
                    found.append(edge.other)
        return found

    def _lift(self, assembly: list[b2Body]) -> None:
        """Moves an assembly out of static and kinematic bodies, by the deepest overlap first."""
        own = [body._b for body in self._bodies if body._type == b2_dynamicBody]
        for _ in range(_LIFTS):
            deepest, way = -_JOINT_SLOP, None
            for body in assembly:
                for fixture in body.fixtures:
                    if fixture._sensor:
                        continue
                    of = fixture._filter
                    for shape, offset in fixture.shape._engine_shapes():
                        at = body.GetWorldPoint(offset).tuple
                        near = self._w.closest_to_shape(shape, at, _JOINT_SLOP, angle=body._b.angle, exclude=own,
                                                        category=of.categoryBits, mask=of.maskBits)
                        if near is not None and near.distance < deepest:
                            deepest, way = near.distance, near.normal
            if way is None:
                return
            for body in assembly:
                x, y = body._b.position
                body._b.position = (x - deepest * way[0], y - deepest * way[1])

    def _tell(self) -> None:
        events = self._w.events
        begun, ended = {}, set()
        for one in (*events.begun, *events.sensors_begun):
            key = self._key(one.user_data)
            if self._meet(*key):
                at = (one.normal, [one.point])
                begun[key] = at if key == one.user_data else ((-one.normal[0], -one.normal[1]), [one.point])
        for one in (*events.ended, *events.sensors_ended):
            key = self._key(one.user_data)
            if key in self._touching:
                ended.add(key)
        for key in sorted(ended):
            self._end(key)
        for key in sorted(begun):
            if key not in self._touching:
                a, b = (self._parts[number] for number in key)
                contact = self._touching[key] = b2Contact(a, b, begun[key])
                if self._listener is not None:
                    self._listener.BeginContact(contact)
        if self._listener is not None and (self._listens["PreSolve"] or self._listens["PostSolve"]):
            self._tell_of_solving()

    @staticmethod
    def _key(numbers: tuple[int, int]) -> tuple[int, int]:
        a, b = numbers
        return (a, b) if a < b else (b, a)

    def _meet(self, a: int, b: int) -> bool:
        """Whether Box2D has a contact for these: one body is dynamic, and no joint forbids it. The engine's
        sensors see more."""
        (f, _), (g, _) = self._parts[a], self._parts[b]
        if not (f._sensor or g._sensor):
            return True
        p, q = f.body, g.body
        if p._type != b2_dynamicBody and q._type != b2_dynamicBody:
            return False
        return all(joint.collideConnected or q not in (joint.bodyA, joint.bodyB) for joint in p._joints)

    def _end(self, key: tuple[int, int]) -> None:
        contact = self._touching.pop(key, None)
        if contact is not None:
            contact.touching = False
            if self._listener is not None:
                self._listener.EndContact(contact)

    def _end_contacts(self, is_gone: Callable[[b2Fixture], bool]) -> None:
        """Ends the contacts of fixtures that are about to go, as Box2D does: at once."""
        for key, contact in sorted(self._touching.items(), key=lambda item: item[0]):
            if is_gone(contact.fixtureA) or is_gone(contact.fixtureB):
                self._end(key)

    def _tell_of_solving(self) -> None:
        """PreSolve and PostSolve of all contacts that pushed."""
        found = {}
        for body in self._bodies:
            if body._type != b2_dynamicBody or not body._b.is_awake:
                continue
            for one in body._b.contacts:
                own, other = one.own.user_data, one.other.user_data
                key = self._key((own, other))
                if key in self._touching and key not in found:
                    # The engine has the normal on the body, Box2D from A to B.
                    sign = 1.0 if other == key[0] else -1.0
                    normal = (sign * one.normal[0], sign * one.normal[1])
                    found[key] = (normal, list(one.points), float(one.impulse))
        for name in ("PreSolve", "PostSolve"):
            for key in sorted(found) if self._listens[name] else ():
                contact = self._touching.get(key)
                if contact is None:
                    continue
                normal, points, impulse = found[key]
                contact._at = (normal, points)
                if name == "PreSolve":
                    self._listener.PreSolve(contact, None)
                else:
                    share = impulse / max(1, len(points))
                    self._listener.PostSolve(contact, b2ContactImpulse([share] * max(1, len(points))))

    # Queries

    def RayCast(self, callback: Any, point1: Any, point2: Any) -> None:
        """Tells the callback of what the ray hits, the nearest first; fixtures that it starts in are not hit."""
        origin = (float(point1[0]), float(point1[1]))
        way = (float(point2[0]) - origin[0], float(point2[1]) - origin[1])
        report = callback.ReportFixture if hasattr(callback, "ReportFixture") else callback
        # The engine finds which fixtures may be hit; where, follows from their shapes without the skin.
        near = self._w.cast_ray_all(origin, way, include_sensors=True)
        hits: list[Any] = []
        for fixture in {self._parts[one.collider.user_data][0]: None for one in near}:
            hit = fixture._ray(origin, way)
            if hit is not None:
                hits.append((hit[0], len(hits), hit[1:], fixture))
        hits.sort()
        limit = 1.0
        for fraction, _, normal, fixture in hits:
            if fraction > limit:
                break
            point = b2Vec2(origin[0] + fraction * way[0], origin[1] + fraction * way[1])
            answer = report(fixture, point, b2Vec2(*normal), fraction)
            if answer == 0.0:
                break
            if answer > 0.0:
                limit = min(limit, answer)

    def QueryAABB(self, callback: Any, aabb: b2AABB) -> None:
        """Tells the callback of the fixtures in a box, in the order in which they were made."""
        report = callback.ReportFixture if hasattr(callback, "ReportFixture") else callback
        found = self._w.colliders_in(aabb.lowerBound.tuple, aabb.upperBound.tuple, include_sensors=True)
        for number in sorted(one.user_data for one in found):
            if not report(self._parts[number][0]):
                break

    # What is in it

    bodies = property(lambda self: list(self._bodies))
    joints = property(lambda self: list(self._joints))
    contacts = property(lambda self: list(self._touching.values()))
    bodyCount = property(lambda self: len(self._bodies))
    jointCount = property(lambda self: len(self._joints))
    contactCount = property(lambda self: len(self._touching))
    bodies_gen = property(lambda self: iter(self._bodies))
    joints_gen = property(lambda self: iter(self._joints))
    contacts_gen = property(lambda self: iter(self._touching.values()))

    def __iter__(self) -> Iterator[b2Body]:
        return iter(self._bodies)

    def __repr__(self) -> str:
        return f"b2World(bodies={self.bodyCount}, joints={self.jointCount}, contacts={self.contactCount})"
