"""The programs of the pages run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT.parent.parent / "docs" / "python.md"]
PROGRAMS = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("code", PROGRAMS)
def test_program_of_a_page_runs(code: str) -> None:
    exec(compile(code, "page", "exec"), {})


def test_every_name_of_the_pymunk_page_exists() -> None:
    """The right columns of its tables of names have what the stubs have, but for what is said to be in Rust."""
    page = (ROOT.parent.parent / "docs" / "migrating" / "pymunk.md").read_text()
    package = ROOT / "package" / "physics2d"
    stub = "".join((package / name).read_text() for name in ("__init__.pyi", "canvas.py"))
    known = set(re.findall(r"\w+", stub)) | {"i", "r", "p", "f", "j", "t", "a", "b", "thing", "hand", "rest", "min",
                                             "max", "world", "events", "joint", "collider"}
    tables = [part.split("\n\n")[0] for part in page.split("| pymunk | here |")[1:]]
    rows = [row for table in tables for row in table.strip().splitlines()[1:]]
    assert len(rows) > 70
    for row in rows:
        here = row.split(" | ", 1)[1].split("in Rust")[0]
        for code in re.findall(r"`([^`]+)`", here):
            for name in re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", code)):
                assert name in known, f"{name} in {row}"
