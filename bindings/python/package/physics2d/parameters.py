"""What differs from world to world in a :class:`physics2d.Batch`: factors of what the level says, drawn evenly
between ``least`` and ``greatest`` for each world and each of its episodes.

    parameters=[parameters.mass(cart, 0.8, 1.2), parameters.gravity(0.9, 1.1)]

A body or collider is one of the world from which the batch is made, or its index in the level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from . import Body, Collider


class Parameter(NamedTuple):
    """Made by the functions of this module."""

    varied: str
    of: Any
    least: float
    greatest: float


def mass(body: Body | int, least: float, greatest: float) -> Parameter:
    """The mass and the inertia of a body; factors above zero."""
    return Parameter("mass", body, least, greatest)


def friction(collider: Collider | int, least: float, greatest: float) -> Parameter:
    """The friction of a collider; factors not negative."""
    return Parameter("friction", collider, least, greatest)


def gravity(least: float, greatest: float) -> Parameter:
    """The gravity of the world."""
    return Parameter("gravity", None, least, greatest)


def strength(first: int, count: int, least: float, greatest: float) -> Parameter:
    """``count`` numbers of the action from number ``first`` on, all by the same factor."""
    return Parameter("strength", (first, count), least, greatest)


def size(collider: Collider | int, least: float, greatest: float) -> Parameter:
    """The size of a collider about the origin of its frame; factors above zero. Its density stays."""
    return Parameter("size", collider, least, greatest)
