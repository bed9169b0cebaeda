"""Handles: what is removed or of another world is refused by name."""

import pytest

from physics2d import ForeignHandle, RevoluteJoint, StaleHandle, World


def test_removed_body_is_stale_in_every_call() -> None:
    world = World()
    body = world.add_body(kind="dynamic")
    collider = body.add_circle(1)
    other = world.add_body()
    joint = world.add_revolute(other, body)
    assert isinstance(joint, RevoluteJoint)
    world.remove(body)
    assert not (body.exists or collider.exists or joint.exists)
    assert other.exists
    for use in (
        lambda: body.position,
        lambda: body.damping,
        lambda: body.set(damping=1),
        lambda: body.add_circle(1),
        lambda: body.apply_force((1, 0)),
        lambda: body.remove(),
        lambda: collider.friction,
        lambda: collider.body,
        lambda: joint.motor_speed,
        lambda: joint.set(motor_speed=1),
        lambda: joint.a,
        lambda: world.remove(joint),
    ):
        with pytest.raises(StaleHandle):
            use()


def test_slot_is_used_again_but_not_the_handle() -> None:
    world = World()
    old = world.add_body()
    old.remove()
    new = world.add_body()
    assert new.index == old.index and new != old and not old.exists


def test_handles_are_equal_and_hash_alike() -> None:
    world = World()
    body = world.add_body(kind="dynamic")
    collider = body.add_circle(1)
    again = world.bodies[0]
    assert body == again and hash(body) == hash(again) and body is not again
    assert {body: 1}[again] == 1 and collider.body == body and collider == world.colliders[0]
    assert body != collider and body != 3
    assert body.world is world


def test_handle_of_another_world_is_refused() -> None:
    one, two = World(), World()
    body, stranger = one.add_body(kind="dynamic"), two.add_body(kind="dynamic")
    with pytest.raises(ForeignHandle):
        one.add_weld(body, stranger)
    with pytest.raises(ForeignHandle):
        one.remove(stranger)
    assert one.stats["joints"] == 0 and stranger.exists


def test_wrong_objects_are_type_errors() -> None:
    world = World()
    body = world.add_body()
    for use in (
        lambda: world.add_weld(body, 3),  # type: ignore[arg-type]
        lambda: world.remove("body"),  # type: ignore[arg-type]
        lambda: world.add_body(1),  # type: ignore[misc]
        lambda: body.add_circle("1"),  # type: ignore[arg-type]
        lambda: world.add_weld(body, body, anchor=3),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            use()


def test_joint_between_a_body_and_itself_is_refused() -> None:
    world = World()
    body = world.add_body(kind="dynamic")
    with pytest.raises(ValueError, match="same"):
        world.add_weld(body, body)


def test_restore_makes_handles_valid_and_stale() -> None:
    world = World()
    early = world.add_body()
    saved = world.save()
    late = world.add_body()
    early.remove()
    world.restore(saved)
    assert early.exists and not late.exists


def test_events_name_what_was_removed() -> None:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    ball = world.add_body(kind="dynamic", position=(0, 0.45), user_data=7)
    ball.add_circle(0.5, user_data=8)
    world.step()
    (event,) = world.events.begun
    assert event.body_user_data == (0, 7) and event.user_data == (0, 8)
    assert event.other_body(event.body_a) == ball
    assert event.normal == pytest.approx((0, 1))
    ball.remove()
    world.step()
    (event,) = world.events.ended
    assert event.body_b == ball and not event.body_b.exists and event.body_user_data[1] == 7


def test_sensor_hit_and_broken_joint_are_reported() -> None:
    world = World()
    gate = world.add_body().add_box(1, 10, sensor=True)
    ball = world.add_body(kind="dynamic", position=(-3, 3), velocity=(12, 0))
    ball.add_circle(0.2)
    wall = world.add_body(position=(3, 0))
    wall.add_box(1, 20)
    pin = world.add_weld(wall, world.add_body(kind="dynamic", position=(3, 8)), anchor=(3, 8), break_force=1,
                         user_data=9)
    pin.b.add_circle(0.3, density=100, sensor=True)
    entered = hits = broken = 0
    for _ in range(60):
        world.step()
        events = world.events
        entered += sum(event.a == gate and event.body_b == ball for event in events.sensors_begun)
        hits += sum(event.approach_speed > 5 for event in events.hits)
        broken += sum(event.user_data == 9 for event in events.joints_broken)
    assert (entered, hits > 0, broken) == (1, True, 1)
    assert not pin.exists


def test_contacts_of_a_body_have_normal_and_impulse() -> None:
    world = World(gravity=(0, -10))
    ground = world.add_body()
    ground.add_half_space((0, 1), 0)
    box = world.add_body(kind="dynamic", position=(0, 0.5), can_sleep=False)
    box.add_box(1, 1, density=3)
    world.step(1 / 60, count=30)
    (contact,) = box.contacts
    assert contact.other_body == ground and contact.normal == pytest.approx((0, 1))
    # The weight of 3 kg for a step; the solver is soft, hence 5%.
    assert contact.impulse == pytest.approx(3 * 10 / 60, rel=0.05)
    assert len(contact.points) == 2
