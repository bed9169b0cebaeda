"""The state of a world: snapshots, copies, pickle, levels, recordings, processes and threads."""

import copy
import multiprocessing
import os
import pickle
import re
import signal
import threading
from pathlib import Path

import pytest

from physics2d import FileError, Level, OutOfRange, Recording, Shape, Snapshot, Wind, World, WorldBusy


def pile(count: int = 30) -> World:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    for i in range(count):
        world.add_body(kind="dynamic", position=(0.2 * (i % 5), 1 + i), user_data=i).add_box(1, 1)
    world.step(count=20)
    return world


def test_restored_world_goes_on_with_the_same_bits() -> None:
    world = pile()
    saved = world.save()
    assert saved.state_hash() == world.state_hash()
    world.step(count=50)
    first = world.state_hash()
    world.restore(saved)
    world.step(count=50)
    assert world.state_hash() == first
    assert world.save(into=saved) is saved and saved.state_hash() == first


def test_snapshot_goes_through_bytes_and_pickle() -> None:
    world = pile()
    saved = world.save()
    for again in (Snapshot.from_bytes(saved.to_bytes()), pickle.loads(pickle.dumps(saved))):
        other = World()
        other.restore(again)
        assert other.state_hash() == world.state_hash()
    with pytest.raises(FileError):
        Snapshot().to_bytes()
    with pytest.raises(FileError):
        World().restore(Snapshot())
    damaged = bytearray(saved.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    for bad in (b"", b"physics", bytes(damaged), saved.to_bytes()[:-1]):
        with pytest.raises(FileError):
            Snapshot.from_bytes(bad)


def test_copy_and_pickle_go_on_with_the_same_bits() -> None:
    world = pile()
    world.effects = [Wind((3, 0))]
    others = [world.copy(), copy.copy(world), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    world.step(count=50)
    for other in others:
        assert other.effects == world.effects
        other.step(count=50)
        assert other.state_hash() == world.state_hash()


def test_handles_go_along_with_a_deep_copy_and_a_pickle() -> None:
    world = pile()
    ball = world.add_body(kind="dynamic", position=(9, 9))
    game = {"world": world, "ball": ball, "collider": ball.add_circle(1),
            "joint": world.add_weld(world.bodies[0], ball), "shape": Shape.circle(2)}
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other["ball"].world is other["world"] is not world
        other["ball"].position = (1, 1)
        assert ball.position == (9, 9)
        assert other["collider"].body == other["ball"] and other["joint"].b == other["ball"]
        assert other["shape"] == game["shape"] and type(other["joint"]) is type(game["joint"])
    assert copy.copy(ball) is ball
    assert world.copy().same_body(ball).position == (9, 9)
    ball.remove()
    assert not copy.deepcopy(ball).exists and not pickle.loads(pickle.dumps(ball)).exists


def test_level_goes_through_text_and_bytes(tmp_path: Path) -> None:
    world = pile()
    level = world.to_level()
    for name in ("level.json", "level.bin"):
        level.save(tmp_path / name)
        assert Level.load(tmp_path / name) == level
        assert World.load(str(tmp_path / name)).state_hash() == world.state_hash()
    assert Level.from_json(level.to_json()) == Level.from_bytes(level.to_bytes()) == level
    assert pickle.loads(pickle.dumps(level)) == level
    assert level.settings == world.properties()
    bodies = world.add_level(level)
    assert len(bodies) == 31 and bodies[3].user_data == 2
    for bad in ("{", '{"bodies": 3}'):
        with pytest.raises(FileError):
            Level.from_json(bad)
    with pytest.raises(FileError):
        Level.from_bytes(b"nothing")
    with pytest.raises(FileNotFoundError):
        World.load(tmp_path / "none.json")
    with pytest.raises(TypeError):
        World.load(3)  # type: ignore[arg-type]
    refused = Level.from_json('{"bodies": [{}, {"damping": -1}]}')
    with pytest.raises(ValueError, match="body 1 is refused: damping is -1") as caught:
        World.load(refused)
    assert (caught.value.field, caught.value.value) == ("damping", -1)


def test_recording_plays_to_the_same_bits(tmp_path: Path) -> None:
    world = pile(5)
    world.start_recording()
    for step in range(60):
        if step == 10:
            world.bodies[2].apply_impulse((5, 3))
        world.step()
    recording = world.stop_recording()
    assert (recording.frames, recording.calls) == (60, 1)
    recording.save(tmp_path / "run")
    for again in (Recording.load(tmp_path / "run"), pickle.loads(pickle.dumps(recording))):
        again.check()
        replay = again.replay()
        while replay.step():
            pass
        assert replay.frame == 60 and replay.world().state_hash() == world.state_hash()
    with pytest.raises(FileError):
        Recording.from_bytes(recording.to_bytes()[:100])
    with pytest.raises(RuntimeError):
        world.stop_recording()


def hash_after(world: World, steps: int) -> int:
    world.step(count=steps)
    return world.state_hash()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_steps_to_the_same_bits(threads: int) -> None:
    world = pile()
    world.threads = threads
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, str(hash_after(world, 30)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    assert os.waitpid(child, 0)[1] == 0
    assert world.threads == threads
    assert int(os.read(reader, 100)) == hash_after(world, 30)


def test_spawned_process_steps_to_the_same_bits() -> None:
    world = pile()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer = pool.apply(hash_after, (world, 30))
    assert answer == hash_after(world, 30)


def test_other_threads_run_while_a_world_steps_and_its_use_is_refused() -> None:
    world = pile(300)
    started, ended, refused, counted = threading.Event(), threading.Event(), [], []

    def step() -> None:
        started.set()
        world.step(count=300)
        ended.set()

    thread = threading.Thread(target=step)
    thread.start()
    started.wait()
    while not ended.is_set():
        counted.append(1)
        try:
            world.bodies[0].position
        except WorldBusy:
            refused.append(1)
    thread.join()
    assert len(counted) > 100, "the lock of Python is free while a world steps"
    assert refused
    assert world.bodies[0].position == (0, 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs signals of Unix")
def test_signal_ends_a_long_call() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    world = pile(50)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            world.step(count=10**9)
    finally:
        signal.signal(signal.SIGALRM, before)
    world.step()


def test_worlds_of_several_threads_do_not_disturb_each_other() -> None:
    expected = hash_after(pile(), 100)
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(hash_after(pile(), 100))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 4


def test_world_can_be_dropped_before_its_handles() -> None:
    body = World().add_body(position=(1, 2))
    assert body.position == (1, 2) and body.world.stats["bodies"] == 1


def test_clear_removes_everything() -> None:
    world = pile()
    body = world.bodies[0]
    world.clear()
    assert world.stats["bodies"] == 0
    with pytest.raises(ValueError):
        body.position


def test_a_level_says_that_it_has_no_effects() -> None:
    world = World()
    world.effects = [Wind((3, 0))]
    with pytest.warns(UserWarning, match="a level has no effects"):
        level = world.to_level()
    assert World.load(level).effects == []


def test_no_steps_are_made_after_a_refused_one() -> None:
    world = pile()
    with pytest.raises(OutOfRange, match="dt is 5"):
        world.step(5)
    before = world.state_hash()
    world.step(1 / 60, 0)
    assert world.state_hash() == before


def test_progress_is_told_and_a_bar_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    world, told = pile(200), list[tuple[int, int]]()
    world.step(count=300, progress=lambda done, count: told.append((done, count)))
    assert told[-1] == (300, 300) and told == sorted(told)
    world.step(count=3, progress=True)
    assert re.search(r"\] 3/3  \d+\.\d s +\n$", capsys.readouterr().err)
    world.step(count=3, progress=False)
    assert capsys.readouterr().err == ""
    with pytest.raises(TypeError, match="progress must be a bool or a function"):
        world.step(count=3, progress="yes")  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        world.step(count=3, progress=lambda done, count: 1 / 0)
