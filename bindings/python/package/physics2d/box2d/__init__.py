"""The names of `Box2D` (pybox2d 2.3) on this engine, for programs that were written for that package.

    import physics2d.box2d
    physics2d.box2d.install()      # from here on, `import Box2D` finds this module

    import gymnasium
    env = gymnasium.make("LunarLander-v3")

It is not Box2D, and there is no package of that name on disk: nothing changes for a program that does not call
``install``. What differs, and which names there are: docs/gymnasium.md.
"""

from __future__ import annotations

import sys
import types
from importlib.machinery import ModuleSpec
from typing import Any

from . import _bodies, _joints, _math, _shapes, _world
from ._names import missing

#: The version of pybox2d whose names these are, and that of this module.
__version__ = "2.3.10+physics2d"
__author__ = "physics2d"

_FULL: dict[str, Any] = {
    name: value
    for part in (_math, _shapes, _bodies, _joints, _world)
    for name, value in vars(part).items()
    if name.startswith("b2")
}

# The constants of Box2D that programs read. The engine does not use them.
_FULL.update(
    b2_linearSlop=0.005,
    b2_angularSlop=2.0 / 180.0 * _math.b2_pi,
    b2_polygonRadius=0.01,
    b2_maxPolygonVertices=16,
    b2_timeToSleep=0.5,
    b2_linearSleepTolerance=0.01,
    b2_angularSleepTolerance=2.0 / 180.0 * _math.b2_pi,
    b2_velocityThreshold=1.0,
)

globals().update(_FULL)

__all__ = ["install", "uninstall", *_FULL]


def _short(name: str) -> str:
    """``b2Vec2`` as ``vec2``, ``b2AABB`` as ``AABB``, ``b2_pi`` as ``pi``."""
    rest = name[2:].removeprefix("_")
    return rest if rest[:2].isupper() else rest[0].lower() + rest[1:]


def __getattr__(name: str) -> Any:
    raise AttributeError(name) if name.startswith("__") else missing("Box2D", name)


def _module(name: str, names: dict[str, Any], doc: str) -> types.ModuleType:
    module = types.ModuleType(name, doc)
    module.__spec__ = ModuleSpec(name, None, origin="physics2d.box2d")
    vars(module).update(names, __version__=__version__, __author__=__author__)

    def missing_name(wanted: str) -> Any:
        raise AttributeError(wanted) if wanted.startswith("__") else missing(name, wanted)

    vars(module)["__getattr__"] = missing_name
    return module


#: What ``from Box2D import b2`` gives: the names without their prefix.
b2 = _module("Box2D.b2", {_short(name): value for name, value in _FULL.items()}, "Names without the prefix b2.")

_MODULE = _module("Box2D", {**_FULL, "b2": b2}, __doc__)
# A package, so that `import Box2D.b2` is allowed.
_MODULE.__path__ = []
_INSTALLED = {"Box2D": _MODULE, "Box2D.b2": b2, "Box2D.Box2D": _MODULE}


def install(**settings: Any) -> types.ModuleType:
    """From here on, ``import Box2D`` and ``from Box2D.b2 import ...`` find this module, in this process.

    Settings are those of ``physics2d.World``, for the worlds that are made from here on:
    ``install(solver={"substeps": 8})``; and ``sleep_speed`` of their bodies (m/s).

    Raises ``RuntimeError`` if the package Box2D has been imported already: what was taken from it would stay.
    """
    for name in _INSTALLED:
        other = sys.modules.get(name)
        if other is not None and other is not _INSTALLED[name]:
            raise RuntimeError(f"the package {name} has been imported already; call physics2d.box2d.install() first")
    before = _world.SETTINGS
    _world.SETTINGS = dict(settings)
    try:
        _world.b2World(gravity=(0.0, 0.0))  # raises an error for a setting that there is not
    except BaseException:
        _world.SETTINGS = before
        raise
    sys.modules.update(_INSTALLED)
    return _MODULE


def uninstall() -> None:
    """Takes the module away again: the next ``import Box2D`` finds the package, if there is one."""
    for name, module in _INSTALLED.items():
        if sys.modules.get(name) is module:
            del sys.modules[name]
