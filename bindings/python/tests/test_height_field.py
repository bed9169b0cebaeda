"""Ground of heights, with edits and holes."""

import copy
from typing import Any, Callable

import numpy as np
import pytest

from physics2d import Body, HeightField, OutOfRange, StaleHandle, World

HEIGHTS = (0.02 * (np.arange(41) - 20.0) ** 2).astype(np.float32)


def valley(**properties: Any) -> tuple[World, HeightField, Body]:
    """41 heights, half a metre apart, with the lowest at x = 0, and a ball."""
    world = World()
    ground = world.add_body(position=(-10, 0))
    field = ground.add_height_field(HEIGHTS, 0.5, **properties)
    ball = world.add_body(kind="dynamic", position=(3, 3))
    ball.add_circle(0.4)
    return world, field, ball


def test_a_ball_rolls_into_the_valley_and_rests_there() -> None:
    world, field, ball = valley(rolling_resistance=0.05, user_data=5)
    assert field.exists and field.body.exists and len(field) == 41 and field.spacing == 0.5
    assert field.heights == pytest.approx(HEIGHTS)
    cell = field.collider(7)
    assert cell is not None and cell.body == field.body and cell.user_data == 5
    assert len(field.body.colliders) == 40
    world.step(count=900)
    assert ball.position == pytest.approx((0, 0.4), abs=0.5)
    assert ball.position[1] == pytest.approx(0.4, abs=0.03)


def test_an_edit_is_felt_at_once() -> None:
    world, field, ball = valley(rolling_resistance=0.05)
    world.step(count=900)
    assert field.set_heights(18, [-1.0] * 5) == 8
    assert field.height_at(9.75) == pytest.approx(-1)
    world.step(count=300)
    assert ball.position[1] == pytest.approx(-0.6, abs=0.05)
    for cell in range(18, 22):
        field.set_hole(cell)
    assert field.is_hole(18) and field.collider(19) is None
    assert (field.height_at(9.75), field.cell_at(9.75)) == (None, 19)
    world.step(count=120)
    assert ball.position[1] < -5
    field.set_hole(18, False)
    assert field.collider(18) is not None
    assert [field.cell_at(x) for x in (-0.1, 20, 20.1)] == [None, 39, None]


def test_a_copy_goes_back_with_a_snapshot() -> None:
    world, field, ball = valley()
    world.step(count=60)
    snapshot, kept = world.save(), copy.copy(field)

    def run(ground: HeightField) -> int:
        ground.set_heights(20, (0.7,))
        world.step(count=120)
        return world.state_hash()

    expected = run(field)
    world.restore(snapshot)
    assert (kept.heights[20], field.heights[20]) == (0, pytest.approx(0.7))
    assert run(kept) == expected and ball.exists


def test_bad_input_is_named_and_changes_nothing() -> None:
    world, field, _ = valley()
    ground, expected = field.body, (world.state_hash(), len(world.colliders), list(field.heights))
    refused: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: ground.add_height_field([0, float("nan")], 1), OutOfRange, "heights[1] is nan"),
        (lambda: ground.add_height_field([0, 2e6], 1), OutOfRange, "heights[1] is 2000000.0"),
        (lambda: ground.add_height_field([0], 1), OutOfRange, "heights has 1 numbers"),
        (lambda: ground.add_height_field([0, "1"], 1), TypeError, "heights[1] must be a number"),  # type: ignore
        (lambda: ground.add_height_field([[0, 1], [1, 2]], 1), TypeError, "heights[0] must be a number"),  # type: ignore
        (lambda: ground.add_height_field(3, 1), TypeError, "heights must be a sequence"),  # type: ignore
        (lambda: ground.add_height_field([0, 0], 0), OutOfRange, "spacing is 0"),
        (lambda: ground.add_height_field([0, 0], float("inf")), OutOfRange, "spacing is inf"),
        (lambda: ground.add_height_field([0, 0], 1, friction=-1), OutOfRange, "friction is -1"),
        (lambda: ground.add_height_field([0, 0], 1, fricton=1), TypeError, "fricton"),  # type: ignore
        (lambda: field.set_heights(40, [1, 2]), OutOfRange, "heights has 2 numbers from number 40 on"),
        (lambda: field.set_heights(-1, [1]), OutOfRange, "start is -1"),
        (lambda: field.set_heights(3, [1, float("inf")]), OutOfRange, "heights[1] is inf"),
        (lambda: field.set_hole(40), OutOfRange, "cell is 40"),
        (lambda: field.is_hole(-1), OutOfRange, "cell is -1"),
        (lambda: field.collider(1.5), TypeError, "cell must be a whole number"),  # type: ignore
        (lambda: field.height_at(float("nan")), OutOfRange, "x is NaN"),
        (lambda: HeightField(), TypeError, "HeightField"),
    ]
    for call, kind, message in refused:
        with pytest.raises(kind) as caught:
            call()
        assert message in str(caught.value)
    assert (world.state_hash(), len(world.colliders), list(field.heights)) == expected


def test_what_is_removed_is_refused() -> None:
    world, field, _ = valley()
    cell = field.collider(20)
    assert cell is not None
    cell.remove()
    with pytest.raises(StaleHandle):
        field.set_heights(20, [1])
    assert field.heights[20] == 0 and field.set_heights(0, [1]) == 2
    kept = field.copy()
    field.remove()
    assert not field.exists and field.body.exists and field.body.colliders == []
    for call in (lambda: field.heights, field.remove, field.copy, lambda: kept.set_heights(0, [2])):
        with pytest.raises(StaleHandle):
            call()
    kept.body.remove()
    assert not kept.exists
