# The part of the package that is written in Rust. Its classes are described in `__init__.pyi`.
import os

from . import (
    Attractor as Attractor,
    Batch as Batch,
    Body as Body,
    Closest as Closest,
    Collider as Collider,
    Contact as Contact,
    ContactCandidate as ContactCandidate,
    ContactEvent as ContactEvent,
    ContactSide as ContactSide,
    Effect as Effect,
    Environment as Environment,
    Events as Events,
    GravityRegion as GravityRegion,
    HeightField as HeightField,
    Hit as Hit,
    Joint as Joint,
    JointBreak as JointBreak,
    Level as Level,
    Motion as Motion,
    Mover as Mover,
    Recording as Recording,
    Replay as Replay,
    Shape as Shape,
    Snapshot as Snapshot,
    Water as Water,
    Wind as Wind,
    World as World,
)

def _find_body(world: World, bits: int) -> Body: ...
def _find_collider(world: World, bits: int) -> Collider: ...
def _find_joint(world: World, bits: int) -> Joint: ...
def _group_limit(root: str | os.PathLike[str]) -> int | None: ...
def _plain(message: str) -> str: ...
def _properties_json() -> str: ...
