# Written by `python tools/generate.py` from the lists of properties and of calls and `tools/template.pyi`.
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, TypedDict, final
from typing_extensions import disjoint_base

import numpy as np
from numpy.typing import NDArray

from . import actions as actions, canvas as canvas, observations as observations, parameters as parameters
from .actions import Action as _Action
from .observations import Observation as _Observation
from .parameters import Parameter as _Parameter

__version__: str

_Table: TypeAlias = NDArray[np.floating[Any]] | Sequence[Sequence[float]]

Pair: TypeAlias = tuple[float, float]
"""x and y."""
Vector: TypeAlias = Sequence[float] | NDArray[np.floating[Any]]
"""x and y: a tuple, a list or an array."""
Points: TypeAlias = Sequence[Vector] | NDArray[np.floating[Any]]
"""Pairs of x and y: a list of tuples, or an array of shape (n, 2)."""
View: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top of a part of the world, m."""
Region: TypeAlias = Shape | tuple[Pair, Pair] | None
"""Where an effect acts: a polygon or half-space, the corners of a box, or everywhere."""
BeforeStep: TypeAlias = Callable[[World, int], object]
OnKey: TypeAlias = Callable[[str, bool], object]
OnMouse: TypeAlias = Callable[[Literal["press", "move", "release"], Pair], object]
Figure: TypeAlias = tuple[list[Pair], bool, str | None, tuple[str, float] | None]
Predicate: TypeAlias = Callable[[Collider], object]
"""Whether a query reports a collider."""
Excluded: TypeAlias = Body | Collider | Iterable[Body | Collider] | None

class SolverSettings(TypedDict, total=False):
    substeps: int
    """Number of sub-steps in a step, 1 to 1000 (from 1 to 1000; default 4)"""
    biased_sweeps: int
    """Biased sweeps in each sub-step, 1 to 1000: they remove velocity errors and position errors (from 1 to 1000; default 2)"""
    relax_sweeps: int
    """Relax sweeps in each sub-step, 1 to 1000 (from 1 to 1000; default 1)"""
    contact_hertz: float
    """Stiffness of contacts, Hz, above zero; at most a quarter of the sub-step rate is used (Hz; finite and above zero; default 53)"""
    contact_damping_ratio: float
    """Damping ratio of contacts, not negative (finite and not negative; default 10)"""
    joint_hertz: float
    """Stiffness of joints, Hz, above zero; at most a quarter of the sub-step rate is used (Hz; finite and above zero; default 60)"""
    joint_damping_ratio: float
    """Damping ratio of joints, not negative (finite and not negative; default 2)"""
    direct_joints: Literal["off", "loaded", "all"]
    """Which joints are solved directly: all rows of a mechanism at once, without gaps, in place of sweeps ('off' | 'loaded' | 'all'; default 'loaded')"""
    direct_contacts: Literal["off", "heavy", "columns", "tall"]
    """Which contacts are solved together, without sinking, in place of sweeps ('off' | 'heavy' | 'columns' | 'tall'; default 'columns')"""
    push_out_speed: float
    """Greatest speed at which contacts push overlapping bodies apart, m/s; twice that for contacts with a body of infinite mass (m/s; finite and not negative; default 1.5)"""
    bounce_threshold: float
    """Approach speed, m/s, below which contacts do not bounce, so that a pile comes to rest (m/s; finite and not negative; default 1)"""
    bounce_clearance: float
    """A contact that bounces does not brake its bodies while they are farther apart than this, m (m; finite and not negative; default 0.001)"""

class PositionCorrection(TypedDict, total=False):
    type: Literal["none", "baumgarte", "projection", "split"]
    factor: float
    """Fraction of the overlap for each step, 0 to 1 (from 0 to 1; default 0.2)"""
    slop: float
    """Overlap that is left alone, m, not negative (m; finite and not negative; default 0.01)"""
    fraction: float
    """Fraction of the overlap for each correction, 0 to 1 (from 0 to 1; default 0.2)"""

class ClassicSettings(TypedDict, total=False):
    iterations: int
    """Iterations over all joints and contacts, 1 to 1000 (from 1 to 1000; default 10)"""
    warm_start: bool
    """Whether a step starts with the impulses of the last one (default True)"""
    impulses: Literal["accumulated", "separate", "depth_weighted", "displacement", "clamp"]
    """How contacts change velocities ('accumulated' | 'separate' | 'depth_weighted' | 'displacement' | 'clamp'; default 'accumulated')"""
    correction: PositionCorrection
    """How overlap is removed"""
    integrator: Literal["symplectic", "explicit"]
    """Which velocity moves the positions ('symplectic' | 'explicit'; default 'symplectic')"""
    order: Literal["constraints_first", "positions_first"]
    """What a step does first ('constraints_first' | 'positions_first'; default 'constraints_first')"""
    detect_each_iteration: bool
    """Whether collisions are detected again before each iteration (default False)"""
    resolve_at_impact: bool
    """Whether the step is cut where a fast body first touches something, so that the impact acts there and the body goes on from there with its new velocity (*Souto, Video Game Physics II*) (default False)"""
    drag: float
    """Air drag, 1/s: in each step a velocity v loses drag dt v, where |v| counts as at most 1 m/s (and 1 rad/s), as in *Sotirov 2022* (1/s; finite and not negative; default 0)"""
    bounce_threshold: float
    """Approach speed below which contacts do not bounce, m/s, not negative (m/s; finite and not negative; default 1)"""

class PortalRole(TypedDict, total=False):
    type: Literal["passing", "rim"]
    portal: int
    """The number of the opening (default 0)"""
    point: Vector
    """A point of the plane, m (m; finite; default (0, 0))"""
    normal: Vector
    """The normal of the plane, out of the wall, of unit length (finite; default (0, 0))"""

class MassProperties(TypedDict, total=False):
    mass: float
    """Mass (kg; finite and above zero; default None)"""
    center_of_mass: Vector
    """Center of mass (m; within 100 km of the origin of the body; default None)"""
    inertia: float
    """Inertia (kg m^2; finite and not negative; default None)"""

class Error(Exception):
    """Any error of the engine. ``field`` and ``value`` are what it is about, as far as it is one argument."""
    field: str
    value: Any

class OutOfRange(Error, ValueError):
    """A value is out of its range, or values do not fit together. Nothing was changed.

    ``field`` is the name of the property or argument, ``value`` what was given for it, as far as it is one value.
    """
    def __init__(self, message: str, field: str = "", value: object = None) -> None: ...

class StaleHandle(Error, LookupError):
    """The body, collider or joint has been removed."""

class ForeignHandle(Error, ValueError):
    """The body, collider or joint belongs to another world."""

class WorldBusy(Error, RuntimeError):
    """Another thread is in the world: it steps it or casts rays. Use a lock, or one world for each thread."""

class WrongState(Error, RuntimeError):
    """What is called is closed, was made before a fork, is not recorded, or has broken in the middle of a change."""

class FileError(Error, ValueError):
    """Bytes are no snapshot, level or recording of this engine, or are damaged."""

class ReplayDiffers(Error):
    """A recording does not play as it was recorded."""


@final
class World:
    """A world of rigid bodies: bodies, colliders, joints, and the step that moves them.

    Settings are keyword arguments: `World(gravity=(0, -10), sleeping=False, solver={"substeps": 8})`. Lengths
    are in m, masses in kg, times in s, angles in rad.
    """
    def __new__(
        cls,
        *,
        gravity: Vector = (0, -9.81),
        sleeping: bool = True,
        continuous: Literal["all", "against_static", "nothing"] = 'all',
        length_unit: float = 1,
        friction_rule: Literal["geometric_mean", "average", "min", "product", "max"] = 'geometric_mean',
        restitution_rule: Literal["geometric_mean", "average", "min", "product", "max"] = 'max',
        rolling_resistance: float = 0.01,
        hit_speed: float = 1,
        smooth_seams: bool = True,
        manifolds: Literal["separating_axes", "gjk_epa", "mean_point", "support_average", "start_of_step"] = 'separating_axes',
        method: Literal["soft", "classic"] = 'soft',
        solver: SolverSettings = ...,
        classic: ClassicSettings = ...,
    ) -> World: ...
    @property
    def gravity(self) -> Pair:
        """Acceleration of every dynamic body, m/s^2 (m/s^2; finite; default (0, -9.81))"""
        ...
    @gravity.setter
    def gravity(self, value: Vector) -> None: ...
    @property
    def sleeping(self) -> bool:
        """Whether islands may fall asleep, and stop: when no point of their bodies has been faster than 5 cm/s for half a second, and nothing moves them on (default True)"""
        ...
    @sleeping.setter
    def sleeping(self, value: bool) -> None: ...
    @property
    def continuous(self) -> Literal["all", "against_static", "nothing"]:
        """Which contacts are swept: what moves far within a step, relative to what is near it, is stopped where it first touches ('all' | 'against_static' | 'nothing'; default 'all')"""
        ...
    @continuous.setter
    def continuous(self, value: Literal["all", "against_static", "nothing"]) -> None: ...
    @property
    def length_unit(self) -> float:
        """How many length units of the program are one metre, above zero and at most 1e9: 100 for a program in centimetres (above zero and at most 1e9; default 1)"""
        ...
    @length_unit.setter
    def length_unit(self, value: float) -> None: ...
    @property
    def friction_rule(self) -> Literal["geometric_mean", "average", "min", "product", "max"]:
        """How the friction coefficients of two materials combine ('geometric_mean' | 'average' | 'min' | 'product' | 'max'; default 'geometric_mean')"""
        ...
    @friction_rule.setter
    def friction_rule(self, value: Literal["geometric_mean", "average", "min", "product", "max"]) -> None: ...
    @property
    def restitution_rule(self) -> Literal["geometric_mean", "average", "min", "product", "max"]:
        """How the restitutions of two materials combine ('geometric_mean' | 'average' | 'min' | 'product' | 'max'; default 'max')"""
        ...
    @restitution_rule.setter
    def restitution_rule(self, value: Literal["geometric_mean", "average", "min", "product", "max"]) -> None: ...
    @property
    def rolling_resistance(self) -> float:
        """The least rolling resistance of a contact, not negative, as Material.rolling_resistance; 0.01 by default, so that balls come to rest on level ground, and heaps of round shapes as well (finite and not negative; default 0.01)"""
        ...
    @rolling_resistance.setter
    def rolling_resistance(self, value: float) -> None: ...
    @property
    def hit_speed(self) -> float:
        """m/s, not negative: contacts that are hit faster are reported by Events.hits (m/s; not negative; default 1)"""
        ...
    @hit_speed.setter
    def hit_speed(self, value: float) -> None: ...
    @property
    def smooth_seams(self) -> bool:
        """Whether bodies slide over the seams of flush shapes as over one shape: tiles, platforms that meet the ground, rows of crates (default True)"""
        ...
    @smooth_seams.setter
    def smooth_seams(self, value: bool) -> None: ...
    @property
    def manifolds(self) -> Literal["separating_axes", "gjk_epa", "mean_point", "support_average", "start_of_step"]:
        """How contact manifolds are found: by separating axes, unless the methods of the texts are to be compared ('separating_axes' | 'gjk_epa' | 'mean_point' | 'support_average' | 'start_of_step'; default 'separating_axes')"""
        ...
    @manifolds.setter
    def manifolds(self, value: Literal["separating_axes", "gjk_epa", "mean_point", "support_average", "start_of_step"]) -> None: ...
    @property
    def method(self) -> Literal["soft", "classic"]:
        """Which solver is used ('soft' | 'classic'; default 'soft')"""
        ...
    @method.setter
    def method(self, value: Literal["soft", "classic"]) -> None: ...
    @property
    def solver(self) -> SolverSettings:
        """Settings of the soft solver"""
        ...
    @solver.setter
    def solver(self, value: SolverSettings) -> None: ...
    @property
    def classic(self) -> ClassicSettings:
        """Settings of the classic solver"""
        ...
    @classic.setter
    def classic(self, value: ClassicSettings) -> None: ...
    def set(
        self,
        *,
        gravity: Vector = ...,
        sleeping: bool = ...,
        continuous: Literal["all", "against_static", "nothing"] = ...,
        length_unit: float = ...,
        friction_rule: Literal["geometric_mean", "average", "min", "product", "max"] = ...,
        restitution_rule: Literal["geometric_mean", "average", "min", "product", "max"] = ...,
        rolling_resistance: float = ...,
        hit_speed: float = ...,
        smooth_seams: bool = ...,
        manifolds: Literal["separating_axes", "gjk_epa", "mean_point", "support_average", "start_of_step"] = ...,
        method: Literal["soft", "classic"] = ...,
        solver: SolverSettings = ...,
        classic: ClassicSettings = ...,
    ) -> None:
        """Changes settings: `world.set(gravity=(0, 0))`. Wakes all bodies if a setting is now another."""
        ...
    def properties(self) -> dict[str, Any]:
        """All settings as a dictionary, which `World(**settings)` takes."""
        ...
    @property
    def threads(self) -> int:
        """The number of threads that a step uses: 1 unless it is set. No result depends on it."""
        ...
    @threads.setter
    def threads(self, threads: int) -> None: ...
    @property
    def time(self) -> float:
        """The sum of the lengths of all steps, s. `restore` brings back that of the snapshot."""
        ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    @property
    def bodies(self) -> list[Body]:
        """The bodies, in the order of their slots."""
        ...
    @property
    def colliders(self) -> list[Collider]:
        """The colliders, in the order of their slots."""
        ...
    @property
    def joints(self) -> list[Joint]:
        """The joints, in the order of their slots."""
        ...
    @property
    def kinetic_energy(self) -> float:
        """The sum of the kinetic energies of all bodies, J."""
        ...
    @property
    def stats(self) -> dict[str, int]:
        """How many bodies, awake bodies, colliders, contacts, touching contacts and joints there are."""
        ...
    @property
    def effects(self) -> list[Effect]:
        """The effects that act in every step: `world.effects = [Wind((3, 0)), Water(0.0)]`."""
        ...
    @effects.setter
    def effects(self, effects: Sequence[Effect]) -> None: ...
    @property
    def contact_hook(self) -> Any:
        """An object that decides about the contacts of colliders with `hook=True`, while a step runs; `None` for
        none. Two methods, of which it may have either:

        - `accepts(a, b)`: whether two colliders (`ContactSide`) may have a contact at all. Asked when their
          boxes begin to overlap, so the answer must not change from step to step.
        - `respond(contact)`: what a contact (`ContactCandidate`) does in this step. `None` for what it does
          anyway, `False` so that it does not push, or a dictionary with some of `pushes`, `friction`,
          `static_friction`, `restitution` and `surface_speed`.

        They get values, since the world is locked meanwhile. Each call takes a microsecond or two. An
        exception ends the steps and is raised by the call. The results are the same on any number of threads
        if the answers depend on the arguments only.
        """
        ...
    @contact_hook.setter
    def contact_hook(self, hook: object) -> None: ...
    def add_body(
        self,
        *,
        angle: float = ...,
        kind: Literal["static", "kinematic", "dynamic"] = 'static',
        position: Vector = (0, 0),
        rotation: Vector = ...,
        velocity: Vector = (0, 0),
        angular_velocity: float = 0,
        damping: float = 0,
        angular_damping: float = 0,
        gravity_scale: float = 1,
        dominance: int = 0,
        locks_x: bool = False,
        locks_y: bool = False,
        locks_rotation: bool = False,
        max_speed: float = ...,
        max_angular_speed: float = ...,
        mass: MassProperties | None = None,
        sleep_speed: float = 0.05,
        enabled: bool = True,
        continuous: bool = True,
        can_sleep: bool = True,
        awake: bool = True,
        user_data: object = 0,
    ) -> Body:
        """Adds a body and returns it.

        Properties, as keyword arguments:

        - angle: Its angle, in place of rotation (rad)
        - kind: What moves it ('static' | 'kinematic' | 'dynamic'; default 'static')
        - position: Where its origin is, m (m; within 100,000 km of the origin; default (0, 0))
        - rotation: Its rotation (of a length near 1; default (1, 0))
        - velocity: Velocity of its centre of mass, m/s (m/s; finite; default (0, 0))
        - angular_velocity: Angular velocity, rad/s (rad/s; finite; default 0)
        - damping: Rate at which its velocity decays, 1/s, not negative: a sub-step of h seconds divides it by 1 + h damping (1/s; finite and not negative; default 0)
        - angular_damping: Rate at which its angular velocity decays, 1/s, not negative (1/s; finite and not negative; default 0)
        - gravity_scale: Factor of the gravity that acts on it; 1 by default (finite; default 1)
        - dominance: Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact (from -127 to 127; default 0)
        - locks_x: What of its motion is locked, if it is dynamic (default False)
        - locks_y: What of its motion is locked, if it is dynamic (default False)
        - locks_rotation: What of its motion is locked, if it is dynamic (default False)
        - max_speed: Its greatest speed at the end of a step, m/s, and the greatest distance of its centre of mass within a step, per second; above zero, infinite for no bound (m/s; above zero; default inf)
        - max_angular_speed: Its greatest angular speed, rad/s, and the greatest angle within a step, per second; above zero, infinite for no bound (rad/s; above zero; default inf)
        - mass: Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic (default None)
        - sleep_speed: It counts as slow while all its points move more slowly than this, m/s, scaled by WorldSettings.length_unit; not negative (m/s; finite and not negative; default 0.05)
        - enabled: Whether it takes part at all (default True)
        - continuous: Whether its own motion is swept, so that it passes through nothing however fast it is (default True)
        - can_sleep: Whether it may fall asleep (default True)
        - awake: Whether it is awake when added (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_revolute(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        reference_angle: float = 0,
        limits: Vector = ...,
        start_angle: float | None = None,
        motor_speed: float = 0,
        max_motor_torque: float = 0,
        angular_hertz: float = 0,
        angular_damping_ratio: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> RevoluteJoint:
        """Adds a revolute joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - reference_angle: The angle of B in A's frame at which the angle of the joint is zero, rad (rad; from -1e18 to 1e18; default 0)
        - limits: The least and the greatest angle of the joint, rad; infinite for none (rad; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))
        - start_angle: Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from that of the bodies, the one nearest to this (rad; from -1e18 to 1e18; default None)
        - motor_speed: Angular velocity of B relative to A that the motor drives at, rad/s (rad/s; finite; default 0)
        - max_motor_torque: The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing stops (N m; not negative; default 0)
        - angular_hertz: Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)
        - angular_damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_mouse(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        hertz: float = 5,
        damping_ratio: float = 0.7,
        max_force: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> MouseJoint:
        """Adds a mouse joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The point of A that B's anchor is drawn to, in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The point of B that is drawn, in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - hertz: Frequency of the spring, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 5)
        - damping_ratio: Damping ratio of the spring, not negative; 1 is critical, and with 0 the body swings for ever (finite and not negative; default 0.7)
        - max_force: The greatest force, N, above zero; infinite for no bound (N; above zero; default inf)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_distance(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        length: float = ...,
        hertz: float = 0,
        damping_ratio: float = 0,
        limits: Vector = ...,
        motor_speed: float = 0,
        max_motor_force: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> DistanceJoint:
        """Adds a distance joint between the bodies `a` and `b` and returns it.
        The length is that of the moment, unless it is given.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - length: The distance of the anchors, m, not negative (m; from 0 to 1e18; default 0)
        - hertz: Frequency of the spring, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 0)
        - damping_ratio: Damping ratio of the spring, not negative; 1 is critical, and with 0 the spring swings for ever (finite and not negative; default 0)
        - limits: The least and the greatest distance of the anchors, m; an infinite value is no limit (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))
        - motor_speed: The rate at which the motor changes the distance of the anchors, m/s; negative to wind in (m/s; finite; default 0)
        - max_motor_force: The greatest force of the motor, N, not negative; infinite for no bound, 0 for no motor (N; not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_prismatic(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        axis: Vector = (1, 0),
        reference_angle: float = 0,
        limits: Vector = ...,
        motor_speed: float = 0,
        max_motor_force: float = 0,
        hertz: float = 0,
        damping_ratio: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> PrismaticJoint:
        """Adds a prismatic joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - axis: The axis in A's frame, of any length above zero (finite and not zero; it becomes a unit vector; default (1, 0))
        - reference_angle: The angle of B in A's frame that the joint holds, rad (rad; from -1e18 to 1e18; default 0)
        - limits: The least and the greatest translation, m; infinite for none (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))
        - motor_speed: Velocity of B relative to A along the axis that the motor drives at, m/s (m/s; finite; default 0)
        - max_motor_force: The greatest force of the motor, N, not negative; 0 for no motor, infinite for one that nothing stops (N; not negative; default 0)
        - hertz: Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)
        - damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_weld(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        reference_angle: float = 0,
        hertz: float = 0,
        damping_ratio: float = 0,
        angular_hertz: float = 0,
        angular_damping_ratio: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> WeldJoint:
        """Adds a weld joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - reference_angle: The angle of B in A's frame that the joint holds, rad (rad; from -1e18 to 1e18; default 0)
        - hertz: Frequency of the spring between the anchors, Hz, not negative; 0 to hold them together rigidly (Hz; finite and not negative; default 0)
        - damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)
        - angular_hertz: Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 to hold the angle rigidly (Hz; finite and not negative; default 0)
        - angular_damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_wheel(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        axis: Vector = (0, 1),
        hertz: float = 0,
        damping_ratio: float = 0,
        limits: Vector = ...,
        motor_speed: float = 0,
        max_motor_torque: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> WheelJoint:
        """Adds a wheel joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m: the hub (m; within 1e9 m of the origin of its body; default (0, 0))
        - axis: The axis in A's frame, of any length above zero (finite and not zero; it becomes a unit vector; default (0, 1))
        - hertz: Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)
        - damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)
        - limits: The least and the greatest translation, m; infinite for none (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))
        - motor_speed: Angular velocity of B relative to A that the motor drives at, rad/s (rad/s; finite; default 0)
        - max_motor_torque: The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing stops (N m; not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_motor(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        reference_angle: float = 0,
        hertz: float = 5,
        damping_ratio: float = 1,
        angular_hertz: float = 5,
        angular_damping_ratio: float = 1,
        max_force: float = ...,
        max_torque: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> MotorJoint:
        """Adds a motor joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: Where B's anchor is driven to, in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - reference_angle: The angle in A's frame that B is driven to, rad (rad; from -1e18 to 1e18; default 0)
        - hertz: Frequency of the spring that moves B, Hz, not negative; 0 for a rigid joint, which removes an error slowly (Hz; finite and not negative; default 5)
        - damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 1)
        - angular_hertz: Frequency of the spring that turns B, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 5)
        - angular_damping_ratio: Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 1)
        - max_force: The greatest force, N, above zero; infinite for no bound (N; above zero; default inf)
        - max_torque: The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free (N m; not negative; default inf)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_pulley(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        ground_anchors: Points = ((0, 0), (0, 0)),
        length: float = ...,
        ratio: float = 1,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> PulleyJoint:
        """Adds a pulley joint between the bodies `a` and `b` and returns it.
        The length is that of the moment, unless it is given.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - ground_anchors: The points of the world over which the rope runs, A's first, m (m; from -1e18 to 1e18; default ((0, 0), (0, 0)))
        - length: Length of the rope, m, not negative: A's part plus ratio times B's part (m; from 0 to 1e18; default 0)
        - ratio: How many strands of the rope run on B's side for one on A's side, above zero (above zero, at most 1e18; default 1)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_gear(
        self,
        a: Body,
        b: Body,
        *,
        ratio: float = 1,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> GearJoint:
        """Adds a gear joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - ratio: The number of turns of A in the opposite direction for one turn of B; not zero (not zero, from -1e18 to 1e18; default 1)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_rack(
        self,
        a: Body,
        b: Body,
        *,
        anchor: Vector = ...,
        world_anchor_a: Vector = ...,
        world_anchor_b: Vector = ...,
        anchor_a: Vector = (0, 0),
        anchor_b: Vector = (0, 0),
        axis: Vector = (1, 0),
        radius: float = 1,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> RackJoint:
        """Adds a rack joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - anchor: A point of the world for both anchors; the reference angle becomes the present one (m)
        - world_anchor_a, world_anchor_b: A point of the world for each (m)
        - anchor_a: The anchor in the rack's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - anchor_b: The axle in the pinion's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))
        - axis: The axis in the rack's frame, of any length but zero (finite and not zero; it becomes a unit vector; default (1, 0))
        - radius: The radius of the pinion, m, not zero; negative if the rack is on the other side (m; not zero, from -1e18 to 1e18; default 1)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_friction(
        self,
        a: Body,
        b: Body,
        *,
        max_force: float = 0,
        max_torque: float = 0,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> FrictionJoint:
        """Adds a friction joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - max_force: The greatest force, N, not negative; infinite for no bound, 0 to leave the position free (N; not negative; default 0)
        - max_torque: The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free (N m; not negative; default 0)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_filter(
        self,
        a: Body,
        b: Body,
        *,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> FilterJoint:
        """Adds a filter joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_portal(
        self,
        a: Body,
        b: Body,
        *,
        map_position: Vector = (0, 0),
        map_rotation: Vector = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> PortalJoint:
        """Adds a portal joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - map_position: Maps the pose of A to the pose of B: a rotation and a translation of the world, m (m; from -1e18 to 1e18; default (0, 0))
        - map_rotation: Maps the pose of A to the pose of B: a rotation and a translation of the world, m (of a length near 1; default (1, 0))
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def add_ratchet(
        self,
        a: Body,
        b: Body,
        *,
        phase: float = 0,
        ratchet: float = 0.62831855,
        start_angle: float | None = None,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = False,
        enabled: bool = True,
        user_data: object = 0,
    ) -> RatchetJoint:
        """Adds a ratchet joint between the bodies `a` and `b` and returns it.

        Properties, as keyword arguments:

        - phase: The angle of B in A's frame at which one of the clicks is, rad (rad; from -1e18 to 1e18; default 0)
        - ratchet: The angle from one click to the next, rad, from 1e-4 to 1e4; negative for a joint that lets B turn clockwise (rad; from 1e-4 to 1e4, or negative; default 0.62831855)
        - start_angle: Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from that of the bodies, the one nearest to this (rad; from -1e18 to 1e18; default None)
        - break_force: The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)
        - break_torque: The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)
        - collide: Whether the colliders of the two bodies collide with each other (default False)
        - enabled: Whether it acts (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        """
        ...
    def remove(self, thing: Body | Collider | Joint) -> None:
        """Removes a body with its colliders and joints, a collider, or a joint."""
        ...
    def clear(self) -> None:
        """Removes all bodies, colliders and joints."""
        ...
    def close_joints(self, tolerance: float = 0.001, max_sweeps: int = 100) -> float:
        """Closes joints that begin open by moving bodies, not by giving them speed. Returns by how much the
        worst is open still, m.
        """
        ...
    def step(
        self,
        dt: float = ...,
        count: int = 1,
        *,
        progress: bool | Callable[[int, int], object] | None = None,
    ) -> None:
        """Moves the world on by `count` steps of `dt` seconds. Other threads of Python run meanwhile. The arrays
        of `poses` and `velocities` are written at the end; `events` are those of the last step.

        `progress=True` shows a bar for a long run; a function is called some ten times a second with the
        number of steps done and that of all, while the world is locked.
        """
        ...
    def poses(self) -> NDArray[np.float64]:
        """x (m), y (m) and angle (rad) of each body, in the order of `bodies`: an array of shape (n, 3) that
        each step writes anew, at the same address. It cannot be written by the program. While no body is
        added or removed, each call returns the same array, up to date; then there is a new one, and in the
        old one the row of a body that is gone is NaN. An array keeps its memory as long as anything refers to
        it.
        """
        ...
    def velocities(self) -> NDArray[np.float64]:
        """Velocity (m/s) along x and y, and angular velocity (rad/s) of each body: as `poses`."""
        ...
    @property
    def events(self) -> Events:
        """What happened in the last step, and between it and the one before."""
        ...
    def explode(
        self,
        center: Vector,
        radius: float,
        impulse_per_length: float,
        *,
        falloff: float = ...,
        categories: int = ...,
        obstacles: int = ...,
    ) -> list[Body]:
        """Pushes the dynamic bodies within `radius` (m) of `center` (m), and up to `falloff` (m) farther with
        less strength, by `impulse_per_length` (N s/m): the impulse on each metre that faces the explosion.
        Returns them. Also: `categories` (bits) that it pushes, `obstacles` (bits) that shelter.
        """
        ...
    def cast_ray(
        self,
        origin: Vector,
        translation: Vector,
        *,
        ignore_initial_overlap: bool = False,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> Hit | None:
        """The first collider that a ray from `origin` (m) hits within `translation` (m), or `None`. All queries
        take `mask` and `category` (bits), `exclude` (bodies, colliders), `include_sensors`, `predicate` (a
        function that is called with a collider that all else accepts, and says whether it is reported); casts
        also `ignore_initial_overlap`.
        """
        ...
    def cast_ray_all(
        self,
        origin: Vector,
        translation: Vector,
        *,
        ignore_initial_overlap: bool = False,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> list[Hit]:
        """All colliders that a ray from `origin` (m) hits within `translation` (m), the nearest first."""
        ...
    def cast_rays(
        self,
        origins: Points,
        translations: Points,
        *,
        out: dict[str, NDArray[Any]] | None = None,
        ignore_initial_overlap: bool = False,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
    ) -> dict[str, NDArray[Any]]:
        """Casts a ray from each of `origins` by the same row of `translations` (arrays of shape (n, 2), m),
        while other threads of Python run. Returns a dictionary of arrays with a row for each ray: `hit`,
        `fraction`, `distance` (m), `point` (m), `normal`, and the indices of `body` and `collider`, -1
        without a hit. Without a hit, `fraction` is 1 and the rest 0. `out` is an earlier result whose memory
        is used again.
        """
        ...
    def cast_shape(
        self,
        shape: Shape,
        position: Vector,
        translation: Vector,
        *,
        angle: float = 0.0,
        turn: float = 0.0,
        center: Vector | None = None,
        ignore_initial_overlap: bool = False,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> Hit | None:
        """The first collider that a shape hits which moves from `position` (m), turned by `angle` (rad), by
        `translation` (m), or `None`. On the way it turns by `turn` (rad), about `center` (m, in its frame).
        """
        ...
    def colliders_at(
        self,
        point: Vector,
        *,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> list[Collider]:
        """The colliders that contain a point (m)."""
        ...
    def colliders_in(
        self,
        lower: Vector,
        upper: Vector,
        *,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> list[Collider]:
        """The colliders whose boxes overlap the box from `lower` to `upper` (m)."""
        ...
    def overlap_shape(
        self,
        shape: Shape,
        position: Vector,
        *,
        angle: float = 0.0,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> list[Collider]:
        """The colliders that overlap a shape at `position` (m), turned by `angle` (rad)."""
        ...
    def closest(
        self,
        point: Vector,
        max_distance: float,
        *,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> Closest | None:
        """What is nearest to a point (m), at most `max_distance` (m) away, or `None`."""
        ...
    def closest_to_shape(
        self,
        shape: Shape,
        position: Vector,
        max_distance: float,
        *,
        angle: float = 0.0,
        mask: int = ...,
        category: int = ...,
        exclude: Excluded = None,
        include_sensors: bool = False,
        predicate: Predicate | None = None,
    ) -> Closest | None:
        """What is nearest to a shape at `position` (m), at most `max_distance` (m) away, or `None`."""
        ...
    def state_hash(self) -> int:
        """A number that two worlds share if all that decides how they go on is equal, bit for bit. The same in
        Rust, and on every platform.
        """
        ...
    def save(self, into: Snapshot | None = None) -> Snapshot:
        """All state of the world at this moment, to go back to with `restore`. Effects are no part of it: they
        belong to the world, and go along when it is copied or pickled, as its contact hook does. `into` is
        an old snapshot whose memory is used again, which is faster; what it held is lost.
        """
        ...
    def restore(self, snapshot: Snapshot) -> None:
        """Makes the world what it was when it was saved, bit for bit. Handles of what existed then are valid
        again; those of what was added since are stale. To be equal bit for bit, the world gives the same
        handles again from here on: what is added next has the handle of what was added first after `save`,
        so forget those.
        """
        ...
    @classmethod
    def load(cls, level: Level | str | os.PathLike[str]) -> World:
        """A world from a level: a `Level`, or the path of a file."""
        ...
    def add_level(self, level: Level) -> list[Body]:
        """Adds a level to this world, without its settings, and returns its bodies in their order."""
        ...
    def to_level(self) -> Level:
        """The world as a level: all that definitions can say. A world that is loaded from it has the same
        state. A level has no effects, no contact hook, and of user data only whole numbers: a `UserWarning`
        says so if the world has others. Set them anew where it is loaded.
        """
        ...
    def start_recording(self) -> None:
        """Begins to record every call that changes the world, and the steps. Effects and movers are recorded as
        the forces and motions that they cause.
        """
        ...
    def stop_recording(self) -> Recording:
        """Ends the recording and returns it."""
        ...
    def copy(self) -> World:
        """A world that goes on with the same bits. It is not recorded; effects and the contact hook act on both."""
        ...
    def same_body(self, other: Body) -> Body:
        """The body of this world that is the same as one of a world of which this is a copy."""
        ...
    def fit(self) -> View:
        """The part of the world that holds all colliders: (left, bottom, right, top), m. Pictures show it unless
        they are given a `view`.
        """
        ...
    def to_svg(
        self,
        width: int | str | os.PathLike[str] = 960,
        view: View | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        bodies: bool = ...,
        joints: bool = ...,
        boxes: bool = ...,
        contacts: bool = ...,
        normals: bool = ...,
        centers: bool = ...,
        names: bool = ...,
    ) -> str:
        """The world as an SVG picture of `width` pixels. `view` is (left, bottom, right, top), m. With a `path`,
        which may also be the first argument, the picture is written to that file as well. Options: `bodies`,
        `joints`, `boxes`, `contacts`, `normals`, `centers`, `names`.
        """
        ...
    def to_png(
        self,
        width: int | str | os.PathLike[str] = 960,
        view: View | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        bodies: bool = ...,
        joints: bool = ...,
        boxes: bool = ...,
        contacts: bool = ...,
        normals: bool = ...,
        centers: bool = ...,
        names: bool = ...,
    ) -> bytes:
        """The world as the bytes of a PNG picture of `width` pixels, 1 to 8192; otherwise as `to_svg`."""
        ...
    def figures(
        self,
        width: int = 960,
        view: View | None = None,
        *,
        bodies: bool = ...,
        joints: bool = ...,
        boxes: bool = ...,
        contacts: bool = ...,
        normals: bool = ...,
        centers: bool = ...,
        names: bool = ...,
    ) -> list[Figure]:
        """The world as figures, for a canvas of any kind: points (m), whether they are closed, the fill, and the
        colour and width (px) of the line.
        """
        ...
    def animation(
        self,
        steps: int = 120,
        dt: float = ...,
        *,
        view: View | None = None,
        before_step: BeforeStep | None = None,
        bodies: bool = ...,
        joints: bool = ...,
        boxes: bool = ...,
        contacts: bool = ...,
        normals: bool = ...,
        centers: bool = ...,
        names: bool = ...,
    ) -> Animation:
        """A film of the next `steps` steps, for a notebook: of a copy, so this world stays as it is.
        `before_step(world, step)` is called before each step, with the copy. `save` writes a GIF file.
        """
        ...
    def show(
        self,
        *,
        view: View | None = None,
        dt: float = ...,
        steps: int = 300,
        before_step: BeforeStep | None = None,
        on_key: OnKey | None = None,
        on_mouse: OnMouse | None = None,
    ) -> None:
        """Shows the world in a window and steps it until the window is closed: the mouse drags bodies, the space
        bar pauses. Without a display, writes a film of `steps` steps as an HTML page and prints where.

        `before_step(world, step)` is called before each step, `on_key(name, is_down)` for each key ("Left",
        "space", "a"), and `on_mouse(what, point)` for "press", "move" and "release" at a point of the world
        (m).
        """
        ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> World: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> World: ...

@final
class Body:
    """A body of a world. It is a handle: light, hashable, equal to any other handle of the same body, and
    refused with `StaleHandle` once the body has been removed.
    """
    @property
    def world(self) -> World:
        """The world of the body."""
        ...
    @property
    def index(self) -> int:
        """Its slot: a small number that is unique among the bodies that exist at one time."""
        ...
    @property
    def exists(self) -> bool:
        """Whether the body still exists."""
        ...
    @property
    def position(self) -> Pair:
        """Where its origin is, m. To set it moves the body there at once."""
        ...
    @position.setter
    def position(self, position: Vector) -> None: ...
    @property
    def angle(self) -> float:
        """Its angle, rad, from -pi to pi. To set it turns the body at once."""
        ...
    @angle.setter
    def angle(self, angle: float) -> None: ...
    @property
    def center(self) -> Pair:
        """Its centre of mass in the world, m."""
        ...
    @property
    def velocity(self) -> Pair:
        """Velocity of its centre of mass, m/s."""
        ...
    @velocity.setter
    def velocity(self, velocity: Vector) -> None: ...
    @property
    def angular_velocity(self) -> float:
        """Angular velocity, rad/s."""
        ...
    @angular_velocity.setter
    def angular_velocity(self, angular_velocity: float) -> None: ...
    def velocity_at(self, point: Vector) -> Pair:
        """Velocity of the point of the body that is at this point of the world (m), m/s."""
        ...
    def local_to_world(self, point: Vector) -> Pair:
        """The point of the world (m) at which a point of the body's frame (m) is."""
        ...
    def world_to_local(self, point: Vector) -> Pair:
        """The point of the body's frame (m) that is at a point of the world (m)."""
        ...
    @property
    def inertia(self) -> float:
        """Rotational inertia about its centre of mass, kg m^2. `set(mass={...})` sets it."""
        ...
    @property
    def kinetic_energy(self) -> float:
        """Its kinetic energy, J."""
        ...
    @property
    def is_awake(self) -> bool:
        """Whether it is awake."""
        ...
    def apply_force(self, force: Vector, point: Vector | None = None) -> None:
        """Applies a force (N) during the next step, at a point of the world (m), or at the centre of mass."""
        ...
    def apply_impulse(self, impulse: Vector, point: Vector | None = None) -> None:
        """Applies an impulse (N s) now, at a point of the world (m), or at the centre of mass."""
        ...
    def apply_torque(self, torque: float) -> None:
        """Applies a torque (N m) during the next step."""
        ...
    def apply_angular_impulse(self, angular_impulse: float) -> None:
        """Applies an angular impulse (N m s) now."""
        ...
    def wake(self) -> None:
        """Wakes it and its island."""
        ...
    def sleep(self) -> None:
        """Puts it to sleep."""
        ...
    def drop_through(self) -> None:
        """Lets it fall through the one-way colliders on which it stands."""
        ...
    @property
    def colliders(self) -> list[Collider]:
        """Its colliders, in the order in which they were added."""
        ...
    @property
    def joints(self) -> list[Joint]:
        """Its joints."""
        ...
    @property
    def mass(self) -> float:
        """Its mass, kg: the sum over its colliders, unless it was set. When it is set, centre and inertia
        follow the colliders, scaled to it, now and when they change; an inertia that was given is scaled
        with it.
        """
        ...
    @mass.setter
    def mass(self, mass: float) -> None: ...
    @property
    def contacts(self) -> list[Contact]:
        """What it touches: each contact with the other collider, the normal on this body, and the impulse."""
        ...
    @property
    def kind(self) -> Literal["static", "kinematic", "dynamic"]:
        """What moves it ('static' | 'kinematic' | 'dynamic'; default 'static')"""
        ...
    @kind.setter
    def kind(self, value: Literal["static", "kinematic", "dynamic"]) -> None: ...
    @property
    def rotation(self) -> Pair:
        """Its rotation (of a length near 1; default (1, 0))"""
        ...
    @rotation.setter
    def rotation(self, value: Vector) -> None: ...
    @property
    def damping(self) -> float:
        """Rate at which its velocity decays, 1/s, not negative: a sub-step of h seconds divides it by 1 + h damping (1/s; finite and not negative; default 0)"""
        ...
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def angular_damping(self) -> float:
        """Rate at which its angular velocity decays, 1/s, not negative (1/s; finite and not negative; default 0)"""
        ...
    @angular_damping.setter
    def angular_damping(self, value: float) -> None: ...
    @property
    def gravity_scale(self) -> float:
        """Factor of the gravity that acts on it; 1 by default (finite; default 1)"""
        ...
    @gravity_scale.setter
    def gravity_scale(self, value: float) -> None: ...
    @property
    def dominance(self) -> int:
        """Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact (from -127 to 127; default 0)"""
        ...
    @dominance.setter
    def dominance(self, value: int) -> None: ...
    @property
    def locks_x(self) -> bool:
        """What of its motion is locked, if it is dynamic (default False)"""
        ...
    @locks_x.setter
    def locks_x(self, value: bool) -> None: ...
    @property
    def locks_y(self) -> bool:
        """What of its motion is locked, if it is dynamic (default False)"""
        ...
    @locks_y.setter
    def locks_y(self, value: bool) -> None: ...
    @property
    def locks_rotation(self) -> bool:
        """What of its motion is locked, if it is dynamic (default False)"""
        ...
    @locks_rotation.setter
    def locks_rotation(self, value: bool) -> None: ...
    @property
    def max_speed(self) -> float:
        """Its greatest speed at the end of a step, m/s, and the greatest distance of its centre of mass within a step, per second; above zero, infinite for no bound (m/s; above zero; default inf)"""
        ...
    @max_speed.setter
    def max_speed(self, value: float) -> None: ...
    @property
    def max_angular_speed(self) -> float:
        """Its greatest angular speed, rad/s, and the greatest angle within a step, per second; above zero, infinite for no bound (rad/s; above zero; default inf)"""
        ...
    @max_angular_speed.setter
    def max_angular_speed(self, value: float) -> None: ...
    @property
    def sleep_speed(self) -> float:
        """It counts as slow while all its points move more slowly than this, m/s, scaled by WorldSettings.length_unit; not negative (m/s; finite and not negative; default 0.05)"""
        ...
    @sleep_speed.setter
    def sleep_speed(self, value: float) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it takes part at all (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def continuous(self) -> bool:
        """Whether its own motion is swept, so that it passes through nothing however fast it is (default True)"""
        ...
    @continuous.setter
    def continuous(self, value: bool) -> None: ...
    @property
    def can_sleep(self) -> bool:
        """Whether it may fall asleep (default True)"""
        ...
    @can_sleep.setter
    def can_sleep(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    def set(
        self,
        *,
        angle: float = ...,
        kind: Literal["static", "kinematic", "dynamic"] = ...,
        position: Vector = ...,
        rotation: Vector = ...,
        velocity: Vector = ...,
        angular_velocity: float = ...,
        damping: float = ...,
        angular_damping: float = ...,
        gravity_scale: float = ...,
        dominance: int = ...,
        locks_x: bool = ...,
        locks_y: bool = ...,
        locks_rotation: bool = ...,
        max_speed: float = ...,
        max_angular_speed: float = ...,
        mass: MassProperties | None = ...,
        sleep_speed: float = ...,
        enabled: bool = ...,
        continuous: bool = ...,
        can_sleep: bool = ...,
        awake: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `body.set(damping=0.5, locks_rotation=True)`. Takes what `add_body` takes, but for
        `awake`: that is `wake` and `sleep`.
        """
        ...
    def properties(self) -> dict[str, Any]:
        """All properties as a dictionary, which `add_body(**properties)` takes."""
        ...
    def add_circle(
        self,
        radius: float,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a circle about the origin of the body; `radius` in m.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_box(
        self,
        width: float,
        height: float,
        *,
        radius: float | None = None,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a box about the origin of the body with this whole `width` and `height`, m; `radius` (m) rounds it.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_polygon(
        self,
        vertices: Points,
        *,
        radius: float | None = None,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a convex polygon: 3 or more `vertices`, m, in either winding; `radius` (m) rounds it.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_capsule(
        self,
        a: Vector,
        b: Vector,
        radius: float,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a capsule: all points within `radius` of the segment from `a` to `b`, m.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_segment(
        self,
        a: Vector,
        b: Vector,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a segment from `a` to `b`, m. It has no mass.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_half_space(
        self,
        normal: Vector,
        distance: float,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds all points p with p . normal <= distance (m): the ground below a height h is
        `add_half_space((0, 1), h)`. Not on a dynamic body.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_shape(
        self,
        shape: Shape,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> Collider:
        """Adds a shape.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_chain(
        self,
        points: Points,
        *,
        closed: bool = False,
        both_sides: bool = True,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> list[Collider]:
        """Adds a segment for each pair of neighbours of `points` (m), over whose corners bodies slide smoothly: for
        the ground of a level. A closed chain runs counter-clockwise round what is solid; with
        `both_sides=False` it collides only from the right of its direction. Returns the colliders.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_height_field(
        self,
        heights: Sequence[float] | NDArray[np.floating[Any]],
        spacing: float,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> HeightField:
        """Adds ground of `heights` (m) that are `spacing` metres apart along the x axis of the body, the first above
        its origin: a segment for each cell between two of them, touched from above. Heights and holes can be edited.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def add_outline(
        self,
        points: Points,
        holes: Sequence[Points] | None = None,
        *,
        offset: Vector = (0, 0, 1, 0),
        density: float = 1,
        friction: float = 0.6,
        static_friction: float = 0.6,
        restitution: float = 0,
        rolling_resistance: float = 0,
        surface_speed: float = 0,
        category: int = 0x1,
        mask: int = 0xffffffffffffffff,
        group: int = 0,
        one_way: Vector | None = None,
        hook: bool = False,
        sensor: bool = False,
        portal: PortalRole | None = None,
        enabled: bool = True,
        user_data: object = 0,
        contact_skin: float = 0,
        contact_events: bool = True,
        hit_events: bool = True,
        sensor_events: bool = True,
    ) -> list[Collider]:
        """Adds an outline of any shape (m), with holes, as convex pieces. Returns the colliders.

        The static friction is the friction, unless it is given.

        Properties, as keyword arguments:

        - offset: Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))
        - density: Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)
        - friction: Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)
        - static_friction: Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)
        - restitution: Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)
        - rolling_resistance: Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)
        - surface_speed: Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)
        - category: The categories that the collider belongs to, as bits (default 0x1)
        - mask: The categories that it collides with, as bits (default 0xffffffffffffffff)
        - group: If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)
        - one_way: The direction, in the body's frame, in which it pushes (finite; default None)
        - hook: Whether the ContactHook of the world decides about its contacts (default False)
        - sensor: Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)
        - portal: What it has to do with a portal (default None)
        - enabled: Whether it takes part in the simulation (default True)
        - user_data: Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)
        - contact_skin: A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)
        - contact_events: Whether it asks for events of touching (default True)
        - hit_events: Whether it asks for events of hits (default True)
        - sensor_events: Whether it takes part in events of sensors (default True)
        """
        ...
    def move_to(self, position: Vector, angle: float = 0.0, dt: float = ...) -> None:
        """Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad) in a step of
        `dt` seconds.
        """
        ...
    def cut(self, a: Vector, b: Vector) -> list[Body]:
        """Cuts the body along the line through `a` and `b`, points of the world (m). Returns the pieces, those
        to the left of the line first; the body itself is gone. If the line misses it, nothing changes, and
        it is returned. Mass, momentum and angular momentum are kept; a joint goes to the piece nearest to
        its anchor, as a new joint.
        """
        ...
    def fracture(self, sites: Points) -> list[Body]:
        """Breaks the body into the parts nearest to each of `sites`, points of the world (m), and returns them
        in this order. Otherwise as `cut`.
        """
        ...
    def remove(self) -> None:
        """Removes it with its colliders and joints."""
        ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Body: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Body: ...

@final
class Collider:
    """A collider of a body: a shape, a material and a filter. It is a handle, as a `Body` is."""
    @property
    def world(self) -> World:
        """The world of the collider."""
        ...
    @property
    def index(self) -> int:
        """Its slot: a small number that is unique among the colliders that exist at one time."""
        ...
    @property
    def exists(self) -> bool:
        """Whether the collider still exists."""
        ...
    @property
    def body(self) -> Body:
        """Its body."""
        ...
    @property
    def overlaps(self) -> list[Collider]:
        """What overlaps it, if it is a sensor."""
        ...
    @property
    def shape(self) -> Shape:
        """Its shape, in its own frame. Another may be set."""
        ...
    @shape.setter
    def shape(self, shape: Shape) -> None: ...
    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box that the broad phase has of it, with a margin: x and y of its lower, then of its upper corner,
        m.
        """
        ...
    @property
    def offset(self) -> tuple[float, float, float, float]:
        """Where the shape is in the body's frame: it is rotated, then moved (m; finite; default (0, 0, 1, 0))"""
        ...
    @offset.setter
    def offset(self, value: Vector) -> None: ...
    @property
    def density(self) -> float:
        """Mass per area, kg/m^2, not negative (kg/m^2; finite and not negative; default 1)"""
        ...
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def friction(self) -> float:
        """Coefficient of sliding friction (Coulomb), not negative (finite and not negative; default 0.6)"""
        ...
    @friction.setter
    def friction(self, value: float) -> None: ...
    @property
    def static_friction(self) -> float:
        """Coefficient of static friction: up to it a contact does not slide (at least friction; default 0.6)"""
        ...
    @static_friction.setter
    def static_friction(self, value: float) -> None: ...
    @property
    def restitution(self) -> float:
        """Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that loses nothing, more for a bumper that adds energy (finite and not negative; default 0)"""
        ...
    @restitution.setter
    def restitution(self, value: float) -> None: ...
    @property
    def rolling_resistance(self) -> float:
        """Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this material rests (finite and not negative; default 0)"""
        ...
    @rolling_resistance.setter
    def rolling_resistance(self, value: float) -> None: ...
    @property
    def surface_speed(self) -> float:
        """Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries bodies on top of it to the right (m/s; finite; default 0)"""
        ...
    @surface_speed.setter
    def surface_speed(self, value: float) -> None: ...
    @property
    def category(self) -> int:
        """The categories that the collider belongs to, as bits (default 0x1)"""
        ...
    @category.setter
    def category(self, value: int) -> None: ...
    @property
    def mask(self) -> int:
        """The categories that it collides with, as bits (default 0xffffffffffffffff)"""
        ...
    @mask.setter
    def mask(self, value: int) -> None: ...
    @property
    def group(self) -> int:
        """If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they collide, if it is below zero they do not (default 0)"""
        ...
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def one_way(self) -> Pair | None:
        """The direction, in the body's frame, in which it pushes (finite; default None)"""
        ...
    @one_way.setter
    def one_way(self, value: Vector | None) -> None: ...
    @property
    def hook(self) -> bool:
        """Whether the ContactHook of the world decides about its contacts (default False)"""
        ...
    @hook.setter
    def hook(self, value: bool) -> None: ...
    @property
    def sensor(self) -> bool:
        """Whether it is a sensor: it reports what overlaps it, does not push, and has no mass (default False)"""
        ...
    @sensor.setter
    def sensor(self, value: bool) -> None: ...
    @property
    def portal(self) -> PortalRole | None:
        """What it has to do with a portal (default None)"""
        ...
    @portal.setter
    def portal(self, value: PortalRole | None) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it takes part in the simulation (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def contact_skin(self) -> float:
        """A distance that its contacts keep from the shape, m, not negative (m; finite and not negative; default 0)"""
        ...
    @contact_skin.setter
    def contact_skin(self, value: float) -> None: ...
    @property
    def contact_events(self) -> bool:
        """Whether it asks for events of touching (default True)"""
        ...
    @contact_events.setter
    def contact_events(self, value: bool) -> None: ...
    @property
    def hit_events(self) -> bool:
        """Whether it asks for events of hits (default True)"""
        ...
    @hit_events.setter
    def hit_events(self, value: bool) -> None: ...
    @property
    def sensor_events(self) -> bool:
        """Whether it takes part in events of sensors (default True)"""
        ...
    @sensor_events.setter
    def sensor_events(self, value: bool) -> None: ...
    def set(
        self,
        *,
        offset: Vector = ...,
        density: float = ...,
        friction: float = ...,
        static_friction: float = ...,
        restitution: float = ...,
        rolling_resistance: float = ...,
        surface_speed: float = ...,
        category: int = ...,
        mask: int = ...,
        group: int = ...,
        one_way: Vector | None = ...,
        hook: bool = ...,
        sensor: bool = ...,
        portal: PortalRole | None = ...,
        enabled: bool = ...,
        user_data: object = ...,
        contact_skin: float = ...,
        contact_events: bool = ...,
        hit_events: bool = ...,
        sensor_events: bool = ...,
    ) -> None:
        """Changes properties: `collider.set(friction=0.1, sensor=True)`. Takes what `add_circle` takes."""
        ...
    def properties(self) -> dict[str, Any]:
        """All properties as a dictionary, which `add_shape(shape, **properties)` takes."""
        ...
    def remove(self) -> None:
        """Removes it."""
        ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Collider: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Collider: ...

@disjoint_base
class Joint:
    """A joint between two bodies. It is a handle, as a `Body` is. Its class tells its kind: `RevoluteJoint`, ..."""
    def __new__(cls, world: World, bits: int) -> Joint: ...
    @property
    def world(self) -> World:
        """The world of the joint."""
        ...
    @property
    def index(self) -> int:
        """Its slot: a small number that is unique among the joints that exist at one time."""
        ...
    @property
    def exists(self) -> bool:
        """Whether the joint still exists."""
        ...
    @property
    def kind(self) -> str:
        """`"revolute"`, `"mouse"`, ..."""
        ...
    @property
    def a(self) -> Body:
        """The first body."""
        ...
    @property
    def b(self) -> Body:
        """The second body."""
        ...
    @property
    def angle(self) -> float:
        """The angle of B relative to A, rad, measured from the reference angle."""
        ...
    @property
    def counted_angle(self) -> float:
        """The same with whole turns counted, rad."""
        ...
    @property
    def angular_speed(self) -> float:
        """Angular velocity of B relative to A, rad/s."""
        ...
    @property
    def translation(self) -> float:
        """How far B's anchor is from A's along the axis of a prismatic, wheel or rack joint, m; zero for other
        kinds.
        """
        ...
    @property
    def translation_speed(self) -> float:
        """The rate at which the translation changes, m/s; zero for kinds without an axis."""
        ...
    @property
    def force(self) -> Pair:
        """The force on B in the last step, N."""
        ...
    @property
    def torque(self) -> float:
        """The torque on B in the last step, N m."""
        ...
    @property
    def error(self) -> float:
        """By how much it is violated, m."""
        ...
    @property
    def anchors(self) -> tuple[Pair, Pair]:
        """Where its two anchors are in the world, m."""
        ...
    def set(self, **properties: Any) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...
    def properties(self) -> dict[str, Any]:
        """All properties as a dictionary, which the function that adds a joint of this kind takes."""
        ...
    def remove(self) -> None:
        """Removes it."""
        ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Joint: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Joint: ...

class RevoluteJoint(Joint):
    """A revolute joint, from ``World.add_revolute``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def reference_angle(self) -> float:
        """The angle of B in A's frame at which the angle of the joint is zero, rad (rad; from -1e18 to 1e18; default 0)"""
        ...
    @reference_angle.setter
    def reference_angle(self, value: float) -> None: ...
    @property
    def limits(self) -> Pair:
        """The least and the greatest angle of the joint, rad; infinite for none (rad; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))"""
        ...
    @limits.setter
    def limits(self, value: Vector) -> None: ...
    @property
    def motor_speed(self) -> float:
        """Angular velocity of B relative to A that the motor drives at, rad/s (rad/s; finite; default 0)"""
        ...
    @motor_speed.setter
    def motor_speed(self, value: float) -> None: ...
    @property
    def max_motor_torque(self) -> float:
        """The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing stops (N m; not negative; default 0)"""
        ...
    @max_motor_torque.setter
    def max_motor_torque(self, value: float) -> None: ...
    @property
    def angular_hertz(self) -> float:
        """Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)"""
        ...
    @angular_hertz.setter
    def angular_hertz(self, value: float) -> None: ...
    @property
    def angular_damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)"""
        ...
    @angular_damping_ratio.setter
    def angular_damping_ratio(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        reference_angle: float = ...,
        limits: Vector = ...,
        start_angle: float | None = ...,
        motor_speed: float = ...,
        max_motor_torque: float = ...,
        angular_hertz: float = ...,
        angular_damping_ratio: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class MouseJoint(Joint):
    """A mouse joint, from ``World.add_mouse``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The point of A that B's anchor is drawn to, in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The point of B that is drawn, in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 5)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of the spring, not negative; 1 is critical, and with 0 the body swings for ever (finite and not negative; default 0.7)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    @property
    def max_force(self) -> float:
        """The greatest force, N, above zero; infinite for no bound (N; above zero; default inf)"""
        ...
    @max_force.setter
    def max_force(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        max_force: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class DistanceJoint(Joint):
    """A distance joint, from ``World.add_distance``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def length(self) -> float:
        """The distance of the anchors, m, not negative (m; from 0 to 1e18; default 0)"""
        ...
    @length.setter
    def length(self, value: float) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 0)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of the spring, not negative; 1 is critical, and with 0 the spring swings for ever (finite and not negative; default 0)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    @property
    def limits(self) -> Pair:
        """The least and the greatest distance of the anchors, m; an infinite value is no limit (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))"""
        ...
    @limits.setter
    def limits(self, value: Vector) -> None: ...
    @property
    def motor_speed(self) -> float:
        """The rate at which the motor changes the distance of the anchors, m/s; negative to wind in (m/s; finite; default 0)"""
        ...
    @motor_speed.setter
    def motor_speed(self, value: float) -> None: ...
    @property
    def max_motor_force(self) -> float:
        """The greatest force of the motor, N, not negative; infinite for no bound, 0 for no motor (N; not negative; default 0)"""
        ...
    @max_motor_force.setter
    def max_motor_force(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        length: float = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        limits: Vector = ...,
        motor_speed: float = ...,
        max_motor_force: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class PrismaticJoint(Joint):
    """A prismatic joint, from ``World.add_prismatic``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def axis(self) -> Pair:
        """The axis in A's frame, of any length above zero (finite and not zero; it becomes a unit vector; default (1, 0))"""
        ...
    @axis.setter
    def axis(self, value: Vector) -> None: ...
    @property
    def reference_angle(self) -> float:
        """The angle of B in A's frame that the joint holds, rad (rad; from -1e18 to 1e18; default 0)"""
        ...
    @reference_angle.setter
    def reference_angle(self, value: float) -> None: ...
    @property
    def limits(self) -> Pair:
        """The least and the greatest translation, m; infinite for none (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))"""
        ...
    @limits.setter
    def limits(self, value: Vector) -> None: ...
    @property
    def motor_speed(self) -> float:
        """Velocity of B relative to A along the axis that the motor drives at, m/s (m/s; finite; default 0)"""
        ...
    @motor_speed.setter
    def motor_speed(self, value: float) -> None: ...
    @property
    def max_motor_force(self) -> float:
        """The greatest force of the motor, N, not negative; 0 for no motor, infinite for one that nothing stops (N; not negative; default 0)"""
        ...
    @max_motor_force.setter
    def max_motor_force(self, value: float) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        axis: Vector = ...,
        reference_angle: float = ...,
        limits: Vector = ...,
        motor_speed: float = ...,
        max_motor_force: float = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class WeldJoint(Joint):
    """A weld joint, from ``World.add_weld``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def reference_angle(self) -> float:
        """The angle of B in A's frame that the joint holds, rad (rad; from -1e18 to 1e18; default 0)"""
        ...
    @reference_angle.setter
    def reference_angle(self, value: float) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring between the anchors, Hz, not negative; 0 to hold them together rigidly (Hz; finite and not negative; default 0)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    @property
    def angular_hertz(self) -> float:
        """Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 to hold the angle rigidly (Hz; finite and not negative; default 0)"""
        ...
    @angular_hertz.setter
    def angular_hertz(self, value: float) -> None: ...
    @property
    def angular_damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)"""
        ...
    @angular_damping_ratio.setter
    def angular_damping_ratio(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        reference_angle: float = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        angular_hertz: float = ...,
        angular_damping_ratio: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class WheelJoint(Joint):
    """A wheel joint, from ``World.add_wheel``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m: the hub (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def axis(self) -> Pair:
        """The axis in A's frame, of any length above zero (finite and not zero; it becomes a unit vector; default (0, 1))"""
        ...
    @axis.setter
    def axis(self, value: Vector) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring (Hz; finite and not negative; default 0)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 0)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    @property
    def limits(self) -> Pair:
        """The least and the greatest translation, m; infinite for none (m; the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none; default (-inf, inf))"""
        ...
    @limits.setter
    def limits(self, value: Vector) -> None: ...
    @property
    def motor_speed(self) -> float:
        """Angular velocity of B relative to A that the motor drives at, rad/s (rad/s; finite; default 0)"""
        ...
    @motor_speed.setter
    def motor_speed(self, value: float) -> None: ...
    @property
    def max_motor_torque(self) -> float:
        """The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing stops (N m; not negative; default 0)"""
        ...
    @max_motor_torque.setter
    def max_motor_torque(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        axis: Vector = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        limits: Vector = ...,
        motor_speed: float = ...,
        max_motor_torque: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class MotorJoint(Joint):
    """A motor joint, from ``World.add_motor``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """Where B's anchor is driven to, in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def reference_angle(self) -> float:
        """The angle in A's frame that B is driven to, rad (rad; from -1e18 to 1e18; default 0)"""
        ...
    @reference_angle.setter
    def reference_angle(self, value: float) -> None: ...
    @property
    def hertz(self) -> float:
        """Frequency of the spring that moves B, Hz, not negative; 0 for a rigid joint, which removes an error slowly (Hz; finite and not negative; default 5)"""
        ...
    @hertz.setter
    def hertz(self, value: float) -> None: ...
    @property
    def damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 1)"""
        ...
    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None: ...
    @property
    def angular_hertz(self) -> float:
        """Frequency of the spring that turns B, Hz, not negative; 0 for a rigid joint (Hz; finite and not negative; default 5)"""
        ...
    @angular_hertz.setter
    def angular_hertz(self, value: float) -> None: ...
    @property
    def angular_damping_ratio(self) -> float:
        """Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever (finite and not negative; default 1)"""
        ...
    @angular_damping_ratio.setter
    def angular_damping_ratio(self, value: float) -> None: ...
    @property
    def max_force(self) -> float:
        """The greatest force, N, above zero; infinite for no bound (N; above zero; default inf)"""
        ...
    @max_force.setter
    def max_force(self, value: float) -> None: ...
    @property
    def max_torque(self) -> float:
        """The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free (N m; not negative; default inf)"""
        ...
    @max_torque.setter
    def max_torque(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        reference_angle: float = ...,
        hertz: float = ...,
        damping_ratio: float = ...,
        angular_hertz: float = ...,
        angular_damping_ratio: float = ...,
        max_force: float = ...,
        max_torque: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class PulleyJoint(Joint):
    """A pulley joint, from ``World.add_pulley``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in A's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The anchor in B's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def ground_anchors(self) -> tuple[Pair, Pair]:
        """The points of the world over which the rope runs, A's first, m (m; from -1e18 to 1e18; default ((0, 0), (0, 0)))"""
        ...
    @ground_anchors.setter
    def ground_anchors(self, value: Points) -> None: ...
    @property
    def length(self) -> float:
        """Length of the rope, m, not negative: A's part plus ratio times B's part (m; from 0 to 1e18; default 0)"""
        ...
    @length.setter
    def length(self, value: float) -> None: ...
    @property
    def ratio(self) -> float:
        """How many strands of the rope run on B's side for one on A's side, above zero (above zero, at most 1e18; default 1)"""
        ...
    @ratio.setter
    def ratio(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        ground_anchors: Points = ...,
        length: float = ...,
        ratio: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class GearJoint(Joint):
    """A gear joint, from ``World.add_gear``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def ratio(self) -> float:
        """The number of turns of A in the opposite direction for one turn of B; not zero (not zero, from -1e18 to 1e18; default 1)"""
        ...
    @ratio.setter
    def ratio(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        ratio: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class RackJoint(Joint):
    """A rack joint, from ``World.add_rack``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def anchor_a(self) -> Pair:
        """The anchor in the rack's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_a.setter
    def anchor_a(self, value: Vector) -> None: ...
    @property
    def anchor_b(self) -> Pair:
        """The axle in the pinion's frame, m (m; within 1e9 m of the origin of its body; default (0, 0))"""
        ...
    @anchor_b.setter
    def anchor_b(self, value: Vector) -> None: ...
    @property
    def axis(self) -> Pair:
        """The axis in the rack's frame, of any length but zero (finite and not zero; it becomes a unit vector; default (1, 0))"""
        ...
    @axis.setter
    def axis(self, value: Vector) -> None: ...
    @property
    def radius(self) -> float:
        """The radius of the pinion, m, not zero; negative if the rack is on the other side (m; not zero, from -1e18 to 1e18; default 1)"""
        ...
    @radius.setter
    def radius(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        anchor_a: Vector = ...,
        anchor_b: Vector = ...,
        axis: Vector = ...,
        radius: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class FrictionJoint(Joint):
    """A friction joint, from ``World.add_friction``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def max_force(self) -> float:
        """The greatest force, N, not negative; infinite for no bound, 0 to leave the position free (N; not negative; default 0)"""
        ...
    @max_force.setter
    def max_force(self, value: float) -> None: ...
    @property
    def max_torque(self) -> float:
        """The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free (N m; not negative; default 0)"""
        ...
    @max_torque.setter
    def max_torque(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        max_force: float = ...,
        max_torque: float = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class FilterJoint(Joint):
    """A filter joint, from ``World.add_filter``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class PortalJoint(Joint):
    """A portal joint, from ``World.add_portal``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def map_position(self) -> Pair:
        """Maps the pose of A to the pose of B: a rotation and a translation of the world, m (m; from -1e18 to 1e18; default (0, 0))"""
        ...
    @map_position.setter
    def map_position(self, value: Vector) -> None: ...
    @property
    def map_rotation(self) -> Pair:
        """Maps the pose of A to the pose of B: a rotation and a translation of the world, m (of a length near 1; default (1, 0))"""
        ...
    @map_rotation.setter
    def map_rotation(self, value: Vector) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        map_position: Vector = ...,
        map_rotation: Vector = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...

class RatchetJoint(Joint):
    """A ratchet joint, from ``World.add_ratchet``. It is a handle, as a ``Body`` is."""
    @property
    def break_force(self) -> float:
        """The joint breaks when it exerts more than this force, N; above zero, infinite for never (N; above zero; default inf)"""
        ...
    @break_force.setter
    def break_force(self, value: float) -> None: ...
    @property
    def break_torque(self) -> float:
        """The joint breaks when it exerts more than this torque, N m; above zero, infinite for never (N m; above zero; default inf)"""
        ...
    @break_torque.setter
    def break_torque(self, value: float) -> None: ...
    @property
    def collide(self) -> bool:
        """Whether the colliders of the two bodies collide with each other (default False)"""
        ...
    @collide.setter
    def collide(self, value: bool) -> None: ...
    @property
    def enabled(self) -> bool:
        """Whether it acts (default True)"""
        ...
    @enabled.setter
    def enabled(self, value: bool) -> None: ...
    @property
    def user_data(self) -> Any:
        """Data of the program, which the engine only keeps: an index, a pointer, flags (default 0)"""
        ...
    @user_data.setter
    def user_data(self, value: object) -> None: ...
    @property
    def phase(self) -> float:
        """The angle of B in A's frame at which one of the clicks is, rad (rad; from -1e18 to 1e18; default 0)"""
        ...
    @phase.setter
    def phase(self, value: float) -> None: ...
    @property
    def ratchet(self) -> float:
        """The angle from one click to the next, rad, from 1e-4 to 1e4; negative for a joint that lets B turn clockwise (rad; from 1e-4 to 1e4, or negative; default 0.62831855)"""
        ...
    @ratchet.setter
    def ratchet(self, value: float) -> None: ...
    def set(  # type: ignore[override]
        self,
        *,
        phase: float = ...,
        ratchet: float = ...,
        start_angle: float | None = ...,
        break_force: float = ...,
        break_torque: float = ...,
        collide: bool = ...,
        enabled: bool = ...,
        user_data: object = ...,
    ) -> None:
        """Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`."""
        ...


@final
class Shape:
    """A convex shape: for casts, movers, and colliders with the same shape."""
    @staticmethod
    def circle(radius: float) -> Shape:
        """A circle about the origin; radius in m."""
        ...
    @staticmethod
    def box(width: float, height: float, radius: float | None = None) -> Shape:
        """A box about the origin with this width and height, m, rounded by `radius`, m."""
        ...
    @staticmethod
    def polygon(vertices: Points, radius: float | None = None) -> Shape:
        """A convex polygon; vertices in m, in either winding. `radius` (m) rounds it."""
        ...
    @staticmethod
    def capsule(a: Vector, b: Vector, radius: float) -> Shape:
        """A capsule from `a` to `b` with this radius, m."""
        ...
    @staticmethod
    def segment(a: Vector, b: Vector) -> Shape:
        """A segment from `a` to `b`, m."""
        ...
    @staticmethod
    def half_space(normal: Vector, distance: float) -> Shape:
        """All points p with p . normal <= distance (m): the ground below a height is `half_space((0, 1),
        height)`.
        """
        ...
    @property
    def kind(self) -> Literal["circle", "polygon", "capsule", "segment", "chain_segment", "half_space"]:
        """`"circle"`, `"polygon"`, `"capsule"`, `"segment"`, `"chain_segment"` or `"half_space"`."""
        ...
    @property
    def vertices(self) -> list[Pair]:
        """The vertices, m: one for a circle, its centre; none for a half-space."""
        ...
    @property
    def radius(self) -> float:
        """The radius, m; 0 for a shape with sharp corners."""
        ...
    @property
    def area(self) -> float:
        """The area, m^2, as a body of density 1 weighs it."""
        ...
    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The bounding box: x and y of its lower, then of its upper corner, m."""
        ...
    def contains(self, point: Vector) -> bool:
        """Whether a point (m) of the shape's frame lies in it."""
        ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Contact:
    """A touching contact, as one of its bodies sees it."""
    @property
    def own(self) -> Collider:
        """The collider of this body."""
        ...
    @property
    def other(self) -> Collider:
        """The other collider."""
        ...
    @property
    def other_body(self) -> Body:
        """The body of the other collider."""
        ...
    @property
    def normal(self) -> Pair:
        """Unit, out of the other collider, towards this body."""
        ...
    @property
    def impulse(self) -> float:
        """Impulse along the normal in the last step, N s."""
        ...
    @property
    def points(self) -> list[Pair]:
        """The contact points, m."""
        ...

@final
class Events:
    """What happened in a step. Each list is in a fixed order, the same on every machine."""
    @property
    def begun(self) -> list[ContactEvent]:
        """Contacts that began."""
        ...
    @property
    def ended(self) -> list[ContactEvent]:
        """Contacts that ended."""
        ...
    @property
    def hits(self) -> list[ContactEvent]:
        """Contacts that were hit faster than the setting `hit_speed`."""
        ...
    @property
    def sensors_begun(self) -> list[ContactEvent]:
        """What entered sensors: `a` is the sensor."""
        ...
    @property
    def sensors_ended(self) -> list[ContactEvent]:
        """What left sensors: `a` is the sensor."""
        ...
    @property
    def fell_asleep(self) -> list[Body]:
        """Bodies that fell asleep."""
        ...
    @property
    def woke(self) -> list[Body]:
        """Bodies that woke."""
        ...
    @property
    def joints_broken(self) -> list[JointBreak]:
        """Joints that broke."""
        ...
    @property
    def warnings(self) -> list[str]:
        """What the step had to mend, in words: bodies whose position or velocity was no longer finite."""
        ...

@final
class ContactEvent:
    """Two colliders that began or ceased to touch, or that hit each other. They may have been removed since;
    their user data are still here.
    """
    @property
    def a(self) -> Collider:
        """A collider; of a sensor event the sensor."""
        ...
    @property
    def b(self) -> Collider:
        """The other collider; of a sensor event what is in the sensor."""
        ...
    @property
    def body_a(self) -> Body:
        """The body of `a`."""
        ...
    @property
    def body_b(self) -> Body:
        """The body of `b`."""
        ...
    @property
    def user_data(self) -> tuple[Any, Any]:
        """The user data of the colliders."""
        ...
    @property
    def body_user_data(self) -> tuple[Any, Any]:
        """The user data of their bodies."""
        ...
    @property
    def point(self) -> Pair:
        """Where they touch, m; NaN if they do not."""
        ...
    @property
    def normal(self) -> Pair:
        """Unit, from `a` to `b`; zero if they do not touch."""
        ...
    @property
    def approach_speed(self) -> float:
        """Speed at which they came together, m/s; of a hit."""
        ...
    @property
    def impulse(self) -> float:
        """Impulse along the normal, N s; of a hit."""
        ...
    def other_body(self, one: Body) -> Body | None:
        """The body other than this one; `None` if this is neither."""
        ...
    def other(self, one: Body) -> Collider | None:
        """The collider of another body than this one; `None` if the body is neither."""
        ...

@final
class JointBreak:
    """A joint that broke in the step."""
    @property
    def user_data(self) -> Any:
        """Its user data."""
        ...
    @property
    def index(self) -> int:
        """Its slot, which is free now."""
        ...
    @property
    def a(self) -> Body:
        """The first body."""
        ...
    @property
    def b(self) -> Body:
        """The second body."""
        ...
    @property
    def force(self) -> Pair:
        """The force at which it broke, N."""
        ...
    @property
    def torque(self) -> float:
        """The torque at which it broke, N m."""
        ...

@final
class ContactSide:
    """A collider as a contact hook sees it: values, since the world is locked while a step runs."""
    @property
    def collider(self) -> Collider:
        """Its handle, to be compared."""
        ...
    @property
    def body(self) -> Body:
        """The handle of its body, to be compared."""
        ...
    @property
    def kind(self) -> str:
        """What moves its body: "static", "kinematic" or "dynamic"."""
        ...
    @property
    def category(self) -> int:
        """Its categories, bits."""
        ...
    @property
    def user_data(self) -> Any:
        """Its user data."""
        ...
    @property
    def body_user_data(self) -> Any:
        """The user data of its body."""
        ...

@final
class ContactCandidate:
    """A contact as a contact hook sees it, before it pushes."""
    @property
    def a(self) -> ContactSide:
        """The collider with the lower slot."""
        ...
    @property
    def b(self) -> ContactSide:
        """The other one."""
        ...
    @property
    def point(self) -> Pair:
        """The middle of the points of contact, m."""
        ...
    @property
    def normal(self) -> Pair:
        """Unit, from `a` to `b`."""
        ...
    @property
    def velocity(self) -> Pair:
        """The velocity of `b` relative to `a` at that point, m/s."""
        ...
    @property
    def had_points(self) -> bool:
        """Whether it had points in the last step, and pushed."""
        ...
    @property
    def friction(self) -> float:
        """The coefficient of friction that it has without the hook."""
        ...
    @property
    def static_friction(self) -> float:
        """The coefficient of static friction that it has without the hook."""
        ...
    @property
    def restitution(self) -> float:
        """The restitution that it has without the hook."""
        ...
    @property
    def surface_speed(self) -> float:
        """The speed of its belt without the hook, m/s."""
        ...

@final
class Hit:
    """What a ray or a shape hits."""
    @property
    def collider(self) -> Collider:
        """The collider that is hit."""
        ...
    @property
    def body(self) -> Body:
        """Its body."""
        ...
    @property
    def point(self) -> Pair:
        """Where it is hit, m."""
        ...
    @property
    def normal(self) -> Pair:
        """Unit, out of the collider."""
        ...
    @property
    def fraction(self) -> float:
        """The fraction of the translation, from 0 to 1."""
        ...
    @property
    def distance(self) -> float:
        """How far the cast has come, m."""
        ...
    @property
    def initial_overlap(self) -> float | None:
        """How deep the cast is in the collider where it starts, m; `None` if it starts outside."""
        ...

@final
class Closest:
    """What is nearest."""
    @property
    def collider(self) -> Collider:
        """The collider."""
        ...
    @property
    def body(self) -> Body:
        """Its body."""
        ...
    @property
    def distance(self) -> float:
        """The distance, m; negative inside."""
        ...
    @property
    def normal(self) -> Pair:
        """Unit, from the collider to the point or the shape."""
        ...
    @property
    def point(self) -> Pair:
        """The nearest point of the collider, m."""
        ...

@final
class Snapshot:
    """The state of a world at one moment: see `World.save`."""
    def __new__(cls) -> Snapshot: ...
    def to_bytes(self) -> bytes:
        """The state as bytes, the same on every platform."""
        ...
    @classmethod
    def from_bytes(cls, bytes: bytes) -> Snapshot:
        """A snapshot from the bytes of `to_bytes`; all of them are checked."""
        ...
    def state_hash(self) -> int:
        """The hash that the saved world has; 0 if nothing has been saved."""
        ...

@final
class Level:
    """A scene as plain data: settings, bodies, colliders and joints."""
    @classmethod
    def from_json(cls, text: str) -> Level:
        """A level from the text of `to_json`."""
        ...
    @classmethod
    def from_bytes(cls, bytes: bytes) -> Level:
        """A level from the bytes of `to_bytes`."""
        ...
    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Level:
        """A level from a file: text if its name ends with `.json`, or else bytes."""
        ...
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file: text if its name ends with `.json`, or else bytes."""
        ...
    def to_json(self) -> str:
        """The level as text, the same that the engine reads and writes in Rust."""
        ...
    def to_bytes(self) -> bytes:
        """The level as bytes."""
        ...
    def validate(self) -> None:
        """Checks every definition; the exception names the first part that is refused, its field and value."""
        ...
    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the world."""
        ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Batch:
    """Many worlds of one level, stepped side by side on all threads: `Batch(world, worlds=4096, threads=2)`.

    `level` is a `World`, a `Level`, or the path of a file. Of a world its poses and velocities become those
    of the level; the impulses that its contacts and joints have stored are no part of a level. What
    the numbers of an action and of an observation are, `actions`, `observations` and `parameters` list: see
    the modules `physics2d.actions`, `physics2d.observations` and `physics2d.parameters`. `step(actions)`
    makes `frame_skip` steps of `dt` seconds with one action. `seed` decides, with the index of a world and
    the number of its episode, what is drawn. No result depends on the number of threads: each world has the
    bits that it would have alone.
    """
    RUNNING: ClassVar[int]
    BAD_ACTION: ClassVar[int]
    BODY_STOPPED: ClassVar[int]
    REFUSED: ClassVar[int]
    INTERRUPTED: ClassVar[int]
    def __new__(
        cls,
        level: World | Level | str | os.PathLike[str],
        worlds: int,
        *,
        threads: int | None = None,
        dt: float | None = None,
        frame_skip: int | None = None,
        seed: int | None = None,
        actions: Sequence[_Action] = ...,
        observations: Sequence[_Observation] = ...,
        parameters: Sequence[_Parameter] = ...,
    ) -> Batch: ...
    def step(self, actions: NDArray[np.floating[Any]] | Sequence[Any] | None = None) -> NDArray[np.float32]:
        """Steps each world with its action, and writes all arrays; returns the observations. `actions` is an
        array of shape (worlds, action_len).

        A world whose action is not finite is not stepped, and one in which a body's motion is no longer
        finite stops: `flags` tells, and it is truncated until it is reset. The others go on.
        """
        ...
    def reset(
        self,
        mask: NDArray[np.bool_] | None = None,
        *,
        poses: Mapping[Body, _Table] | Mapping[int, _Table] | None = None,
        velocities: Mapping[Body, _Table] | Mapping[int, _Table] | None = None,
    ) -> NDArray[np.float32]:
        """Begins a new episode in each world that `mask` names (an array of bool), by default in all: as the
        level says, with parameters drawn anew. Returns the observations.

        `poses` and `velocities` give worlds starts of their own: dictionaries from bodies to arrays of shape
        (worlds, 3), of x (m), y (m), angle (rad), and of the velocity along x and y (m/s), angular velocity
        (rad/s). Rows of worlds that are not reset are not read. Joints are not closed.
        """
        ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """The observations: an array of shape (worlds, observation_len) of float32, which each step and reset
        writes anew at the same address. The program cannot write it.
        """
        ...
    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of the last step; zero for a batch of maps, which rewards nothing."""
        ...
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the task of each world is over."""
        ...
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the episode of each world was cut short; a world that is not `RUNNING` is."""
        ...
    @property
    def flags(self) -> NDArray[np.uint8]:
        """Whether each world goes on, and if not, why: `Batch.RUNNING`, `BAD_ACTION`, `BODY_STOPPED`, `REFUSED`
        or `INTERRUPTED`.
        """
        ...
    def fault(self, index: int) -> str | None:
        """Why a world does not go on, as a sentence; `None` if it does."""
        ...
    def factors(self) -> NDArray[np.float32]:
        """The factors that each world has drawn for its episode: a new array of shape (worlds, parameters)."""
        ...
    def world(self, index: int) -> World:
        """A copy of a world of the batch, to look at or to draw. What is done to it does not change the batch."""
        ...
    def __len__(self) -> int: ...
    @property
    def action_len(self) -> int:
        """How many numbers the action of a world has."""
        ...
    @property
    def observation_len(self) -> int:
        """How many numbers the observation of a world has."""
        ...
    @property
    def threads(self) -> int:
        """How many threads step the worlds."""
        ...
    def close(self) -> None:
        """Frees the worlds. Arrays that the program has stay; every other call raises `RuntimeError`."""
        ...

@final
class Environment:
    """Many worlds of a task of the engine: `Environment("lunar_lander", 1024, threads=2)`. `Environment.names()`
    lists the tasks. An action is an array of shape (worlds, action_len); `spec()` says what its numbers are.
    Settings of the task are keyword arguments: `Environment("lunar_lander", 8, wind_power=15)`;
    `Environment.settings("lunar_lander")` lists them.
    """
    def __new__(
        cls, name: str, worlds: int, *, threads: int | None = None, seed: int | None = None, **settings: float
    ) -> Environment: ...
    @staticmethod
    def settings(name: str) -> dict[str, str]:
        """The settings of a task, each with what it is."""
        ...
    @staticmethod
    def names() -> dict[str, str]:
        """The names of all tasks, each with what has to be done."""
        ...
    def spec(self) -> dict[str, Any]:
        """What the task takes and gives: `actions` and `observations` (lists of dictionaries with `name`,
        `unit`, `low` and `high`; discrete actions are a list of what each does), `seconds` from one action to
        the next, and `max_steps` of an episode.
        """
        ...
    def step(self, actions: NDArray[np.floating[Any]] | Sequence[Any]) -> NDArray[np.float32]:
        """Gives each world its action, and writes all arrays; returns the observations."""
        ...
    def reset(self, mask: NDArray[np.bool_] | None = None, seed: int | None = None) -> NDArray[np.float32]:
        """Begins a new episode in each world that `mask` names (an array of bool), by default in all. With a
        `seed`, all worlds begin again as with that seed. Returns the observations.
        """
        ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """The observations: an array of float32 that each step and reset writes anew at the same address. The
        program cannot write it.
        """
        ...
    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of the last step."""
        ...
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the task of each world is over."""
        ...
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the episode of each world was cut short."""
        ...
    @property
    def flags(self) -> NDArray[np.uint8]:
        """Whether each world goes on, and if not, why: see `Batch.flags`."""
        ...
    def pictures(self, width: int | None = None, height: int | None = None) -> NDArray[np.uint8]:
        """A picture of each world: a new array of uint8 of shape (worlds, height, width, 3), rows from the top,
        red, green and blue. Width and height are in pixels, 1 to 4096. The threads of the environment draw.
        """
        ...
    def world(self, index: int) -> World:
        """A copy of a world, to look at or to draw."""
        ...
    @property
    def name(self) -> str:
        """The name of the task."""
        ...
    def __len__(self) -> int: ...
    def close(self) -> None:
        """Frees the worlds. Arrays that the program has stay; every other call raises `RuntimeError`."""
        ...

@final
class Recording:
    """What happened in a world: its state at the beginning, and every call that changed it since."""
    @classmethod
    def from_bytes(cls, bytes: bytes) -> Recording:
        """A recording from the bytes of `to_bytes`."""
        ...
    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Recording:
        """A recording from a file."""
        ...
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, which the testbed of the engine plays as well."""
        ...
    def to_bytes(self) -> bytes:
        """The recording as bytes."""
        ...
    @property
    def frames(self) -> int:
        """The number of steps."""
        ...
    @property
    def calls(self) -> int:
        """The number of calls, steps not counted."""
        ...
    def check(self, hook: object = None) -> None:
        """Plays it and compares each frame with what was recorded: `ReplayDiffers` names the first frame that
        differs. A recording of a world with a contact hook needs one that answers as that one did.
        """
        ...
    def replay(self, hook: object = None) -> Replay:
        """Plays it from its beginning; `hook` is for a recording of a world with a contact hook."""
        ...

@final
class Replay:
    """A recording that is played."""
    def step(self) -> bool:
        """Plays the next step; `False` at the end. `ReplayDiffers` if the world is not what it was."""
        ...
    @property
    def frame(self) -> int:
        """The number of steps played."""
        ...
    def world(self) -> World:
        """A copy of the world at this frame, with the hook of the replay."""
        ...

@disjoint_base
class Effect:
    """An effect that acts in every step of the worlds in whose `effects` it is."""
    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Wind(Effect):
    """Air that flows with `velocity` (m/s) and pushes what faces it.

    Also: `density` (kg/m^2), `drag`, `lift`, `region`, `categories` (bits).
    """
    def __new__(
        cls,
        velocity: Vector,
        *,
        density: float = ...,
        drag: float = ...,
        lift: float = ...,
        region: Region = None,
        categories: int = ...,
    ) -> Wind: ...

@final
class Water(Effect):
    """Water below the height `surface` (m), or in `region`: what is lighter floats.

    Also: `density` (kg/m^2), `velocity` (m/s), `viscosity` (1/s), `drag`, `lift`, `categories` (bits).
    """
    def __new__(
        cls,
        surface: float | None = None,
        *,
        region: Region = None,
        density: float = ...,
        velocity: Vector = ...,
        viscosity: float = ...,
        drag: float = ...,
        lift: float = ...,
        categories: int = ...,
    ) -> Water: ...

@final
class Attractor(Effect):
    """A point (m) that attracts bodies with `strength`; its unit depends on `law`: `"inverse_square"` (m^3/s^2),
    `"inverse"` (m^2/s^2), `"constant"` (m/s^2), `"linear"` (1/s^2).

    Also: `radius` (m) within which the attraction is linear, `reach` (m), `categories` (bits).
    """
    def __new__(
        cls,
        center: Vector,
        strength: float,
        law: Literal["inverse_square", "inverse", "constant", "linear"] = "inverse_square",
        *,
        radius: float = ...,
        reach: float = ...,
        categories: int = ...,
    ) -> Attractor: ...

@final
class GravityRegion(Effect):
    """A region in which `gravity` (m/s^2) replaces that of the world.

    Also: `categories` (bits).
    """
    def __new__(cls, gravity: Vector, *, region: Region = None, categories: int = ...) -> GravityRegion: ...

@final
class HeightField:
    """Ground of heights at equal distances: `Body.add_height_field`. A cell lies between each two heights.

    The world holds its colliders; heights and holes as this object holds them are no part of the state of
    the world. Where they are edited between a snapshot and its restore, keep a `copy` with the snapshot, and
    go on with that.
    """
    @property
    def body(self) -> Body:
        """The body on which it is."""
        ...
    @property
    def heights(self) -> NDArray[np.float64]:
        """The heights, m, as they are now: an array of its own."""
        ...
    def __len__(self) -> int: ...
    @property
    def spacing(self) -> float:
        """The distance from one height to the next, m."""
        ...
    @property
    def exists(self) -> bool:
        """Whether it and its body still exist."""
        ...
    def set_heights(self, start: int, heights: Sequence[float] | NDArray[np.floating[Any]]) -> int:
        """Sets the heights from number `start` on, m, and wakes what touches the cells that change: those beside
        the heights, and their neighbours. Returns how many they are.
        """
        ...
    def set_hole(self, cell: int, is_hole: bool = True) -> None:
        """Makes the cell between heights `cell` and `cell + 1` a hole, or fills it."""
        ...
    def is_hole(self, cell: int) -> bool:
        """Whether a cell is a hole."""
        ...
    def height_at(self, x: float) -> float | None:
        """The height at `x`, both in m in the frame of the body; `None` beyond the ends and at a hole."""
        ...
    def cell_at(self, x: float) -> int | None:
        """The number of the cell at `x`, m in the frame of the body; `None` beyond the ends. A hole is a cell."""
        ...
    def collider(self, cell: int) -> Collider | None:
        """The collider of a cell; `None` for a hole."""
        ...
    def copy(self) -> HeightField:
        """Heights, holes and colliders as they are now: for a snapshot that is taken now."""
        ...
    def __copy__(self) -> HeightField: ...
    def remove(self) -> None:
        """Removes its colliders; the body stays."""
        ...

@final
class Mover:
    """A character that walks on slopes and stairs, is carried by platforms and pushes bodies. It is moved by
    `step`, once before each step of the world.

    Settings: `up`, `skin` (m), `max_slope` (rad), `step_height` (m), `snap_distance` (m), `constant_speed`,
    `mass` (kg), `push_force` (N), `category` and `mask` (bits). `body` is a kinematic body that goes along,
    so that sensors and queries find the character.
    """
    def __new__(
        cls,
        world: World,
        shape: Shape,
        position: Vector,
        *,
        body: Body | None = None,
        up: Vector = ...,
        skin: float = ...,
        max_slope: float = ...,
        step_height: float = ...,
        snap_distance: float = ...,
        constant_speed: bool = ...,
        mass: float = ...,
        push_force: float = ...,
        category: int = ...,
        mask: int = ...,
    ) -> Mover: ...
    def step(self, velocity: Vector, dt: float = ...) -> Motion:
        """Moves the character by `velocity` (m/s) for `dt` seconds and pushes what is in the way. On the ground
        the velocity is relative to the ground.
        """
        ...
    @property
    def position(self) -> Pair:
        """Where its origin is, m. To set it puts the character there at once."""
        ...
    @position.setter
    def position(self, position: Vector) -> None: ...
    @property
    def shape(self) -> Shape:
        """Its shape. Another may be set: to crouch, for example."""
        ...
    @shape.setter
    def shape(self, shape: Shape) -> None: ...
    @property
    def on_ground(self) -> bool:
        """Whether it stands on ground."""
        ...
    def drop_through(self) -> None:
        """Lets it fall through the one-way platform on which it stands."""
        ...
    def set(
        self,
        *,
        up: Vector = ...,
        skin: float = ...,
        max_slope: float = ...,
        step_height: float = ...,
        snap_distance: float = ...,
        constant_speed: bool = ...,
        mass: float = ...,
        push_force: float = ...,
        category: int = ...,
        mask: int = ...,
    ) -> None:
        """Changes settings: `mover.set(max_slope=1.0)`."""
        ...
    def properties(self) -> dict[str, Any]:
        """All settings as a dictionary."""
        ...

@final
class Motion:
    """What a character did in a step."""
    @property
    def position(self) -> Pair:
        """Where it is now, m."""
        ...
    @property
    def velocity(self) -> Pair:
        """Its velocity after sliding along what it hit, m/s: give it to the next step with gravity and the
        wishes of the player added.
        """
        ...
    @property
    def on_ground(self) -> bool:
        """Whether it stands on ground."""
        ...
    @property
    def ground_normal(self) -> Pair:
        """Unit, out of the ground; zero in the air."""
        ...
    @property
    def ground(self) -> Collider | None:
        """The collider on which it stands; `None` in the air."""
        ...
    @property
    def is_wall_left(self) -> bool:
        """Whether a wall touches it on the left."""
        ...
    @property
    def is_wall_right(self) -> bool:
        """Whether a wall touches it on the right."""
        ...
    @property
    def is_ceiling(self) -> bool:
        """Whether it touches a ceiling."""
        ...
    @property
    def is_crushed(self) -> bool:
        """Whether things that move have left it no room."""
        ...
    @property
    def hit(self) -> list[Body]:
        """The bodies that it hit."""
        ...

class Animation:
    """A film of a world. A notebook shows it; ``save`` writes a GIF file."""
    gif: bytes
    def __init__(self, gif: bytes) -> None: ...
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a GIF file; another ending of its name than ``.gif`` is refused."""
        ...
    def _repr_html_(self) -> str: ...

def show(
    world: World,
    view: View | None = None,
    dt: float = ...,
    steps: int = 300,
    before_step: BeforeStep | None = None,
    on_key: OnKey | None = None,
    on_mouse: OnMouse | None = None,
) -> None:
    """Shows a world in a window and steps it: see ``World.show``."""
    ...
