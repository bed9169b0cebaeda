"""Draws how PPO learns (`examples/ppo.py`): `python tools/learning_curve.py`, which takes two minutes.

Writes docs/learning/ppo.svg and prints the row of each seed for docs/learning.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples"))

import ppo  # noqa: E402

STEPS, WORLDS, THREADS = 3_000_000, 256, 2
WIDTH, HEIGHT, LEFT, TOP, LOW, HIGH = 620, 300, 56, 16, -200.0, 300.0


def place(steps: float, mean: float) -> tuple[float, float]:
    x = LEFT + (WIDTH - LEFT - 16) * steps / STEPS
    return x, TOP + (HEIGHT - TOP - 44) * (HIGH - max(mean, LOW)) / (HIGH - LOW)


def main() -> None:
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for mean in range(-200, 301, 100):
        x, y = place(0, mean)
        dash = ' stroke-dasharray="5 3"' if mean == 200 else ""
        out.append(f'<line x1="{x}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}" stroke="#bbb"{dash}/>')
        out.append(f'<text x="{x - 6}" y="{y + 4:.1f}" text-anchor="end">{mean}</text>')
    for million in range(4):
        x, y = place(1e6 * million, LOW)
        out.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{million}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">million steps</text>')
    out.append(f'<text x="{WIDTH - 24}" y="{place(0, -150)[1]:.1f}" text-anchor="end">mean return of the last 100 episodes</text>')
    for seed, colour in enumerate(["#1b6ca8", "#c8553d", "#3a7d44"], start=1):
        curve = [one for one in ppo.learn(STEPS, ppo.landers(WORLDS, THREADS), seed, report=lambda line: None) if one[2] == one[2]]
        points = " ".join("{:.1f},{:.1f}".format(*place(steps, mean)) for steps, _, mean in curve)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        solved = next((one for one in curve if one[2] >= 200), None)
        at = f"{solved[0] / 1e6:.2f} | {solved[1]:.0f}" if solved else "- | -"
        print(f"| {seed} | {at} | {curve[-1][1]:.0f} | {curve[-1][2]:.0f} |", flush=True)
    out.append("</svg>")
    (ROOT.parent.parent / "docs" / "learning" / "ppo.svg").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
