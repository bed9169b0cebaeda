"""Vector environments keep the rules of Gymnasium."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import physics2d.gym  # noqa: E402
from physics2d import Environment, OutOfRange  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

IDS = sorted(physics2d.gym.IDS)


def make(name: str = physics2d.gym.LUNAR_LANDER, num_envs: int = 6, **more: Any) -> Any:
    return gymnasium.make_vec(name, num_envs=num_envs, **more)


@pytest.mark.parametrize("name", IDS)
def test_what_comes_out_is_in_the_spaces(name: str) -> None:
    envs = make(name)
    observations, infos = envs.reset(seed=3)
    assert observations.shape == envs.observation_space.shape and observations.dtype == np.float32 and infos == {}
    for _ in range(50):
        out = envs.step(envs.action_space.sample())
        assert [type(one).__name__ for one in out] == ["ndarray"] * 4 + ["dict"]
        assert out[0].shape == envs.observation_space.shape and np.isfinite(out[0]).all()
        assert all(one.shape == (6,) for one in out[1:4])
    envs.close()


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_gives_the_same_episodes_on_any_threads(name: str, threads: int) -> None:
    def run(threads: int) -> list[Any]:
        envs = make(name, num_envs=40, threads=threads)
        envs.action_space.seed(5)
        first = envs.reset(seed=9)[0]
        return [first] + [envs.step(envs.action_space.sample())[:4] for _ in range(30)]

    for one, other in zip(run(1), run(threads)):
        assert all((a == b).all() for a, b in zip(one, other))


def to_the_end(envs: Any) -> tuple[Any, ...]:
    """Steps without thrust until a world ends."""
    envs.reset(seed=1)
    still = np.zeros(envs.action_space.shape, envs.action_space.dtype)
    for _ in range(1100):
        out = envs.step(still)
        if (out[2] | out[3]).any():
            return out
    raise AssertionError("no episode ends")


def test_next_step_begins_the_episode_in_the_next_step() -> None:
    envs = make()
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    last, rewards, terminated, truncated, _ = to_the_end(envs)
    ended = terminated | truncated
    still = np.zeros(6, np.int64)
    observations, rewards, terminated, truncated, _ = envs.step(still)
    assert (rewards[ended] == 0).all() and not (terminated | truncated)[ended].any()
    assert (observations[ended, 1] > last[ended, 1]).all(), "it begins above where it has landed"


def test_same_step_gives_the_last_observation_in_infos() -> None:
    envs = make(autoreset_mode="SameStep")
    observations, rewards, terminated, truncated, infos = to_the_end(envs)
    ended = terminated | truncated
    assert (infos["_final_obs"] == ended).all()
    for index in np.flatnonzero(ended):
        assert infos["final_obs"][index].shape == observations[index].shape
        assert observations[index, 1] > infos["final_obs"][index][1]
    assert (rewards[ended] != 0).all()


def test_disabled_leaves_resets_to_a_mask() -> None:
    envs = make(autoreset_mode=AutoresetMode.DISABLED)
    last, _, terminated, truncated, _ = to_the_end(envs)
    ended = terminated | truncated
    observations, _ = envs.reset(options={"reset_mask": ended})
    assert (observations[~ended] == last[~ended]).all() and (observations[ended] != last[ended]).any()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([1, 0, 0, 0, 0, 0])})
    with pytest.raises(ValueError, match="names no world"):
        envs.reset(options={"reset_mask": np.zeros(6, bool)})


def test_arrays_without_copies_are_those_of_the_next_step() -> None:
    envs = make(copy=False)
    first = envs.reset(seed=2)[0]
    before = first.copy()
    again = envs.step(np.zeros(6, np.int64))[0]
    assert again is first and (again != before).any()


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(5, np.int64), "6 whole numbers"),
        (np.zeros(6), "6 whole numbers"),
        (np.array([0, 1, 2, 3, 4, 0]), r"actions\[4\] is 4: it must be from 0 to 3"),
        (np.array([0, -1, 2, 3, 1, 0]), r"actions\[1\] is -1"),
    ],
)
def test_bad_actions_are_named(actions: Any, words: str) -> None:
    envs = make("physics2d/LunarLander-v0")
    envs.reset(seed=0)
    with pytest.raises(ValueError, match=words):
        envs.step(actions)


@pytest.mark.parametrize("shape", [(2, 6), (12,), (3, 4), (6, 3)])
def test_actions_of_another_shape_are_refused(shape: Any) -> None:
    envs = make("physics2d/LunarLanderContinuous-v0")
    envs.reset(seed=0)
    with pytest.raises(ValueError, match=r"of shape \(6, 2\)"):
        envs.step(np.zeros(shape, np.float32))


def test_without_a_seed_each_program_has_its_own_episodes() -> None:
    first, second = make().reset()[0], make().reset()[0]
    assert (first != second).any()


def test_bad_names_and_seeds_are_named() -> None:
    with pytest.raises(OutOfRange, match="there is no task 'moon'"):
        Environment("moon", 1)
    with pytest.raises(OutOfRange, match="worlds is 0"):
        Environment("lunar_lander", 0)
    with pytest.raises(TypeError, match="seed"):
        make().reset(seed=[1, 2, 3, 4, 5, 6])
    with pytest.raises(OutOfRange, match="seed"):
        Environment("lunar_lander", 2).reset(np.array([True, False]), seed=3)
    assert "lunar_lander" in Environment.names()


def test_ppo_in_numpy_learns_to_land() -> None:
    """The example, a tenth of its length: from about -180 for a policy that knows nothing."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    import ppo

    curve = ppo.learn(400_000, ppo.landers(256, 2), 1, report=lambda line: None)
    assert curve[0][2] < -100 and curve[-1][2] > 0, curve


def test_a_reset_with_a_seed_begins_as_an_environment_made_with_it() -> None:
    made, other = Environment("lunar_lander", 4, seed=5), Environment("lunar_lander", 4, seed=0)
    other.step(np.zeros((4, 1)))
    assert (other.observations != made.observations).any()
    assert (other.reset(seed=5) == made.observations).all()
    made.reset()
    assert (other.observations != made.observations).any(), "the next episode"


def test_settings_of_the_task_are_arguments() -> None:
    assert {"wind_power", "gravity", "max_steps"} <= set(Environment.settings("lunar_lander"))
    assert Environment.settings("crane").keys() == {"max_steps"}
    windy, calm = make(wind_power=15, turbulence_power=1.5), make()
    for envs in (windy, calm):
        envs.reset(seed=3)
        for _ in range(5):
            seen = envs.step(np.zeros(6, np.int64))[0]
    assert (windy.environment.observations != calm.environment.observations).any(1).all(), seen
    # A reset with a seed, which makes the worlds anew, keeps them.
    short = make(max_steps=3)
    short.reset(seed=4)
    for _ in range(3):
        truncated = short.step(np.zeros(6, np.int64))[3]
    assert truncated.all()
    with pytest.raises(TypeError, match="the task 'lunar_lander' has no setting 'wind_powr'; did you mean 'wind_power'"):
        make(wind_powr=3)
    with pytest.raises(OutOfRange, match="gravity is 9.8: it must be above -12 and below 0"):
        make(gravity=9.8)
    with pytest.raises(TypeError, match="wind_power must be a number"):
        make(wind_power="strong")


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_benchmark_of_gymnasium_runs(mode: str) -> None:
    """It keeps the three modes of automatic resets apart, and counts no step that only resets."""
    from gymnasium.utils.performance import benchmark_vector_step

    rate = benchmark_vector_step(make(num_envs=64, autoreset_mode=mode), target_duration=0.2, seed=1)  # type: ignore[arg-type]
    # A hundredth of what it does on a quiet machine.
    assert rate > 3000


@pytest.mark.parametrize("name", IDS)
def test_pictures_are_observations(name: str) -> None:
    envs = make(name, num_envs=3, pictures=(48, 64), autoreset_mode="SameStep")
    assert envs.single_observation_space == gymnasium.spaces.Box(0, 255, (48, 64, 3), np.uint8)
    first, _ = envs.reset(seed=2)
    seen = first
    for _ in range(40):
        seen = envs.step(envs.action_space.sample())[0]
        assert envs.observation_space.contains(seen)
    assert (first != seen).any() and len(np.unique(seen)) > 2
    envs.close()


def test_last_pictures_of_ended_worlds_are_those_before_the_reset() -> None:
    envs = make(pictures=(40, 60), autoreset_mode="SameStep", max_steps=7, num_envs=4)
    envs.reset(seed=2)
    out = [envs.step(np.zeros(4, int)) for _ in range(7)][-1]
    assert out[3].all() and out[4]["_final_obs"].all()
    for last, seen in zip(out[4]["final_obs"], out[0]):
        assert last.shape == seen.shape == (40, 60, 3) and (last != seen).any()


def test_pictures_do_not_depend_on_threads_and_sizes_are_refused() -> None:
    one, two = (Environment("car_racing", 9, threads=threads, seed=4) for threads in (1, 2))
    for environment in (one, two):
        for _ in range(30):
            environment.step(np.tile(np.float32([0.2, 0.5, 0.0]), (9, 1)))
    pictures = one.pictures()
    assert pictures.shape == (9, 96, 96, 3) and pictures.dtype == np.uint8 and (pictures == two.pictures()).all()
    # The hull of the car is red, below the middle.
    assert (pictures[:, 72, 47] == [204, 0, 0]).all()
    assert two.pictures(32, 16).shape == (9, 16, 32, 3)
    for wrong in ({"width": 0}, {"height": 5000}, {"width": 2.5}):
        with pytest.raises((OutOfRange, TypeError, ValueError), match=next(iter(wrong))):
            one.pictures(**wrong)
    with pytest.raises(ValueError, match="pictures"):
        make(pictures=(1, 2, 3))
    rendered = make("physics2d/CarRacing-v0", num_envs=2, render_mode="rgb_array")
    rendered.reset(seed=1)
    assert [picture.shape for picture in rendered.render()] == [(400, 600, 3)] * 2
