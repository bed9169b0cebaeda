"""Small conveniences: any object as user data, the time of a world, its length, pictures in files."""

import copy
import gc
import pickle
import weakref
from pathlib import Path
from typing import Any

import pytest

from physics2d import Error, Snapshot, World


class Player:
    """What a program keeps of a body."""


def test_any_object_is_user_data() -> None:
    world = World()
    for data in ("name", None, 1.5, (1, 2), {"lives": 3}, Player(), Player, [1], 7, 1 << 100):
        body = world.add_body(kind="dynamic", user_data=data)
        collider = body.add_circle(1, user_data=data)
        joint = world.add_revolute(world.add_body(), body, user_data=data)
        for thing in (body, collider, joint):
            assert thing.user_data is data or thing.user_data == data
            assert thing.properties()["user_data"] == data
            thing.user_data = "another"
            assert thing.user_data == "another"
            thing.set(user_data=data)
            assert thing.user_data == data


def test_events_and_hooks_show_the_objects() -> None:
    player, seen = Player(), []

    class Hook:
        def accepts(self, a: Any, b: Any) -> bool:
            seen.append({a.user_data, b.user_data, a.body_user_data, b.body_user_data})
            return True

    world = World()
    world.contact_hook = Hook()
    world.add_body(user_data="ground").add_half_space((0, 1), 0, user_data="floor")
    body = world.add_body(kind="dynamic", position=(0, 0.5), user_data=player)
    body.add_circle(0.5, user_data="foot", hook=True)
    world.step()
    assert {"floor", "foot", "ground", player} in seen
    (touch,) = world.events.begun
    assert set(touch.user_data) == {"floor", "foot"} and set(touch.body_user_data) == {"ground", player}


def test_objects_go_along_with_copies_and_snapshots() -> None:
    world = World()
    world.add_body(user_data={"lives": 3})
    saved = world.save()
    for other in (world.copy(), pickle.loads(pickle.dumps(world))):
        assert other.bodies[0].user_data == {"lives": 3}
    world.bodies[0].user_data = "dead"
    world.restore(saved)
    assert world.bodies[0].user_data == {"lives": 3}
    with pytest.warns(UserWarning, match="user_data"):
        world.to_level()


def test_same_object_is_kept_once_and_cycles_are_collected() -> None:
    world = World()
    player = Player()
    body = world.add_body(user_data=player)
    player.body = body  # type: ignore[attr-defined]
    for _ in range(100):
        body.user_data = player
    gone = weakref.ref(player)
    del world, player, body
    gc.collect()
    assert gone() is None


def test_length_is_the_number_of_bodies_and_an_empty_world_is_true() -> None:
    world = World()
    assert len(world) == 0 and bool(world)
    world.add_body()
    assert len(world) == len(world.bodies) == 1


def test_time_is_the_sum_of_the_steps() -> None:
    world = World()
    assert world.time == 0
    world.step(1 / 50, count=25)
    world.step(0.25)
    assert world.time == pytest.approx(0.75)
    saved = world.save()
    world.step()
    for other in (world.copy(), pickle.loads(pickle.dumps(world))):
        assert other.time == world.time
    world.restore(saved)
    assert world.time == pytest.approx(0.75)
    with pytest.raises(ValueError):
        world.step(float("nan"))
    assert world.time == pytest.approx(0.75)


def test_picture_is_written_to_a_path(tmp_path: Path) -> None:
    world = World()
    world.add_body().add_circle(1)
    for path in (tmp_path / "a.png", str(tmp_path / "b.png")):
        assert world.to_png(path) == world.to_png() == Path(path).read_bytes()
    assert world.to_png(320, path=tmp_path / "c.png") == (tmp_path / "c.png").read_bytes()
    assert world.to_svg(tmp_path / "a.svg") == (tmp_path / "a.svg").read_text()


def test_objects_of_another_world_are_none_and_removed_bodies_come_back_removed() -> None:
    world = World()
    body = world.add_body(kind="dynamic", user_data="hero")
    collider = body.add_circle(1)
    other = World()
    other.restore(Snapshot.from_bytes(world.save().to_bytes()))
    assert other.bodies[0].user_data is None
    body.remove()
    for again in (pickle.loads(pickle.dumps([world, body, collider])), copy.deepcopy([world, body, collider])):
        assert not again[1].exists and not again[2].exists
        with pytest.raises(Error):
            again[1].position
