"""Laws with a closed form: what a program may rely on, whatever the engine does inside."""

import math

import numpy as np
import pytest

import physics2d
from physics2d import World

DT = 1 / 60


def test_free_fall_follows_the_parabola_of_its_substeps() -> None:
    """With n sub-steps of h seconds, symplectic Euler falls by g h^2 k (k + 1) / 2 in k sub-steps."""
    world = World(gravity=(0, -10), solver={"substeps": 4})
    ball = world.add_body(kind="dynamic", position=(0, 100), velocity=(2, 0))
    ball.add_circle(0.5)
    world.step(DT, count=60)
    h, k = DT / 4, 4 * 60
    # The engine keeps 24 bits: 1e-6 of 10 m.
    assert ball.position == pytest.approx((2.0, 100 - 10 * h * h * k * (k + 1) / 2), abs=1e-4)
    assert ball.velocity == pytest.approx((2.0, -10.0), abs=1e-4)


def test_momentum_is_kept_and_energy_is_kept_when_two_discs_collide() -> None:
    world = World(gravity=(0, 0), restitution_rule="max")
    a = world.add_body(kind="dynamic", position=(-2, 0), velocity=(3, 0))
    b = world.add_body(kind="dynamic", position=(2, 0))
    a.add_circle(0.5, density=2, restitution=1, friction=0)
    b.add_circle(0.5, density=1, restitution=1, friction=0)
    before = a.mass * np.array(a.velocity) + b.mass * np.array(b.velocity)
    world.step(DT, count=120)
    after = a.mass * np.array(a.velocity) + b.mass * np.array(b.velocity)
    assert after == pytest.approx(before, rel=1e-5)
    # Elastic: u' = (m - M) / (m + M) u and 2 m / (m + M) u, with m = 2 M. The solver is soft, hence a percent.
    assert a.velocity[0] == pytest.approx(1.0, rel=0.01)
    assert b.velocity[0] == pytest.approx(4.0, rel=0.01)


def test_pendulum_swings_with_its_period() -> None:
    world = World(gravity=(0, -9.81))
    pin = world.add_body(position=(0, 3))
    bob = world.add_body(kind="dynamic", position=(0.1, 3 - math.sqrt(4 - 0.01)))
    bob.add_circle(0.01, density=1000)
    world.add_distance(pin, bob)
    crossings, before = [], bob.position[0]
    for step in range(1, 1200):
        world.step(DT)
        now = bob.position[0]
        if before > 0 >= now:
            crossings.append((step - now / (now - before)) * DT)
        before = now
    period = (crossings[-1] - crossings[0]) / (len(crossings) - 1)
    # At 0.05 rad the period is longer than for small swings by a share of 0.05^2 / 16 = 1.6e-4.
    assert period == pytest.approx(2 * math.pi * math.sqrt(2 / 9.81), rel=2e-3)


def test_box_rests_on_the_ground_and_sleeps() -> None:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    box = world.add_body(kind="dynamic", position=(0, 0.5))
    box.add_box(1, 1)
    world.step(DT, count=120)
    # Within the tolerance of contacts, 5 mm.
    assert box.position[1] == pytest.approx(0.5, abs=0.005)
    assert not box.is_awake


def test_box_stays_on_a_slope_below_the_angle_of_friction_and_slides_above() -> None:
    for slope, slides in [(0.3, False), (0.7, True)]:
        world = World()
        ground = world.add_body(angle=slope)
        ground.add_half_space((0, 1), 0, friction=0.5)
        box = world.add_body(kind="dynamic", position=(-math.sin(slope) * 0.5, math.cos(slope) * 0.5), angle=slope)
        box.add_box(1, 1, friction=0.5)
        world.step(DT, count=60)
        assert (math.hypot(*box.velocity) > 0.5) is slides, slope


def test_a_constant_force_accelerates_by_force_over_mass() -> None:
    world = World(gravity=(0, 0))
    body = world.add_body(kind="dynamic")
    body.add_box(1, 1, density=4)
    for _ in range(60):
        body.apply_force((8, 0))
        world.step(DT)
    assert body.mass == 4.0
    assert body.velocity[0] == pytest.approx(2.0, rel=1e-5)


def test_motor_reaches_its_speed() -> None:
    world = World(gravity=(0, 0))
    a, b = world.add_body(), world.add_body(kind="dynamic")
    b.add_box(1, 0.2)
    joint = world.add_revolute(a, b, anchor=(0, 0), motor_speed=3, max_motor_torque=100)
    world.step(DT, count=60)
    assert b.angular_velocity == pytest.approx(3, rel=1e-3)
    assert joint.angular_speed == pytest.approx(3, rel=1e-3)
    joint.motor_speed = -1.5
    world.step(DT, count=60)
    assert b.angular_velocity == pytest.approx(-1.5, rel=1e-3)


def test_same_calls_give_the_same_hash() -> None:
    def run(threads: int) -> int:
        world = World()
        world.threads = threads
        world.add_body().add_half_space((0, 1), 0)
        for i in range(200):
            body = world.add_body(kind="dynamic", position=(0.3 * (i % 20), 1 + 1.1 * (i // 20)))
            body.add_box(1, 1) if i % 2 else body.add_circle(0.5)
        world.step(DT, count=30)
        return world.state_hash()

    assert run(1) == run(1) == run(2)


def test_mass_is_set_with_its_inertia() -> None:
    world = World()
    body = world.add_body(kind="dynamic")
    body.add_circle(1, density=1)
    inertia = body.inertia
    body.mass = 2 * body.mass
    assert body.inertia == pytest.approx(2 * inertia)
    body.set(mass={"mass": 3, "center_of_mass": (0.5, 0), "inertia": 0})
    assert (body.mass, body.inertia, body.center) == (3, 0, (0.5, 0))
    body.set(mass=None)
    assert body.mass == pytest.approx(math.pi, rel=1e-5)


def test_level_has_the_hash_of_the_engine_in_rust() -> None:
    """`crates/scenes/tests/python_level.rs` computes the same number from the same file."""
    from pathlib import Path

    folder = Path(__file__).parent / "data"
    world = World.load(folder / "level.json")
    start = world.state_hash()
    world.step(DT, count=120)
    expected = (folder / "hashes.txt").read_text().split()
    assert [f"{start:016x}", f"{world.state_hash():016x}"] == expected
    assert physics2d.Level.load(folder / "level.json") == physics2d.Level.from_json(
        (folder / "level.json").read_text()
    )
