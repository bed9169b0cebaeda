"""The calls of ``bindings/api.json``."""

import json
from pathlib import Path
from typing import Any

import physics2d as p
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ALL = json.loads((ROOT / "api.json").read_text())["calls"]
CALLS = [one for one in ALL if "py" in one.get("in", "py").split()]
CLASSES = {"body": p.Body, "collider": p.Collider, "joint": p.Joint, "world": p.World}
FORMS: dict[str, Any] = {"number": float, "wide": float, "flag": bool, "body": p.Body, "vector": tuple,
                         "point": tuple, "position": tuple, "bodies": list, "colliders": list, "joints": list}


def name_of(one: dict[str, Any]) -> str:
    return next(one[kind] for kind in ("get", "set", "ask", "call") if kind in one)


@pytest.mark.parametrize("one", CALLS, ids=lambda one: f"{one['on']}-{name_of(one)}-{'set' in one}")
def test_call_is_a_member_with_its_doc(one: dict[str, Any]) -> None:
    member = getattr(CLASSES[one["on"]], name_of(one))
    if "set" not in one:
        doc = " ".join(member.__doc__.split())
        assert doc == one.get("about_py", one["about"])


def test_call_with_an_answer_answers_in_its_form_and_what_is_set_is_read() -> None:
    world = p.World()
    a, body = world.add_body(), world.add_body(kind="dynamic", position=(1, 2), velocity=(3, 4))
    things = {"world": world, "body": body, "collider": body.add_box(1, 1),
              "joint": world.add_prismatic(a, body, anchor=(1, 2), axis=(1, 0))}
    world.step(count=5)
    for one in CALLS:
        thing, name = things[one["on"]], name_of(one)
        if "get" in one:
            assert isinstance(getattr(thing, name), FORMS[one["form"]]), name
        elif "ask" in one:
            assert isinstance(getattr(thing, name)((1, 2)), FORMS[one["form"]]), name
        elif "set" in one:
            old, new = getattr(thing, name), 0.5 if one["form"] == "number" else (0.5, 0.25)
            setattr(thing, name, new)
            assert getattr(thing, name) == new, name
            setattr(thing, name, old)
