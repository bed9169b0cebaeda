"""Queries against closed forms."""

import math

import pytest

from physics2d import OutOfRange, Shape, World


def scene() -> World:
    world = World()
    ball = world.add_body(position=(5, 0))
    ball.add_circle(1, category=2)
    world.add_body(position=(8, 0)).add_box(2, 2, category=4)
    world.add_body(position=(3, 0)).add_box(0.5, 4, sensor=True)
    return world


def test_ray_hits_what_is_first() -> None:
    world = scene()
    hit = world.cast_ray((0, 0), (10, 0))
    assert hit is not None
    assert hit.point == pytest.approx((4, 0)) and hit.normal == pytest.approx((-1, 0))
    assert hit.fraction == pytest.approx(0.4) and hit.distance == pytest.approx(4)
    assert hit.body.position == (5, 0) and hit.initial_overlap is None
    assert [h.body.index for h in world.cast_ray_all((0, 0), (10, 0))] == [0, 1]
    assert world.cast_ray((0, 0), (3.9, 0)) is None


def test_filter_leaves_out_what_it_names() -> None:
    world = scene()
    ball, box, gate = world.bodies

    def first(**filter: object) -> int | None:
        hit = world.cast_ray((0, 0), (10, 0), **filter)  # type: ignore[arg-type]
        return hit and hit.body.index

    assert first(exclude=ball) == 1
    assert first(exclude=[ball, box]) is None
    assert first(exclude=ball.colliders[0]) == 1
    assert first(mask=4) == 1
    assert first(include_sensors=True) == gate.index
    for bad in ({"exclude": 3}, {"exclude": [3]}, {"mask": 1.5}, {"masc": 1}):
        with pytest.raises(TypeError):
            first(**bad)
    for out in (-1, ~1, 2**64):
        with pytest.raises(OutOfRange):
            first(mask=out)
    box.colliders[0].category = 1 << 63
    assert first(mask=1 << 63) == 1
    assert first(mask=2**64 - 1 - (1 << 63)) == 0
    assert box.colliders[0].category == 1 << 63


def test_shape_that_moves_stops_where_it_touches() -> None:
    hit = scene().cast_shape(Shape.circle(0.5), (0, 0), (10, 0))
    assert hit is not None
    assert hit.distance == pytest.approx(3.5, abs=1e-4)
    # A box turned by 45 degrees reaches farther, by half its diagonal.
    hit = scene().cast_shape(Shape.box(1, 1), (0, 0), (10, 0), angle=math.pi / 4)
    assert hit is not None and hit.distance == pytest.approx(4 - math.sqrt(0.5), abs=1e-4)


def test_shape_that_turns_stops_where_the_turn_brings_it() -> None:
    # A thin bar of 8 m turns about its left end, 2 m above the upper side of the box.
    bar = Shape.capsule((0, 0), (8, 0), 0.01)
    hit = scene().cast_shape(bar, (0, 3), (0, 0), turn=-math.pi)
    # Its end meets that side.
    assert hit is not None and hit.fraction * math.pi == pytest.approx(math.asin(1.99 / 8), abs=1e-3)
    assert hit.body.position == (8, 0)
    assert scene().cast_shape(bar, (0, 3), (0, 0), turn=math.pi / 2) is None
    # The same, with another frame of the bar.
    bar = Shape.capsule((-4, 0), (4, 0), 0.01)
    again = scene().cast_shape(bar, (4, 3), (0, 0), turn=-math.pi, center=(-4, 0))
    assert again is not None and again.fraction == pytest.approx(hit.fraction, abs=1e-6)


def test_point_box_and_shape_find_what_they_overlap() -> None:
    world = scene()
    assert [c.body.index for c in world.colliders_at((5.5, 0.5))] == [0]
    assert world.colliders_at((5.9, 0.9)) == []
    assert [c.body.index for c in world.colliders_in((5, -1), (8, 1))] == [0, 1]
    assert [c.body.index for c in world.overlap_shape(Shape.circle(0.2), (6.1, 0))] == [0]
    assert world.overlap_shape(Shape.circle(0.2), (6.5, 0)) == []


def test_nearest_is_at_its_distance() -> None:
    world = scene()
    near = world.closest((5, 3), 10)
    assert near is not None
    assert near.distance == pytest.approx(2) and near.point == pytest.approx((5, 1))
    assert near.normal == pytest.approx((0, 1)) and near.body == world.bodies[0]
    assert world.closest((5, 3), 1.9) is None
    near = world.closest_to_shape(Shape.circle(0.5), (5, 3), 10)
    assert near is not None and near.distance == pytest.approx(1.5)


def test_bad_numbers_are_named() -> None:
    world = scene()
    for call, field in [
        (lambda: world.cast_ray((math.nan, 0), (1, 0)), "origin"),
        (lambda: world.cast_ray((0, 0), (math.inf, 0)), "translation"),
        (lambda: world.colliders_at((0, math.nan)), "point"),
        (lambda: world.colliders_in((1, 0), (0, math.nan)), "upper"),
        (lambda: world.closest((0, 0), math.nan), "max_distance"),
        (lambda: world.closest((0, 0), -1), "max_distance"),
    ]:
        with pytest.raises(OutOfRange) as caught:
            call()
        assert field in caught.value.field


def test_shape_has_its_measures() -> None:
    assert Shape.circle(2).area == pytest.approx(4 * math.pi)
    box = Shape.box(2, 3)
    assert (box.kind, box.area, box.bounds) == ("polygon", 6, (-1, -1.5, 1, 1.5))
    assert Shape.polygon([(0, 0), (0, 1), (1, 0)]).area == pytest.approx(0.5), "either winding"
    assert Shape.capsule((0, 0), (2, 0), 0.5).area == pytest.approx(2 + math.pi / 4)
    assert box.contains((0.9, 1.4)) and not box.contains((1.1, 0))
    assert Shape.half_space((0, 2), 4).kind == "half_space"
    assert Shape.circle(1) == Shape.circle(1) != Shape.circle(2)


def test_points_of_a_body_are_mapped() -> None:
    body = World().add_body(kind="dynamic", position=(1, 2), angle=math.pi / 2, velocity=(1, 0), angular_velocity=2)
    body.add_circle(1)
    assert body.local_to_world((1, 0)) == pytest.approx((1, 3))
    assert body.world_to_local((1, 3)) == pytest.approx((1, 0), abs=1e-6)
    # v + w x r
    assert body.velocity_at((1, 3)) == pytest.approx((1 - 2, 0), abs=1e-5)
