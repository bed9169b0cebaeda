"""The exceptions of the package, which the engine raises by name."""

from __future__ import annotations


class Error(Exception):
    """Any error of the engine."""

    __module__ = "physics2d"


class OutOfRange(Error, ValueError):
    """A value is out of its range, or values do not fit together. Nothing was changed.

    ``field`` is the name of the property or argument, ``value`` what was given for it, as far as it is one value.
    """

    __module__ = "physics2d"

    field: str
    value: object

    def __init__(self, message: str, field: str = "", value: object = None) -> None:
        super().__init__(message)
        self.field = field
        self.value = value

    def __reduce__(self) -> tuple[type, tuple[str, str, object]]:
        return (type(self), (str(self), self.field, self.value))


class StaleHandle(Error, LookupError):
    """The body, collider or joint has been removed."""

    __module__ = "physics2d"


class ForeignHandle(Error, ValueError):
    """The body, collider or joint belongs to another world."""

    __module__ = "physics2d"


class WorldBusy(Error, RuntimeError):
    """Another thread is in the world: it steps it or casts rays. Use a lock, or one world for each thread."""

    __module__ = "physics2d"


class FileError(Error, ValueError):
    """Bytes are no snapshot, level or recording of this engine, or are damaged."""

    __module__ = "physics2d"


class ReplayDiffers(Error):
    """A recording does not play as it was recorded."""

    __module__ = "physics2d"
