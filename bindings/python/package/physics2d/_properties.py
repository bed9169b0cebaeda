"""Gives each class a Python property for each property of its definition in the list of the engine.

So ``body.damping = 0.1`` needs no code of its own here or in Rust, and its docstring has unit, range and default.
"""

from __future__ import annotations

from typing import Any

from ._engine import Body, Collider, Joint, World, _properties_json
from ._hints import install
from ._joints import CLASSES
from ._list import definitions, describe, flat

_ALL = definitions(_properties_json())

#: What only a definition has.
_ONLY_WHEN_ADDED = ("start_angle", "awake")


def _accessor(name: str, doc: str) -> property:
    def get(self: Any) -> Any:
        return self._get(name)

    def set_(self: Any, value: Any) -> None:
        self.set(**{name: value})

    return property(get, set_, doc=doc)


def _install(owner: type, definition: str) -> None:
    for name, one in flat(_ALL, definition).items():
        if not hasattr(owner, name) and name not in _ONLY_WHEN_ADDED:
            setattr(owner, name, _accessor(name, describe(one)))


_install(World, "WorldSettings")
_install(Body, "BodyDef")
_install(Collider, "ColliderDef")
for _class in CLASSES.values():
    _install(_class, "JointDef")
    _install(_class, _class.__name__)
for _owner in (World, Body, Collider, Joint):
    install(_owner)
