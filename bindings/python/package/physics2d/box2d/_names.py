"""What names are provided, and the error for one that is not."""

from __future__ import annotations

from typing import Any

#: Where the list of names is.
LIST = "docs/gymnasium.md, section 'Names'"


def missing(owner: str, name: str) -> AttributeError:
    """The error for a name that is not provided."""
    return AttributeError(f"{owner}.{name} is not provided by physics2d.box2d; the list of names is in {LIST}")


class Named:
    """Base of the classes: a name that is not provided raises an error that says so."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        # Python and NumPy ask objects for names such as `__array__`; no text is made for those.
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(type(self).__name__, name)


def set_given(thing: object, given: dict[str, Any]) -> None:
    """Sets the attributes that keyword arguments name."""
    for name, value in given.items():
        if not hasattr(type(thing), name) and name not in thing.__dict__:
            raise AttributeError(f'Invalid keyword argument "{name}" for {type(thing).__name__}: not provided by '
                                 f"physics2d.box2d; the list of names is in {LIST}")
        setattr(thing, name, value)
