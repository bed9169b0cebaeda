"""Bodies and fixtures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from ._math import b2AABB, b2MulT, b2Rot, b2Transform, b2Vec2
from ._names import Named, missing, set_given
from ._shapes import b2ChainShape, b2CircleShape, b2EdgeShape, b2Filter, b2FixtureDef, b2MassData, b2PolygonShape, b2Shape

if TYPE_CHECKING:
    from ._joints import b2Joint
    from ._world import b2World

b2_staticBody, b2_kinematicBody, b2_dynamicBody = 0, 1, 2

_KINDS: Any = ("static", "kinematic", "dynamic")


class b2BodyDef(Named):
    """The definition of a body, with the defaults of Box2D."""

    def __init__(self, **given: Any) -> None:
        self.type = b2_staticBody
        self.position: Any = b2Vec2()
        self.angle = 0.0
        self.linearVelocity: Any = b2Vec2()
        self.angularVelocity = 0.0
        self.linearDamping = self.angularDamping = 0.0
        self.gravityScale = 1.0
        self.allowSleep = self.awake = self.active = True
        self.bullet = self.fixedRotation = False
        self.fixtures: Any = None
        self.shapes: Any = None
        self.shapeFixture: b2FixtureDef | None = None
        self.userData: Any = None
        # What pybox2d sets once the body is there.
        self.massData: Any = None
        self.localCenter: Any = None
        self.inertia: float | None = None
        self.mass: float | None = None
        set_given(self, given)

    def ClearUserData(self) -> None:
        self.userData = None


class b2Fixture(Named):
    """A shape of a body with its material and its filter."""

    def __init__(self, body: b2Body, definition: b2FixtureDef) -> None:
        shape = definition.shape
        if shape is None:
            raise ValueError("Must specify the shape for the fixture")
        self.body, self.userData = body, definition.userData
        # A copy, as in Box2D: environments use one definition for many fixtures.
        self.shape = shape.copy()
        self._density, self._friction = float(definition.density), float(definition.friction)
        self._restitution, self._sensor = float(definition.restitution), bool(definition.isSensor)
        of = definition.filter
        self._filter = b2Filter(of.categoryBits, of.maskBits, of.groupIndex)
        self._parts: list[Any] = []
        for child, (part, offset) in enumerate(self.shape._engine_shapes()):
            number = body._world._add_part(self, child)
            self._parts.append(
                body._b.add_shape(
                    part,
                    offset=offset,
                    density=self._density,
                    friction=self._friction,
                    restitution=self._restitution,
                    category=of.categoryBits,
                    mask=of.maskBits,
                    group=of.groupIndex,
                    sensor=self._sensor,
                    user_data=number,
                )
            )

    def _set(self, **changes: Any) -> None:
        for part in self._parts:
            part.set(**changes)

    @property
    def type(self) -> int:
        return self.shape.type

    @property
    def density(self) -> float:
        return self._density

    @density.setter
    def density(self, density: float) -> None:
        self._density = float(density)
        self._set(density=self._density)

    @property
    def friction(self) -> float:
        return self._friction

    @friction.setter
    def friction(self, friction: float) -> None:
        self._friction = float(friction)
        self._set(friction=self._friction)

    @property
    def restitution(self) -> float:
        return self._restitution

    @restitution.setter
    def restitution(self, restitution: float) -> None:
        self._restitution = float(restitution)
        self._set(restitution=self._restitution)

    @property
    def sensor(self) -> bool:
        return self._sensor

    @sensor.setter
    def sensor(self, sensor: bool) -> None:
        self._sensor = bool(sensor)
        self._set(sensor=self._sensor)
        self.body._update_mass()

    @property
    def filterData(self) -> b2Filter:
        """A filter whose changes act at the next ``Refilter`` or once it is set."""
        return self._filter

    @filterData.setter
    def filterData(self, filter: b2Filter) -> None:
        self._filter = filter
        self.Refilter()

    def Refilter(self) -> None:
        of = self._filter
        self._set(category=of.categoryBits, mask=of.maskBits, group=of.groupIndex)

    @property
    def massData(self) -> b2MassData:
        return self.shape.getMass(self._density)

    def TestPoint(self, point: Any) -> bool:
        """Whether a point of the world is inside."""
        local = self.body.GetLocalPoint(point)
        inside = self.shape._engine_shapes()
        return any(shape.contains((local.x - x, local.y - y)) for shape, (x, y) in inside)

    def _ray(self, origin: tuple[float, float], way: tuple[float, float]) -> tuple[float, float, float] | None:
        """The fraction of a ray of the world at which it enters, and the normal there."""
        body = self.body._b
        (x, y), angle = body.position, body.angle
        c, s = math.cos(angle), math.sin(angle)
        px, py = origin[0] - x, origin[1] - y
        hit = self.shape._ray(c * px + s * py, c * py - s * px, c * way[0] + s * way[1], c * way[1] - s * way[0])
        return hit and (hit[0], c * hit[1] - s * hit[2], s * hit[1] + c * hit[2])

    def GetAABB(self, child: int) -> b2AABB:
        """The box of the broad phase, with its margin."""
        left, bottom, right, top = self._parts[child].bounds
        return b2AABB(lowerBound=(left, bottom), upperBound=(right, top))

    def ClearUserData(self) -> None:
        self.userData = None

    def __repr__(self) -> str:
        return f"b2Fixture(shape={self.shape}, sensor={self._sensor}, userData={type(self.userData).__name__})"


class b2ContactEdge(Named):
    """A contact of a body, from the side of the body."""

    def __init__(self, other: b2Body, contact: Any) -> None:
        self.other, self.contact = other, contact


class b2JointEdge(Named):
    """A joint of a body, from the side of the body."""

    def __init__(self, other: b2Body, joint: b2Joint) -> None:
        self.other, self.joint = other, joint


class b2Body(Named):
    """A body. A program may give it attributes of its own."""

    def __init__(self, world: b2World, definition: b2BodyDef) -> None:
        d = definition
        self._world, self.userData = world, d.userData
        self._type, self._bullet = int(d.type), bool(d.bullet)
        self.fixtures: list[b2Fixture] = []
        self._joints: list[b2Joint] = []
        angle = float(d.angle)
        self._b = world._w.add_body(
            kind=_KINDS[self._type],
            position=(float(d.position[0]), float(d.position[1])),
            angle=angle,
            velocity=(float(d.linearVelocity[0]), float(d.linearVelocity[1])),
            angular_velocity=float(d.angularVelocity),
            damping=float(d.linearDamping),
            angular_damping=float(d.angularDamping),
            gravity_scale=float(d.gravityScale),
            locks_rotation=bool(d.fixedRotation),
            sleep_speed=world._sleep_speed,
            enabled=bool(d.active),
            can_sleep=bool(d.allowSleep),
            awake=bool(d.awake),
        )
        self._start_turns(angle)
        if self._bullet:
            world._use_bullets()
        self._mass_is_set = False
        self._update_mass()

    # The engine has angles within half a turn, Box2D counts turns.
    def _start_turns(self, angle: float) -> None:
        self._wrapped = self._b.angle
        self._turns = round((angle - self._wrapped) / (2.0 * math.pi)) * 2.0 * math.pi

    def _count_turns(self) -> None:
        wrapped = self._b.angle
        change = wrapped - self._wrapped
        if change > math.pi:
            self._turns -= 2.0 * math.pi
        elif change < -math.pi:
            self._turns += 2.0 * math.pi
        self._wrapped = wrapped

    def _update_mass(self) -> None:
        """Masses are those of Box2D: polygons without their skin, sensors as well, and 1 kg if there is none."""
        if self._type != b2_dynamicBody or self._mass_is_set:
            return
        data = [one.massData for one in self.fixtures]
        mass = sum(one.mass for one in data)
        if mass > 0.0:
            center = sum((one.mass * one.center for one in data), b2Vec2()) / mass
            inertia = sum(one.I for one in data) - mass * center.lengthSquared
        else:
            mass, center, inertia = 1.0, b2Vec2(), 0.0
        self._override(mass, center, inertia)

    def _override(self, mass: float, center: b2Vec2, inertia: float) -> None:
        self._b.set(mass={"mass": mass, "center_of_mass": center.tuple, "inertia": max(0.0, inertia)})

    # Place

    @property
    def position(self) -> b2Vec2:
        return b2Vec2(*self._b.position)

    @position.setter
    def position(self, position: Any) -> None:
        self._b.position = (float(position[0]), float(position[1]))

    @property
    def angle(self) -> float:
        """Its angle with whole turns counted, rad."""
        return float(self._b.angle + self._turns)

    @angle.setter
    def angle(self, angle: float) -> None:
        self._b.angle = float(angle)
        self._start_turns(float(angle))

    @property
    def transform(self) -> b2Transform:
        return b2Transform(self._b.position, b2Rot(self.angle))

    @transform.setter
    def transform(self, value: Any) -> None:
        """As (position, angle), or a transform."""
        position, angle = (value.position, value.angle) if isinstance(value, b2Transform) else value
        self.position = position
        self.angle = angle.angle if isinstance(angle, b2Rot) else angle

    @property
    def worldCenter(self) -> b2Vec2:
        return b2Vec2(*self._b.center)

    @property
    def localCenter(self) -> b2Vec2:
        return b2MulT(self.transform, self._b.center)

    @localCenter.setter
    def localCenter(self, center: Any) -> None:
        data = self.massData
        self.massData = b2MassData(data.mass, center, data.I)

    def GetWorldPoint(self, point: Any) -> b2Vec2:
        return self.transform * point

    def GetWorldVector(self, vector: Any) -> b2Vec2:
        return b2Rot(self._b.angle) * vector

    def GetLocalPoint(self, point: Any) -> b2Vec2:
        return b2MulT(self.transform, point)

    def GetLocalVector(self, vector: Any) -> b2Vec2:
        return b2MulT(b2Rot(self._b.angle), vector)

    # Motion

    @property
    def linearVelocity(self) -> b2Vec2:
        return b2Vec2(*self._b.velocity)

    @linearVelocity.setter
    def linearVelocity(self, velocity: Any) -> None:
        if self._type != b2_staticBody:
            self._b.velocity = (float(velocity[0]), float(velocity[1]))

    @property
    def angularVelocity(self) -> float:
        return float(self._b.angular_velocity)

    @angularVelocity.setter
    def angularVelocity(self, angular_velocity: float) -> None:
        if self._type != b2_staticBody:
            self._b.angular_velocity = float(angular_velocity)

    def GetLinearVelocityFromWorldPoint(self, point: Any) -> b2Vec2:
        return b2Vec2(*self._b.velocity_at((float(point[0]), float(point[1]))))

    def GetLinearVelocityFromLocalPoint(self, point: Any) -> b2Vec2:
        return self.GetLinearVelocityFromWorldPoint(self.transform * point)

    def _takes(self, wake: bool) -> bool:
        """Whether a force acts: on dynamic bodies, and on sleeping ones only if it wakes them."""
        return self._type == b2_dynamicBody and (bool(wake) or self._b.is_awake)

    def ApplyForce(self, force: Any, point: Any, wake: bool = True) -> None:
        if self._takes(wake):
            x, y = self._b.center
            fx, fy = float(force[0]), float(force[1])
            self._push(fx, fy, (float(point[0]) - x) * fy - (float(point[1]) - y) * fx)

    def ApplyForceToCenter(self, force: Any, wake: bool = True) -> None:
        if self._takes(wake):
            self._push(float(force[0]), float(force[1]), 0.0)

    def ApplyTorque(self, torque: float, wake: bool = True) -> None:
        if self._takes(wake):
            self._push(0.0, 0.0, float(torque))

    def _push(self, fx: float, fy: float, torque: float) -> None:
        """Notes a force for the next step: Box2D changes the velocity by all of it when the step begins, the
        engine would do so bit by bit in its sub-steps, and the body would go less far."""
        self._b.wake()
        self._world._forces.append((self, fx, fy, torque))

    def ApplyLinearImpulse(self, impulse: Any, point: Any, wake: bool = True) -> None:
        if self._takes(wake):
            self._b.apply_impulse((float(impulse[0]), float(impulse[1])), (float(point[0]), float(point[1])))

    def ApplyAngularImpulse(self, impulse: float, wake: bool = True) -> None:
        if self._takes(wake):
            self._b.apply_angular_impulse(float(impulse))

    # Mass

    @property
    def mass(self) -> float:
        return float(self._b.mass) if self._type == b2_dynamicBody else 0.0

    @mass.setter
    def mass(self, mass: float) -> None:
        data = self.massData
        self.massData = b2MassData(mass, data.center, data.I)

    @property
    def inertia(self) -> float:
        """About the origin of the body, as in Box2D, kg m^2."""
        if self._type != b2_dynamicBody:
            return 0.0
        return float(self._b.inertia + self._b.mass * self.localCenter.lengthSquared)

    @inertia.setter
    def inertia(self, inertia: float) -> None:
        data = self.massData
        self.massData = b2MassData(data.mass, data.center, inertia)

    @property
    def massData(self) -> b2MassData:
        return b2MassData(self.mass, self.localCenter, self.inertia)

    @massData.setter
    def massData(self, data: b2MassData) -> None:
        if self._type == b2_dynamicBody:
            self._mass_is_set = True
            mass = data.mass if data.mass > 0.0 else 1.0
            self._override(mass, data.center, data.I - mass * data.center.lengthSquared)

    def GetMassData(self) -> b2MassData:
        return self.massData

    def ResetMassData(self) -> None:
        self._mass_is_set = False
        self._update_mass()

    # Settings

    @property
    def type(self) -> int:
        return self._type

    @type.setter
    def type(self, type: int) -> None:
        self._type = int(type)
        self._b.set(kind=_KINDS[self._type])
        self._update_mass()

    def _setting(name: str, convert: Any) -> property:  # type: ignore[misc]  # noqa: N805
        def get(self: b2Body) -> Any:
            return getattr(self._b, name)

        def set_(self: b2Body, value: Any) -> None:
            self._b.set(**{name: convert(value)})

        return property(get, set_)

    linearDamping = _setting("damping", float)
    angularDamping = _setting("angular_damping", float)
    gravityScale = _setting("gravity_scale", float)
    fixedRotation = _setting("locks_rotation", bool)
    sleepingAllowed = _setting("can_sleep", bool)
    active = _setting("enabled", bool)
    del _setting

    @property
    def bullet(self) -> bool:
        return self._bullet

    @bullet.setter
    def bullet(self, bullet: bool) -> None:
        self._bullet = bool(bullet)
        if self._bullet:
            self._world._use_bullets()

    @property
    def awake(self) -> bool:
        return bool(self._b.is_awake)

    @awake.setter
    def awake(self, awake: bool) -> None:
        if awake:
            self._b.wake()
        else:
            self._b.sleep()

    # Fixtures

    def CreateFixture(self, defn: b2FixtureDef | None = None, **given: Any) -> b2Fixture:
        fixture = b2Fixture(self, defn if defn is not None else b2FixtureDef(**given))
        self.fixtures.append(fixture)
        self._update_mass()
        return fixture

    def _create(self, kind: Any, given: dict[str, Any]) -> b2Fixture:
        of_shape = {name: value for name, value in given.items() if hasattr(kind, name) or name == "radius"}
        of_fixture = {name: value for name, value in given.items() if name not in of_shape}
        return self.CreateFixture(b2FixtureDef(shape=kind(**of_shape), **of_fixture))

    def CreateCircleFixture(self, **given: Any) -> b2Fixture:
        return self._create(b2CircleShape, given)

    def CreatePolygonFixture(self, **given: Any) -> b2Fixture:
        return self._create(b2PolygonShape, given)

    def CreateEdgeFixture(self, **given: Any) -> b2Fixture:
        return self._create(b2EdgeShape, given)

    def CreateLoopFixture(self, **given: Any) -> b2Fixture:
        return self._create(b2ChainShape, given)

    CreateChainFixture = CreateLoopFixture

    def CreateEdgeChain(self, edge_list: Sequence[Any]) -> None:
        if len(edge_list) < 2:
            raise ValueError("Edge list length >= 2")
        for pair in zip(edge_list, edge_list[1:]):
            self.CreateEdgeFixture(vertices=pair, density=0)

    def CreateFixturesFromShapes(self, shapes: Any = None, shapeFixture: b2FixtureDef | None = None) -> Any:
        if not shapes:
            raise TypeError("At least one shape required")
        like = shapeFixture or b2FixtureDef()
        made = []
        for shape in shapes if isinstance(shapes, (list, tuple)) else [shapes]:
            definition = b2FixtureDef()
            definition.__dict__.update(like.__dict__, shape=shape)
            made.append(self.CreateFixture(definition))
        return made if isinstance(shapes, (list, tuple)) else made[0]

    def DestroyFixture(self, fixture: b2Fixture) -> None:
        self._world._end_contacts(lambda one: one is fixture)
        for part in fixture._parts:
            part.remove()
        fixture._parts = []
        self.fixtures.remove(fixture)
        self._update_mass()

    # What is around it

    @property
    def world(self) -> b2World:
        return self._world

    @property
    def joints(self) -> list[b2JointEdge]:
        others = [(joint.bodyB if joint.bodyA is self else joint.bodyA, joint) for joint in self._joints]
        return [b2JointEdge(other, joint) for other, joint in others]

    @property
    def contacts(self) -> list[b2ContactEdge]:
        mine = []
        for contact in self._world.contacts:
            a, b = contact.fixtureA.body, contact.fixtureB.body
            if a is self or b is self:
                mine.append(b2ContactEdge(b if a is self else a, contact))
        return mine

    @property
    def fixtures_gen(self) -> Iterator[b2Fixture]:
        return iter(self.fixtures)

    def __iter__(self) -> Iterator[b2Fixture]:
        return iter(self.fixtures)

    def ClearUserData(self) -> None:
        self.userData = None

    @property
    def next(self) -> Any:
        raise missing("b2Body", "next")

    def __repr__(self) -> str:
        x, y = self._b.position
        return f"b2Body({_KINDS[self._type]}, position=({x:g}, {y:g}), angle={self.angle:g})"
