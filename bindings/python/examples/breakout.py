"""Breakout, as pymunk's example: arrow keys move the paddle, space launches the ball. With `--short` a script plays."""

import math
from typing import Literal

from _game import play
from physics2d import Body, World

WIDTH, HEIGHT = 12.0, 16.0
SPEED = 10.0
STEPS = 1800


class Breakout:
    """The world, the bricks, the paddle and the ball."""

    view = (-1.0, -1.0, WIDTH + 1, HEIGHT + 1)

    def __init__(self) -> None:
        self.world = World(gravity=(0, 0), sleeping=False)
        self.walls = self.world.add_body()
        corners = [(0.0, 0.0), (0.0, HEIGHT), (WIDTH, HEIGHT), (WIDTH, 0.0)]
        self.walls.add_chain(corners, friction=0, restitution=1)
        # What passes the paddle is lost.
        self.gutter = self.walls.add_box(WIDTH, 0.5, offset=(WIDTH / 2, -0.5), sensor=True)
        self.bricks = {self.brick(column, row) for row in range(5) for column in range(8)}
        self.paddle = self.world.add_body(kind="kinematic", position=(WIDTH / 2, 1))
        self.paddle.add_capsule((-0.8, 0), (0.8, 0), 0.25, friction=0, restitution=1)
        self.keys: set[str] = set()
        self.lost = 0
        self.ball = self.serve()

    def brick(self, column: int, row: int) -> Body:
        brick = self.world.add_body(position=(1.3 + 1.34 * column, 10 + 0.7 * row))
        brick.add_box(1.2, 0.5, friction=0, restitution=1)
        return brick

    def serve(self) -> Body:
        """A new ball, which flies upwards at once."""
        ball = self.world.add_body(kind="dynamic", position=(self.paddle.position[0], 2), locks_rotation=True,
                                   velocity=(0.4 * SPEED, 0.9 * SPEED))
        ball.add_circle(0.25, friction=0, restitution=1)
        return ball

    def before_step(self, world: World, step: int) -> None:
        self.move_paddle(9.0 * (("Right" in self.keys) - ("Left" in self.keys)))
        for event in world.events.begun:
            other = event.other_body(self.ball)
            if other and other in self.bricks:
                self.bricks.remove(other)
                other.remove()
            elif other == self.paddle:
                # Where it hits the paddle decides where it goes, as in every game of this kind.
                aim = self.ball.position[0] - self.paddle.position[0]
                self.ball.velocity = (SPEED * math.sin(aim), SPEED * math.cos(aim))
        if any(event.a == self.gutter for event in world.events.sensors_begun):
            self.lost += 1
            self.ball.remove()
            self.ball = self.serve()
        self.keep_speed()

    def move_paddle(self, speed: float) -> None:
        x = self.paddle.position[0]
        at_wall = (x < 1.1 and speed < 0) or (x > WIDTH - 1.1 and speed > 0)
        self.paddle.velocity = (0.0 if at_wall else speed, 0)

    def keep_speed(self) -> None:
        """The ball keeps its speed, and never flies level."""
        x, y = self.ball.velocity
        y = math.copysign(max(abs(y), 0.2 * SPEED), y)
        share = SPEED / math.hypot(x, y)
        self.ball.velocity = (share * x, share * y)

    def on_key(self, name: str, is_down: bool) -> None:
        (self.keys.add if is_down else self.keys.discard)(name)

    def on_mouse(self, what: Literal["press", "move", "release"], point: tuple[float, float]) -> None:
        """The mouse does nothing."""


class Scripted(Breakout):
    """Follows the ball, a little beside it: for the tests."""

    def before_step(self, world: World, step: int) -> None:
        aim = self.ball.position[0] + 0.5 * math.sin(step)
        gap = aim - self.paddle.position[0]
        self.keys = {"Right"} if gap > 0.1 else {"Left"} if gap < -0.1 else set()
        super().before_step(world, step)


def main() -> None:
    import sys

    game = Scripted() if "--short" in sys.argv else Breakout()
    play(game, STEPS)
    if "--short" in sys.argv:
        print(f"{40 - len(game.bricks)} of 40 bricks are gone, {game.lost} balls lost")
        assert len(game.bricks) < 25 and game.lost <= 3


if __name__ == "__main__":
    main()
