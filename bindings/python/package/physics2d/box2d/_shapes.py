"""Shapes, their masses, and the definitions of fixtures."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .._engine import Shape
from ._math import b2Vec2
from ._names import Named, set_given

#: m. Polygons and edges of Box2D touch when they are this far outside (b2_polygonRadius): they rest 1.5 cm apart.
#: The mass is that of the polygon without it, and rays do not see it.
SKIN = 0.01
#: m. Vertices that are nearer to each other than this are one.
_WELD = 0.5 * 0.005


class b2MassData(Named):
    """Mass (kg), centre (m), and inertia about the origin (kg m^2)."""

    def __init__(self, mass: float = 0.0, center: Any = (0.0, 0.0), I: float = 0.0) -> None:
        self.mass, self.center, self.I = float(mass), b2Vec2(*center), float(I)

    def __repr__(self) -> str:
        return f"b2MassData(I={self.I}, center={self.center}, mass={self.mass})"


class b2Shape(Named):
    """Base of the shapes."""

    e_circle, e_edge, e_polygon, e_chain, e_typeCount = range(5)
    type = -1
    childCount = 1
    radius: float = 0.0

    def __init__(self, **given: Any) -> None:
        set_given(self, given)

    def getMass(self, density: float) -> b2MassData:
        return b2MassData()

    def getAsType(self) -> b2Shape:
        return self

    def _ray(self, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
        """The fraction of a ray in the body's frame at which it enters, and the normal there; rays that start
        inside do not, as in Box2D."""
        raise NotImplementedError

    def copy(self) -> b2Shape:
        other = type(self)()
        other.__dict__.update(self.__dict__)
        return other

    def _engine_shapes(self) -> list[tuple[Shape, tuple[float, float]]]:
        """A shape of the engine for each child, and where it is in the body's frame."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class b2CircleShape(b2Shape):
    """A circle: ``radius`` and ``pos`` in the body's frame, m."""

    type = b2Shape.e_circle

    def __init__(self, **given: Any) -> None:
        self.radius = 0.0
        self._pos = b2Vec2()
        super().__init__(**given)

    @property
    def pos(self) -> b2Vec2:
        return self._pos

    @pos.setter
    def pos(self, pos: Any) -> None:
        self._pos = b2Vec2(*pos)

    def getMass(self, density: float) -> b2MassData:
        mass = density * math.pi * self.radius**2
        return b2MassData(mass, self._pos, mass * (0.5 * self.radius**2 + self._pos.lengthSquared))

    def _ray(self, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
        sx, sy = px - self._pos.x, py - self._pos.y
        b, c, rr = sx * dx + sy * dy, sx * sx + sy * sy - self.radius**2, dx * dx + dy * dy
        under = b * b - rr * c
        if under < 0.0 or rr == 0.0:
            return None
        fraction = -(b + math.sqrt(under)) / rr
        if not 0.0 <= fraction <= 1.0:
            return None
        nx, ny = sx + fraction * dx, sy + fraction * dy
        length = math.hypot(nx, ny)
        return (fraction, nx / length, ny / length)

    def _engine_shapes(self) -> list[tuple[Shape, tuple[float, float]]]:
        return [(Shape.circle(float(self.radius)), self._pos.tuple)]


class _Vertices(b2Shape):
    """A shape that is told by its vertices (m)."""

    def __init__(self, **given: Any) -> None:
        self._vertices: list[tuple[float, float]] = []
        super().__init__(**given)

    def _set(self, vertices: Sequence[Any]) -> None:
        self._vertices = [(float(x), float(y)) for x, y in vertices]

    @property
    def vertices(self) -> list[tuple[float, float]]:
        return list(self._vertices)

    @vertices.setter
    def vertices(self, vertices: Sequence[Any]) -> None:
        self._set(vertices)

    vertexCount = property(lambda self: len(self._vertices))

    def __len__(self) -> int:
        return len(self._vertices)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(vertices={self._vertices})"


class b2PolygonShape(_Vertices):
    """A convex polygon: ``vertices``, or ``box`` as (hx, hy) or (hx, hy, center, angle)."""

    type = b2Shape.e_polygon
    radius = SKIN

    def _set(self, vertices: Sequence[Any]) -> None:
        self._vertices = _hull([(float(x), float(y)) for x, y in vertices])

    def SetAsBox(self, hx: float, hy: float, center: Any = (0.0, 0.0), angle: float = 0.0) -> None:
        c, s = math.cos(angle), math.sin(angle)
        corners = ((-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy))
        self._vertices = [(c * x - s * y + center[0], s * x + c * y + center[1]) for x, y in corners]

    def _set_box(self, box: Any) -> None:
        self.SetAsBox(*box)

    box = property(None, _set_box)

    def set_vertex(self, index: int, *vertex: Any) -> None:
        self._vertices[index] = tuple(vertex) if len(vertex) == 2 else tuple(vertex[0])  # type: ignore[assignment]

    @property
    def centroid(self) -> b2Vec2:
        return self.getMass(1.0).center

    @property
    def normals(self) -> list[tuple[float, float]]:
        edges = zip(self._vertices, self._vertices[1:] + self._vertices[:1])
        outward = [b2Vec2(q[1] - p[1], p[0] - q[0]) for p, q in edges]
        return [(n / n.length).tuple for n in outward]

    @property
    def valid(self) -> bool:
        return len(self._vertices) >= 3

    def getMass(self, density: float) -> b2MassData:
        """The sum over the triangles from the first vertex, as Box2D has it: the radius has no mass."""
        ox, oy = self._vertices[0]
        area = cx = cy = inertia = 0.0
        for (px, py), (qx, qy) in zip(self._vertices[1:], self._vertices[2:]):
            px, py, qx, qy = px - ox, py - oy, qx - ox, qy - oy
            cross = px * qy - py * qx
            area += 0.5 * cross
            cx += cross * (px + qx) / 6.0
            cy += cross * (py + qy) / 6.0
            inertia += cross * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy) / 12.0
        if area <= 0.0:
            return b2MassData()
        cx, cy = cx / area, cy / area
        center = b2Vec2(cx + ox, cy + oy)
        shifted = inertia + area * (center.lengthSquared - (cx * cx + cy * cy))
        return b2MassData(density * area, center, density * shifted)

    def _ray(self, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
        low, high, found = 0.0, 1.0, None
        for (ax, ay), (nx, ny) in zip(self._vertices, self.normals):
            above, along = nx * (ax - px) + ny * (ay - py), nx * dx + ny * dy
            if along == 0.0:
                if above < 0.0:
                    return None
            elif along < 0.0 and above < low * along:
                low, found = above / along, (nx, ny)
            elif along > 0.0 and above < high * along:
                high = above / along
            if high < low:
                return None
        return (low, *found) if found else None

    def _engine_shapes(self) -> list[tuple[Shape, tuple[float, float]]]:
        return [(Shape.polygon(self._vertices, SKIN or None), (0.0, 0.0))]


class b2EdgeShape(_Vertices):
    """A segment that is hit from both sides: two ``vertices``. Neighbours are found by the engine."""

    type = b2Shape.e_edge
    radius = SKIN

    def _set(self, vertices: Sequence[Any]) -> None:
        super()._set(vertices)
        if len(self._vertices) == 4:
            self._vertices = self._vertices[1:3]
        if len(self._vertices) != 2:
            raise ValueError(f"an edge has 2 vertices, or 4 with its neighbours, not {len(self._vertices)}")

    def _end(index: int) -> property:  # type: ignore[misc]  # noqa: N805
        def get(self: b2EdgeShape) -> b2Vec2:
            return b2Vec2(*self._vertices[index])

        def set_(self: b2EdgeShape, vertex: Any) -> None:
            self._vertices = self._vertices or [(0.0, 0.0)] * 2
            self._vertices[index] = (float(vertex[0]), float(vertex[1]))

        return property(get, set_)

    vertex1, vertex2 = _end(0), _end(1)
    del _end

    def _ray(self, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
        a, b = self._vertices
        return _edge_ray(a, b, px, py, dx, dy)

    def _engine_shapes(self) -> list[tuple[Shape, tuple[float, float]]]:
        return [(_edge(*self._vertices), (0.0, 0.0))]


class b2ChainShape(_Vertices):
    """Segments one after the other, hit from both sides: ``vertices_chain``, or ``vertices_loop`` if closed."""

    type = b2Shape.e_chain
    radius = SKIN

    def CreateChain(self, vertices: Sequence[Any]) -> None:
        self._set(vertices)

    def CreateLoop(self, vertices: Sequence[Any]) -> None:
        self._set([*vertices, vertices[0]])

    # pybox2d takes `vertices` as those of a loop.
    vertices = property(lambda self: list(self._vertices), CreateLoop)
    vertices_chain = property(lambda self: list(self._vertices), CreateChain)
    vertices_loop = property(lambda self: list(self._vertices), CreateLoop)

    @property
    def childCount(self) -> int:  # type: ignore[override]
        return max(0, len(self._vertices) - 1)

    def getChildEdge(self, index: int) -> b2EdgeShape:
        return b2EdgeShape(vertices=self._vertices[index : index + 2])

    @property
    def edges(self) -> list[b2EdgeShape]:
        return [self.getChildEdge(index) for index in range(self.childCount)]

    def _ray(self, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
        edges = zip(self._vertices, self._vertices[1:])
        hits = [hit for ends in edges if (hit := _edge_ray(ends[0], ends[1], px, py, dx, dy))]
        return min(hits, default=None)

    def _engine_shapes(self) -> list[tuple[Shape, tuple[float, float]]]:
        return [(_edge(*ends), (0.0, 0.0)) for ends in zip(self._vertices, self._vertices[1:])]


b2LoopShape = b2ChainShape


def _edge_ray(a: Any, b: Any, px: float, py: float, dx: float, dy: float) -> tuple[float, float, float] | None:
    ex, ey = b[0] - a[0], b[1] - a[1]
    length = math.hypot(ex, ey)
    if length == 0.0:
        return None
    nx, ny = ey / length, -ex / length
    along = nx * dx + ny * dy
    if along == 0.0:
        return None
    above = nx * (a[0] - px) + ny * (a[1] - py)
    fraction = above / along
    if not 0.0 <= fraction <= 1.0:
        return None
    part = ((px + fraction * dx - a[0]) * ex + (py + fraction * dy - a[1]) * ey) / (length * length)
    if not 0.0 <= part <= 1.0:
        return None
    return (fraction, -nx, -ny) if above > 0.0 else (fraction, nx, ny)


def _edge(a: tuple[float, float], b: tuple[float, float]) -> Shape:
    return Shape.capsule(a, b, SKIN) if SKIN else Shape.segment(a, b)


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The convex hull, counter-clockwise from the rightmost vertex, the lower one of two: the order of Box2D."""
    kept: list[tuple[float, float]] = []
    for p in points:
        if all(math.dist(p, q) >= _WELD for q in kept):
            kept.append(p)
    if len(kept) < 3:
        raise ValueError(f"a polygon needs 3 vertices that are apart, not {len(kept)}")
    start = max(range(len(kept)), key=lambda i: (kept[i][0], -kept[i][1]))
    hull, at = [], start
    while True:
        hull.append(kept[at])
        to = 0 if at != 0 else 1
        (ax, ay), (tx, ty) = kept[at], kept[to]
        for i, (x, y) in enumerate(kept):
            turn = (tx - ax) * (y - ay) - (ty - ay) * (x - ax)
            is_farther = math.dist(kept[at], (x, y)) > math.dist(kept[at], (tx, ty))
            if i != at and (turn < 0.0 or (turn == 0.0 and is_farther)):
                to, (tx, ty) = i, (x, y)
        at = to
        if at == start or len(hull) > len(kept):
            break
    if len(hull) < 3:
        raise ValueError("the vertices of a polygon lie on a line")
    return hull


class b2Filter(Named):
    """What a fixture collides with."""

    def __init__(self, categoryBits: int = 0x0001, maskBits: int = 0xFFFF, groupIndex: int = 0) -> None:
        self.categoryBits, self.maskBits, self.groupIndex = categoryBits, maskBits, groupIndex

    def __repr__(self) -> str:
        bits = f"categoryBits={self.categoryBits}, groupIndex={self.groupIndex}, maskBits={self.maskBits}"
        return f"b2Filter({bits})"


class b2FixtureDef(Named):
    """The definition of a fixture, with the defaults of Box2D: density 0, friction 0.2, restitution 0."""

    def __init__(self, **given: Any) -> None:
        self.shape: b2Shape | None = None
        self.density, self.friction, self.restitution = 0.0, 0.2, 0.0
        self.isSensor = False
        self.userData: Any = None
        self.filter = b2Filter()
        set_given(self, given)

    def _bits(name: str) -> property:  # type: ignore[misc]  # noqa: N805
        return property(lambda self: getattr(self.filter, name), lambda self, bits: setattr(self.filter, name, bits))

    categoryBits, maskBits, groupIndex = _bits("categoryBits"), _bits("maskBits"), _bits("groupIndex")
    del _bits

    def ClearUserData(self) -> None:
        self.userData = None
