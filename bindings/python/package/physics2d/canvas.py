"""Draws a world on a surface of pygame or on axes of matplotlib, with a colour of your own for each body.

    import pygame, physics2d
    from physics2d import canvas

    screen = pygame.display.set_mode((960, 540))
    place = canvas.on_pygame(screen, world, view=(-8, -1, 8, 8), colors={ball: "crimson"})
    ball.position = place(pygame.mouse.get_pos())   # from pixels to metres
    pygame.display.flip()

Neither library is needed to import this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Tuple

from ._engine import Body, World
from ._errors import OutOfRange

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pygame import Surface

__all__ = ["on_matplotlib", "on_pygame"]

View = Optional[Tuple[float, float, float, float]]
Pair = Tuple[float, float]


def on_pygame(
    surface: Surface,
    world: World,
    view: View = None,
    *,
    colors: Mapping[Body, Any] | None = None,
    background: Any = "#fbfaf7",
    **options: bool,
) -> Callable[[Pair], Pair]:
    """Draws the world on a surface of pygame, in the middle, as large as it fits.

    ``view`` is (left, bottom, right, top) in m, by default all that has an end. ``colors`` gives bodies a fill, as
    pygame names colours. ``background`` fills the surface first; ``None`` leaves what is there. Options are those of
    ``World.figures``. Returns a function from pixels to metres, for the mouse.
    """
    import pygame

    _check(world, colors, options)
    left, bottom, right, top = _view(world, view)
    width, height = surface.get_size()
    scale = min(width / (right - left), height / (top - bottom))
    x0, y0 = 0.5 * (width - scale * (left + right)), 0.5 * (height + scale * (bottom + top))

    def pixel(point: Pair) -> Pair:
        return (x0 + scale * point[0], y0 - scale * point[1])

    if background is not None:
        surface.fill(background)
    for points, is_closed, fill, line in world.figures(width, (left, bottom, right, top), **options):
        places = [pixel(point) for point in points]
        if is_closed and fill and len(places) > 2:
            pygame.draw.polygon(surface, fill, places)
        color, thickness = line or (fill, 1.0)
        if color and len(places) > 1 and (line or not is_closed):
            pygame.draw.lines(surface, color, is_closed, places, max(1, round(thickness)))
    for body, color in (colors or {}).items():
        for points, radius in _parts(body):
            places, size = [pixel(point) for point in points], scale * radius
            if len(places) > 2:
                pygame.draw.polygon(surface, color, places)
            for a, b in zip(places, places[1:] + places[:1]):
                if a != b:
                    pygame.draw.line(surface, color, a, b, max(1, round(2 * size)))
            for at in places if size > 0 else []:
                pygame.draw.circle(surface, color, at, size)
    return lambda at: ((at[0] - x0) / scale, (y0 - at[1]) / scale)


def on_matplotlib(
    axes: Axes,
    world: World,
    view: View = None,
    *,
    colors: Mapping[Body, Any] | None = None,
    **options: bool,
) -> list[Any]:
    """Draws the world on axes of matplotlib, in metres, and returns the artists, so that a film can remove them.

    ``view`` and ``colors`` are as in ``on_pygame``, with colours as matplotlib names them; options are those of
    ``World.figures``.
    """
    from matplotlib.patches import Circle, Polygon

    _check(world, colors, options)
    left, bottom, right, top = _view(world, view)
    artists: list[Any] = []
    for points, is_closed, fill, line in world.figures(960, (left, bottom, right, top), **options):
        color, thickness = line or ("none", 0.0)
        face = fill if is_closed and fill else "none"
        artists.append(Polygon(points, closed=is_closed, facecolor=face, edgecolor=color, linewidth=thickness))
    for body, color in (colors or {}).items():
        for points, radius in _parts(body):
            if len(points) > 2:
                artists.append(Polygon(points, closed=True, facecolor=color, edgecolor="none"))
            artists += [Circle(at, radius, facecolor=color, edgecolor="none") for at in points if radius > 0]
            artists += [
                Polygon(_band(a, b, radius), closed=True, facecolor=color, edgecolor=color)
                for a, b in zip(points, points[1:] + points[:1])
                if a != b and (radius > 0 or len(points) == 2)
            ]
    for artist in artists:
        axes.add_patch(artist)
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    return artists


def _check(world: World, colors: Mapping[Body, Any] | None, options: Mapping[str, bool]) -> None:
    if not isinstance(world, World):
        name = type(world).__name__
        raise TypeError(f"world must be a World, not {name}: on_pygame(surface, world), on_matplotlib(axes, world)")
    for body in colors or {}:
        if not isinstance(body, Body):
            raise TypeError(f"colors must have bodies as keys, not {type(body).__name__}")
    if "colours" in options:
        raise TypeError("there is no argument 'colours'; did you mean 'colors'?")


def _view(world: World, view: View) -> tuple[float, float, float, float]:
    try:
        left, bottom, right, top = map(float, view or world.fit())
    except (TypeError, ValueError):
        raise TypeError(f"view must be (left, bottom, right, top), not {view!r}") from None
    if not (left < right and bottom < top):
        raise OutOfRange(f"view is {view}: left must be below right, and bottom below top", "view", view)
    return (left, bottom, right, top)


def _parts(body: Body) -> list[tuple[list[Pair], float]]:
    """The vertices, in the world, and the rounding of each collider; nothing of a half-space, nor of a removed body."""
    parts: list[tuple[list[Pair], float]] = []
    if not body.exists:
        return parts
    for collider in body.colliders:
        x, y, cos, sin = collider.offset
        own = [(x + cos * px - sin * py, y + sin * px + cos * py) for px, py in collider.shape.vertices]
        if own:
            parts.append(([body.local_to_world(point) for point in own], collider.shape.radius))
    return parts


def _band(a: Pair, b: Pair, radius: float) -> list[Pair]:
    """What is within ``radius`` of a segment, without its round ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length: float = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length * radius, dx / length * radius
    return [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
