"""The list of properties of the engine, as Python needs it: names, types, and a line of documentation for each.

Used when the package is imported, and by ``tools/generate.py``, which writes the stubs.
"""

from __future__ import annotations

import json
import re
from typing import Any

#: Parts whose properties stand among those of the whole.
FLAT = ("Material", "Filter")


def definitions(text: str) -> dict[str, list[dict[str, Any]]]:
    """Every definition of ``docs/properties.json``: its properties with meaning, unit, range and default."""
    return {one["name"]: one["properties"] for one in json.loads(text)["definitions"]}


def keyword(name: str) -> str:
    """The name of a property as a Python keyword."""
    return name.replace(" ", "_").replace(".", "_")


def word(name: str) -> str:
    """``GeometricMean`` as ``geometric_mean``."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def flat(all_: dict[str, list[dict[str, Any]]], definition: str) -> dict[str, dict[str, Any]]:
    """The properties of a definition by keyword, with those of its flat parts. An optional part is one keyword."""
    found: dict[str, dict[str, Any]] = {}
    for one in all_[definition]:
        if one["form"] in FLAT:
            found.update(flat(all_, one["form"]))
        elif one["optional"] and "." in one["name"]:
            whole = one["name"].split(".")[0]
            found.setdefault(whole, {"name": whole, "form": "MassProperties", "optional": True,
                                     "about": one["about"], "default": "none"})
        elif one["form"] != "JointKind":
            found[keyword(one["name"])] = one
    return found


def describe(one: dict[str, Any]) -> str:
    """What a property means, in one line, with unit, range and default."""
    about = one["about"].split(". ")[0].replace("`", "").replace("::", ".").rstrip(".")
    # Functions of Rust, which nobody finds here.
    about = re.sub(r": see [A-Z]\w+(\.\w+)?$", "", about)
    facts = [one["unit"]] if one.get("unit") else []
    if one.get("choices"):
        facts.append(" | ".join(repr(word(choice)) for choice in one["choices"]))
    elif one.get("range"):
        facts.append(one["range"])
    if one["default"] == "none":
        facts.append("default None")
    elif one["default"]:
        facts.append(f"default {default(one)}")
    return f"{about} ({'; '.join(facts)})" if facts else about


def default(one: dict[str, Any]) -> str:
    """The default of a property as Python writes it."""
    text, form = one["default"], one["form"]
    if text == "none":
        return "None"
    if form == "choice":
        return repr(word(text))
    if form == "flag":
        return text.capitalize()
    if form == "positions":
        ax, ay, bx, by = text.strip("[]").split(", ")
        return f"(({ax}, {ay}), ({bx}, {by}))"
    return text.replace("[", "(").replace("]", ")")
