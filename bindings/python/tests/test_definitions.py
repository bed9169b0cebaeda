"""Bad input, for every property of every definition, by the list of properties."""

import json
import math
from typing import Any, Callable

import pytest

from physics2d import OutOfRange, Shape, World, _engine
from physics2d._list import definitions, flat

ALL = definitions(_engine._properties_json())
KINDS = [name.removesuffix("Joint").lower() for name in ALL if name.endswith("Joint")]


def add_body(**properties: Any) -> object:
    return World().add_body(**properties)


def add_circle(**properties: Any) -> object:
    return World().add_body(kind="dynamic").add_circle(0.5, **properties)


def add_joint(kind: str) -> Callable[..., object]:
    def add(**properties: Any) -> object:
        world = World()
        a, b = world.add_body(kind="dynamic"), world.add_body(kind="dynamic", position=(1, 0))
        b.add_circle(0.5)
        return getattr(world, f"add_{kind}")(a, b, **properties)

    add.__name__ = f"add_{kind}"
    return add


def make_solver(**properties: Any) -> object:
    return World(solver=properties)


def make_classic(**properties: Any) -> object:
    return World(classic=properties)


CALLS: list[tuple[str, Callable[..., object]]] = [
    ("WorldSettings", World),
    ("SolverSettings", make_solver),
    ("ClassicSettings", make_classic),
    ("BodyDef", add_body),
    ("ColliderDef", add_circle),
    *((f"{kind.capitalize()}Joint", add_joint(kind)) for kind in KINDS),
    ("JointDef", add_joint("weld")),
]
PROPERTIES = [
    pytest.param(call, name, one, id=f"{definition}.{name}")
    for definition, call in CALLS
    for name, one in flat(ALL, definition).items()
]
#: How many numbers a property has, by its form.
COUNTS = {"number": 1, "point": 2, "vector": 2, "position": 2, "rotation": 2, "interval": 2, "pose": 4}


def value(form: str, x: float) -> Any:
    """A property of this form with the number `x` in it."""
    count = COUNTS[form]
    if count == 1:
        return x
    return (x, *([0.0] * (count - 1))) if form != "pose" else (x, 0, 1, 0)


@pytest.mark.parametrize("call, name, one", PROPERTIES)
def test_default_is_accepted(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    call()


# Any object is user data.
@pytest.mark.parametrize("call, name, one", [p for p in PROPERTIES if p.values[2]["form"] != "data"])
def test_wrong_type_names_the_property(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as caught:
        call(**{name: object()})
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "call, name, one", [p for p in PROPERTIES if p.values[2]["form"] in COUNTS or "positions" in p.id]
)
def test_nan_names_property_and_value(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    form = one["form"]
    bad = ((0, 0), (0, math.nan)) if form == "positions" else value(form, math.nan)
    with pytest.raises(OutOfRange) as caught:
        call(**{name: bad})
    # What the engine checks together, it names in its own words.
    assert name in caught.value.field or caught.value.field in ("angle", "rotation or its angle")
    assert "nan" in str(caught.value).lower()
    assert "nan" in str(caught.value.value).lower()


@pytest.mark.parametrize("call, name, one", [p for p in PROPERTIES if p.values[2].get("least") is not None])
def test_value_below_the_range_names_property_and_value(
    call: Callable[..., object], name: str, one: dict[str, Any]
) -> None:
    # So far below that 32 bits tell the difference.
    bad: Any = one["least"] - max(1, abs(one["least"]))
    if one["form"] in ("count", "signed"):
        bad = int(bad)
    argument = value(one["form"], bad) if one["form"] in COUNTS else bad
    if one["form"] == "positions":
        argument = ((bad, 0), (0, 0))
    with pytest.raises(OutOfRange) as caught:
        call(**{name: argument})
    assert caught.value.field.endswith(name)
    assert caught.value.value in (bad, argument)


@pytest.mark.parametrize("call, name, one", [p for p in PROPERTIES if p.values[2]["form"] in ("number", "flag")])
def test_text_and_sequence_are_no_number(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    for bad in ("1", [1.0]):
        with pytest.raises(TypeError):
            call(**{name: bad})


@pytest.mark.parametrize("call, name, one", [p for p in PROPERTIES if COUNTS.get(p.values[2]["form"]) == 2])
def test_wrong_count_of_numbers_is_refused(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    for bad in ((), (1.0,), (1.0, 2.0, 3.0), "ab"):
        with pytest.raises(TypeError) as caught:
            call(**{name: bad})
        assert name in str(caught.value)


@pytest.mark.parametrize("call, name, one", [p for p in PROPERTIES if p.values[2].get("choices")])
def test_unknown_choice_lists_the_known(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    with pytest.raises(OutOfRange) as caught:
        call(**{name: "nothing like it"})
    assert all(choice.lower()[:3] in str(caught.value) for choice in one["choices"])


@pytest.mark.parametrize("definition, call", CALLS)
def test_misspelt_name_has_a_hint(definition: str, call: Callable[..., object]) -> None:
    name = next(iter(flat(ALL, definition)), "enabled")
    with pytest.raises(TypeError, match=f"did you mean '{name}'"):
        call(**{name + "x": 1})


@pytest.mark.parametrize("call, name, one", PROPERTIES)
def test_number_beyond_f32_is_infinite(call: Callable[..., object], name: str, one: dict[str, Any]) -> None:
    if one["form"] == "number" and one.get("may_be_infinite") is False and one["range"].startswith("finite"):
        with pytest.raises(OutOfRange):
            call(**{name: 1e300})


def test_properties_make_the_same_thing_again() -> None:
    world = World(gravity=(1, -3), classic={"correction": {"type": "split", "fraction": 0.3}}, method="classic")
    assert World(**world.properties()).properties() == world.properties()
    assert world.properties()["classic"]["correction"] == {"type": "split", "fraction": pytest.approx(0.3)}
    body = world.add_body(kind="dynamic", position=(1, 2), angle=0.5, damping=0.1, locks_rotation=True,
                          mass={"mass": 2, "center_of_mass": (0, 0), "inertia": 1}, user_data=2**100)
    assert world.add_body(**body.properties()).properties() == body.properties()
    collider = body.add_box(1, 2, friction=0.3, one_way=(0, 1), portal={"type": "rim", "portal": 3}, group=-4)
    again = body.add_shape(collider.shape, **collider.properties())
    assert again.properties() == collider.properties()
    assert (collider.friction, collider.static_friction, collider.group) == (0.3, 0.3, -4)
    assert collider.portal == {"type": "rim", "portal": 3}


@pytest.mark.parametrize("kind", KINDS)
def test_joint_properties_make_the_same_joint_again(kind: str) -> None:
    world = World()
    a, b = world.add_body(kind="dynamic"), world.add_body(kind="dynamic", position=(1, 0))
    b.add_circle(0.5)
    add = getattr(world, f"add_{kind}")
    joint = add(a, b, break_force=7)
    assert joint.kind == kind and type(joint).__name__ == f"{kind.capitalize()}Joint"
    again = add(a, b, **joint.properties())
    assert again.properties() == joint.properties()
    assert again.break_force == 7
    again.set(collide=True, user_data=5)
    assert (again.collide, again.user_data) == (True, 5)


def test_each_attribute_of_a_body_can_be_set_to_what_it_is() -> None:
    body = World().add_body(kind="dynamic", position=(1, 2))
    body.add_circle(0.5)
    before = body.properties()
    for name in before:
        if hasattr(body, name) and name != "mass":
            setattr(body, name, getattr(body, name))
    assert body.properties() == before


def test_attributes_are_refused_with_field_and_value() -> None:
    world = World()
    body = world.add_body(kind="dynamic")
    collider = body.add_circle(0.5)
    for owner, name, bad in [
        (body, "position", (math.nan, 0)),
        (body, "position", (1e300, 0)),
        (body, "velocity", (math.inf, 0)),
        (body, "angle", math.nan),
        (body, "mass", -1.0),
        (body, "damping", -1.0),
        (body, "kind", "still"),
        (collider, "friction", -0.1),
        (collider, "restitution", math.nan),
        (world, "gravity", (0, math.nan)),
        (world, "length_unit", 2.0),
        (world, "threads", 0),
    ]:
        before = (body.properties(), collider.properties(), world.properties())
        with pytest.raises(OutOfRange) as caught:
            setattr(owner, name, bad)
        assert name in caught.value.field
        assert (body.properties(), collider.properties(), world.properties()) == before
    with pytest.raises(AttributeError):
        body.center = (0, 0)  # type: ignore[misc]


def test_shapes_are_refused_with_field_and_value() -> None:
    body = World().add_body(kind="dynamic")
    for make, field in [
        (lambda: body.add_circle(0), "radius"),
        (lambda: body.add_circle(math.nan), "radius"),
        (lambda: body.add_box(-1, 1), "width"),
        (lambda: body.add_polygon([(0, 0), (1, 0)]), "vertices"),
        (lambda: body.add_polygon([(0, 0), (1, 0), (math.nan, 1)]), "vertices[2]"),
        (lambda: body.add_polygon([(0, 0), (1, 0), (0.5, 0.1), (0, 1)]), "vertices"),
        (lambda: body.add_segment((0, 0), (0, 0)), ""),
        (lambda: body.add_half_space((0, 1), 0), "shape"),
        (lambda: body.add_outline([(0, 0), (1, 1)]), "points"),
        (lambda: body.add_chain([(0, 0)]), "vertices"),
        (lambda: Shape.circle(-1), "radius"),
    ]:
        with pytest.raises(OutOfRange) as caught:
            make()
        assert field in caught.value.field, str(caught.value)
        assert str(caught.value)
    assert body.colliders == []


def test_step_refuses_a_time_out_of_range() -> None:
    world = World()
    for dt in (-1.0, math.nan, math.inf):
        with pytest.raises(OutOfRange) as caught:
            world.step(dt)
        assert caught.value.field == "dt"
    with pytest.raises(OutOfRange):
        world.step(count=-1)


def test_error_is_a_value_error_and_can_be_pickled() -> None:
    import pickle

    with pytest.raises(ValueError) as caught:
        World().add_body(damping=-1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.field, again.value) == ("damping is -1: it must be finite and not negative",
                                                      "damping", -1)
    assert json.dumps(again.field)
