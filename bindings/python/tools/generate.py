"""Writes what is made from the list of properties of the engine (``docs/properties.json``) and from the list of calls
(``bindings/api.json``):

    python tools/generate.py docs      docs/add_*.txt, the docstrings of the functions that take properties;
                                       package/physics2d/_pymunk.py, the names of docs/migrating/pymunk.md
    python tools/generate.py stubs     package/physics2d/__init__.pyi, from tools/template.pyi; needs the built package

With ``--check`` it writes nothing, and fails if a file is not what it would write.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_spec = importlib.util.spec_from_file_location("_list", ROOT / "package" / "physics2d" / "_list.py")
assert _spec and _spec.loader
_list = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_list)
ALL = _list.definitions((ROOT.parent.parent / "docs" / "properties.json").read_text())
CALLS = [one for one in json.loads((ROOT.parent / "api.json").read_text())["calls"] if "py" in one.get("in", "py").split()]
KINDS = [name.removesuffix("Joint") for name in ALL if name.endswith("Joint")]

#: The functions that take the properties of a collider, and what they say first.
COLLIDERS = {
    "circle": "Adds a circle about the origin of the body; `radius` in m.",
    "box": "Adds a box about the origin of the body with this whole `width` and `height`, m; `radius` (m) rounds it.",
    "polygon": "Adds a convex polygon: 3 or more `vertices`, m, in either winding; `radius` (m) rounds it.",
    "capsule": "Adds a capsule: all points within `radius` of the segment from `a` to `b`, m.",
    "segment": "Adds a segment from `a` to `b`, m. It has no mass.",
    "half_space": "Adds all points p with p . normal <= distance (m): the ground below a height h is\n"
    "`add_half_space((0, 1), h)`. Not on a dynamic body.",
    "shape": "Adds a shape.",
    "chain": "Adds a segment for each pair of neighbours of `points` (m), over whose corners bodies slide smoothly: "
    "for\nthe ground of a level. A closed chain runs counter-clockwise round what is solid; with\n"
    "`both_sides=False` it collides only from the right of its direction. Returns the colliders.",
    "height_field": "Adds ground of `heights` (m) that are `spacing` metres apart along the x axis of the body, the first "
    "above\nits origin: a segment for each cell between two of them, touched from above. Heights and holes can be edited.",
    "outline": "Adds an outline of any shape (m), with holes, as convex pieces. Returns the colliders.",
}


def doc_of(definitions: list[str], first: str, more: list[str] = []) -> str:
    lines = [first, "", "Properties, as keyword arguments:", ""]
    for line in more:
        lines.append(f"- {line}")
    for definition in definitions:
        for name, one in _list.flat(ALL, definition).items():
            lines.append(f"- {name}: {_list.describe(one)}")
    return "\n".join(lines) + "\n"


def pymunk() -> str:
    """The module with the names of pymunk and what they are called here: the tables of its page."""
    page = (ROOT.parent.parent / "docs" / "migrating" / "pymunk.md").read_text()
    names: dict[str, str] = {}
    for table in [part.split("\n\n")[0] for part in page.split("| pymunk | here |")[1:]]:
        for row in table.strip().splitlines()[1:]:
            theirs, here = row.strip("| ").split(" | ", 1)
            left, right = re.findall(r"`([A-Z]\w+\.\w+)", theirs), here.split(", ")
            # Lists of the same length, all of names alone, belong together one by one.
            pairs = len(left) == len(right) and len(left) == theirs.count("`") // 2 and here.count("`") == 2 * len(right)
            for place, name in enumerate(left):
                names.setdefault(name, right[place] if pairs else here)
    lines = [f"    {name!r}: {text!r}," for name, text in sorted(names.items())]
    head = '"""Written by ``python tools/generate.py`` from docs/migrating/pymunk.md: names of pymunk, and what is here."""'
    return "\n".join([head, "", "NAMES: dict[str, str] = {", *lines, "}", ""])


def docs() -> dict[Path, str]:
    folder = ROOT / "docs"
    texts = {folder / "add_body.txt": doc_of(["BodyDef"], "Adds a body and returns it.",
                                             ["angle: Its angle, in place of rotation (rad)"])}
    for name, first in COLLIDERS.items():
        first += "\n\nThe static friction is the friction, unless it is given."
        texts[folder / f"add_{name}.txt"] = doc_of(["ColliderDef"], first)
    for kind in KINDS:
        first = f"Adds a {kind.lower()} joint between the bodies `a` and `b` and returns it."
        more = []
        if "anchor_a" in _list.flat(ALL, f"{kind}Joint"):
            more = ["anchor: A point of the world for both anchors; the reference angle becomes the present one (m)",
                    "world_anchor_a, world_anchor_b: A point of the world for each (m)"]
        if "length" in _list.flat(ALL, f"{kind}Joint"):
            first += "\nThe length is that of the moment, unless it is given."
        texts[folder / f"add_{kind.lower()}.txt"] = doc_of([f"{kind}Joint", "JointDef"], first, more)
    texts[ROOT / "package" / "physics2d" / "_pymunk.py"] = pymunk()
    return texts


TYPES = {
    "number": ("float", "float"),
    "wide": ("float", "float"),
    "point": ("Pair", "Vector"),
    "position": ("Pair", "Vector"),
    "vector": ("Pair", "Vector"),
    "rotation": ("Pair", "Vector"),
    "interval": ("Pair", "Vector"),
    "positions": ("tuple[Pair, Pair]", "Points"),
    "pose": ("tuple[float, float, float, float]", "Vector"),
    "count": ("int", "int"),
    "index": ("int", "int"),
    "signed": ("int", "int"),
    "mask": ("int", "int"),
    "data": ("Any", "object"),
    "flag": ("bool", "bool"),
}


def types(one: dict[str, Any]) -> tuple[str, str]:
    """The type of a property when it is read, and when it is set."""
    form = one["form"]
    if form == "choice":
        choice = "Literal[" + ", ".join(f'"{_list.word(c)}"' for c in one["choices"]) + "]"
        found = (choice, choice)
    else:
        found = TYPES.get(form, (form, form))
    return (f"{found[0]} | None", f"{found[1]} | None") if one["optional"] else found


def calls(on: str, have: set[str]) -> list[str]:
    """The methods and properties of a class that are in the list of calls, but for those that the template has."""
    lists = {"bodies": "list[Body]", "colliders": "list[Collider]", "joints": "list[Joint]", "body": "Body"}
    answers = {form: read for form, (read, _) in TYPES.items()} | lists
    lines = []
    for one in CALLS:
        name = next(one[kind] for kind in ("get", "set", "ask", "call") if kind in one)
        if one["on"] != on or name in have:
            continue
        args = [f"{arg}: {TYPES[form][1]}" for arg, form in one.get("args_py", one.get("args", []))]
        if "or" in one:
            args[-1] += " | None = None"
        if "get" in one:
            lines += ["    @property", f"    def {name}(self) -> {answers[one['form']]}: ..."]
        elif "set" in one:
            lines += [f"    @{name}.setter", f"    def {name}(self, {name}: {TYPES[one['form']][1]}) -> None: ..."]
        else:
            answer = answers[one["form"]] if "ask" in one else "None"
            lines.append(f"    def {name}({', '.join(['self', *args])}) -> {answer}: ...")
    return lines


def arguments(definition: str, with_defaults: bool) -> list[str]:
    lines = []
    for name, one in _list.flat(ALL, definition).items():
        default = _list.default(one) if with_defaults else "..."
        # `inf` has no name in a stub; a dictionary has no default of its own.
        if "inf" in default or not default or one["form"] == "rotation":
            default = "..."
        lines.append(f"        {name}: {types(one)[1]} = {default},")
    return lines


def attributes(owner: Any, definition: str, have: set[str]) -> list[str]:
    lines = []
    for name, one in _list.flat(ALL, definition).items():
        if name in have or name in ("awake", "start_angle"):
            continue
        read, given = types(one)
        lines += ["    @property", f"    def {name}(self) -> {read}: ...",
                  f"    @{name}.setter", f"    def {name}(self, value: {given}) -> None: ..."]
    return lines


def typed_dict(name: str, definitions: list[str]) -> list[str]:
    lines = [f"class {name}(TypedDict, total=False):"]
    if len(definitions) > 1 or "::" in definitions[0]:
        kinds = [_list.word(one.split("::")[1]) for one in definitions]
        if name == "PositionCorrection":
            kinds.insert(0, "none")
        lines.append("    type: Literal[" + ", ".join(f'"{kind}"' for kind in kinds) + "]")
    seen = set()
    for definition in definitions:
        for field, one in _list.flat(ALL, definition).items():
            if field not in seen:
                seen.add(field)
                lines += [f"    {field}: {types(one)[1]}", f'    """{_list.describe(one)}"""']
    return lines + [""]


def typed_dicts() -> list[str]:
    lines = typed_dict("SolverSettings", ["SolverSettings"])
    lines += typed_dict("PositionCorrection", [one for one in ALL if one.startswith("PositionCorrection::")])
    lines += typed_dict("ClassicSettings", ["ClassicSettings"])
    lines += typed_dict("PortalRole", [one for one in ALL if one.startswith("PortalRole::")])
    lines.append("class MassProperties(TypedDict, total=False):")
    for one in ALL["BodyDef"]:
        if one["name"].startswith("mass."):
            about = _list.describe({**one, "about": one["name"].split(".")[1].capitalize()})
            lines += [f"    {_list.keyword(one['name'].split('.')[1])}: {types({**one, 'optional': False})[1]}",
                      f'    """{about}"""']
    return lines


def add_joints() -> list[str]:
    lines = []
    for kind in KINDS:
        lines += [f"    def add_{kind.lower()}(", "        self,", "        a: Body,", "        b: Body,",
                  "        *,"]
        if "anchor_a" in _list.flat(ALL, f"{kind}Joint"):
            lines += [f"        {name}: Vector = ...," for name in ("anchor", "world_anchor_a", "world_anchor_b")]
        fields = arguments(f"{kind}Joint", True) + arguments("JointDef", True)
        # Without an argument of its own, the length is measured.
        lines += ["        length: float = ...," if "length:" in field else field for field in fields]
        lines.append(f"    ) -> {kind}Joint: ...")
    return lines


def joint_classes() -> list[str]:
    from physics2d import Joint

    own = {name for name in vars(Joint) if not name.startswith("_")}
    lines = []
    for kind in KINDS:
        lines.append(f"class {kind}Joint(Joint):")
        lines += attributes(None, "JointDef", own) + attributes(None, f"{kind}Joint", own)
        lines += ["    def set(  # type: ignore[override]", "        self,", "        *,"]
        lines += arguments(f"{kind}Joint", False) + arguments("JointDef", False)
        lines += ["    ) -> None: ...", ""]
    return lines


FILTER = ["        mask: int = ...,", "        category: int = ...,", "        exclude: Excluded = None,",
          "        include_sensors: bool = False,"]
OPTIONS = [f"        {name}: bool = ...," for name in
           ("bodies", "joints", "boxes", "contacts", "normals", "centers", "names")]


def expanded(lines: list[str]) -> list[str]:
    """The template with the parts that come from the lists."""
    out: list[str] = []
    template, lines = lines, []
    for line in template:
        owner = line.strip().removeprefix("#calls: ")
        names = [l.split("def ")[1].split("(")[0] for l in class_body(template, owner) if "def " in l] if "#calls: " in line else []
        lines += calls(owner.lower(), set(names)) if "#calls: " in line else [line]
    for line in lines:
        mark = line.strip()
        if mark.startswith("#args: "):
            out += arguments(mark.removeprefix("#args: "), True)
        elif mark.startswith("#changes: "):
            out += arguments(mark.removeprefix("#changes: "), False)
        elif mark.startswith("#attributes: "):
            owner, definition = mark.removeprefix("#attributes: ").split()
            own = {l.split("def ")[1].split("(")[0] for l in class_body(lines, owner) if "def " in l}
            out += attributes(None, definition, own)
        elif mark in ("#filter", "#filter_of_many"):
            out += FILTER + ["        predicate: Predicate | None = None,"] * (mark == "#filter")
        elif mark == "#options":
            out += OPTIONS
        elif mark in ("#typed_dicts", "#add_joints", "#joint_classes"):
            out += globals()[mark[1:]]()
        else:
            out.append(line)
    return out


def class_body(lines: list[str], name: str) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.startswith(f"class {name}:"))
    end = next((i for i in range(start + 1, len(lines)) if lines[i] and not lines[i][0].isspace()), len(lines))
    return lines[start:end]


def quoted(doc: str, indent: str) -> list[str]:
    # Python 3.13 takes the indentation away itself.
    text = [line.rstrip() for line in inspect.cleandoc(doc).splitlines()]
    if len(text) == 1:
        return [f'{indent}"""{text[0]}"""']
    return [f'{indent}"""{text[0]}', *(f"{indent}{line}" if line else "" for line in text[1:]), f'{indent}"""']


def documented(lines: list[str]) -> list[str]:
    """The stub with the docstrings of the package."""
    import physics2d

    out: list[str] = []
    owner: Any = physics2d
    name, is_setter = "", False
    for line in lines:
        if line.startswith("class "):
            title = line.removeprefix("class ").split("(")[0].split(":")[0]
            owner = getattr(physics2d, title, None)
            doc = None if owner is None else owner.__doc__
            if doc and line.endswith(": ..."):
                out += [line.removesuffix(" ..."), *quoted(doc, "    "), ""]
                continue
            out.append(line)
            if doc:
                out += quoted(doc, "    ")
            continue
        if line and not line[0].isspace() and not line.startswith((")", "@")):
            owner = physics2d
        stripped = line.strip()
        if stripped.endswith(".setter"):
            is_setter = True
        if stripped.startswith("def "):
            name = stripped.removeprefix("def ").split("(")[0]
        if name and stripped.endswith(": ...") and (stripped.startswith(("def ", ")"))):
            member = None if owner is None else getattr(owner, name, None)
            doc = None if is_setter or name.startswith("__") else getattr(member, "__doc__", None)
            indent = line[: len(line) - len(line.lstrip())] + "    "
            out += [line.removesuffix(" ..."), *quoted(doc, indent), f"{indent}..."] if doc else [line]
            name, is_setter = "", False
            continue
        out.append(line)
    return out


def stubs() -> dict[Path, str]:
    lines = (ROOT / "tools" / "template.pyi").read_text().splitlines()
    text = "\n".join(documented(expanded(lines))) + "\n"
    return {ROOT / "package" / "physics2d" / "__init__.pyi": text}


def main(words: list[str]) -> int:
    parts = [word for word in words if not word.startswith("-")] or ["docs", "stubs"]
    stale = []
    for part in parts:
        for path, text in {"docs": docs, "stubs": stubs}[part]().items():
            if not path.exists() or path.read_text() != text:
                stale.append(path.relative_to(ROOT))
                if "--check" not in words:
                    path.write_text(text)
    for path in stale:
        print(f"{path} {'is stale: run python tools/generate.py' if '--check' in words else 'is written'}")
    return 1 if stale and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
