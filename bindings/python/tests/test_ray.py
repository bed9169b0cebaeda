"""The worker of the example of Ray, without Ray: it is a class like any other."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

import ray_workers  # noqa: E402


def test_a_worker_returns_what_happened_and_goes_on_where_it_was() -> None:
    weights = np.zeros((8, 4), np.float32)
    one, twin, other = ray_workers.Worker(1, 16), ray_workers.Worker(1, 16), ray_workers.Worker(2, 16)
    first, second = one.collect(weights, 20), one.collect(weights, 20)
    assert first["observations"].shape == (20, 16, 8) and first["rewards"].shape == (20, 16)
    assert set(np.unique(first["actions"])) == {0, 1, 2, 3}
    # The same number, the same episodes, in one piece or in two.
    whole = twin.collect(weights, 40)
    for name in ("observations", "actions", "rewards", "ended"):
        assert (np.concatenate([first[name], second[name]]) == whole[name]).all(), name
    assert (other.collect(weights, 20)["observations"] != first["observations"]).any()


def test_weights_decide() -> None:
    """A weight of 1000 for the main engine, by the leaning of the random start, decides against all noise."""
    worker = ray_workers.Worker(1, 16)
    weights = np.zeros((8, 4), np.float32)
    weights[1, 2] = 1000
    assert (worker.collect(weights, 5)["actions"] == 2).all(), "the height is above 0"


def test_measure_with_a_stand_in_for_ray() -> None:
    class Actor:
        def __init__(self, made: Any) -> None:
            self.made = made

        def __getattr__(self, name: str) -> Any:
            method = getattr(self.made, name)
            return type("Method", (), {"remote": staticmethod(method)})

    class Ray:
        killed = 0

        def remote(self, **options: Any) -> Any:
            return lambda kind: type("Kind", (), {"remote": staticmethod(lambda *words: Actor(kind(*words)))})

        def put(self, value: Any) -> Any:
            return value

        def get(self, values: Any) -> Any:
            return values

        def kill(self, actor: Any) -> None:
            Ray.killed += 1

    assert ray_workers.measure(Ray(), 2, 8, 4, 2) > 0 and Ray.killed == 2
