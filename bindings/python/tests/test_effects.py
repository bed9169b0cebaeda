"""Effects and movers."""

import math
import pickle

import pytest

from physics2d import Attractor, GravityRegion, Mover, OutOfRange, Shape, Water, Wind, World

DT = 1 / 60


def test_log_floats_at_the_ratio_of_densities() -> None:
    world = World()
    box = world.add_body(kind="dynamic", position=(0, 0.2))
    box.add_box(1, 1, density=500)
    world.effects = [Water(0.0, viscosity=3)]
    world.step(DT, count=900)
    # Half of it is below the surface.
    assert box.position[1] == pytest.approx(0, abs=0.02)
    world.effects = []
    world.step(DT, count=60)
    assert box.position[1] < -1, "what floated asleep falls when the water is gone"


def test_planet_keeps_a_moon_on_its_circle() -> None:
    world = World(gravity=(0, 0), sleeping=False)
    moon = world.add_body(kind="dynamic", position=(10, 0), velocity=(0, 2))
    moon.add_circle(0.1)
    world.effects = [Attractor((0, 0), strength=40)]  # v^2 = strength / r
    world.step(DT, count=round(2 * math.pi * 10 / 2 / DT))
    assert moon.position == pytest.approx((10, 0), abs=0.1)


def test_region_has_its_own_gravity_and_wind_blows() -> None:
    world = World()
    inside = world.add_body(kind="dynamic", position=(0, 5))
    outside = world.add_body(kind="dynamic", position=(20, 5))
    for body in (inside, outside):
        body.add_circle(0.5)
    world.effects = [GravityRegion((0, 0), region=((-5, 0), (5, 10)))]
    world.step(DT, count=30)
    assert inside.velocity == (0, 0) and outside.velocity[1] < -4
    world.effects = [Wind((10, 0))]
    world.step(DT, count=30)
    assert inside.velocity[0] > 0.5


def test_explosion_pushes_away() -> None:
    world = World(gravity=(0, 0))
    near, far = world.add_body(kind="dynamic", position=(2, 0)), world.add_body(kind="dynamic", position=(50, 0))
    for body in (near, far):
        body.add_circle(0.5)
    assert world.explode((0, 0), 5, 10) == [near]
    # The circle is 1 m across; it faces 10 N s for each metre.
    assert near.mass * near.velocity[0] == pytest.approx(10, rel=0.02)
    assert far.velocity == (0, 0)


def test_effects_are_data() -> None:
    for effect in (Wind((1, 2), drag=2), Water(3), Water(region=Shape.box(2, 2)),
                   Attractor((0, 0), 5, "linear", reach=9), GravityRegion((0, 1))):
        assert pickle.loads(pickle.dumps(effect)) == effect
    assert Wind((1, 2)) == Wind((1, 2)) != Wind((1, 3))


def test_bad_effects_are_named() -> None:
    world = World()
    for make, field in [
        (lambda: Wind((math.nan, 0)), "velocity"),
        (lambda: Attractor((0, 0), math.inf), "strength"),
        (lambda: Attractor((0, 0), 1, "cubic"), "law"),  # type: ignore[arg-type]
        (lambda: setattr(world, "effects", [Wind((1, 0), density=-1)]), "density"),
        (lambda: setattr(world, "effects", [Water(0, viscosity=math.nan)]), "viscosity"),
        (lambda: Water(0, region=Shape.box(2, 2)), "region"),
        (lambda: world.explode((0, 0), -1, 1), "radius"),
    ]:
        with pytest.raises(OutOfRange) as caught:
            make()
        assert field in caught.value.field
    for make in (lambda: Wind((1, 0), dragg=1), lambda: Wind("x"), lambda: Water(region=3),  # type: ignore
                 lambda: setattr(world, "effects", [3])):
        with pytest.raises(TypeError):
            make()
    assert world.effects == []


def walk(world: World, mover: Mover, steps: int, speed: float = 3.0) -> None:
    velocity = (0.0, 0.0)
    for _ in range(steps):
        motion = mover.step((speed, velocity[1] - 9.81 * DT), DT)
        velocity = motion.velocity
        world.step(DT)


def test_mover_walks_climbs_and_stops_at_a_wall() -> None:
    world = World()
    ground = world.add_body()
    ground.add_half_space((0, 1), 0)
    world.add_body(position=(4, 0.1)).add_box(4, 0.2)  # a step, 20 cm high
    world.add_body(position=(8, 1)).add_box(1, 4)
    mover = Mover(world, Shape.capsule((0, -0.4), (0, 0.4), 0.3), (0, 1), step_height=0.3)
    walk(world, mover, 40, 0)
    assert mover.on_ground
    assert mover.position[1] == pytest.approx(0.7 + mover.properties()["skin"], abs=0.01)
    walk(world, mover, 60)
    assert mover.position[1] == pytest.approx(0.9, abs=0.03)
    walk(world, mover, 120)
    assert mover.position[0] == pytest.approx(7.5 - 0.3, abs=0.03)
    motion = mover.step((3, 0), DT)
    assert motion.is_wall_right and not motion.is_wall_left
    mover.position = (0, 5)
    assert mover.position == (0, 5)
    with pytest.raises(OutOfRange):
        mover.set(max_slope=9)
    with pytest.raises(TypeError, match="max_slope"):
        mover.set(max_slop=1)


def test_mover_is_seen_by_its_body_and_drops_through_a_platform() -> None:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    world.add_body(position=(0, 2)).add_box(4, 0.2, one_way=(0, 1))
    body = world.add_body(kind="kinematic")
    body.add_box(0.6, 1.4)
    mover = Mover(world, Shape.box(0.6, 1.4), (0, 4), body=body)
    walk(world, mover, 60, 0)
    assert mover.on_ground and mover.position[1] == pytest.approx(2.8, abs=0.05)
    assert world.colliders_at(mover.position) == body.colliders
    mover.drop_through()
    walk(world, mover, 60, 0)
    assert mover.position[1] == pytest.approx(0.7, abs=0.05)
