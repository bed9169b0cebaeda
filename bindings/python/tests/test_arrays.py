"""Arrays: of a fixed address, written by each step, alive as long as anything refers to them."""

import gc

import numpy as np
import pytest

from physics2d import OutOfRange, World


def falling(count: int = 10) -> World:
    world = World()
    for i in range(count):
        world.add_body(kind="dynamic", position=(2 * i, 5), angle=0.1 * i, velocity=(i, 0)).add_circle(0.5)
    return world


def test_step_writes_the_array_at_the_same_address() -> None:
    world = falling()
    poses, velocities = world.poses(), world.velocities()
    address = poses.__array_interface__["data"][0]
    assert poses.shape == (10, 3) and poses.dtype == np.float64 and poses.flags.c_contiguous
    for _ in range(5):
        before = poses.copy()
        world.step()
        assert not np.array_equal(before, poses)
        expected = [[*body.position, body.angle] for body in world.bodies]
        assert np.array_equal(poses, expected)
        expected = [[*body.velocity, body.angular_velocity] for body in world.bodies]
        assert np.array_equal(velocities, expected)
    assert world.poses() is poses and world.velocities() is velocities
    assert poses.__array_interface__["data"][0] == address


def test_program_cannot_write_the_array() -> None:
    poses = falling().poses()
    with pytest.raises(ValueError):
        poses[0, 0] = 1
    with pytest.raises(ValueError):
        np.add(poses, 1, out=poses)


def test_view_keeps_the_memory_alive() -> None:
    world = falling()
    world.step()
    column = world.poses()[:, 1]
    expected = column.copy()
    del world
    gc.collect()
    junk = [np.ones((10, 3)) for _ in range(100)]
    assert np.array_equal(column, expected) and len(junk) == 100


def test_call_shows_what_was_set_since_the_step() -> None:
    world = falling()
    poses = world.poses()
    world.bodies[3].position = (50, 60)
    assert poses[3, 0] != 50
    assert world.poses() is poses and tuple(poses[3, :2]) == (50, 60)


def test_removed_body_is_nan_in_the_old_array_and_not_in_the_new() -> None:
    world = falling(4)
    old = world.poses()
    world.bodies[1].remove()
    world.step()
    assert np.isnan(old[1]).all() and not np.isnan(old[[0, 2, 3]]).any()
    new = world.poses()
    assert new is not old and new.shape == (3, 3) and not np.isnan(new).any()
    world.step()
    assert not np.array_equal(new[0], old[0]), "the old array is no longer written"


def test_positions_far_away_keep_their_digits() -> None:
    world = World(gravity=(0, 0))
    world.add_body(kind="dynamic", position=(1e7 + 0.25, 0)).add_circle(0.5)
    assert world.poses()[0, 0] == 1e7 + 0.25


def rays(world: World, count: int = 100) -> tuple[np.ndarray, np.ndarray]:
    origins = np.column_stack([np.linspace(-1, 20, count), np.full(count, 10.0)])
    return origins, np.tile([0.0, -20.0], (count, 1))


def test_rays_in_one_call_are_those_of_single_calls() -> None:
    world = falling()
    origins, translations = rays(world)
    found = world.cast_rays(origins, translations)
    assert found["hit"].any() and not found["hit"].all()
    for i, (origin, translation) in enumerate(zip(origins, translations)):
        hit = world.cast_ray(origin, translation)
        assert found["hit"][i] == (hit is not None)
        if hit:
            assert tuple(found["point"][i]) == hit.point and tuple(found["normal"][i]) == hit.normal
            assert found["fraction"][i] == hit.fraction and found["distance"][i] == hit.distance
            assert found["body"][i] == hit.body.index and found["collider"][i] == hit.collider.index
        else:
            assert (found["fraction"][i], found["body"][i], found["collider"][i]) == (1, -1, -1)


def test_rays_write_into_the_arrays_that_are_given() -> None:
    world = falling()
    origins, translations = rays(world)
    out = world.cast_rays(origins, translations)
    before = {name: (array, array.copy()) for name, array in out.items()}
    world.step(count=30)
    again = world.cast_rays(origins.astype("float32"), translations[::1], out=out)
    assert again is out
    for name, (array, old) in before.items():
        assert out[name] is array
    assert not np.array_equal(out["distance"], before["distance"][1])


def test_rays_take_lists_and_any_order() -> None:
    world = falling()
    origins, translations = rays(world)
    expected = world.cast_rays(origins, translations)
    for o, t in [(origins.tolist(), translations.tolist()), (np.asfortranarray(origins), translations),
                 (np.repeat(origins, 2, axis=0)[::2], translations)]:
        found = world.cast_rays(o, t)
        assert all(np.array_equal(found[name], expected[name]) for name in found)
    assert len(world.cast_rays(np.zeros((0, 2)), np.zeros((0, 2)))["hit"]) == 0


def test_wrong_shape_type_and_numbers_of_rays_are_refused_by_name() -> None:
    world = falling()
    origins, translations = rays(world)
    bad = origins.copy()
    bad[7, 1] = np.nan
    for error, field, o, t in [
        (OutOfRange, "origins", origins[:, :1], translations),
        (OutOfRange, "origins", origins.ravel(), translations),
        (OutOfRange, "translations", origins, translations[:5]),
        (OutOfRange, "origins[7]", bad, translations),
        (OutOfRange, "translations[7]", origins, bad),
        (TypeError, "origins", origins.astype(int), translations),
        (TypeError, "translations", origins, translations.astype(complex)),
        (TypeError, "origins", "rays", translations),
    ]:
        with pytest.raises(error) as caught:
            world.cast_rays(o, t)
        assert field in str(caught.value)
    out = world.cast_rays(origins, translations)
    for name, array in [("hit", np.zeros(100)), ("point", np.zeros((99, 2))), ("point", np.zeros((2, 100)).T)]:
        with pytest.raises(OutOfRange, match="out"):
            world.cast_rays(origins, translations, out={**out, name: array})
    out["body"].flags.writeable = False
    with pytest.raises(OutOfRange, match="body"):
        world.cast_rays(origins, translations, out=out)
    with pytest.raises(OutOfRange, match="out"):
        world.cast_rays(origins, translations, out={})
