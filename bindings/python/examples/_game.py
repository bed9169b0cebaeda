"""What the examples share: a game has a world, takes keys and the mouse, and can be played by a script."""

import sys
from typing import Literal, Protocol

from physics2d import World


class Game(Protocol):
    """A game of the examples."""

    world: World
    view: tuple[float, float, float, float]

    def before_step(self, world: World, step: int) -> None:
        """Called before each step."""

    def on_key(self, name: str, is_down: bool) -> None:
        """Called for each key."""

    def on_mouse(self, what: Literal["press", "move", "release"], point: tuple[float, float]) -> None:
        """Called for the mouse, with a point of the world, m."""


def play(game: Game, steps: int) -> None:
    """Plays in a window; with ``--short`` a number of steps without one, by the script of the game."""
    if "--short" in sys.argv:
        for step in range(steps):
            game.before_step(game.world, step)
            game.world.step()
    else:
        game.world.show(view=game.view, before_step=game.before_step, on_key=game.on_key,
                        on_mouse=game.on_mouse)
