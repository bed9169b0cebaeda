"""Tests a wheel for aarch64 in an emulator: `python tools/aarch64.py WHEEL`, which `cargo xtask python --wheels` calls.

Needs `qemu-aarch64` and Debian's `apt-get` and `dpkg-deb`. Debian's Python for arm64 is unpacked into
`target/aarch64`, NumPy and pytest beside it; nothing is installed in the system. Compares hashes with those of the wheel
that is installed here, which must be of the same sources, and runs tests whose results depend on the processor.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "aarch64"
PACKAGES = (
    "python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libcrypt1 libgcc-s1 libstdc++6 zlib1g libexpat1 "
    "libffi8 libssl3 libbz2-1.0 liblzma5 libuuid1"
).split()
#: The newest NumPy whose wheel for aarch64 is as old as `manylinux2014`, which pip finds by that name.
MODULES = ("numpy==2.2.6", "pytest==9.2.0")
TESTS = ("test_laws.py", "test_arrays.py", "test_queries.py")

#: Prints hashes of a heap that falls, of a batch with drawn masses, and of a landing.
HASHES = """
import numpy as np
import physics2d
from physics2d import Batch, Environment, World, actions, parameters
world = World(gravity=(0, -9.81))
world.add_body().add_half_space((0, 1), 0)
for i in range(40):
    body = world.add_body(kind="dynamic", position=(0.7 * (i % 8), 1 + i // 8), angle=0.1 * i)
    body.add_box(0.8, 0.6) if i % 2 else body.add_circle(0.4, restitution=0.3)
batch = Batch(world, 9, actions=[actions.force(body)], parameters=[parameters.mass(body, 0.5, 2)])
world.step(count=300)
for step in range(60):
    batch.step(np.full((9, 2), np.sin(step), np.float32))
landers = Environment("lunar_lander", 8, seed=3)
for step in range(120):
    landers.step(np.full((8, 1), step % 4, np.float32))
print(hex(world.state_hash()), *(hex(batch.world(i).state_hash()) for i in range(9)), landers.observations.sum())
"""


def prepare() -> None:
    """Unpacks Python for arm64, and installs what the tests need, unless that is done."""
    if (FOLDER / "site" / "pytest").exists():
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    debs, apt = FOLDER / "debs", FOLDER / "apt"
    for folder in (debs, apt / "state/lists/partial", apt / "cache/archives/partial", FOLDER / "root"):
        folder.mkdir(parents=True)
    (apt / "status").touch()
    # A state of its own: the lists of the system stay as they are.
    settings = [
        "APT::Architecture=arm64",
        "APT::Architectures::=arm64",
        f"Dir::State={apt / 'state'}",
        f"Dir::State::status={apt / 'status'}",
        f"Dir::Cache={apt / 'cache'}",
        "APT::Sandbox::User=root",
    ]
    options = [word for one in settings for word in ("-o", one)]
    subprocess.run(["apt-get", "-qq", *options, "update"], check=True)
    subprocess.run(["apt-get", "-qq", *options, "download", *PACKAGES], check=True, cwd=debs)
    for deb in sorted(debs.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", deb, FOLDER / "root"], check=True)
    install(*MODULES)


def install(*what: str) -> None:
    platform = "--platform manylinux2014_aarch64 --python-version 3.11 --implementation cp --only-binary=:all:".split()
    target = ["--quiet", "--upgrade", "--target", str(FOLDER / "site")]
    subprocess.run([sys.executable, "-m", "pip", "install", *platform, *target, *what], check=True)


def emulate(*words: str | Path) -> str:
    """Runs Python in the emulator, and returns what it prints."""
    python, environment = FOLDER / "root/usr/bin/python3.11", os.environ | {"PYTHONPATH": str(FOLDER / "site")}
    command = ["qemu-aarch64", "-L", FOLDER / "root", python, *words]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    missing = [program for program in ("qemu-aarch64", "apt-get", "dpkg-deb") if shutil.which(program) is None]
    if missing:
        print(f"the wheel for aarch64 is not tested: {', '.join(missing)} is missing")
        return
    prepare()
    # The path of a wheel that is named by its platform is refused on another one, unless it is said.
    install("--no-deps", sys.argv[1])
    here = subprocess.run([sys.executable, "-c", HASHES], check=True, stdout=subprocess.PIPE, text=True).stdout
    there = emulate("-c", HASHES)
    if here != there:
        raise SystemExit(f"the bits differ on aarch64:\n{here}{there}")
    print(f"the same bits on {emulate('-c', 'import platform; print(platform.machine())').strip()}: {here.split()[0]}")
    config = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-p", "no:cacheprovider"]
    print(emulate("-m", "pytest", *config, *(ROOT / "tests" / name for name in TESTS)))


if __name__ == "__main__":
    main()
