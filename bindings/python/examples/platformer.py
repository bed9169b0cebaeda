"""A platformer, as pymunk's example: arrow keys walk, jump (Up) and drop through planks (Down). `--short`: a script.

pymunk's player is a dynamic body with a sensor at its feet. Here it is a `Mover`, which climbs steps and slopes and
is carried by lifts without being told how.
"""

from typing import Literal

from _game import play
from physics2d import Mover, Shape, World

DT = 1 / 60
WALK = 5.0
JUMP = 8.0
STEPS = 900


class Platformer:
    """The world, a lift, and the player."""

    view = (-1.0, -1.0, 27.0, 11.0)

    def __init__(self) -> None:
        self.world = World(gravity=(0, -18))
        level = self.world.add_body()
        level.add_chain([(26, 9), (26, 0), (19, 0), (15, 2), (11, 2), (8, 0), (0, 0), (0, 9)], friction=0.9)
        for i in range(4):  # stairs
            level.add_box(1, 0.3 * (i + 1), offset=(3 + i, 0.15 * (i + 1)))
        level.add_box(4, 0.2, offset=(13, 4.2), one_way=(0, 1))  # a plank
        self.goal = level.add_box(1, 2, offset=(25, 7), sensor=True)
        self.lift = self.world.add_body(kind="kinematic", position=(21, 0.15))
        self.lift.add_box(3, 0.3, friction=0.9)
        level.add_box(3.4, 0.3, offset=(24.3, 5.7))  # the ledge to which it leads
        for i in range(3):  # crates to push
            crate = self.world.add_body(kind="dynamic", position=(12.5 + 0.05 * i, 2.4 + 0.8 * i))
            crate.add_box(0.8, 0.8, density=20, friction=0.4)
        body = self.world.add_body(kind="kinematic")
        shape = Shape.capsule((0, -0.4), (0, 0.4), 0.35)
        body.add_shape(shape)
        self.player = Mover(self.world, shape, (1, 1), body=body, step_height=0.4)
        self.body = body
        self.keys: set[str] = set()
        self.velocity = (0.0, 0.0)
        self.has_won = False

    def before_step(self, world: World, step: int) -> None:
        # Up in 4 s, and down in 4 s.
        height = 0.15 + 5.55 * (1 - abs((step * DT / 4) % 2 - 1))
        self.lift.move_to((21, height), 0, DT)
        x = WALK * (("Right" in self.keys) - ("Left" in self.keys))
        y = self.velocity[1] - 18 * DT
        if self.player.on_ground and "Up" in self.keys:
            y = JUMP
        if "Down" in self.keys:
            self.player.drop_through()
        self.velocity = self.player.step((x, y), DT).velocity
        self.has_won = self.has_won or any(c.body == self.body for c in self.goal.overlaps)

    def on_key(self, name: str, is_down: bool) -> None:
        (self.keys.add if is_down else self.keys.discard)(name)

    def on_mouse(self, what: Literal["press", "move", "release"], point: tuple[float, float]) -> None:
        """The mouse does nothing."""


class Scripted(Platformer):
    """Walks to the lift, waits for it, rides it and walks to the goal: for the tests."""

    def before_step(self, world: World, step: int) -> None:
        (x, y), lift = self.player.position, self.lift.position[1]
        on_lift = 19.5 < x < 22.5 and y > lift + 0.5
        self.keys = set()
        if x < 18.5 or (x < 20.8 and (lift < 0.3 or on_lift)) or (x < 25 and y > 6.4):
            self.keys.add("Right")
        # Over the crates.
        if 11 < x < 14 and y < 4:
            self.keys.add("Up")
        super().before_step(world, step)


def main() -> None:
    import sys

    game = Scripted() if "--short" in sys.argv else Platformer()
    play(game, STEPS)
    if "--short" in sys.argv:
        x, y = game.player.position
        print(f"The player is at ({x:.1f}, {y:.1f}) and has {'won' if game.has_won else 'not won'}")
        assert game.has_won


if __name__ == "__main__":
    main()
