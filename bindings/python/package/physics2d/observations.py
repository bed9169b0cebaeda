"""What the numbers of an observation of a :class:`physics2d.Batch` are, in the order in which they are listed.

    observations=[observations.pose(cart), observations.joint_angle(hinge)]      five numbers

A body, collider or joint is one of the world from which the batch is made, or its index in the level.
"""

from __future__ import annotations

from math import tau
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from . import Body, Collider, Joint


class Observation(NamedTuple):
    """Made by the functions of this module."""

    what: str
    of: Any
    fan: tuple[int, float, tuple[float, float], float, float, bool, int] | None = None


def pose(body: Body | int) -> Observation:
    """Four numbers: x and y of a body (m), and the cosine and the sine of its angle, which do not jump where an
    angle does."""
    return Observation("pose", body)


def velocity(body: Body | int) -> Observation:
    """Three numbers: the velocity of the centre of mass of a body (m/s), and its angular velocity (rad/s)."""
    return Observation("velocity", body)


def joint_angle(joint: Joint | int) -> Observation:
    """The angle of a joint, rad."""
    return Observation("joint_angle", joint)


def joint_angular_speed(joint: Joint | int) -> Observation:
    """The angular speed of a joint, rad/s."""
    return Observation("joint_angular_speed", joint)


def joint_translation(joint: Joint | int) -> Observation:
    """The translation of a joint, m."""
    return Observation("joint_translation", joint)


def joint_translation_speed(joint: Joint | int) -> Observation:
    """The speed of the translation of a joint, m/s."""
    return Observation("joint_translation_speed", joint)


def touch(collider: Collider | int) -> Observation:
    """1 if a collider touches another, or if a sensor has one inside; otherwise 0."""
    return Observation("touch", collider)


def rays(
    body: Body | int,
    count: int,
    length: float,
    *,
    origin: tuple[float, float] = (0.0, 0.0),
    start: float = 0.0,
    end: float | None = None,
    turns: bool = True,
    mask: int = 2**64 - 1,
) -> Observation:
    """How far ``count`` rays of ``length`` (m) from a body reach: a number for each, from 0 at the origin of the ray
    to 1 where nothing is within its length. The rays pass the body itself and sensors.

    They begin at the point ``origin`` of the body (m, in its frame) and are spread evenly from the direction
    ``start`` to ``end`` (rad), by default all around. ``turns`` says whether the directions turn with the body,
    ``mask`` which categories of colliders they hit.
    """
    if end is None:
        end = start + tau * (1 - 1 / count) if count > 0 else start
    return Observation("rays", body, (count, length, origin, start, end, turns, mask))
