"""Joints and their definitions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._math import b2Vec2
from ._names import Named, missing, set_given

if TYPE_CHECKING:
    from ._bodies import b2Body
    from ._world import b2World


class b2JointDef(Named):
    """Base of the definitions."""

    #: Properties that depend on the bodies are set last, in this order.
    _LAST = ("anchor", "anchorA", "anchorB", "axis", "lengthA", "lengthB", "length")
    #: What a definition has besides the bodies, with the defaults of Box2D.
    _DEFAULTS: dict[str, Any] = {}
    type = 0
    localAxisA: Any

    def __init__(self, **given: Any) -> None:
        self.bodyA: b2Body | None = None
        self.bodyB: b2Body | None = None
        self.collideConnected = False
        self.userData: Any = None
        for name, value in self._DEFAULTS.items():
            setattr(self, name, b2Vec2(*value) if isinstance(value, tuple) else value)
        last = {name: given[name] for name in self._LAST if name in given}
        set_given(self, {name: value for name, value in given.items() if name not in last})
        self._complete(given)
        set_given(self, last)

    def _complete(self, given: dict[str, Any]) -> None:
        """pybox2d takes the angle between the bodies for the reference angle, unless it is given."""
        if "referenceAngle" in self._DEFAULTS and "referenceAngle" not in given and self.bodyA and self.bodyB:
            self.referenceAngle = self.bodyB.angle - self.bodyA.angle

    def _body(self, name: str) -> b2Body:
        body: b2Body | None = getattr(self, f"body{name}")
        if body is None:
            raise ValueError(f"body{name} not set.")
        return body

    def ClearUserData(self) -> None:
        self.userData = None


def _world_anchor(*ends: str) -> property:
    """A point of the world as the anchors of these bodies."""

    def get(self: b2JointDef) -> b2Vec2:
        return self._body(ends[0]).GetWorldPoint(getattr(self, f"localAnchor{ends[0]}"))

    def set_(self: b2JointDef, point: Any) -> None:
        for end in ends:
            setattr(self, f"localAnchor{end}", self._body(end).GetLocalPoint(point))
        self._anchors_changed()

    return property(get, set_)


def _world_axis() -> property:
    def get(self: b2JointDef) -> b2Vec2:
        return self._body("A").GetWorldVector(self.localAxisA)

    def set_(self: b2JointDef, axis: Any) -> None:
        self.localAxisA = self._body("A").GetLocalVector(axis)

    return property(get, set_)


class _Anchored(b2JointDef):
    anchor = _world_anchor("A", "B")

    def _anchors_changed(self) -> None:
        pass

    def Initialize(self, bodyA: b2Body, bodyB: b2Body, anchor: Any, axis: Any = None) -> None:
        self.bodyA, self.bodyB = bodyA, bodyB
        self.anchor = anchor
        if axis is not None:
            self.localAxisA = bodyA.GetLocalVector(axis)
        self._complete({})


_ANCHORS = {"localAnchorA": (0.0, 0.0), "localAnchorB": (0.0, 0.0)}


class b2RevoluteJointDef(_Anchored):
    type = 1
    _DEFAULTS = {**_ANCHORS, "referenceAngle": 0.0, "enableLimit": False, "lowerAngle": 0.0, "upperAngle": 0.0,
                 "enableMotor": False, "motorSpeed": 0.0, "maxMotorTorque": 0.0}


class b2PrismaticJointDef(_Anchored):
    type = 2
    _DEFAULTS = {**_ANCHORS, "localAxisA": (1.0, 0.0), "referenceAngle": 0.0, "enableLimit": False,
                 "lowerTranslation": 0.0, "upperTranslation": 0.0, "enableMotor": False, "motorSpeed": 0.0,
                 "maxMotorForce": 0.0}
    axis = _world_axis()


class b2WheelJointDef(_Anchored):
    type = 7
    _DEFAULTS = {**_ANCHORS, "localAxisA": (1.0, 0.0), "enableMotor": False, "motorSpeed": 0.0,
                 "maxMotorTorque": 0.0, "frequencyHz": 2.0, "dampingRatio": 0.7}
    axis = _world_axis()


class b2WeldJointDef(_Anchored):
    type = 8
    _DEFAULTS = {**_ANCHORS, "referenceAngle": 0.0, "frequencyHz": 0.0, "dampingRatio": 0.0}


class b2FrictionJointDef(_Anchored):
    type = 9
    _DEFAULTS = {**_ANCHORS, "maxForce": 0.0, "maxTorque": 0.0}


class _TwoAnchors(b2JointDef):
    anchorA, anchorB = _world_anchor("A"), _world_anchor("B")

    def _anchors_changed(self) -> None:
        pass


class b2DistanceJointDef(_TwoAnchors):
    type = 3
    _DEFAULTS = {**_ANCHORS, "length": 1.0, "frequencyHz": 0.0, "dampingRatio": 0.0}

    def _complete(self, given: dict[str, Any]) -> None:
        if "localAnchorA" in given and "localAnchorB" in given:
            self._anchors_changed()

    def _anchors_changed(self) -> None:
        if self.bodyA and self.bodyB:
            self.length = (self.anchorB - self.anchorA).length


class b2RopeJointDef(_TwoAnchors):
    type = 10
    # pybox2d leaves the anchors of a rope where Box2D has them, at (-1, 0) and (1, 0).
    _DEFAULTS = {"localAnchorA": (-1.0, 0.0), "localAnchorB": (1.0, 0.0), "maxLength": 0.0}


class b2PulleyJointDef(_TwoAnchors):
    type = 4
    _DEFAULTS = {"localAnchorA": (-1.0, 0.0), "localAnchorB": (1.0, 0.0), "groundAnchorA": (-1.0, 1.0),
                 "groundAnchorB": (1.0, 1.0), "lengthA": 0.0, "lengthB": 0.0, "ratio": 1.0}

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        if "collideConnected" not in given:
            self.collideConnected = True

    def _anchors_changed(self) -> None:
        for end in "AB":
            if getattr(self, f"body{end}"):
                way = getattr(self, f"anchor{end}") - getattr(self, f"groundAnchor{end}")
                setattr(self, f"length{end}", way.length)


class b2MouseJointDef(b2JointDef):
    type = 5
    _DEFAULTS = {"target": (0.0, 0.0), "maxForce": 0.0, "frequencyHz": 5.0, "dampingRatio": 0.7}


class b2MotorJointDef(b2JointDef):
    type = 11
    _DEFAULTS = {"linearOffset": (0.0, 0.0), "angularOffset": 0.0, "maxForce": 1.0, "maxTorque": 1.0,
                 "correctionFactor": 0.3}

    def __init__(self, bodyA: Any = None, bodyB: Any = None, **given: Any) -> None:
        super().__init__(bodyA=bodyA, bodyB=bodyB, **given)
        if bodyA is not None and bodyB is not None and not given:
            self.Initialize(bodyA, bodyB)

    def Initialize(self, bodyA: b2Body, bodyB: b2Body) -> None:
        self.bodyA, self.bodyB = bodyA, bodyB
        self.linearOffset = bodyA.GetLocalPoint(bodyB.position)
        self.angularOffset = bodyB.angle - bodyA.angle


class b2GearJointDef(b2JointDef):
    type = 6
    _DEFAULTS = {"joint1": None, "joint2": None, "ratio": 1.0}


class b2Joint(Named):
    """Base of the joints."""

    type = 0

    def __init__(self, world: b2World, definition: Any) -> None:
        self._world = world
        self.bodyA: b2Body = definition.bodyA
        self.bodyB: b2Body = definition.bodyB
        self.userData = definition.userData
        self.collideConnected = bool(definition.collideConnected)
        # A copy: definitions are used for several joints.
        self._d = dict(definition.__dict__)
        self._j = self._add(world._w, self.bodyA._b, self.bodyB._b, collide=self.collideConnected)

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        raise missing(type(self).__name__, "__init__")

    def _pair(self, name: str) -> tuple[float, float]:
        x, y = self._d[name]
        return (float(x), float(y))

    def _anchors(self) -> dict[str, Any]:
        return {"anchor_a": self._pair("localAnchorA"), "anchor_b": self._pair("localAnchorB")}

    def _is_open(self) -> bool:
        """Whether a rigid part of it is off by more than the slop of Box2D."""
        return self._j.error > 0.005

    anchorA = property(lambda self: b2Vec2(*self._j.anchors[0]))
    anchorB = property(lambda self: b2Vec2(*self._j.anchors[1]))
    active = property(lambda self: self.bodyA.active and self.bodyB.active)

    def GetLocalAnchorA(self) -> b2Vec2:
        return b2Vec2(*self._d["localAnchorA"])

    def GetLocalAnchorB(self) -> b2Vec2:
        return b2Vec2(*self._d["localAnchorB"])

    def GetLocalAxisA(self) -> b2Vec2:
        return b2Vec2(*self._d["localAxisA"])

    def GetReferenceAngle(self) -> float:
        return float(self._d["referenceAngle"])

    def GetReactionForce(self, inv_dt: float = 0.0) -> b2Vec2:
        """The force on B in the last step, N; ``inv_dt`` is not needed."""
        return b2Vec2(*self._j.force)

    def GetReactionTorque(self, inv_dt: float = 0.0) -> float:
        """The torque on B in the last step, N m."""
        return float(self._j.torque)

    def getAsType(self) -> b2Joint:
        return self

    def ClearUserData(self) -> None:
        self.userData = None

    @property
    def next(self) -> Any:
        raise missing("b2Joint", "next")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(bodyA={self.bodyA}, bodyB={self.bodyB})"


def _part(key: str, send: str | None = None) -> property:
    """A part of the definition that may change: it is sent to the engine under the name ``send``."""

    def get(self: Any) -> Any:
        return self._d[key]

    def set_(self: Any, value: Any) -> None:
        self._d[key] = value
        if send is None:
            self._send()
        else:
            self._j.set(**{send: float(value)})

    return property(get, set_)


class _Driven(b2Joint):
    """A joint with limits and a motor."""

    #: The names of the limits and of the greatest torque or force in the definition, and of the latter in the engine.
    _LOWER, _UPPER, _MAX, _ENGINE_MAX = "lowerAngle", "upperAngle", "maxMotorTorque", "max_motor_torque"
    _HAS_LIMITS = True

    def _drive(self) -> dict[str, Any]:
        d = self._d
        given: dict[str, Any] = {"motor_speed": float(d["motorSpeed"]),
                                 self._ENGINE_MAX: float(d[self._MAX]) if d["enableMotor"] else 0.0}
        if self._HAS_LIMITS:
            limits = (float(d[self._LOWER]), float(d[self._UPPER]))
            given["limits"] = limits if d["enableLimit"] else (-math.inf, math.inf)
        return given

    def _send(self) -> None:
        self._j.set(**self._drive())
        # Box2D wakes both.
        self.bodyA._b.wake()
        self.bodyB._b.wake()

    motorSpeed, motorEnabled, limitEnabled = _part("motorSpeed"), _part("enableMotor"), _part("enableLimit")

    def SetLimits(self, lower: float, upper: float) -> None:
        self._d[self._LOWER], self._d[self._UPPER] = lower, upper
        self._send()

    lowerLimit = property(lambda self: self._d[self._LOWER], lambda self, v: self.SetLimits(v, self.upperLimit))
    upperLimit = property(lambda self: self._d[self._UPPER], lambda self, v: self.SetLimits(self.lowerLimit, v))
    limits = property(lambda self: (self.lowerLimit, self.upperLimit), lambda self, v: self.SetLimits(*v))


class b2RevoluteJoint(_Driven):
    type = 1

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        # The angle of Box2D has whole turns.
        return w.add_revolute(a, b, reference_angle=float(self._d["referenceAngle"]), start_angle=float(self.angle),
                              **self._anchors(), **self._drive(), **common)

    maxMotorTorque = _part("maxMotorTorque")
    angle = property(lambda self: self.bodyB.angle - self.bodyA.angle - self._d["referenceAngle"])
    speed = property(lambda self: self.bodyB.angularVelocity - self.bodyA.angularVelocity)

    def GetMaxMotorTorque(self) -> float:
        return float(self._d["maxMotorTorque"])


class b2PrismaticJoint(_Driven):
    type = 2
    _LOWER, _UPPER, _MAX, _ENGINE_MAX = "lowerTranslation", "upperTranslation", "maxMotorForce", "max_motor_force"

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_prismatic(a, b, axis=self._pair("localAxisA"), reference_angle=float(self._d["referenceAngle"]),
                               **self._anchors(), **self._drive(), **common)

    maxMotorForce = _part("maxMotorForce")
    translation = property(lambda self: float(self._j.translation))
    speed = property(lambda self: float(self._j.translation_speed))


class b2WheelJoint(_Driven):
    type = 7
    _HAS_LIMITS = False

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_wheel(a, b, axis=self._pair("localAxisA"), hertz=float(self._d["frequencyHz"]),
                           damping_ratio=float(self._d["dampingRatio"]), **self._anchors(), **self._drive(), **common)

    maxMotorTorque = _part("maxMotorTorque")
    springFrequencyHz, springDampingRatio = _part("frequencyHz", "hertz"), _part("dampingRatio", "damping_ratio")
    translation = property(lambda self: float(self._j.translation))
    speed = property(lambda self: self.bodyB.angularVelocity - self.bodyA.angularVelocity)


class b2WeldJoint(b2Joint):
    type = 8

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        # The spring of Box2D is that of the angle alone.
        return w.add_weld(a, b, reference_angle=float(self._d["referenceAngle"]),
                          angular_hertz=float(self._d["frequencyHz"]),
                          angular_damping_ratio=float(self._d["dampingRatio"]), **self._anchors(), **common)

    def GetFrequency(self) -> float:
        return float(self._d["frequencyHz"])

    def GetDampingRatio(self) -> float:
        return float(self._d["dampingRatio"])


class b2DistanceJoint(b2Joint):
    type = 3

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_distance(a, b, length=float(self._d["length"]), hertz=float(self._d["frequencyHz"]),
                              damping_ratio=float(self._d["dampingRatio"]), **self._anchors(), **common)

    length = _part("length", "length")
    frequency, dampingRatio = _part("frequencyHz", "hertz"), _part("dampingRatio", "damping_ratio")


class b2RopeJoint(b2Joint):
    type = 10

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_distance(a, b, limits=(0.0, float(self._d["maxLength"])), **self._anchors(), **common)

    maxLength = property(lambda self: self._d["maxLength"])

    def SetMaxLength(self, length: float) -> None:
        self._d["maxLength"] = length
        self._j.set(limits=(0.0, float(length)))


class b2FrictionJoint(b2Joint):
    type = 9

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_friction(a, b, max_force=float(self._d["maxForce"]), max_torque=float(self._d["maxTorque"]),
                              **common)

    maxForce, maxTorque = _part("maxForce", "max_force"), _part("maxTorque", "max_torque")


class b2MouseJoint(b2Joint):
    type = 5

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_mouse(a, b, anchor=self._pair("target"), max_force=float(self._d["maxForce"]),
                           hertz=float(self._d["frequencyHz"]), damping_ratio=float(self._d["dampingRatio"]), **common)

    def _is_open(self) -> bool:
        return False

    maxForce = _part("maxForce", "max_force")
    frequency, dampingRatio = _part("frequencyHz", "hertz"), _part("dampingRatio", "damping_ratio")

    @property
    def target(self) -> b2Vec2:
        return b2Vec2(*self._d["target"])

    @target.setter
    def target(self, target: Any) -> None:
        self._d["target"] = b2Vec2(*target)
        self._j.set(anchor_a=self.bodyA.GetLocalPoint(target).tuple)
        self.bodyB._b.wake()


class b2MotorJoint(b2Joint):
    type = 11

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_motor(a, b, anchor_a=self._pair("linearOffset"), reference_angle=float(self._d["angularOffset"]),
                           max_force=float(self._d["maxForce"]), max_torque=float(self._d["maxTorque"]), **common)

    def _is_open(self) -> bool:
        return False

    maxForce, maxTorque = _part("maxForce", "max_force"), _part("maxTorque", "max_torque")
    angularOffset = _part("angularOffset", "reference_angle")

    @property
    def linearOffset(self) -> b2Vec2:
        return b2Vec2(*self._d["linearOffset"])

    @linearOffset.setter
    def linearOffset(self, offset: Any) -> None:
        self._d["linearOffset"] = b2Vec2(*offset)
        self._j.set(anchor_a=(float(offset[0]), float(offset[1])))


class b2PulleyJoint(b2Joint):
    type = 4

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        d = self._d
        grounds = (self._pair("groundAnchorA"), self._pair("groundAnchorB"))
        length = float(d["lengthA"] + d["ratio"] * d["lengthB"])
        return w.add_pulley(a, b, ground_anchors=grounds, length=length, ratio=float(d["ratio"]), **self._anchors(),
                            **common)

    ratio = property(lambda self: self._d["ratio"])
    lengthA = length1 = property(lambda self: (self.anchorA - self._d["groundAnchorA"]).length)
    lengthB = length2 = property(lambda self: (self.anchorB - self._d["groundAnchorB"]).length)
    groundAnchorA = property(lambda self: b2Vec2(*self._d["groundAnchorA"]))
    groundAnchorB = property(lambda self: b2Vec2(*self._d["groundAnchorB"]))


class b2GearJoint(b2Joint):
    """Of two revolute joints; with a prismatic joint it is not provided."""

    type = 6

    def __init__(self, world: b2World, definition: b2GearJointDef) -> None:
        self._joints = (definition.joint1, definition.joint2)
        for joint in self._joints:
            if not isinstance(joint, b2RevoluteJoint):
                raise missing("b2GearJoint", f"of a {type(joint).__name__}")
        definition.bodyA, definition.bodyB = (joint.bodyB for joint in self._joints)
        super().__init__(world, definition)

    def _add(self, w: Any, a: Any, b: Any, **common: Any) -> Any:
        return w.add_gear(a, b, ratio=float(self._d["ratio"]), **common)

    ratio = _part("ratio", "ratio")

    def GetJoint1(self) -> b2Joint:
        return self._joints[0]

    def GetJoint2(self) -> b2Joint:
        return self._joints[1]
