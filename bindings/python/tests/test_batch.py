"""Many worlds at once: each as it would be alone, arrays of fixed address, and errors by name."""

import gc
import math
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from physics2d import Batch, Environment, ForeignHandle, OutOfRange, Wind, World, WorldBusy, actions, observations, parameters
from physics2d._engine import _group_limit


def cart_pole() -> tuple[World, Any, Any, Any]:
    """A cart on a rail, and a pole on the cart."""
    world = World(gravity=(0, -9.81), sleeping=False)
    rail = world.add_body()
    cart = world.add_body(kind="dynamic", position=(0, 0))
    cart.add_box(0.6, 0.3, density=4)
    pole = world.add_body(kind="dynamic", position=(0, 0.6), angle=0.01)
    pole.add_box(0.1, 1.2, density=1)
    slider = world.add_prismatic(rail, cart, anchor=(0, 0), axis=(1, 0), limits=(-3, 3))
    hinge = world.add_revolute(cart, pole, anchor=(0, 0))
    return world, cart, slider, hinge


def make(worlds: int, **more: Any) -> Batch:
    world, cart, slider, hinge = cart_pole()
    return Batch(
        world,
        worlds,
        actions=[actions.force(cart, scale=10)],
        observations=[
            observations.joint_translation(slider),
            observations.joint_translation_speed(slider),
            observations.joint_angle(hinge),
            observations.joint_angular_speed(hinge),
        ],
        **more,
    )


def test_worlds_move_as_a_world_alone() -> None:
    """Each world of the batch has the bits of a world that the program steps with the same forces."""
    batch = make(70, threads=2, frame_skip=2)
    level = World.load(cart_pole()[0].to_level())
    body = level.bodies[1]
    numbers = np.zeros((70, 2), np.float32)
    for step in range(60):
        numbers[:, 0] = 0.1 * np.arange(70) * math.sin(0.2 * step)
        batch.step(numbers)
        for _ in range(2):
            body.apply_force((10 * float(numbers[42, 0]), 0))
            level.step(1 / 60)
    assert batch.world(42).state_hash() == level.state_hash()
    assert batch.world(41).state_hash() != level.state_hash()


def test_observations_are_those_of_the_worlds() -> None:
    batch = make(5)
    seen = batch.step(np.ones((5, 2), np.float32) * np.arange(5, dtype=np.float32)[:, None])
    for index in range(5):
        slider, hinge = batch.world(index).joints
        expected = [slider.translation, slider.translation_speed, hinge.angle, hinge.angular_speed]
        assert np.allclose(seen[index], expected, atol=1e-6)


def test_arrays_keep_their_address_and_outlive_the_batch() -> None:
    batch = make(8)
    views = [batch.observations, batch.rewards, batch.terminated, batch.truncated, batch.flags]
    where = [view.__array_interface__["data"][0] for view in views]
    batch.step(np.full((8, 2), 0.5))
    again = [batch.observations, batch.rewards, batch.terminated, batch.truncated, batch.flags]
    assert where == [view.__array_interface__["data"][0] for view in again]
    assert batch.step(np.zeros((8, 2))) is batch.observations
    with pytest.raises(ValueError):
        views[0][0, 0] = 1
    before = views[0].copy()
    batch.close()
    del batch
    gc.collect()
    assert (views[0] == before).all()


def test_reset_touches_only_the_worlds_of_the_mask() -> None:
    batch = make(4)
    first = batch.observations.copy()
    for _ in range(10):
        batch.step(np.ones((4, 2)))
    moved = batch.observations.copy()
    batch.reset(np.array([True, False, False, True]))
    assert (batch.observations[[0, 3]] == first[[0, 3]]).all()
    assert (batch.observations[[1, 2]] == moved[[1, 2]]).all()


def test_parameters_are_drawn_from_seed_world_and_episode() -> None:
    def factors(seed: int, threads: int) -> Any:
        world, cart, _, _ = cart_pole()
        some = [parameters.mass(cart, 0.5, 2), parameters.gravity(1, 1)]
        batch = Batch(world, 6, seed=seed, threads=threads, parameters=some)
        return batch.factors()

    one = factors(7, 1)
    assert one.shape == (6, 2) and (one == factors(7, 2)).all() and (one != factors(8, 1)).any()
    assert ((one[:, 0] >= 0.5) & (one[:, 0] <= 2)).all() and (one[:, 1] == 1).all()


def test_a_world_with_a_bad_action_stops_alone() -> None:
    batch, other = make(3), make(3)
    numbers = np.zeros((3, 2))
    numbers[1, 0] = np.nan
    batch.step(numbers)
    other.step(np.zeros((3, 2)))
    assert list(batch.flags) == [Batch.RUNNING, Batch.BAD_ACTION, Batch.RUNNING]
    assert list(batch.truncated) == [False, True, False]
    assert batch.fault(1) == "number 0 of the action is NaN: it must be finite" and batch.fault(0) is None
    assert (batch.observations[[0, 2]] == other.observations[[0, 2]]).all()
    batch.reset(np.array([False, True, False]))
    assert list(batch.flags) == [Batch.RUNNING] * 3


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: make(0), OutOfRange, "worlds is 0"),
        (lambda: make(2, frame_skip=0), OutOfRange, "frame_skip is 0"),
        (lambda: make(2, frame_skip=10_001), OutOfRange, "frame_skip is 10001: it must be from 1 to 10000"),
        (lambda: make(-1), OutOfRange, "worlds is -1: it must be at least 1"),
        (lambda: make(2, seed=-1), OutOfRange, "seed is -1: it must be from 0 to"),
        (lambda: make(2, seed=2**64), OutOfRange, "seed is 18446744073709551616"),
        (lambda: make(2, seed=1.5), TypeError, "seed must be a whole number, not float"),
        (lambda: Batch(World(), 1, actions=[actions.force(-1)]), OutOfRange, "the index of the body is -1"),
        (lambda: Batch(World(), 1, actions=[actions.force(0, scale="2")]), TypeError, r"actions\[0\]: scale"),
        (lambda: Batch(World(), 1, observations=[observations.rays(0, 2**40, 1)]), OutOfRange, "rays|count"),
        (lambda: Batch(World(), 1, parameters=[parameters.gravity("x", 1)]), TypeError, r"parameters\[0\]: least"),
        (lambda: make(2, dt=0), OutOfRange, "dt is 0"),
        (lambda: make(2, dt=float("nan")), OutOfRange, "dt is NaN"),
        (lambda: make(2, threads="two"), TypeError, "threads"),
        (lambda: make(2).step(np.zeros((2, 3))), OutOfRange, r"actions has the shape \[2, 3\]"),
        (lambda: make(2).step(np.zeros((2, 2), np.int64)), TypeError, "actions must be an array of floats, not of int64"),
        (lambda: make(2).step("left"), TypeError, "actions must be an array of floats, not str"),
        (lambda: make(2).step([[1.0, 2.0], [1.0]]), OutOfRange, "actions is no table of numbers: its rows have diff"),
        (lambda: make(2).step([["a", "b"], ["c", "d"]]), TypeError, "actions must be an array of floats, not of str"),
        (lambda: make(2).step(), OutOfRange, "actions is missing"),
        (lambda: make(2).reset(np.array([True])), OutOfRange, r"mask has the shape \[1\]: it must be \[2\]"),
        (lambda: make(2).reset(np.array([[True, True]])), OutOfRange, r"mask has the shape \[1, 2\]"),
        (lambda: make(2).reset(np.array([1, 0])), TypeError, "mask must be an array of 2 bool, not of int64"),
        (lambda: make(2).reset([True, False]), TypeError, "mask must be an array of 2 bool, not list"),
        (lambda: make(2).reset(poses={1: np.zeros((2, 2))}), OutOfRange, r"poses\[1\] has the shape \[2, 2\]"),
        (lambda: make(2).reset(poses={9: np.zeros((2, 3))}), OutOfRange, "poses names body 9, but the level has only 3"),
        (lambda: make(2).reset(poses={cart_pole()[1]: np.zeros((2, 3))}), ForeignHandle, "not in the world"),
        (lambda: make(2).reset(poses={"cart": np.zeros((2, 3))}), TypeError, "poses must be a body or its index"),
        (lambda: make(2).reset(velocities={1: np.full((2, 3), np.inf)}), OutOfRange, r"velocities\[1\]\[0\] has inf"),
        (lambda: make(2).reset(velocities={1: np.zeros((2, 3), np.int32)}), TypeError, "not of int32"),
        (lambda: make(10**15), MemoryError, "worlds is 1000000000000000: they need about"),
        (lambda: Environment("lunar_lander", 10**12), MemoryError, "worlds is 1000000000000: they need"),
        (lambda: make(2).world(2), OutOfRange, "index is 2: it must be from 0 to 1"),
        (lambda: Batch(World(), 1, actions=[actions.force(0)]), OutOfRange, "names body 0"),
        (lambda: Batch(World(), 1, actions=[("fly", 0, 1.0)]), OutOfRange, "unknown: 'fly'"),
        (lambda: Batch(World(), 1, actions=[7]), TypeError, r"actions\[0\]"),
        (lambda: Batch(World(), 1, actions=[actions.force(cart_pole()[1])]), ForeignHandle, "not in the world"),
        (lambda: Batch(3, 1), TypeError, "level"),
    ],
)
def test_bad_input_is_named(call: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("worlds", [2, 40])
def test_few_worlds_are_refused_as_well_if_they_do_not_fit(monkeypatch: pytest.MonkeyPatch, worlds: int) -> None:
    # A machine with 16 KiB.
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 4, "SC_PAGE_SIZE": 4096}.__getitem__)
    for call in (lambda: make(worlds), lambda: Environment("lunar_lander", worlds)):
        with pytest.raises(MemoryError, match=f"worlds is {worlds}: they need about"):
            call()


def test_limits_of_control_groups_count(tmp_path: Path) -> None:
    def write(path: str, text: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    assert _group_limit(tmp_path) is None
    write("proc/self/cgroup", "0::/a/b\n")
    write("sys/fs/cgroup/a/b/memory.max", "max\n")
    assert _group_limit(tmp_path) is None
    # That of a group which this one is in, and that at the top, as a container sees it.
    write("sys/fs/cgroup/a/memory.max", "9000000\n")
    assert _group_limit(tmp_path) == 9_000_000
    write("sys/fs/cgroup/memory.max", "7000000\n")
    assert _group_limit(tmp_path) == 7_000_000
    # The first version, whose limit is a large number where there is none.
    write("proc/self/cgroup", "5:cpu,memory:/x\n3:pids:/x\n")
    write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "5000000\n")
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
    assert _group_limit(tmp_path) == 5_000_000


def test_a_closed_batch_says_so() -> None:
    batch = make(2)
    batch.close()
    with pytest.raises(RuntimeError, match="closed"):
        batch.step(np.zeros((2, 2)))


def test_a_second_thread_is_refused_and_not_deadlocked() -> None:
    batch = make(512, frame_skip=20)
    numbers, found = np.zeros((512, 2)), []
    start = threading.Barrier(2)

    def step() -> None:
        start.wait()
        try:
            # Until the two meet, which is at once unless one of them begins late.
            for _ in range(400):
                if found:
                    return
                batch.step(numbers)
        except WorldBusy as error:
            found.append(error)

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found and all("in use" in str(error) for error in found)


def test_a_batch_of_the_parent_is_refused_in_a_child_and_ends_there() -> None:
    """Threads do not survive a fork: to wait for them, or to end them, would hang."""
    batch = make(100, threads=2)
    batch.step(np.zeros((100, 2)))
    child = os.fork()
    if child == 0:
        try:
            with pytest.raises(RuntimeError, match="before a fork"):
                batch.step(np.zeros((100, 2)))
            other = make(100, threads=2)
            other.step(np.zeros((100, 2)))
            batch.close()
            del batch
            gc.collect()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    batch.step(np.zeros((100, 2)))


def test_a_world_with_effects_is_refused() -> None:
    world = World()
    world.effects = [Wind((3, 0))]
    with pytest.raises(OutOfRange, match="effects"):
        Batch(world, 2)


def test_float16_and_lists_of_whole_numbers_are_numbers() -> None:
    one, other, third = make(2), make(2), make(2)
    one.step(np.full((2, 2), 0.5, np.float16))
    other.step([[0.5, 0.5], [0.5, 0.5]])
    assert (one.observations == other.observations).all()
    third.step([[1, 0], [0, 1]])
    assert (third.observations[0] != third.observations[1]).any()


def test_each_world_begins_where_the_arrays_say() -> None:
    world, cart, slider, hinge = cart_pole()
    pole = world.bodies[2]
    batch = Batch(world, 40, threads=2, observations=[observations.pose(cart), observations.velocity(pole)])
    poses, speeds = np.zeros((40, 3)), np.zeros((40, 3), np.float32)
    poses[:, 0], speeds[:, 2] = np.linspace(-2, 2, 40), np.arange(40)
    mask = np.arange(40) % 3 > 0
    poses[0] = np.nan                       # not read, since world 0 is not reset
    batch.step()
    before = batch.observations.copy()
    seen = batch.reset(mask, poses={cart: poses}, velocities={pole: speeds})
    assert seen is batch.observations
    assert np.allclose(seen[mask, 0], poses[mask, 0]) and (seen[mask, 6] == speeds[mask, 2]).all()
    assert (seen[~mask] == before[~mask]).all()
    # The same as a world alone that is set by hand.
    alone = World.load(cart_pole()[0].to_level())
    alone.bodies[1].position, alone.bodies[2].angular_velocity = (poses[7, 0], 0), 7
    for _ in range(30):
        batch.step()
        alone.step()
    assert batch.world(7).state_hash() == alone.state_hash()
    by_index = Batch(cart_pole()[0].to_level(), 3, observations=[observations.pose(1)])
    assert (by_index.reset(poses={1: [[1, 0, 0], [2, 0, 0], [3, 0, 0]]})[:, 0] == [1, 2, 3]).all()


def test_a_signal_ends_a_long_step_and_the_worlds_say_so() -> None:
    """Ctrl+C, as the system sends it: a step that would last for minutes ends within a second or two."""
    batch = make(64, frame_skip=10_000, threads=2)
    # A shell lets programs that it starts in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                batch.step(np.zeros((64, 2)))
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - start < 10
    assert Batch.INTERRUPTED in batch.flags and (batch.truncated == (batch.flags == Batch.INTERRUPTED)).all()
    index = int(np.flatnonzero(batch.flags == Batch.INTERRUPTED)[0])
    assert "interrupted before step" in (batch.fault(index) or "")
    batch.reset()
    assert (batch.flags == Batch.RUNNING).all()
