//! What is stored of one body: the record that steps read, and what only few bodies have.

use crate::body::{BodyDef, BodyKind, Locks};
use crate::links::List;
use crate::place::Place;
use crate::slot::{BodySlot, ColliderSlot};
use crate::stores::awake::Extent;
use compute::math::min;
use geom::{MassProperties, Position, Rot, Vec2, cross};
use solver::BodyRow;

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) kind: BodyKind,
    pub(crate) locks: Locks,
    pub(crate) can_sleep: bool,
    pub(crate) is_continuous: bool,
    pub(crate) is_enabled: bool,
    pub(crate) damping: f32,
    pub(crate) angular_damping: f32,
    pub(crate) gravity_scale: f32,
    /// m/s, not scaled by the length unit.
    pub(crate) sleep_speed: f32,
    /// *Derived*: the sum over its colliders, zero for a static body; stale while `has_stale_mass`
    /// (`mass.rs`).
    pub(in crate::stores) mass: MassProperties,
    /// *Derived*: the greatest distance of a point of its colliders from the centre of mass, m. Like the next
    /// three never stale within a step, and [`Measures::NONE`] for a static body.
    pub(crate) reach: f32,
    /// *Derived*: of a point whose motion by rotation matters, m: of a circle its centre.
    pub(crate) spin_reach: f32,
    /// *Derived*: how far it may move in a step without being fast, m (`step/sweep.rs`). Infinite for a body
    /// without colliders that push.
    pub(crate) fast_way: f32,
    pub(crate) very_fast_way: f32,
    /// *State.* The list of its colliders, in the order of adding, linked by
    /// [`Collider::next`](crate::stores::Collider::next).
    pub(crate) first_collider: Option<ColliderSlot>,
    pub(crate) last_collider: Option<ColliderSlot>,
    /// *State.* Whether it was stopped at the border of the world, where no force moves it until the program
    /// does.
    pub(crate) has_left_world: bool,
    /// *State.* Since the mass was computed.
    pub(in crate::stores) has_stale_mass: bool,
    pub(crate) contacts: List,
    pub(crate) joints: List,
    /// *Derived* from [`Motion::body`](crate::stores::Motion::body): [`BodyRow::STATIC`] if it is not awake.
    pub(in crate::stores) row: BodyRow,
    /// *State.* In the ring of its sleeping island.
    pub(crate) next_asleep: Option<BodySlot>,
}

/// In four bytes, since the records of thousands of bodies do not fit into the cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KindAndRow(u32);

impl KindAndRow {
    pub(in crate::stores) const STATIC: Self = Self(BodyRow::STATIC.0 << 1);

    pub(in crate::stores) fn of(body: &Body) -> Self {
        Self(body.row.0 << 1 | u32::from(body.is_dynamic()))
    }

    #[inline]
    pub(crate) fn is_dynamic(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub(crate) fn row(self) -> BodyRow {
        BodyRow(self.0 >> 1)
    }

    #[inline]
    pub(crate) fn is_free(self) -> bool {
        self.is_dynamic() && self.row() != BodyRow::STATIC
    }
}

impl Body {
    pub(in crate::stores) fn new(def: &BodyDef) -> Self {
        Self {
            kind: def.kind,
            locks: def.locks,
            can_sleep: def.can_sleep,
            is_continuous: def.continuous,
            is_enabled: def.enabled,
            damping: def.damping,
            angular_damping: def.angular_damping,
            gravity_scale: def.gravity_scale,
            sleep_speed: def.sleep_speed,
            mass: MassProperties::ZERO,
            reach: 0.0,
            spin_reach: 0.0,
            fast_way: f32::INFINITY,
            very_fast_way: f32::INFINITY,
            first_collider: None,
            last_collider: None,
            has_left_world: false,
            has_stale_mass: false,
            contacts: List::default(),
            joints: List::default(),
            row: BodyRow::STATIC,
            next_asleep: None,
        }
    }

    /// The velocity is the one that it keeps while disabled; whether it is awake is left out.
    pub(crate) fn def(&self, extra: &BodyExtra, position: Position, rotation: Rot) -> BodyDef {
        let (velocity, angular_velocity) = extra.kept_velocity;
        let [max_speed, max_angular_speed] = extra.max_speeds;
        BodyDef {
            kind: self.kind,
            position,
            rotation,
            velocity,
            angular_velocity,
            damping: self.damping,
            angular_damping: self.angular_damping,
            gravity_scale: self.gravity_scale,
            dominance: extra.dominance,
            locks: self.locks,
            max_speed,
            max_angular_speed,
            mass: extra.mass,
            sleep_speed: self.sleep_speed,
            enabled: self.is_enabled,
            continuous: self.is_continuous,
            can_sleep: self.can_sleep,
            awake: true,
            user_data: extra.user_data,
        }
    }

    /// Neither what comes from the definition, nor what is derived.
    pub(in crate::stores) fn progress_mut(&mut self) -> BodyProgress<'_> {
        let Self {
            kind: _,
            locks: _,
            can_sleep: _,
            is_continuous: _,
            is_enabled: _,
            damping: _,
            angular_damping: _,
            gravity_scale: _,
            sleep_speed: _,
            mass,
            reach,
            spin_reach: _,
            fast_way: _,
            very_fast_way: _,
            first_collider,
            last_collider: _,
            has_left_world,
            has_stale_mass,
            contacts: _,
            joints: _,
            row: _,
            next_asleep,
        } = self;
        BodyProgress { mass, reach, first_collider, has_left_world, has_stale_mass, next_asleep }
    }

    #[inline]
    pub(crate) fn row(&self) -> BodyRow {
        self.row
    }

    #[inline]
    pub(crate) fn is_awake(&self) -> bool {
        self.row != BodyRow::STATIC
    }

    pub(in crate::stores) fn set_measures(&mut self, measures: Measures) {
        let Measures { reach, spin_reach, fast_way, very_fast_way } = measures;
        (self.reach, self.spin_reach) = (reach, spin_reach);
        (self.fast_way, self.very_fast_way) = (fast_way, very_fast_way);
    }

    pub(in crate::stores) fn extent(&self) -> Extent {
        let way = |way: f32| if self.is_continuous { way } else { f32::INFINITY };
        Extent {
            // A half-space has no end, but zero times its reach must be zero.
            reach: min(self.reach, f32::MAX),
            spin_reach: min(self.spin_reach, f32::MAX),
            fast_way: way(self.fast_way),
            very_fast_way: way(self.very_fast_way),
        }
    }

    /// m/s^2, whatever else acts on it.
    #[inline]
    pub(crate) fn acceleration_by(&self, gravity: Vec2) -> Vec2 {
        gravity * self.gravity_scale
    }

    #[inline]
    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// A bound of the speeds of its points, m/s.
    #[inline]
    pub(crate) fn greatest_speed(&self, velocity: Vec2, angular_velocity: f32) -> f32 {
        velocity.norm() + self.reach * angular_velocity.abs()
    }

    /// 1/kg and 1/(kg m^2). A dynamic body whose colliders have no mass is a point of 1 kg that does not
    /// turn; one that keeps both coordinates is nearly infinitely heavy.
    pub(crate) fn inverse_masses(&self) -> [f32; 2] {
        if !self.is_dynamic() {
            return [0.0; 2];
        }
        let MassProperties { mass, inertia, .. } = self.mass;
        [
            if mass > 0.0 { 1.0 / mass } else { 1.0 }
                * if self.locks.x && self.locks.y { LOCKED } else { 1.0 },
            if inertia > 0.0 && !self.locks.rotation { 1.0 / inertia } else { 0.0 },
        ]
        // The inverse of a subnormal mass overflows.
        .map(|inverse| min(inverse, f32::MAX))
    }
}

pub(in crate::stores) struct BodyProgress<'a> {
    pub(in crate::stores) mass: &'a mut MassProperties,
    pub(in crate::stores) reach: &'a mut f32,
    pub(in crate::stores) first_collider: &'a mut Option<ColliderSlot>,
    pub(in crate::stores) has_left_world: &'a mut bool,
    pub(in crate::stores) has_stale_mass: &'a mut bool,
    pub(in crate::stores) next_asleep: &'a mut Option<BodySlot>,
}

pub(in crate::stores) struct Measures {
    pub(in crate::stores) reach: f32,
    pub(in crate::stores) spin_reach: f32,
    pub(in crate::stores) fast_way: f32,
    pub(in crate::stores) very_fast_way: f32,
}

impl Measures {
    pub(in crate::stores) const NONE: Self =
        Self { reach: 0.0, spin_reach: 0.0, fast_way: f32::INFINITY, very_fast_way: f32::INFINITY };
}

/// Factor of the inverse mass of a body that keeps both coordinates. Not zero, since a contact of two such
/// bodies would divide by it.
const LOCKED: f32 = 1.0 / (1_u64 << 40) as f32;

/// *State* that no step reads, or that only few bodies have, apart from the [`Body`].
#[derive(Clone, Debug)]
pub(crate) struct BodyExtra {
    pub(crate) user_data: u128,
    pub(crate) mass: Option<MassProperties>,
    pub(crate) dominance: i32,
    pub(crate) max_speeds: [f32; 2],
    pub(crate) target: Option<Target>,
    /// N s, of the last sub-step, if it keeps one coordinate.
    pub(crate) lock_impulse: f32,
    /// While it is disabled, m/s and rad/s.
    pub(crate) kept_velocity: (Vec2, f32),
    pub(in crate::stores) load: Option<Moving>,
}

pub(in crate::stores) struct ExtraProgress<'a> {
    pub(in crate::stores) target: &'a mut Option<Target>,
    pub(in crate::stores) lock_impulse: &'a mut f32,
    pub(in crate::stores) load: &'a mut Option<Moving>,
}

/// A body, what it carries, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::stores) struct Moving {
    pub(in crate::stores) mass: MassProperties,
    /// m/s.
    pub(in crate::stores) velocity: Vec2,
    /// kg m^2/s.
    pub(in crate::stores) angular_momentum: f32,
}

impl Moving {
    pub(in crate::stores) fn is_sound(&self) -> bool {
        let MassProperties { mass, center, inertia } = self.mass;
        let numbers = [center.x, center.y, self.velocity.x, self.velocity.y, self.angular_momentum];
        (0.0..=f32::MAX).contains(&mass)
            && (0.0..=f32::MAX).contains(&inertia)
            && numbers.iter().all(|x| x.is_finite())
    }

    /// After a perfectly inelastic impact, which keeps momentum and angular momentum. `rotation` is that of
    /// the body.
    pub(in crate::stores) fn joined(self, other: Self, rotation: Rot) -> Self {
        let mass = self.mass.combined(other.mass);
        if mass.mass <= 0.0 {
            return self;
        }
        let share = other.mass.mass / mass.mass;
        let arm = rotation * (other.mass.center - self.mass.center);
        let approach = other.velocity - self.velocity;
        Self {
            mass,
            velocity: self.velocity + approach * share,
            angular_momentum: self.angular_momentum
                + other.angular_momentum
                + self.mass.mass * share * cross(arm, approach),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    pub(crate) place: Place,
    pub(crate) rotation: Rot,
    /// s; zero if it is there, and stops when the next step begins.
    pub(crate) time: f32,
}

/// Rounding of many steps: a target is reached if the time left is longer than the step by no more than this
/// share.
const TIME_ROUNDING: f32 = 1e-4;

impl Target {
    pub(crate) fn is_reached_within(&self, dt: f32) -> bool {
        self.time <= dt * (1.0 + TIME_ROUNDING)
    }
}

impl BodyExtra {
    pub(in crate::stores) fn new(def: &BodyDef) -> Self {
        Self {
            user_data: def.user_data,
            mass: def.mass,
            dominance: def.dominance,
            max_speeds: [def.max_speed, def.max_angular_speed],
            target: None,
            lock_impulse: 0.0,
            kept_velocity: (def.velocity, def.angular_velocity),
            load: None,
        }
    }

    pub(in crate::stores) fn progress_mut(&mut self) -> ExtraProgress<'_> {
        let Self {
            user_data: _,
            mass: _,
            dominance: _,
            max_speeds: _,
            target,
            lock_impulse,
            kept_velocity: _,
            load,
        } = self;
        ExtraProgress { target, lock_impulse, load }
    }

    pub(super) fn has_speed_bound(&self) -> bool {
        self.max_speeds.iter().any(|speed| speed.is_finite())
    }
}
