"""Returns of Gymnasium's own heuristics on Box2D and on this engine, seed by seed.

    python -m physics2d.box2d.compare --seeds 100
    python -m physics2d.box2d.compare --env BipedalWalker-v3 --settings '{"solver": {"substeps": 8}}'

Each engine runs in a process of its own. The interval is a paired bootstrap: seeds are drawn with replacement,
and both engines keep the returns of the seeds that are drawn. Needs `gymnasium[box2d]`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any, Callable

ENVIRONMENTS = ("LunarLander-v3", "LunarLanderContinuous-v3", "BipedalWalker-v3")


def policy(name: str, env: Any) -> Callable[[Any], Any]:
    """The heuristic that Gymnasium ships for an environment."""
    from gymnasium.envs.box2d import bipedal_walker, lunar_lander

    if name.startswith("LunarLander"):
        return lambda observation: lunar_lander.heuristic(env.unwrapped, observation)
    heuristics = bipedal_walker.BipedalWalkerHeuristics()
    return lambda observation: heuristics.step_heuristic(observation)


def play(name: str, seed: int) -> tuple[float, int, float]:
    """The return of one episode, its length, and the seconds spent in ``env.step``."""
    import gymnasium

    env = gymnasium.make(name)
    observation, _ = env.reset(seed=seed)
    act = policy(name, env)
    total, length, seconds, is_over = 0.0, 0, 0.0, False
    while not is_over:
        action = act(observation)
        start = time.thread_time()
        observation, reward, terminated, truncated, _ = env.step(action)
        seconds += time.thread_time() - start
        total += float(reward)
        length += 1
        is_over = terminated or truncated
    env.close()
    return total, length, seconds


def run(engine: str, name: str, seeds: range, settings: dict[str, Any]) -> list[tuple[float, int, float]]:
    """All episodes of an engine, in this process."""
    if engine == "physics2d":
        import physics2d.box2d

        physics2d.box2d.install(**settings)
    return [play(name, seed) for seed in seeds]


def run_apart(engine: str, name: str, arguments: argparse.Namespace) -> list[list[float]]:
    """The same in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "physics2d.box2d.compare", "--engine", engine, "--env", name,
               "--seeds", str(arguments.seeds), "--first", str(arguments.first), "--settings", arguments.settings]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return list(json.loads(found.stdout.splitlines()[-1]))


def interval(differences: Any, draws: int = 10_000) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean of paired differences."""
    import numpy as np

    rng = np.random.default_rng(0)
    means = rng.choice(differences, size=(draws, len(differences))).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=100, help="how many seeds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--env", action="append", help=f"an environment, of {', '.join(ENVIRONMENTS)}; default: all")
    parser.add_argument("--settings", default="{}", help="settings of World as JSON, for install()")
    parser.add_argument("--engine", choices=("box2d", "physics2d"), help="only this one; prints its episodes")
    arguments = parser.parse_args()
    names = arguments.env or list(ENVIRONMENTS)
    if arguments.engine:
        seeds = range(arguments.first, arguments.first + arguments.seeds)
        print(json.dumps(run(arguments.engine, names[0], seeds, json.loads(arguments.settings))))
        return
    import numpy as np

    for name in names:
        engines = ("box2d", "physics2d")
        episodes = {engine: np.array(run_apart(engine, name, arguments)) for engine in engines}
        print(f"{name}, {arguments.seeds} seeds")
        for engine, rows in episodes.items():
            returns, lengths, seconds = rows.T
            spread = returns.std(ddof=1) if len(returns) > 1 else 0.0
            rate = lengths.sum() / seconds.sum()
            print(f"  {engine:9}  mean {returns.mean():7.1f}  sd {spread:6.1f}  min {returns.min():7.1f}"
                  f"  over 200: {(returns > 200).sum():3}  steps {lengths.mean():6.1f}  {rate:7.0f} env-steps/s")
        differences = episodes["physics2d"][:, 0] - episodes["box2d"][:, 0]
        low, high = interval(differences)
        print(f"  physics2d - box2d  {differences.mean():+.1f}  [{low:+.1f}, {high:+.1f}] (95 %)")


if __name__ == "__main__":
    main()
