"""The exceptions of the package, which the engine raises by name."""

from __future__ import annotations

import os


class Error(Exception):
    """Any error of the engine. ``field`` and ``value`` are what it is about, as far as it is one argument."""

    __module__ = "physics2d"

    field: str = ""
    value: object = None


class OutOfRange(Error, ValueError):
    """A value is out of its range, or values do not fit together. Nothing was changed.

    ``field`` is the name of the property or argument, ``value`` what was given for it, as far as it is one value.
    """

    __module__ = "physics2d"

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


class WrongState(Error, RuntimeError):
    """What is called is closed, was made before a fork, is not recorded, or has broken in the middle of a change."""

    __module__ = "physics2d"


class FileError(Error, ValueError):
    """Bytes are no snapshot, level or recording of this engine, or are damaged."""

    __module__ = "physics2d"


class ReplayDiffers(Error):
    """A recording does not play as it was recorded."""

    __module__ = "physics2d"


_FILES: dict[type[OSError], type[OSError]] = {}


def file_error(number: int | None, text: str, path: str) -> OSError:
    """The error of a file: the ``OSError`` that Python has for its number, such as ``FileNotFoundError``, and an
    ``Error`` as well. ``field`` is ``path``, ``value`` and ``filename`` are the path."""
    text = os.strerror(number) if number is not None else text
    kind = type(OSError(number, text, path)) if number is not None else OSError
    if kind not in _FILES:
        _FILES[kind] = type(kind.__name__, (Error, kind), {"__module__": "physics2d", "field": "path"})
    error = _FILES[kind](number, text, path)
    setattr(error, "value", path)
    return error
