"""Steps a second of LunarLander, and of a box of seven bodies, on whatever is installed: `python tools/rates.py`.

    pip install "gymnasium[box2d]" envpool pymunk pyb2d3      # the others, as far as they exist for this Python

Random actions; each row is timed for two seconds. A core-second is a second that the processor worked for this program,
in all of its threads.
"""

from __future__ import annotations

import importlib.util
import math
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import physics2d

SECONDS = 2.0


def rate(step: Callable[[], object], steps: int) -> tuple[float, float]:
    """Steps a core-second and steps a second, of a call that makes so many steps."""
    for _ in range(3):
        step()
    wall, cpu, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - wall < SECONDS:
        step()
        count += steps
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return count / cpu, count / wall


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def lander(worlds: int, threads: int) -> Callable[[], object]:
    import gymnasium

    import physics2d.gym

    envs = gymnasium.make_vec(physics2d.gym.LUNAR_LANDER, num_envs=worlds, threads=threads)
    envs.reset(seed=0)
    actions = [envs.action_space.sample() for _ in range(16)]
    return lambda: envs.step(random.choice(actions))


def gymnasium_lander() -> Callable[[], object]:
    import gymnasium

    env = gymnasium.make("LunarLander-v3")
    env.reset(seed=0)

    def step() -> None:
        _, _, terminated, truncated, _ = env.step(random.randrange(4))
        if terminated or truncated:
            env.reset()

    return step


def envpool_lander(worlds: int, threads: int) -> Callable[[], object]:
    import envpool  # type: ignore[import-not-found]

    envs = envpool.make_gymnasium("LunarLander-v3", num_envs=worlds, num_threads=threads)
    envs.reset()
    actions = [np.random.randint(0, 4, worlds) for _ in range(16)]
    return lambda: envs.step(random.choice(actions))


#: The places of the seven bodies, m.
PLACES = [(-1.5 + 1.5 * (i % 3), 0.8 + 1.2 * (i // 3)) for i in range(7)]


def our_box() -> physics2d.World:
    world = physics2d.World(gravity=(0, -10), sleeping=False)
    walls = world.add_body()
    for normal, distance in (((0, 1), 0.0), ((1, 0), -3.0), ((-1, 0), -3.0)):
        walls.add_half_space(normal, distance)
    for i, place in enumerate(PLACES):
        body = world.add_body(kind="dynamic", position=place, angle=0.1 * i)
        if i % 2:
            body.add_box(0.8, 0.6)
        else:
            body.add_circle(0.4)
    return world


def one_of_ours() -> Callable[[], object]:
    world = our_box()
    bodies = [body for body in world.bodies if body.kind == "dynamic"][1::2]

    def step() -> None:
        for body in bodies:
            body.apply_force((random.uniform(-12, 12), random.uniform(-16, 16)))
        world.step(1 / 60)

    return step


def batch_of_ours(worlds: int, threads: int) -> Callable[[], object]:
    world = our_box()
    driven = [body for body in world.bodies if body.kind == "dynamic"][1::2]
    drives = [physics2d.actions.force(body) for body in driven]
    seen = [physics2d.observations.pose(body) for body in world.bodies if body.kind == "dynamic"]
    batch = physics2d.Batch(world, worlds, threads=threads, actions=drives, observations=seen)
    rng = np.random.default_rng(1)
    forces = [rng.uniform(-14, 14, (worlds, batch.action_len)).astype(np.float32) for _ in range(16)]
    return lambda: batch.step(random.choice(forces))


def one_of_pymunk() -> Callable[[], object]:
    import pymunk  # type: ignore[import-not-found]

    space = pymunk.Space()
    space.gravity = (0, -10)
    for a, b in (((-9, 0), (9, 0)), ((-3, -1), (-3, 9)), ((3, -1), (3, 9))):
        space.add(pymunk.Segment(space.static_body, a, b, 0.05))
    driven: list[Any] = []
    for i, place in enumerate(PLACES):
        body = pymunk.Body(1, 0.1)
        body.position, body.angle = place, 0.1 * i
        shape = pymunk.Poly.create_box(body, (0.8, 0.6)) if i % 2 else pymunk.Circle(body, 0.4)
        shape.friction = 0.6
        space.add(body, shape)
        if i % 2:
            driven.append(body)

    def step() -> None:
        for body in driven:
            body.apply_force_at_world_point((random.uniform(-12, 12), random.uniform(-16, 16)), body.position)
        space.step(1 / 60)

    return step


def one_of_box2d() -> Callable[[], object]:
    import Box2D  # type: ignore[import-not-found]

    world = Box2D.b2World(gravity=(0, -10), doSleep=False)
    for a, b in (((-9, 0), (9, 0)), ((-3, -1), (-3, 9)), ((3, -1), (3, 9))):
        world.CreateStaticBody(shapes=Box2D.b2EdgeShape(vertices=[a, b]))
    driven: list[Any] = []
    for i, place in enumerate(PLACES):
        shape = Box2D.b2PolygonShape(box=(0.4, 0.3)) if i % 2 else Box2D.b2CircleShape(radius=0.4)
        body = world.CreateDynamicBody(position=place, angle=0.1 * i, shapes=shape)
        if i % 2:
            driven.append(body)

    def step() -> None:
        for body in driven:
            body.ApplyForceToCenter((random.uniform(-12, 12), random.uniform(-16, 16)), True)
        world.Step(1 / 60, 6, 2)

    return step


def one_of_pyb2d3() -> Callable[[], object]:
    """Box2D 3, with its four sub-steps."""
    import pyb2d3  # type: ignore[import-not-found]

    world = pyb2d3.World(gravity=(0, -10))
    world.sleeping_enabled = False
    ground = world.create_static_body(position=(0, 0))
    material = pyb2d3.shape_def(density=1.0, material=pyb2d3.surface_material(friction=0.6))
    for a, b in (((-9, 0), (9, 0)), ((-3, -1), (-3, 9)), ((3, -1), (3, 9))):
        ground.create_shape(material, pyb2d3.segment(a, b))
    driven: list[Any] = []
    for i, place in enumerate(PLACES):
        body = world.create_dynamic_body(position=place)
        body.create_shape(material, pyb2d3.box(0.4, 0.3) if i % 2 else pyb2d3.circle((0, 0), 0.4))
        if i % 2:
            driven.append(body)

    def step() -> None:
        for body in driven:
            body.apply_force_to_center((random.uniform(-12, 12), random.uniform(-16, 16)))
        world.step(1 / 60, 4)

    return step


def main() -> None:
    random.seed(1)
    rows: list[tuple[str, str, int, int, Callable[[], Callable[[], object]]]] = []
    if has("gymnasium"):
        if has("Box2D"):
            rows.append(("LunarLander", "gymnasium, box2d", 1, 1, gymnasium_lander))
        if has("envpool"):
            for worlds, threads in ((64, 1), (64, 2), (1024, 2)):
                rows.append(("LunarLander", "EnvPool", worlds, threads, lambda w=worlds, t=threads: envpool_lander(w, t)))
        for worlds, threads in ((64, 1), (64, 2), (1024, 1), (1024, 2), (4096, 2)):
            rows.append(("LunarLander", "physics2d", worlds, threads, lambda w=worlds, t=threads: lander(w, t)))
    if has("Box2D"):
        rows.append(("7 bodies", "box2d", 1, 1, one_of_box2d))
    if has("pymunk"):
        rows.append(("7 bodies", "pymunk", 1, 1, one_of_pymunk))
    if has("pyb2d3"):
        rows.append(("7 bodies", "pyb2d3", 1, 1, one_of_pyb2d3))
    rows.append(("7 bodies", "physics2d, a World", 1, 1, one_of_ours))
    for worlds, threads in ((64, 1), (1024, 1), (1024, 2)):
        rows.append(("7 bodies", "physics2d, a Batch", worlds, threads, lambda w=worlds, t=threads: batch_of_ours(w, t)))
    print("| what | on | worlds | threads | steps a core-second | steps a second |")
    print("|---|---|---|---|---|---|")
    for what, on, worlds, threads, make in rows:
        core, wall = rate(make(), worlds)
        digits = -3 if math.log10(core) > 5 else -2
        print(f"| {what} | {on} | {worlds} | {threads} | {round(core, digits):,.0f} | {round(wall, digits):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
