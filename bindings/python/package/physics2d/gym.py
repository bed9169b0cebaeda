"""Vector environments for Gymnasium whose physics, observations and rewards run in Rust, for all worlds at once.

    import gymnasium
    import physics2d.gym                      # registers the environments

    envs = gymnasium.make_vec("physics2d/LunarLander-v0", num_envs=1024, threads=2)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

They follow the rules of ``gymnasium.vector.VectorEnv`` in all three modes of automatic resets. By default the arrays
that ``step`` returns are copies; with ``copy=False`` they are those that the next step writes (but rewards and flags are
copies in the mode ``SameStep`` when an episode ends).
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._engine import Environment
from ._errors import OutOfRange

#: The identifiers of Gymnasium and the tasks of the engine: "physics2d/LunarLander-v0" and "lunar_lander".
IDS = {f"physics2d/{name.title().replace('_', '')}-v0": name for name in Environment.names()}
LUNAR_LANDER = "physics2d/LunarLander-v0"

Step = tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class NativeVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many worlds of one task of the engine.

    ``autoreset_mode`` is one of the modes of Gymnasium, or its name: ``NextStep`` (the default) begins a new episode
    in the step after the one that ended, and ignores the action of that world; ``SameStep`` begins it at once, with
    the last observation in ``infos["final_obs"]``; ``Disabled`` leaves it to ``reset(options={"reset_mask": mask})``.
    With ``pictures=(height, width)``, in pixels, an observation is a picture in place of numbers: an array of uint8 of
    that shape with red, green and blue.
    Other arguments are settings of the task, as ``wind_power=15``: ``Environment.settings("lunar_lander")`` lists them.
    """

    def __init__(
        self,
        task: str,
        num_envs: int = 1,
        *,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        pictures: tuple[int, int] | None = None,
        render_mode: str | None = None,
        **settings: float,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise OutOfRange(f"render_mode is {render_mode!r}: it must be 'rgb_array' or None", "render_mode", render_mode)
        if pictures is not None and len(pictures) != 2:
            raise OutOfRange(f"pictures is {pictures}: it must be a height and a width", "pictures", pictures)
        mode = AutoresetMode(autoreset_mode) if isinstance(autoreset_mode, str) else autoreset_mode
        self.environment = Environment(task, num_envs, threads=threads, seed=0, **settings)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": ["rgb_array"]}
        self.render_mode = render_mode
        self._mode, self._copy = mode, copy
        spec = self.environment.spec()
        low = np.array([one["low"] for one in spec["observations"]], np.float32)
        high = np.array([one["high"] for one in spec["observations"]], np.float32)
        self._pictures = None if pictures is None else (int(pictures[0]), int(pictures[1]))
        self.single_observation_space: gymnasium.spaces.Box
        if self._pictures is None:
            self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        else:
            self.single_observation_space = gymnasium.spaces.Box(0, 255, (*self._pictures, 3), np.uint8)
        actions = spec["actions"]
        if isinstance(actions[0], str):
            self.single_action_space = gymnasium.spaces.Discrete(len(actions))
        else:
            low = np.array([one["low"] for one in actions], np.float32)
            high = np.array([one["high"] for one in actions], np.float32)
            self.single_action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_discrete, self._is_seeded = isinstance(actions[0], str), False
        #: Which worlds ended in the last step, and are reset in the next one.
        self._ended = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins new episodes: in all worlds, or in those of ``options["reset_mask"]``. One ``seed`` serves all
        worlds: each draws from the seed, its index and the number of its episode."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise TypeError("seed must be one whole number: each world draws from it, its index and its episode")
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,):
                raise OutOfRange(
                    f"reset_mask must be an array of {self.num_envs} bool, not {mask.dtype} {mask.shape}",
                    "reset_mask",
                    mask,
                )
            if not mask.any():
                raise OutOfRange("reset_mask names no world", "reset_mask", mask)
            if seed is not None:
                raise OutOfRange("a seed begins all worlds anew, so it cannot be given with a reset_mask", "seed", seed)
            self.environment.reset(mask)
            self._ended &= ~mask
        else:
            super().reset(seed=None if seed is None else int(seed))
            if seed is None and not self._is_seeded:
                # As in other environments, each program without a seed gets episodes of its own.
                seed = int(self.np_random.integers(1 << 62))
            self._is_seeded = True
            self.environment.reset(seed=None if seed is None else int(seed))
            self._ended[:] = False
        return self._observe(), {}

    def step(self, actions: NDArray[Any]) -> Step:
        """Gives each world its action."""
        numbers = np.asarray(actions)
        if self._is_discrete:
            if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
                raise OutOfRange(
                    f"actions must be {self.num_envs} whole numbers, not {numbers.dtype} of shape {numbers.shape}",
                    "actions",
                    actions,
                )
            count = self.single_action_space.n  # type: ignore[attr-defined]
            if numbers.size and not (0 <= numbers.min() and numbers.max() < count):
                bad = int(np.flatnonzero((numbers < 0) | (numbers >= count))[0])
                raise OutOfRange(f"actions[{bad}] is {numbers[bad]}: it must be from 0 to {count - 1}", f"actions[{bad}]", numbers[bad])
        elif numbers.dtype.kind not in "fiu" or numbers.shape != self.action_space.shape:
            raise OutOfRange(
                f"actions must be numbers of shape {self.action_space.shape}, not {numbers.dtype} of shape {numbers.shape}",
                "actions",
                actions,
            )
        environment, infos = self.environment, dict[str, Any]()
        environment.step(numbers.astype(np.float32).reshape(self.num_envs, -1))
        if self._mode is AutoresetMode.NEXT_STEP and self._ended.any():
            # These worlds begin anew in this step, in place of their action.
            environment.reset(self._ended)
        ended = environment.terminated | environment.truncated
        rewards, terminated = environment.rewards, environment.terminated
        truncated, observations = environment.truncated, self._observe()
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
            infos = {"final_obs": np.empty(self.num_envs, object), "_final_obs": ended.copy(),
                     "final_info": {}, "_final_info": ended.copy()}
            for index in np.flatnonzero(ended):
                infos["final_obs"][index] = observations[index].copy()
            environment.reset(ended)
            observations = self._observe()
        self._ended = ended
        out = self._out
        return observations, out(rewards), out(terminated), out(truncated), infos

    def _observe(self) -> NDArray[Any]:
        """What is seen of the worlds as they are now: numbers or pictures."""
        if self._pictures is None:
            return self._out(self.environment.observations)
        # A new array in each call.
        return self.environment.pictures(self._pictures[1], self._pictures[0])

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """With ``render_mode="rgb_array"``, a picture of each world, 400 by 600 pixels."""
        return tuple(self.environment.pictures(600, 400)) if self.render_mode == "rgb_array" else None

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the worlds."""
        self.environment.close()


for _id, _task in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            vector_entry_point="physics2d.gym:NativeVectorEnv",
            kwargs={"task": _task},
        )
