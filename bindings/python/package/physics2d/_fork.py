"""Lets a program fork while worlds have threads.

The child of a fork has none of the threads of its parent, and would wait for them for ever. So the threads of all
worlds end before a fork, and come back after it, in the parent and in the child.
"""

from __future__ import annotations

import os
import weakref

from ._engine import World
from ._errors import WorldBusy

_threaded: weakref.WeakSet[World] = weakref.WeakSet()
_paused: list[tuple[World, int]] = []


def _watch(world: World) -> None:
    """Called when a world gets more than one thread."""
    _threaded.add(world)


def _before() -> None:
    for world in list(_threaded):
        try:
            threads = world.threads
            if threads > 1:
                world.threads = 1
                _paused.append((world, threads))
        except WorldBusy:
            # Another thread steps it. The child can do nothing with it: each call raises WorldBusy.
            pass


def _after() -> None:
    while _paused:
        world, threads = _paused.pop()
        world.threads = threads


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
