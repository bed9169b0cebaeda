"""Vectors, rotations, transforms and boxes."""

from __future__ import annotations

import math
from typing import Any, Iterator

from ._names import Named


class b2Vec2(Named):
    """A vector. It may be changed, indexed, iterated, and compared with a pair."""

    __slots__ = ("x", "y")
    x: float
    y: float

    def __init__(self, x: Any = 0.0, y: Any = None) -> None:
        if y is None:
            pair: Any = (0.0, 0.0) if isinstance(x, (int, float)) else x
            x, y = pair
        self.x = float(x)
        self.y = float(y)

    def __iter__(self) -> Iterator[float]:
        yield self.x
        yield self.y

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> float:
        return (self.x, self.y)[index]

    def __setitem__(self, index: int, value: float) -> None:
        setattr(self, ("x", "y")[index], float(value))

    def __eq__(self, other: object) -> bool:
        pair: Any = other
        try:
            x, y = pair
        except (TypeError, ValueError):
            return False
        return bool(self.x == x and self.y == y)

    # As the vectors of pybox2d: each is its own key.
    __hash__ = object.__hash__

    def __add__(self, other: Any) -> b2Vec2:
        return b2Vec2(self.x + other[0], self.y + other[1])

    __radd__ = __add__

    def __sub__(self, other: Any) -> b2Vec2:
        return b2Vec2(self.x - other[0], self.y - other[1])

    def __rsub__(self, other: Any) -> b2Vec2:
        return b2Vec2(other[0] - self.x, other[1] - self.y)

    def __mul__(self, factor: float) -> b2Vec2:
        return b2Vec2(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> b2Vec2:
        return b2Vec2(self.x / divisor, self.y / divisor)

    def __neg__(self) -> b2Vec2:
        return b2Vec2(-self.x, -self.y)

    def __iadd__(self, other: Any) -> b2Vec2:
        self.Set(self.x + other[0], self.y + other[1])
        return self

    def __isub__(self, other: Any) -> b2Vec2:
        self.Set(self.x - other[0], self.y - other[1])
        return self

    def __imul__(self, factor: float) -> b2Vec2:
        self.Set(self.x * factor, self.y * factor)
        return self

    def __itruediv__(self, divisor: float) -> b2Vec2:
        self.Set(self.x / divisor, self.y / divisor)
        return self

    def __bool__(self) -> bool:
        return self.x != 0.0 or self.y != 0.0

    def __repr__(self) -> str:
        return f"b2Vec2({self.x:g},{self.y:g})"

    def __copy__(self) -> b2Vec2:
        return b2Vec2(self.x, self.y)

    copy = __copy__

    def __reduce__(self) -> tuple[type, tuple[float, float]]:
        return (b2Vec2, (self.x, self.y))

    def Set(self, x: float, y: float) -> None:
        self.x, self.y = float(x), float(y)

    def SetZero(self) -> None:
        self.Set(0.0, 0.0)

    def Normalize(self) -> float:
        """Makes it a unit vector, unless it is too short, and returns the length it had."""
        length = self.length
        if length < b2_epsilon:
            return 0.0
        self /= length
        return length

    def dot(self, other: Any) -> float:
        return float(self.x * other[0] + self.y * other[1])

    def cross(self, other: Any) -> Any:
        """With a vector a number, with a number a vector."""
        if isinstance(other, (int, float)):
            return b2Vec2(other * self.y, -other * self.x)
        return float(self.x * other[1] - self.y * other[0])

    length = property(lambda self: math.hypot(self.x, self.y))
    lengthSquared = property(lambda self: self.x * self.x + self.y * self.y)
    skew = property(lambda self: b2Vec2(-self.y, self.x))
    valid = property(lambda self: math.isfinite(self.x) and math.isfinite(self.y))
    tuple = property(lambda self: (self.x, self.y), lambda self, value: self.Set(*value))


class b2Rot(Named):
    """A rotation."""

    def __init__(self, angle: float = 0.0) -> None:
        self.angle = angle

    @property
    def angle(self) -> float:
        return self._angle

    @angle.setter
    def angle(self, angle: float) -> None:
        self._angle = float(angle)
        self.c, self.s = math.cos(self._angle), math.sin(self._angle)

    def SetIdentity(self) -> None:
        self.angle = 0.0

    def GetXAxis(self) -> b2Vec2:
        return b2Vec2(self.c, self.s)

    def GetYAxis(self) -> b2Vec2:
        return b2Vec2(-self.s, self.c)

    x_axis = property(GetXAxis)
    y_axis = property(GetYAxis)

    def __mul__(self, v: Any) -> b2Vec2:
        return b2Vec2(self.c * v[0] - self.s * v[1], self.s * v[0] + self.c * v[1])


class b2Transform(Named):
    """A rotation and a translation: ``transform * point``."""

    def __init__(self, position: Any = (0.0, 0.0), q: b2Rot | None = None) -> None:
        self._position = b2Vec2(*position)
        self.q = q if q is not None else b2Rot()

    @property
    def position(self) -> b2Vec2:
        return self._position

    @position.setter
    def position(self, position: Any) -> None:
        self._position = b2Vec2(*position)

    @property
    def angle(self) -> float:
        return self.q.angle

    @angle.setter
    def angle(self, angle: float) -> None:
        self.q.angle = angle

    R = property(lambda self: self.q)

    def Set(self, position: Any, angle: float) -> None:
        self.position = position
        self.angle = angle

    def SetIdentity(self) -> None:
        self.Set((0.0, 0.0), 0.0)

    def __mul__(self, v: Any) -> b2Vec2:
        c, s, p = self.q.c, self.q.s, self._position
        return b2Vec2(c * v[0] - s * v[1] + p.x, s * v[0] + c * v[1] + p.y)

    def __repr__(self) -> str:
        return f"b2Transform(angle={self.angle:g}, position={self.position})"


class b2AABB(Named):
    """A box that is not turned."""

    def __init__(self, lowerBound: Any = (0.0, 0.0), upperBound: Any = (0.0, 0.0)) -> None:
        self.lowerBound = lowerBound
        self.upperBound = upperBound

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, b2Vec2(*value))

    center = property(lambda self: 0.5 * (self.lowerBound + self.upperBound))
    extents = property(lambda self: 0.5 * (self.upperBound - self.lowerBound))
    perimeter = property(lambda self: 4.0 * (self.extents.x + self.extents.y))

    @property
    def valid(self) -> bool:
        size = self.upperBound - self.lowerBound
        return bool(size.x >= 0.0 and size.y >= 0.0 and self.lowerBound.valid and self.upperBound.valid)

    def overlaps(self, other: b2AABB) -> bool:
        return b2TestOverlap(self, other)


def b2TestOverlap(a: b2AABB, b: b2AABB) -> bool:
    return bool(a.lowerBound.x <= b.upperBound.x and b.lowerBound.x <= a.upperBound.x
                and a.lowerBound.y <= b.upperBound.y and b.lowerBound.y <= a.upperBound.y)


class b2Color(Named):
    """Red, green and blue, 0 to 1."""

    def __init__(self, r: float = 0.0, g: float = 0.0, b: float = 0.0) -> None:
        self.r, self.g, self.b = float(r), float(g), float(b)

    def __iter__(self) -> Iterator[float]:
        return iter((self.r, self.g, self.b))

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> float:
        return (self.r, self.g, self.b)[index]

    list = property(lambda self: [self.r, self.g, self.b])
    bytes = property(lambda self: [int(255 * one) for one in self])


def b2Dot(a: Any, b: Any) -> float:
    return b2Vec2(*a).dot(b)


def b2Cross(a: Any, b: Any) -> Any:
    if isinstance(a, (int, float)):
        return b2Vec2(-a * b[1], a * b[0])
    return b2Vec2(*a).cross(b)


def b2Mul(a: Any, b: Any) -> b2Vec2:
    """A rotation or a transform of a vector."""
    return a * b


def b2MulT(a: Any, v: Any) -> b2Vec2:
    """The inverse of a rotation or of a transform of a vector."""
    if isinstance(a, b2Transform):
        v, a = b2Vec2(*v) - a.position, a.q
    return b2Vec2(a.c * v[0] + a.s * v[1], a.c * v[1] - a.s * v[0])


def b2Distance(a: Any, b: Any) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def b2DistanceSquared(a: Any, b: Any) -> float:
    return float((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def b2Clamp(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


def b2MixFriction(a: float, b: float) -> float:
    return math.sqrt(a * b)


def b2MixRestitution(a: float, b: float) -> float:
    return max(a, b)


b2Abs, b2Max, b2Min = abs, max, min
b2Vec2_zero = b2Vec2(0.0, 0.0)
b2_epsilon = 1.192092896e-07
b2_pi = math.pi
