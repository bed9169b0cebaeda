"""Experience from workers in processes of their own, with Ray: `python examples/ray_workers.py` (`pip install ray`).

Each worker is an actor that owns a vector environment. It gets the weights of a policy, and returns what happened:
observations, actions, rewards and ends. The package is the same as in one process; on a cluster, `ray.init` gets the
address of its head, and everything else stays.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import physics2d.gym

Array = NDArray[Any]


class Worker:
    """Steps its worlds with a linear policy. Workers with different numbers have different episodes."""

    def __init__(self, number: int, worlds: int) -> None:
        # One thread each: Ray starts as many workers as there are cores to use.
        self.envs: Any = gymnasium.make_vec(
            physics2d.gym.LUNAR_LANDER, num_envs=worlds, threads=1, autoreset_mode="SameStep", copy=False
        )
        self.seen: Array = self.envs.reset(seed=number)[0]
        self.rng = np.random.default_rng(number)

    def collect(self, weights: Array, length: int) -> dict[str, Array]:
        """`length` steps of each world: arrays with an axis for the steps and one for the worlds."""
        worlds, start = self.envs.num_envs, time.process_time()
        found: dict[str, Array] = {
            "observations": np.empty((length, worlds, 8), np.float32),
            "actions": np.empty((length, worlds), np.int8),
            "rewards": np.empty((length, worlds), np.float32),
            "ended": np.empty((length, worlds), bool),
        }
        for t in range(length):
            noise = self.rng.gumbel(size=(worlds, 4)).astype(np.float32)
            actions = (self.seen @ weights + noise).argmax(1)
            # Before the step, which writes the same array anew.
            found["observations"][t], found["actions"][t] = self.seen, actions
            self.seen, rewards, terminated, truncated, _ = self.envs.step(actions)
            found["rewards"][t], found["ended"][t] = rewards, terminated | truncated
        # What the processor worked for it, which says more than the clock where there are fewer cores than workers.
        found["core_seconds"] = np.array(time.process_time() - start)
        return found


def measure(ray: Any, count: int, worlds: int, length: int, rounds: int) -> float:
    """Steps a second that arrive in this process, from `count` workers."""
    actor = ray.remote(num_cpus=1)(Worker)
    workers = [actor.remote(number + 1, worlds) for number in range(count)]
    weights = ray.put(np.zeros((8, 4), np.float32))
    # Until all have started, and are warm.
    ray.get([worker.collect.remote(weights, length) for worker in workers])
    start, steps, total, cores = time.perf_counter(), 0, 0.0, 0.0
    for _ in range(rounds):
        for found in ray.get([worker.collect.remote(weights, length) for worker in workers]):
            steps += found["rewards"].size
            total += float(found["rewards"].sum())
            cores += float(found["core_seconds"])
    seconds = time.perf_counter() - start
    for worker in workers:
        ray.kill(worker)
    rates = f"{steps / seconds:9,.0f} steps a second, {steps / cores:9,.0f} a core-second of a worker"
    print(f"{count} workers: {rates}, mean reward of a step {total / steps:.2f}", flush=True)
    return steps / seconds


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--worlds", type=int, default=1024, help="of each worker")
    options.add_argument("--length", type=int, default=128, help="steps of each world in a round")
    options.add_argument("--rounds", type=int, default=8)
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    options.add_argument("--address", help="of a cluster; by default the workers run here")
    options.add_argument("--short", action="store_true", help="one round of a few worlds")
    given = options.parse_args()
    if importlib.util.find_spec("ray") is None:
        print("nothing is run: Ray is not installed (pip install ray)")
        return
    if given.short:
        given.worlds, given.length, given.rounds, given.workers = 16, 8, 1, [1]
    # A cluster of one's own on this machine needs no key.
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray: Any = importlib.import_module("ray")
    here = {"num_cpus": max(given.workers), "include_dashboard": False} if given.address is None else {}
    ray.init(address=given.address, log_to_driver=False, **here)
    for count in given.workers:
        measure(ray, count, given.worlds, given.length, given.rounds)
    ray.shutdown()


if __name__ == "__main__":
    main()
