"""What to write in place of a name that is not known here.

    body.pos             a guess of peers' users: GUESSES        ->  'position'
    world.point_query    a name of pymunk: the table of its page ->  `world.colliders_at`, `world.closest`
    body.positon         a spelling that is near                 ->  'position'

In this order: a spelling that is near by chance misleads whoever writes a name of another engine. Turned down: the
nearest spelling whatever its distance, which answered `pos` with 'mass' and `elasticity` with 'density'.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, Iterable

from ._pymunk import NAMES

#: Names of peers and plain guesses, and the names here of which the first that exists is meant.
GUESSES: dict[str, tuple[str, ...]] = {
    # where and how fast
    "pos": ("position", "offset"),
    "position": ("offset", "anchor"),
    "location": ("position", "offset"),
    "point": ("anchor",),
    "pivot": ("anchor",),
    "anchor_point": ("anchor",),
    "local_anchor_a": ("anchor_a",),
    "local_anchor_b": ("anchor_b",),
    "center": ("offset",),
    "translation": ("position", "offset"),
    "transform": ("position", "offset"),
    "x": ("position", "offset"),
    "y": ("position", "offset"),
    "angle": ("offset", "reference_angle"),
    "rotation": ("angle", "offset"),
    "rot": ("angle", "offset"),
    "theta": ("angle", "offset"),
    "orientation": ("angle", "offset"),
    "vel": ("velocity",),
    "speed": ("velocity", "motor_speed"),
    "linvel": ("velocity",),
    "linear_velocity": ("velocity",),
    "angvel": ("angular_velocity",),
    "ang_vel": ("angular_velocity",),
    "angular_speed": ("angular_velocity",),
    "omega": ("angular_velocity",),
    "spin": ("angular_velocity",),
    # bodies
    "type": ("kind",),
    "body_type": ("kind",),
    "dynamic": ("kind",),
    "static": ("kind",),
    "kinematic": ("kind",),
    "is_static": ("kind",),
    "is_dynamic": ("kind",),
    "is_kinematic": ("kind",),
    "density": ("mass",),
    "moment": ("inertia", "mass"),
    "moment_of_inertia": ("inertia", "mass"),
    "inertia": ("mass",),
    "center_of_gravity": ("center", "mass"),
    "center_of_mass": ("center", "mass"),
    "linear_damping": ("damping",),
    "drag": ("damping",),
    "angular_drag": ("angular_damping",),
    "gravity": ("gravity_scale",),
    "bullet": ("continuous",),
    "is_bullet": ("continuous",),
    "ccd": ("continuous",),
    "fixed_rotation": ("locks_rotation",),
    "lock_rotation": ("locks_rotation",),
    "freeze_rotation": ("locks_rotation",),
    "allow_sleep": ("can_sleep", "sleeping"),
    "sleep": ("sleeping",),
    "do_sleep": ("sleeping",),
    "awake": ("is_awake",),
    "is_sleeping": ("is_awake", "awake"),
    "sleeping": ("is_awake", "awake"),
    "active": ("enabled",),
    "is_active": ("enabled", "is_awake"),
    "activate": ("wake",),
    "shapes": ("colliders",),
    "fixtures": ("colliders",),
    "constraints": ("joints",),
    "space": ("world",),
    "name": ("user_data",),
    "data": ("user_data",),
    "tag": ("user_data",),
    "color": ("user_data",),
    "add_shape": ("add_circle",),
    "add_rect": ("add_box",),
    "add_rectangle": ("add_box",),
    "add_poly": ("add_polygon",),
    "add_collider": ("add_shape", "add_circle"),
    "add_fixture": ("add_shape",),
    "create_fixture": ("add_shape",),
    "create_polygon_fixture": ("add_polygon",),
    "create_circle_fixture": ("add_circle",),
    "create_edge_fixture": ("add_segment",),
    "add_edge": ("add_segment",),
    "add_line": ("add_segment",),
    "add_force": ("apply_force",),
    "add_impulse": ("apply_impulse",),
    "add_torque": ("apply_torque",),
    "apply_force_to_center": ("apply_force",),
    "apply_linear_impulse": ("apply_impulse",),
    "get_world_point": ("local_to_world",),
    "get_local_point": ("world_to_local",),
    "set_position": ("position",),
    "set_angle": ("angle",),
    "set_velocity": ("velocity",),
    "set_linear_velocity": ("velocity",),
    "destroy": ("remove",),
    "delete": ("remove",),
    # colliders
    "mass": ("density",),
    "elasticity": ("restitution",),
    "bounce": ("restitution",),
    "bounciness": ("restitution",),
    "is_sensor": ("sensor",),
    "trigger": ("sensor",),
    "is_trigger": ("sensor",),
    "category_bits": ("category",),
    "categories": ("category",),
    "collision_type": ("user_data",),
    "collision_layer": ("category",),
    "layer": ("category",),
    "mask_bits": ("mask",),
    "collision_mask": ("mask",),
    "filter": ("category",),
    "group_index": ("group",),
    "size": ("width",),
    # worlds
    "raycast": ("cast_ray",),
    "ray_cast": ("cast_ray",),
    "ray": ("cast_ray",),
    "query_point": ("colliders_at",),
    "query_aabb": ("colliders_in",),
    "create_body": ("add_body",),
    "create_static_body": ("add_body",),
    "create_dynamic_body": ("add_body",),
    "create_kinematic_body": ("add_body",),
    "add_static_body": ("add_body",),
    "add_dynamic_body": ("add_body",),
    "add": ("add_body",),
    "destroy_body": ("remove",),
    "remove_body": ("remove",),
    "remove_joint": ("remove",),
    "update": ("step",),
    "simulate": ("step",),
    "tick": ("step",),
    "add_hinge": ("add_revolute",),
    "add_pivot": ("add_revolute",),
    "add_pin": ("add_revolute",),
    "add_motor_joint": ("add_motor",),
    "add_spring": ("add_distance",),
    "add_rope": ("add_distance",),
    "add_slider": ("add_prismatic",),
    "add_fixed": ("add_weld",),
    "add_joint": ("add_revolute",),
    "create_joint": ("add_revolute",),
    "draw": ("to_svg",),
    "render": ("to_png",),
    "num_bodies": ("stats",),
    "body_count": ("stats",),
    "timestep": ("dt",),
    "time_step": ("dt",),
    "delta": ("dt",),
    "frames": ("steps", "count"),
    "filename": ("path",),
    "file": ("path",),
    "fps": ("dt",),
    "iterations": ("solver",),
    "substeps": ("solver",),
    "velocity_iterations": ("solver",),
    "now": ("time",),
    "elapsed": ("time",),
    # joints
    "rate": ("motor_speed",),
    "max_torque": ("max_motor_torque",),
    "max_motor_force": ("max_motor_force", "max_force"),
    "enable_motor": ("max_motor_torque", "max_motor_force"),
    "enable_limit": ("limits",),
    "lower_angle": ("limits",),
    "upper_angle": ("limits",),
    "lower": ("limits",),
    "upper": ("limits",),
    "min": ("limits",),
    "max": ("limits",),
    "rest_length": ("length",),
    "distance": ("length",),
    "stiffness": ("hertz", "angular_hertz"),
    "frequency": ("hertz", "angular_hertz"),
    "frequency_hz": ("hertz", "angular_hertz"),
    "collide_connected": ("collide",),
    "collide_bodies": ("collide",),
    "body_a": ("a",),
    "body_b": ("b",),
}

#: Names that a module of a peer has, and what is here.
MODULE = {
    **dict.fromkeys(("Space", "b2World", "world", "Engine"), "`World(gravity=(0, -9.81))`"),
    **dict.fromkeys(("Vec2d", "Vec2", "b2Vec2", "Vector"), "a pair `(x, y)`"),
    **dict.fromkeys(("Circle", "b2CircleShape"), "`body.add_circle(radius)`"),
    **dict.fromkeys(("Poly", "b2PolygonShape", "Polygon"), "`body.add_polygon(vertices)`, `body.add_box(width, height)`"),
    **dict.fromkeys(("Segment", "b2EdgeShape"), "`body.add_segment(a, b)`, `body.add_capsule(a, b, radius)`"),
    **dict.fromkeys(("PivotJoint", "PinJoint", "b2RevoluteJoint"), "`world.add_revolute(a, b, anchor=...)`"),
    **dict.fromkeys(("SlideJoint", "DampedSpring", "b2DistanceJoint"), "`world.add_distance(a, b)`"),
    "GrooveJoint": "`world.add_prismatic(a, b)`",
    "SimpleMotor": "`world.add_revolute(a, b, motor_speed=..., max_motor_torque=...)`",
    "ShapeFilter": "`category`, `mask` and `group` of a collider",
    **dict.fromkeys(("pygame_util", "matplotlib_util"), "`physics2d.canvas`"),
    **dict.fromkeys(("moment_for_circle", "moment_for_box", "moment_for_poly"), "not needed: it follows the shapes"),
}

#: Classes of pymunk whose names are asked for on a class, or by a function, of this package.
_PEERS = {
    "World": ("Space",),
    "Body": ("Body",),
    "add_body": ("Body",),
    "Collider": ("Shape", "Circle", "Poly", "Segment"),
    "ContactEvent": ("Arbiter",),
}
_JOINTS = ("Constraint", "PinJoint", "SlideJoint", "DampedSpring", "DampedRotarySpring", "SimpleMotor", "GearJoint")


def snake(name: str) -> str:
    """``ApplyForce`` and ``applyForce`` as ``apply_force``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _near(name: str, known: list[str]) -> str | None:
    """A spelling that is near: about one letter in four may be wrong."""
    found = difflib.get_close_matches(name, known, n=1, cutoff=0.75 if len(name) > 4 else 0.7)
    return found[0] if found else None


def _find(owner: str, name: str, known: list[str]) -> tuple[str | None, str | None]:
    """A name here, or a text of the page about pymunk."""
    plain = snake(name)
    if plain != name and plain in known:
        return plain, None
    for guess in GUESSES.get(plain, ()):
        if guess in known and guess != name:
            return guess, None
    peers = _JOINTS if owner.endswith("Joint") else _PEERS.get(owner, ())
    for peer in peers:
        text = NAMES.get(f"{peer}.{name}")
        if text:
            return None, text
    return _near(plain, known), None


def argument(call: str, name: str, known: Iterable[str]) -> str:
    """The end of the message about an argument that a function does not have."""
    near, text = _find(call, name, list(known))
    if near:
        return f"; did you mean '{near}'?"
    return f"; pymunk's {name} is here: {text}" if text else ""


def attribute(thing: Any, name: str) -> AttributeError:
    """The error for an attribute that a class does not have."""
    owner = type(thing).__name__
    message = f"'{owner}' has no attribute '{name}'"
    if not name.startswith("_"):
        near, text = _find(owner, name, [one for one in dir(type(thing)) if not one.startswith("_")])
        if near:
            message += f"; did you mean '{near}'?"
        elif text:
            message += f"; pymunk's {name} is here: {text}"
    return AttributeError(message, name=name, obj=thing)


def module(name: str, known: Iterable[str]) -> AttributeError:
    """The error for a name that the package does not have."""
    message = f"module 'physics2d' has no attribute '{name}'"
    if not name.startswith("_"):
        near = _near(name, list(known))
        if name in MODULE:
            message += f"; it is here: {MODULE[name]}"
        elif near:
            message += f"; did you mean '{near}'?"
    return AttributeError(message, name=name)


def install(owner: type) -> None:
    """Gives a class errors with hints; what exists is found before they are asked."""

    def get(self: Any, name: str) -> Any:
        raise attribute(self, name)

    def set_(self: Any, name: str, value: Any) -> None:
        try:
            object.__setattr__(self, name, value)
        except AttributeError:
            if hasattr(type(self), name):
                raise
            raise attribute(self, name) from None

    setattr(owner, "__getattr__", get)
    setattr(owner, "__setattr__", set_)
