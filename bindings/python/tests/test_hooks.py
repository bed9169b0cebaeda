"""Contact hooks: code of the program within a step; and predicates of queries."""

import gc
import pickle
import weakref
from typing import Any

import pytest

from physics2d import Batch, ContactCandidate, ContactSide, OutOfRange, ReplayDiffers, Shape, Wind, World, WorldBusy


class Ice:
    """Colliders with user data 1 have no friction. Bodies of one team, by their user data, pass each other."""

    def accepts(self, a: ContactSide, b: ContactSide) -> bool:
        return a.body_user_data == 0 or a.body_user_data != b.body_user_data

    def respond(self, contact: ContactCandidate) -> Any:
        if 1 in (contact.a.user_data, contact.b.user_data):
            return {"friction": 0.0}
        return None


class OneWay:
    """Colliders pass upwards."""

    def respond(self, contact: ContactCandidate) -> bool:
        down = -contact.normal[1] if contact.a.kind == "dynamic" else contact.normal[1]
        return down > 0.5


class Bad:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def respond(self, contact: ContactCandidate) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer(contact) if callable(self.answer) else self.answer


def sliders(hook: Any, threads: int = 1) -> World:
    """Two boxes that slide on ice towards each other."""
    world = World(gravity=(0, -10))
    world.threads = threads
    world.contact_hook = hook
    world.add_body().add_box(100, 1, user_data=1)
    for x, speed in ((-2, 3), (2, -3)):
        box = world.add_body(kind="dynamic", position=(x, 1), velocity=(speed, 0), user_data=7)
        box.add_box(1, 1, hook=True)
    return world


def test_a_hook_lets_a_team_pass_and_takes_the_friction_away() -> None:
    for threads in (1, 2):
        world = sliders(Ice(), threads)
        world.step(count=120)
        assert [box.velocity[0] for box in world.bodies[1:]] == pytest.approx([3, -3], abs=1e-3)
        assert [box.position[0] for box in world.bodies[1:]] == pytest.approx([4, -4], abs=0.01)
    without = sliders(None)
    without.step(count=120)
    assert without.bodies[1].position[0] < 0


def test_results_do_not_depend_on_threads() -> None:
    def heap(threads: int) -> int:
        world = World(gravity=(0, -10))
        world.threads = threads
        world.contact_hook = Bad(lambda contact: {"friction": 0.1 + 0.8 * ((contact.a.body.index + contact.b.body.index) % 2)})
        world.add_body().add_half_space((0, 1), 0)
        for i in range(120):
            world.add_body(kind="dynamic", position=(1.1 * (i % 12), 1 + i // 12)).add_box(0.9, 0.9, hook=True)
        world.step(count=40)
        return world.state_hash()

    assert heap(1) == heap(2)


def test_only_colliders_that_ask_are_decided() -> None:
    world = World(gravity=(0, -10))
    world.contact_hook = Bad(False)
    world.add_body().add_half_space((0, 1), 0)
    for x, hook in ((0, True), (5, False)):
        world.add_body(kind="dynamic", position=(x, 1)).add_circle(0.5, hook=hook)
    world.step(count=120)
    falls, rests = world.bodies[1:]
    assert falls.position[1] < -10 and rests.position[1] == pytest.approx(0.5, abs=0.02)
    # Now it is decided otherwise.
    falls.position, falls.velocity = (0, 1), (0, 0)
    world.contact_hook = None
    world.step(count=120)
    assert falls.position[1] == pytest.approx(0.5, abs=0.02)


def test_a_hook_sees_the_contact() -> None:
    seen: list[ContactCandidate] = []
    world = World(gravity=(0, -10))
    world.contact_hook = Bad(lambda contact: seen.append(contact))
    ground = world.add_body(user_data=5)
    ground.add_half_space((0, 1), 0, friction=0.4, restitution=0.2, category=2)
    ball = world.add_body(kind="dynamic", position=(3, 0.52), velocity=(1, -2))
    circle = ball.add_circle(0.5, friction=0.9, restitution=0.1, user_data=8, hook=True)
    world.step(count=2)
    first = seen[0]
    assert [first.a.kind, first.b.kind] == ["static", "dynamic"]
    assert first.a.body == ground and first.b.collider == circle and first.b.body == ball
    assert (first.a.body_user_data, first.b.user_data, first.a.category) == (5, 8, 2)
    # The geometric mean, and the greater restitution; the ball is 2 cm above the ground and moves down.
    assert first.friction == pytest.approx(0.6) and first.restitution == pytest.approx(0.2)
    assert first.normal == pytest.approx((0, 1)) and first.point[0] == pytest.approx(3, abs=0.02)
    assert first.velocity[0] == pytest.approx(1, abs=1e-3) and first.velocity[1] < -1.9
    assert not first.had_points and seen[1].had_points
    assert "normal" in repr(first) and "Collider" in repr(first.a)


def test_a_one_way_platform_by_a_hook() -> None:
    world = World(gravity=(0, -10))
    world.contact_hook = OneWay()
    world.add_body(position=(0, 2)).add_box(10, 0.2, hook=True)
    ball = world.add_body(kind="dynamic", velocity=(0, 9))
    ball.add_circle(0.3)
    world.step(count=180)
    assert ball.position[1] == pytest.approx(2.4, abs=0.02)


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (KeyError("mine"), KeyError, "mine"),
        (KeyboardInterrupt("stop"), KeyboardInterrupt, "stop"),
        ({"frictoin": 1}, TypeError, "'frictoin', which is none of pushes"),
        ({"friction": -1}, OutOfRange, "friction is -1"),
        ({"surface_speed": float("nan")}, OutOfRange, "surface_speed is NaN"),
        ({"restitution": "high"}, TypeError, "restitution must be a number"),
        ("no", TypeError, "what respond returns must be None, a bool or a dictionary, not str"),
        (lambda contact: contact.a.body.position, WorldBusy, "the world is in use"),
    ],
)
def test_what_a_hook_raises_ends_the_steps_and_is_raised(answer: Any, error: Any, words: str) -> None:
    world = sliders(Bad(answer))
    with pytest.raises(error, match=words):
        world.step(count=1000)
    at = world.bodies[1].position[0]
    assert at < -1, "the steps after it are not made"
    world.contact_hook = None
    world.step(count=60)


def test_what_is_no_hook_is_refused() -> None:
    world = World()
    with pytest.raises(TypeError, match="contact_hook must be an object with a method accepts"):
        world.contact_hook = 7
    assert world.contact_hook is None


def test_copies_and_pickles_keep_the_hook_and_the_bits() -> None:
    world = sliders(Ice())
    world.step(count=20)
    copy, other = world.copy(), pickle.loads(pickle.dumps(world))
    for one in (world, copy, other):
        assert isinstance(one.contact_hook, Ice)
        one.step(count=60)
    assert world.state_hash() == copy.state_hash() == other.state_hash()


def test_a_hook_does_not_keep_its_world_alive() -> None:
    world = sliders(Ice())
    world.step()
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert gone() is None


class Keeps:
    """A hook that keeps what it sees, and so its world."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    def accepts(self, a: ContactSide, b: ContactSide) -> bool:
        self.kept.append(a)
        return True

    def respond(self, contact: ContactCandidate) -> None:
        self.kept.append(contact)


@pytest.mark.parametrize(
    "keep",
    [
        lambda world: world,
        lambda world: world.bodies[1],
        lambda world: world.colliders[0],
        lambda world: world.add_weld(world.bodies[0], world.bodies[1], anchor=(0, 0)),
        lambda world: world.events,
        lambda world: world.cast_ray((-2, 9), (0, -20)),
        lambda world: world.closest((0, 0), 99),
        lambda world: None,
    ],
)
def test_a_world_that_its_hook_keeps_is_collected(keep: Any) -> None:
    hook = Keeps()
    world = sliders(hook)
    world.effects = [Wind((1, 0))]
    world.step(count=30)
    # What it has seen of contacts, in the last case that alone.
    assert {type(one) for one in hook.kept} == {ContactSide, ContactCandidate}
    if (kept := keep(world)) is not None:
        hook.kept = [kept]
    gone = [weakref.ref(world), weakref.ref(hook)]
    gc.collect()
    world.step()
    assert world.contact_hook is hook, "what is in use stays"
    del world, hook, kept
    gc.collect()
    assert [one() for one in gone] == [None, None]


class Fails:
    """Raises while `fails` is set; `asked` counts."""

    def __init__(self, answer: bool, fails: bool = True) -> None:
        self.answer, self.fails, self.asked = answer, fails, 0

    def accepts(self, a: ContactSide, b: ContactSide) -> bool:
        self.asked += 1
        if self.fails:
            raise KeyError("mine")
        return self.answer


def test_no_contact_comes_of_an_exception() -> None:
    world = sliders(Fails(False))
    hook = world.contact_hook
    with pytest.raises(KeyError, match="mine"):
        world.step(count=300)
    assert hook.asked == 1 and world.stats["contacts"] == 0
    # Set again, it is asked about all pairs again.
    hook.fails = False
    world.contact_hook = hook
    world.step(count=60)
    assert hook.asked > 1 and world.bodies[1].position[1] < 0


def test_what_a_hook_raises_while_it_is_set_or_an_edit_asks_is_raised_there() -> None:
    world = sliders(None)
    world.step(count=5)
    ground, box = world.colliders[0], world.bodies[1].colliders[0]
    hook = Fails(True)
    with pytest.raises(KeyError, match="mine"):
        world.contact_hook = hook
    hook.fails = False
    at, asked = world.bodies[1].position[0], hook.asked
    world.step()
    assert world.bodies[1].position[0] != at and hook.asked > asked, "the step is made"
    for one in (box, ground):
        hook.fails = True
        with pytest.raises(KeyError, match="mine"):
            one.set(mask=3)
        assert one.mask == 3, "the edit is made"
        hook.fails = False
        at = world.bodies[1].position[0]
        world.step()
        assert world.bodies[1].position[0] != at, "the step after it is made"


def test_the_exception_of_a_hook_comes_before_that_of_progress() -> None:
    told: list[int] = []

    def progress(done: int, count: int) -> None:
        told.append(done)
        raise ZeroDivisionError

    world = sliders(Bad(KeyError("mine")))
    with pytest.raises(KeyError, match="mine"):
        world.step(count=1000, progress=progress)
    assert told == []


def test_a_recording_is_played_with_a_hook() -> None:
    world = sliders(Ice())
    world.start_recording()
    world.step(count=90)
    recording = world.stop_recording()
    recording.check(Ice())
    replay = recording.replay(hook=Ice())
    while replay.step():
        pass
    copy = replay.world()
    assert copy.state_hash() == world.state_hash() and isinstance(copy.contact_hook, Ice)
    for one in (world, copy):
        one.step(count=30)
    assert copy.state_hash() == world.state_hash()
    with pytest.raises(ReplayDiffers, match="needs the contact hook"):
        recording.check()
    with pytest.raises(ReplayDiffers):
        recording.check(Bad({"friction": 1.0}))
    with pytest.raises(KeyError, match="mine"):
        recording.check(Bad(KeyError("mine")))
    with pytest.raises(WorldBusy):
        recording.check(Bad(lambda contact: contact.a.body.position))
    with pytest.raises(TypeError, match="contact_hook must be an object"):
        recording.replay(7)


def test_what_has_no_place_for_a_hook_says_so() -> None:
    world = sliders(Ice())
    with pytest.warns(UserWarning, match="no contact hook"):
        world.to_level()
    with pytest.raises(OutOfRange, match="contact hook"):
        Batch(world, 2)


def scene() -> World:
    world = World()
    for x in range(2, 9, 2):
        world.add_body(position=(x, 0), user_data=x).add_circle(0.5, user_data=10 * x)
    return world


def test_predicates_read_the_world_and_decide() -> None:
    world = scene()
    asked: list[int] = []

    def far(collider: Any) -> bool:
        asked.append(collider.body.user_data)
        return collider.user_data >= 60 and collider.body.position[0] > 5

    hit = world.cast_ray((0, 0), (20, 0), predicate=far)
    assert hit is not None and hit.body.user_data == 6 and asked == [2, 4, 6]
    assert [hit.body.user_data for hit in world.cast_ray_all((0, 0), (20, 0), predicate=far)] == [6, 8]
    moved = world.cast_shape(Shape.circle(0.1), (0, 0), (20, 0), predicate=far)
    assert moved is not None and moved.body.user_data == 6
    near = world.closest((0, 0), 20, predicate=far)
    assert near is not None and near.distance == pytest.approx(5.5)
    near = world.closest_to_shape(Shape.circle(0.5), (0, 0), 20, predicate=far)
    assert near is not None and near.distance == pytest.approx(5)
    assert [one.body.user_data for one in world.colliders_in((0, -1), (9, 1), predicate=far)] == [6, 8]
    assert [one.body.user_data for one in world.overlap_shape(Shape.box(20, 1), (0, 0), predicate=far)] == [6, 8]
    assert world.colliders_at((2, 0), predicate=far) == []
    assert world.cast_ray((0, 0), (20, 0), predicate=lambda collider: False) is None
    assert world.cast_ray((0, 0), (20, 0), exclude=world.bodies[2], predicate=far).body.user_data == 8  # type: ignore[union-attr]


def test_bad_predicates_are_named_and_their_exceptions_are_raised() -> None:
    world = scene()
    with pytest.raises(TypeError, match="predicate must be a function of a collider, not int"):
        world.cast_ray((0, 0), (1, 0), predicate=3)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        world.cast_ray((0, 0), (20, 0), predicate=lambda collider: 1 / 0)
    with pytest.raises(TypeError, match=r"cast_rays\(\) has no argument 'predicate'"):
        world.cast_rays([(0, 0)], [(1, 0)], predicate=lambda collider: True)  # type: ignore[call-arg]
