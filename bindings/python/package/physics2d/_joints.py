"""A class for each kind of joint; their properties come from the list of the engine (``_properties.py``)."""

from __future__ import annotations

from ._engine import Joint, _properties_json
import json

#: The class of each kind of joint, by the name of the kind.
CLASSES: dict[str, type[Joint]] = {}

for _definition in json.loads(_properties_json())["definitions"]:
    _name = _definition["name"]
    if _name.endswith("Joint"):
        _kind = _name.removesuffix("Joint").lower()
        _class = type(_name, (Joint,), {"__slots__": (), "__module__": "physics2d"})
        _class.__doc__ = f"A {_kind} joint, from ``World.add_{_kind}``. It is a handle, as a ``Body`` is."
        CLASSES[_kind] = _class
