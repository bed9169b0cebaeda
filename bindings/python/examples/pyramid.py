"""A pyramid of boxes, as pymunk's `box2d_pyramid`. The mouse drags boxes.

    python pyramid.py            a window
    python pyramid.py --short    120 steps without one
"""

import sys

from physics2d import Body, World

ROWS = 14
STEPS = 120


def build() -> tuple[World, Body]:
    """The world, and the box at the top."""
    world = World(gravity=(0, -9.81))
    ground = world.add_body()
    ground.add_segment((-20, 0), (20, 0), friction=1.0)
    top = ground
    for row in range(ROWS):
        for column in range(ROWS - row):
            x = 1.125 * (column - (ROWS - row - 1) / 2)
            top = world.add_body(kind="dynamic", position=(x, 0.5 + row))
            top.add_box(1, 1, density=5, friction=1.0)
    return world, top


def main() -> None:
    world, top = build()
    if "--short" in sys.argv:
        world.step(count=STEPS)
        print(f"{world.stats['bodies'] - 1} boxes; the one at the top is {top.position[1]:.3f} m high")
        # Each contact may sink by 5 mm.
        assert abs(top.position[1] - (ROWS - 0.5)) < 0.005 * ROWS
    else:
        world.show(view=(-12, -1, 12, 16))


if __name__ == "__main__":
    main()
