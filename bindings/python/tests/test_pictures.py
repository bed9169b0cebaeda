"""Pictures, films, and the viewer without a display."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from physics2d import Body, OutOfRange, World, canvas


def world_with_a_ball() -> World:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    ball = world.add_body(kind="dynamic", position=(0, 3))
    ball.add_circle(0.5)
    world.add_body(kind="dynamic", position=(2, 3)).add_box(1, 1)
    return world


def test_svg_is_xml_with_a_shape_for_each_collider() -> None:
    world = world_with_a_ball()
    root = ElementTree.fromstring(world.to_svg(480, (-5, -1, 5, 5)))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("480", "288", "-5 -5 10 6")
    names = [element.tag.split("}")[1] for element in root.iter()]
    assert names.count("circle") == 1 and names.count("polygon") == 2
    assert world._repr_svg_().startswith("<svg")
    assert len(world.to_svg(contacts=True, names=True)) > len(world.to_svg())


def test_png_has_its_size() -> None:
    png = world_with_a_ball().to_png(320, (-5, -1, 5, 5))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) == (320, 192)


def test_fit_holds_what_has_an_end() -> None:
    left, bottom, right, top = world_with_a_ball().fit()
    assert left < -0.5 and right > 2.5 and bottom < 2.5 and top > 3.5 and right - left < 10
    assert World().fit()


def test_animation_leaves_the_world_as_it_is(tmp_path: Path) -> None:
    world = world_with_a_ball()
    before, seen = world.state_hash(), []
    film = world.animation(30, before_step=lambda copy, step: seen.append((copy is world, step)))
    assert world.state_hash() == before
    assert seen == [(False, step) for step in range(30)]
    assert film.gif.startswith(b"GIF89a") and "data:image/gif;base64," in film._repr_html_()
    film.save(tmp_path / "film.gif")
    assert (tmp_path / "film.gif").read_bytes() == film.gif


def test_error_in_a_callback_comes_through() -> None:
    def fail(world: World, step: int) -> None:
        raise KeyError(step)

    with pytest.raises(KeyError):
        world_with_a_ball().animation(10, before_step=fail)


def test_show_without_a_display_writes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PHYSICS2D_HEADLESS", "1")
    monkeypatch.setenv("PHYSICS2D_OUT", str(tmp_path))
    world = world_with_a_ball()
    before = world.state_hash()
    world.show(steps=20)
    assert "img" in (tmp_path / "world.html").read_text()
    assert str(tmp_path) in capsys.readouterr().out
    assert world.state_hash() != before, "show steps the world itself"


def test_figures_are_in_metres() -> None:
    figures = world_with_a_ball().figures(480, (-5, -1, 5, 5))
    boxes = [points for points, closed, fill, _ in figures if closed and fill and len(points) == 4]
    assert [(1.5, 2.5), (2.5, 2.5), (2.5, 3.5), (1.5, 3.5)] in boxes


def test_bad_views_and_options_are_refused() -> None:
    world = world_with_a_ball()
    for view in ((5, 0, -5, 1), (0, 0, 0, 0), (0, 0, float("nan"), 1), (0, 0, float("inf"), 1)):
        with pytest.raises(OutOfRange, match="view"):
            world.to_svg(view=view)
    for bad in ({"view": 3}, {"view": (1, 2)}, {"contact": True}, {"contacts": 1.5}):
        with pytest.raises(TypeError):
            world.to_svg(**bad)  # type: ignore[arg-type]
    with pytest.raises(OutOfRange, match="width"):
        world.to_svg(-1)


def colored() -> tuple[World, dict[Body, str], list[tuple[float, float]]]:
    """A world, the colours of its bodies, and a point in each, m."""
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    ball = world.add_body(kind="dynamic", position=(-2, 2))
    ball.add_circle(0.5, offset=(0, 1))
    box = world.add_body(kind="dynamic", position=(2, 2), angle=0.5)
    box.add_box(1, 1)
    rod = world.add_body(kind="dynamic", position=(0, 4))
    rod.add_capsule((-1, 0), (1, 0), 0.2)
    points = [ball.local_to_world((0.2, 1.2)), box.local_to_world((0.4, 0.4)), rod.local_to_world((0.5, 0.15))]
    return world, {ball: "red", box: "blue", rod: "lime"}, points


VIEW = (-5, -1, 5, 5)
COLORS = [(255, 0, 0), (0, 0, 255), (0, 255, 0)]


def test_pygame_draws_bodies_in_their_colours_and_gives_pixels_as_metres() -> None:
    import pygame

    world, colors, points = colored()
    for size in ((500, 300), (500, 500), (900, 300)):
        surface = pygame.Surface(size)
        place = canvas.on_pygame(surface, world, VIEW, colors=colors)
        scale = min(size[0] / 10, size[1] / 6)
        for point, color in zip(points, COLORS):
            pixel = (round(size[0] / 2 + scale * point[0]), round(size[1] / 2 - scale * (point[1] - 2)))
            assert surface.get_at(pixel)[:3] == color
            assert place(pixel) == pytest.approx(point, abs=1 / scale)
        in_ground = (size[0] // 2, round(size[1] / 2 + 2.5 * scale))
        assert surface.get_at(in_ground)[:3] not in (*COLORS, pygame.Color("#fbfaf7")[:3])
    kept = pygame.Surface((500, 300))
    kept.fill("purple")
    canvas.on_pygame(kept, world, VIEW, background=None)
    assert kept.get_at((10, 10))[:3] == pygame.Color("purple")[:3]


def test_matplotlib_draws_bodies_in_their_colours_and_returns_artists() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    world, colors, points = colored()
    figure = Figure(figsize=(5, 3), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    artists = canvas.on_matplotlib(axes, world, VIEW, colors=colors)
    drawn = FigureCanvasAgg(figure)
    drawn.draw()
    pixels = memoryview(drawn.buffer_rgba())
    for point, color in zip(points, COLORS):
        column, row = round(50 * (point[0] + 5)), round(50 * (5 - point[1]))
        assert tuple(pixels[row, column, i] for i in range(3)) == color
    assert len(artists) == len(axes.patches)
    for artist in artists:
        artist.remove()
    assert not axes.patches


def test_canvases_refuse_bad_views_and_options() -> None:
    import pygame

    surface = pygame.Surface((50, 50))
    for view in ((5, 0, -5, 1), (0, 0, 0, 0), (0, 0, float("nan"), 1)):
        with pytest.raises(OutOfRange, match="view"):
            canvas.on_pygame(surface, World(), view)
    for bad in ({"contact": True}, {"colors": {"b": "red"}}, {"colours": {}}, {"view": "abcd"}, {"view": (1, 2)}):
        with pytest.raises(TypeError, match=next(iter(bad))):
            canvas.on_pygame(surface, World(), **{"view": VIEW, **bad})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="world must be a World, not .*Surface"):
        canvas.on_pygame(World(), surface)  # type: ignore[arg-type]
    world, colors, _ = colored()
    next(iter(colors)).remove()
    canvas.on_pygame(surface, world, VIEW, colors=colors)
