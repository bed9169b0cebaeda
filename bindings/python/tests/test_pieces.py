"""Bodies that are cut and broken keep their mass and their motion."""

import pytest

from physics2d import Body, OutOfRange, StaleHandle, World


def log() -> tuple[World, Body]:
    world = World(gravity=(0, 0))
    body = world.add_body(kind="dynamic", velocity=(1, 0), angular_velocity=2, user_data=7)
    body.add_box(4, 0.5, density=600, friction=0.3)
    return world, body


def motion(bodies: list[Body]) -> tuple[float, float, float, float]:
    """Mass, momentum, and angular momentum about the origin."""
    mass = sum(one.mass for one in bodies)
    x = sum(one.mass * one.velocity[0] for one in bodies)
    y = sum(one.mass * one.velocity[1] for one in bodies)
    spin = sum(
        one.inertia * one.angular_velocity
        + one.mass * (one.center[0] * one.velocity[1] - one.center[1] * one.velocity[0])
        for one in bodies
    )
    return mass, x, y, spin


def test_a_cut_keeps_mass_and_motion() -> None:
    world, whole = log()
    before = motion([whole])
    pieces = whole.cut((1, -1), (1, 1))
    # Left of the upward line is what is on its left: 3 m of 4.
    assert [piece.mass for piece in pieces] == pytest.approx([900, 300])
    # Velocities are f32: 1 m/s is exact to 6e-8, and times 1200 kg to 1e-4 kg m/s.
    assert motion(pieces) == pytest.approx(before, rel=1e-5, abs=1e-3)
    assert all(piece.user_data == 7 and piece.colliders[0].friction == pytest.approx(0.3) for piece in pieces)
    assert world.bodies == pieces and not whole.exists
    with pytest.raises(StaleHandle):
        whole.cut((0, -1), (0, 1))
    assert pieces[0].cut((5, -1), (5, 1)) == [pieces[0]], "the line misses it"


def test_sites_break_a_body_into_the_parts_nearest_to_them() -> None:
    _, whole = log()
    before = motion([whole])
    pieces = whole.fracture([(-1.5, 0), (0, 0.1), (1.5, 0)])
    assert len(pieces) == 3 and motion(pieces) == pytest.approx(before, rel=1e-5, abs=1e-3)
    assert [piece.center[0] for piece in pieces] == sorted(piece.center[0] for piece in pieces)


def test_sites_far_from_the_origin_are_as_exact_as_lines() -> None:
    # There a single has steps of 6 cm: both sites would be one.
    world, far = World(gravity=(0, 0)), 1_000_000.0
    whole = world.add_body(kind="dynamic", position=(far, 0))
    whole.add_box(1, 1)
    left, right = whole.fracture([(far - 0.01, 0), (far + 0.01, 0)])
    assert left.mass == pytest.approx(right.mass, rel=1e-3)
    assert right.center[0] - left.center[0] == pytest.approx(0.5, rel=1e-3)


def test_a_joint_goes_to_the_nearest_piece() -> None:
    world, whole = log()
    wall = world.add_body()
    world.add_revolute(wall, whole, anchor=(1.9, 0))
    left, right = whole.cut((0, -1), (0, 1))
    assert [joint.b for joint in world.joints] == [max((left, right), key=lambda one: one.center[0])]


def test_bad_lines_and_sites_are_named() -> None:
    world, whole = log()
    with pytest.raises(OutOfRange, match="line"):
        whole.cut((0, 0), (0, 0))
    with pytest.raises(OutOfRange, match="a.x is NaN"):
        whole.cut((float("nan"), 0), (0, 1))
    with pytest.raises(OutOfRange):
        whole.fracture([])
    with pytest.raises(OutOfRange, match=r"sites\[1\].y is inf"):
        whole.fracture([(0, 0), (0, float("inf"))])
    assert world.bodies == [whole]
