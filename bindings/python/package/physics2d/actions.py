"""What the numbers of an action of a :class:`physics2d.Batch` drive, in the order in which they are listed.

    actions=[actions.force(cart, scale=10), actions.motor_speed(hinge)]      three numbers: x, y, speed

A body or joint is one of the world from which the batch is made, or its index in the level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from . import Body, Joint


class Action(NamedTuple):
    """Made by the functions of this module."""

    drive: str
    of: Any
    scale: float


def force(body: Body | int, *, scale: float = 1.0) -> Action:
    """A force at the centre of mass of a dynamic body: two numbers, N along the axes of the world, times ``scale``."""
    return Action("force", body, scale)


def torque(body: Body | int, *, scale: float = 1.0) -> Action:
    """A torque on a dynamic body: one number, N m."""
    return Action("torque", body, scale)


def target(body: Body | int, *, scale: float = 1.0) -> Action:
    """A pose that a kinematic body reaches after all steps of the action: x and y (m), and the angle (rad)."""
    return Action("target", body, scale)


def motor_speed(joint: Joint | int, *, scale: float = 1.0) -> Action:
    """The speed of the motor of a revolute, prismatic or wheel joint: one number, rad/s or m/s. The joint needs a
    motor with a greatest torque or force above zero."""
    return Action("motor_speed", joint, scale)


def motor_torque(joint: Joint | int, *, scale: float = 1.0) -> Action:
    """What a joint drives its bodies apart with: a torque on its second body (N m), or of a prismatic joint a force
    along its axis (N), and the opposite on the first. One number."""
    return Action("motor_torque", joint, scale)
