"""A slingshot and a tower, as the game of birds that is often made with pymunk.

Pull the stone back with the mouse and let go. With `--short` a script does.
"""

import math
from typing import Literal

from _game import play
from physics2d import Body, MouseJoint, World

FORK = (-10.0, 3.0)
#: How far the band can be pulled, m.
REACH = 2.5
#: The speed of the stone for each metre of the band, 1/s.
PULL = 9.0
STEPS = 300


class Slingshot:
    """The world, the stone in the band, and the tower."""

    view = (-14.0, -1.0, 14.0, 14.0)

    def __init__(self) -> None:
        self.world = World(gravity=(0, -9.81))
        self.ground = self.world.add_body()
        self.ground.add_half_space((0, 1), 0, friction=0.8)
        self.fork = self.world.add_body(position=FORK)
        # What the stone does not touch.
        self.fork.add_capsule((0, -3), (0, -0.3), 0.15, sensor=True)
        self.targets: list[Body] = []
        for floor in range(4):
            for x in (6.0, 8.0):
                self.box((x, 2.2 * floor + 1), 0.4, 2)
            self.box((7, 2.2 * floor + 2.1), 2.8, 0.2)
            target = self.world.add_body(kind="dynamic", position=(7, 2.2 * floor + 0.4))
            target.add_circle(0.4, density=0.5, rolling_resistance=0.1)
            self.targets.append(target)
        self.stone, self.band = self.load()
        self.shots = 0

    def box(self, position: tuple[float, float], width: float, height: float) -> None:
        box = self.world.add_body(kind="dynamic", position=position)
        box.add_box(width, height, friction=0.7)

    def load(self) -> tuple[Body, MouseJoint]:
        """A new stone, which the band holds at the fork. It touches nothing until it flies."""
        stone = self.world.add_body(kind="dynamic", position=FORK)
        stone.add_circle(0.35, density=8, friction=0.6, restitution=0.2, mask=0)
        hand = self.world.add_body(position=FORK)
        band = self.world.add_mouse(hand, stone, hertz=8, damping_ratio=1, max_force=5e3)
        return stone, band

    def pull(self, point: tuple[float, float]) -> None:
        """Draws the band to a point, as far as it reaches."""
        x, y = point[0] - FORK[0], point[1] - FORK[1]
        share = min(1.0, REACH / max(math.hypot(x, y), 1e-9))
        self.band.a.position = (FORK[0] + share * x, FORK[1] + share * y)
        self.stone.wake()

    def let_go(self) -> None:
        """The stone flies, and the next one is loaded."""
        hand = self.band.a
        x, y = hand.position
        self.stone.velocity = (PULL * (FORK[0] - x), PULL * (FORK[1] - y))
        self.stone.colliders[0].mask = 0xFFFF_FFFF
        hand.remove()
        self.shots += 1
        self.stone, self.band = self.load()

    def fallen(self) -> int:
        """How many targets have left the tower."""
        return sum(abs(target.position[0] - 7) > 1.5 for target in self.targets)

    def before_step(self, world: World, step: int) -> None:
        """Nothing to do between the hands of the player."""

    def on_key(self, name: str, is_down: bool) -> None:
        """There are no keys."""

    def on_mouse(self, what: Literal["press", "move", "release"], point: tuple[float, float]) -> None:
        if what == "release":
            self.let_go()
        else:
            self.pull(point)


class Scripted(Slingshot):
    """Pulls and lets go by itself: for the tests."""

    def before_step(self, world: World, step: int) -> None:
        phase = step % 100
        if phase < 40:
            self.pull((FORK[0] - phase / 15, FORK[1] - phase / 60))
        elif phase == 40:
            self.let_go()


def main() -> None:
    import sys

    game = Scripted() if "--short" in sys.argv else Slingshot()
    play(game, STEPS)
    if "--short" in sys.argv:
        print(f"{game.shots} shots, {game.fallen()} of {len(game.targets)} targets have fallen")
        assert game.shots == 3 and game.fallen() > 0


if __name__ == "__main__":
    main()
