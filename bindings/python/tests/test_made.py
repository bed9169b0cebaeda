"""What is made from the list of properties is up to date, and the stubs fit the package."""

import subprocess
import sys
from pathlib import Path

import pytest

import physics2d

ROOT = Path(__file__).parent.parent


def run(*words: str) -> None:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_docstrings_and_stubs_are_fresh() -> None:
    run("tools/generate.py", "--check")


def test_stubs_fit_the_package() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy.stubtest", "physics2d", "--concise", "--allowlist", "tools/stubtest.txt")


def test_everything_public_has_a_docstring() -> None:
    for name in physics2d.__all__:
        thing = getattr(physics2d, name)
        assert thing.__doc__, name
        if isinstance(thing, type) and thing.__module__ == "physics2d" and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert getattr(value, "__doc__", None), f"{name}.{member}"


def test_docstrings_have_units_and_defaults() -> None:
    doc = physics2d.World.add_body.__doc__ or ""
    assert "- angular_velocity: Angular velocity, rad/s (rad/s; finite; default 0)" in doc
    assert "m/s" in (physics2d.Body.max_speed.__doc__ or "")
    assert "0.6" in (physics2d.Body.add_circle.__doc__ or "")
