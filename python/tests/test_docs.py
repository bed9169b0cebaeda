"""The programs of the pages run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT.parent / "docs" / "python.md"]
PROGRAMS = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("code", PROGRAMS)
def test_program_of_a_page_runs(code: str) -> None:
    exec(compile(code, "page", "exec"), {})


def test_every_name_of_the_pymunk_table_exists() -> None:
    """The right column of the table names what the stubs have."""
    page = (ROOT.parent / "docs" / "python.md").read_text().split("| pymunk | here |")[1].split("\n\n")[0]
    stub = (ROOT / "package" / "physics2d" / "__init__.pyi").read_text()
    known = set(re.findall(r"\w+", stub)) | {"i", "r", "p", "f", "j", "a", "b", "thing", "hand", "rest", "min",
                                             "max", "world", "events"}
    for row in page.strip().splitlines()[1:]:
        here = row.split(" | ", 1)[1]
        for code in re.findall(r"`([^`]+)`", here):
            for name in re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", code)):
                assert name in known, f"{name} in {row}"
