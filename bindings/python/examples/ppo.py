"""Learns LunarLander with PPO in NumPy, on a page: `python examples/ppo.py` takes a minute on two cores.

PPO (Schulman et al., "Proximal Policy Optimization Algorithms", 2017), with generalised advantages, Adam and two small
networks. The worlds run in Rust, all at once: here the learning takes most of the time, not the physics.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import physics2d.gym

Array = NDArray[np.float32]


class Network:
    """Two hidden layers of tanh, and its gradient."""

    def __init__(self, sizes: list[int], last: float, rng: np.random.Generator) -> None:
        self.weights: list[Array] = []
        for index, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
            # Orthogonal rows: the signal keeps its size from layer to layer.
            q, _ = np.linalg.qr(rng.normal(size=(max(inputs, outputs), min(inputs, outputs))))
            gain = last if index == len(sizes) - 2 else np.sqrt(2)
            matrix = q if q.shape == (inputs, outputs) else q.T
            self.weights += [(gain * matrix).astype(np.float32), np.zeros(outputs, np.float32)]
        self.moments = [[np.zeros_like(one) for one in self.weights] for _ in range(2)]
        self.updates = 0

    def forward(self, x: Array) -> Array:
        self.inputs = [x]
        for matrix, bias in zip(self.weights[0:-2:2], self.weights[1:-2:2]):
            x = np.tanh(x @ matrix + bias).astype(np.float32)
            self.inputs.append(x)
        return x @ self.weights[-2] + self.weights[-1]

    def gradient(self, of_output: Array) -> list[Array]:
        """Of the last inputs, with the gradient of the loss by the output."""
        gradients: list[Array] = []
        for layer in reversed(range(len(self.weights) // 2)):
            x = self.inputs[layer]
            gradients[:0] = [x.T @ of_output, of_output.sum(0)]
            if layer:
                of_output = ((of_output @ self.weights[2 * layer].T) * (1 - x * x)).astype(np.float32)
        return gradients

    def descend(self, gradients: list[Array], rate: float) -> None:
        """A step of Adam, after gradients of a norm above 0.5 are shortened to it."""
        norm = np.sqrt(sum(float((one * one).sum()) for one in gradients))
        scale = min(1.0, 0.5 / (norm + 1e-8))
        self.updates += 1
        for weight, gradient, m, v in zip(self.weights, gradients, *self.moments):
            gradient = scale * gradient
            m += 0.1 * (gradient - m)
            v += 0.001 * (gradient * gradient - v)
            corrected = m / (1 - 0.9**self.updates)
            weight -= rate * corrected / (np.sqrt(v / (1 - 0.999**self.updates)) + 1e-5)


def log_softmax(logits: Array) -> Array:
    shifted = logits - logits.max(1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(1, keepdims=True)), np.float32)


def landers(worlds: int, threads: int) -> Any:
    """The worlds of this engine."""
    return gymnasium.make_vec(
        physics2d.gym.LUNAR_LANDER, num_envs=worlds, threads=threads, autoreset_mode="SameStep"
    )


def learn(
    total: int, envs: Any, seed: int, report: Any = print, length: int = 128, parts: int = 32, look: Any = None
) -> list[tuple[int, float, float]]:
    """Learns for `total` steps. Returns steps, seconds and the mean return of the last 100 episodes, by round.

    A round is `length` steps of each world, learnt from in `parts` parts. `look(policy, steps)` is called after each."""
    rng = np.random.default_rng(seed)
    worlds, epochs, gamma, decay, clip = envs.num_envs, 8, 0.999, 0.98, 0.2
    policy = Network([8, 64, 64, 4], 0.01, rng)
    critic = Network([8, 64, 64, 1], 1.0, rng)
    seen, _ = envs.reset(seed=seed)
    returns, finished = np.zeros(worlds), deque[float](maxlen=100)
    curve, start, rounds = list[tuple[int, float, float]](), time.perf_counter(), max(total // (length * worlds), 1)
    for turn in range(rounds):
        states = np.zeros((length, worlds, 8), np.float32)
        acts = np.zeros((length, worlds), np.int64)
        old, rewards, goes_on, values = (np.zeros((length, worlds), np.float32) for _ in range(4))
        for t in range(length):
            logits = log_softmax(policy.forward(seen))
            # The greatest of the log probabilities with Gumbel noise is a sample.
            choice = (logits + rng.gumbel(size=logits.shape)).argmax(1)
            states[t], acts[t], old[t] = seen, choice, logits[np.arange(worlds), choice]
            values[t] = critic.forward(seen)[:, 0]
            seen, reward, terminated, truncated, infos = envs.step(choice)
            ended = terminated | truncated
            rewards[t], goes_on[t] = 0.01 * reward, ~ended
            if truncated.any():
                # An episode that was cut short would have gone on: its value stands for the rest.
                cut = np.flatnonzero(truncated & ~terminated)
                if cut.size:
                    rewards[t, cut] += gamma * critic.forward(np.stack(infos["final_obs"][cut]))[:, 0]
            returns += reward
            finished.extend(returns[ended])
            returns[ended] = 0
        after, advantages = critic.forward(seen)[:, 0], np.zeros((length, worlds), np.float32)
        running = np.zeros(worlds, np.float32)
        for t in reversed(range(length)):
            error = rewards[t] + gamma * goes_on[t] * after - values[t]
            running = error + gamma * decay * goes_on[t] * running
            advantages[t], after = running, values[t]
        targets = (advantages + values).reshape(-1)
        inputs, actions = states.reshape(-1, 8), acts.reshape(-1)
        befores, gains = old.reshape(-1), advantages.reshape(-1)
        rate = 1e-3 * (1 - turn / rounds)
        for _ in range(epochs):
            for rows in np.array_split(rng.permutation(length * worlds), parts):
                x, action, before, gain = inputs[rows], actions[rows], befores[rows], gains[rows]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                log = log_softmax(policy.forward(x))
                probabilities, at = np.exp(log), np.arange(len(rows))
                ratio = np.exp(log[at, action] - before)
                # The gradient of min(ratio gain, clip(ratio) gain) is zero where the clip is the lesser.
                inside = np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
                one_hot = np.zeros_like(log)
                one_hot[at, action] = 1
                slope = -(ratio * gain * inside)[:, None] * (one_hot - probabilities)
                entropy = -(probabilities * log).sum(1, keepdims=True)
                slope += 0.003 * probabilities * (log + entropy)
                policy.descend(policy.gradient((slope / len(rows)).astype(np.float32)), rate)
                wrong = critic.forward(x)[:, 0] - targets[rows]
                critic.descend(critic.gradient((wrong / len(rows))[:, None].astype(np.float32)), rate)
        steps, mean = (turn + 1) * length * worlds, float(np.mean(finished)) if finished else float("nan")
        curve.append((steps, time.perf_counter() - start, mean))
        if look is not None:
            look(policy, steps)
        report(f"{steps:9,} steps  {curve[-1][1]:6.1f} s  mean return of the last 100 episodes {mean:7.1f}")
    envs.close()
    return curve


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=3_000_000)
    options.add_argument("--worlds", type=int, default=256)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--short", action="store_true", help="a few rounds only")
    given = options.parse_args()
    learn(100_000 if given.short else given.steps, landers(given.worlds, given.threads), given.seed)
