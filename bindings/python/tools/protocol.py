"""Learns Gymnasium's LunarLander on Box2D and on this engine, and compares: `python tools/protocol.py`, an hour.

The public protocol of Gymnasium's pull request 1602, for PPO: the same algorithm and numbers on both engines, paired
seeds, every 10,000 steps an evaluation on the same 20 seeds, and intervals by a paired bootstrap over the seeds. The
algorithm is `examples/ppo.py`; the environment is the released `LunarLander-v3`, once with Box2D and once after
`physics2d.box2d.install()`, each in processes of their own.

    pip install "gymnasium[box2d]"
    python tools/protocol.py                    # ten seeds of 500,000 steps; goes on where it was interrupted
    python tools/protocol.py --seeds 5 --jobs 1
    python tools/protocol.py --table            # only prints what is there

Results of each run lie in `target/protocol`, a file for each engine and seed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENGINES = ("box2d", "physics2d")
#: Steps from one evaluation to the next, and the seeds of its episodes, which no training uses.
EVERY, EVALUATION = 10_000, range(1_000_000, 1_000_020)
#: A round is 2,000 steps, learnt from in parts of 250.
WORLDS, LENGTH, PARTS = 16, 125, 8


def evaluate(policy: Any, envs: list[Any]) -> tuple[list[float], int]:
    """The return of one episode in each of `envs`, with the likeliest actions, and how many landed."""
    import numpy as np

    seen = np.array([env.reset(seed=seed)[0] for env, seed in zip(envs, EVALUATION)], np.float32)
    returns, landed, running = np.zeros(len(envs)), 0, list(range(len(envs)))
    while running:
        for index, action in zip(list(running), policy.forward(seen[running]).argmax(1)):
            seen[index], reward, terminated, truncated, _ = envs[index].step(int(action))
            returns[index] += reward
            if terminated or truncated:
                # The lander that has come to rest gets 100, any other end -100 or the reward of a step.
                landed += reward == 100
                running.remove(index)
    return [float(one) for one in returns], int(landed)


def run(engine: str, seed: int, steps: int) -> dict[str, Any]:
    """One training, in this process."""
    if engine == "physics2d":
        import physics2d.box2d

        physics2d.box2d.install()
    import gymnasium
    from gymnasium.vector import AutoresetMode

    sys.path.insert(0, str(ROOT / "examples"))
    import ppo

    name, start = "LunarLander-v3", time.perf_counter()
    envs = gymnasium.make_vec(name, WORLDS, "sync", vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP})
    ones = [gymnasium.make(name, disable_env_checker=True) for _ in EVALUATION]
    points: list[dict[str, Any]] = []

    def look(policy: Any, done: int) -> None:
        if done % EVERY == 0:
            returns, landed = evaluate(policy, ones)
            points.append({"steps": done, "returns": returns, "landed": landed})

    # Environments take `seed` to `seed + 15`, so seeds a thousand apart share none.
    ppo.learn(steps, envs, 1000 * seed, lambda line: None, LENGTH, PARTS, look)
    return {"engine": engine, "seed": seed, "steps": steps, "seconds": time.perf_counter() - start, "points": points}


def path(folder: Path, engine: str, seed: int, steps: int) -> Path:
    return folder / f"{engine}-{steps}-{seed}.json"


def run_all(folder: Path, seeds: range, steps: int, jobs: int) -> None:
    """What is not there yet, each in a process of its own."""
    waiting = [(engine, seed) for seed in seeds for engine in ENGINES if not path(folder, engine, seed, steps).exists()]
    running: list[subprocess.Popen[bytes]] = []
    # One thread each: the networks are small, and the engines' worlds are stepped one by one.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    while waiting or running:
        while waiting and len(running) < jobs:
            engine, seed = waiting.pop(0)
            words = ["--engine", engine, "--first", str(seed), "--steps", str(steps), "--folder", str(folder)]
            command = [sys.executable, "-W", "ignore", __file__, *words]
            running.append(subprocess.Popen(command, env=environment))
        time.sleep(0.5)
        for child in [child for child in running if child.poll() is not None]:
            running.remove(child)
            if child.returncode:
                raise SystemExit(f"a training failed: {child.args}")


def interval(differences: Any) -> str:
    """The mean and its 95 % interval by 10,000 bootstrap samples of the seeds."""
    import numpy as np

    rng = np.random.default_rng(0)
    means = rng.choice(differences, size=(10_000, len(differences))).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{differences.mean():+.1f} | [{low:+.1f}, {high:+.1f}]"


def table(folder: Path, seeds: range, steps: int) -> None:
    """The table for docs/gymnasium.md, of the seeds for which both engines are done."""
    import numpy as np

    pairs = [[path(folder, engine, seed, steps) for engine in ENGINES] for seed in seeds]
    runs = [[json.loads(one.read_text()) for one in pair] for pair in pairs if all(one.exists() for one in pair)]
    if not runs:
        raise SystemExit("no seed is done on both engines")
    # By seed, engine, evaluation and episode.
    returns = np.array([[[point["returns"] for point in run["points"]] for run in pair] for pair in runs])
    landed = np.array([[[point["landed"] for point in run["points"]] for run in pair] for pair in runs]) * 5.0
    seconds = np.array([[run["seconds"] for run in pair] for pair in runs])
    rows = {
        "return of the last evaluation": returns[:, :, -1].mean(-1),
        "return of the last five evaluations": returns[:, :, -5:].mean((-2, -1)),
        "mean return over the training (area under the curve)": returns.mean((-2, -1)),
        "best evaluation": returns.mean(-1).max(-1),
        "landed in the last five evaluations, %": landed[:, :, -5:].mean(-1),
        "minutes": seconds / 60,
    }
    print(f"{len(runs)} seeds, {steps:,} steps each, an evaluation every {EVERY:,}")
    print("| | Box2D: mean, sd | here: mean, sd | here - Box2D | 95 % |")
    print("|---|---|---|---|---|")
    for name, values in rows.items():
        spread = values.std(0, ddof=1) if len(runs) > 1 else np.zeros(2)
        cells = [f"{mean:.1f}, {sd:.1f}" for mean, sd in zip(values.mean(0), spread)]
        print(f"| {name} | {cells[0]} | {cells[1]} | {interval(values[:, 1] - values[:, 0])} |")
    print("| steps | Box2D | here |")
    for index in range(returns.shape[2] // 10 - 1, returns.shape[2], max(returns.shape[2] // 10, 1)):
        box2d, here = returns[:, :, index].mean((0, 2))
        print(f"| {(index + 1) * EVERY:,} | {box2d:.0f} | {here:.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=10, help="how many pairs of trainings")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--steps", type=int, default=500_000, help="of each training")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="trainings at a time")
    parser.add_argument("--folder", type=Path, default=ROOT / "target" / "protocol")
    parser.add_argument("--table", action="store_true", help="train nothing, print what is there")
    parser.add_argument("--engine", choices=ENGINES, help="one training, of the first seed")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.engine:
        found = run(given.engine, given.first, given.steps)
        path(given.folder, given.engine, given.first, given.steps).write_text(json.dumps(found))
        return
    seeds = range(given.first, given.first + given.seeds)
    if not given.table:
        run_all(given.folder, seeds, given.steps, given.jobs)
    table(given.folder, seeds, given.steps)


if __name__ == "__main__":
    main()
