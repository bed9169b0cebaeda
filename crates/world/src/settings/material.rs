//! What a collider is made of, and what it collides with.

#[cfg(doc)]
use super::WorldSettings;
use crate::definition::{FREE, check_ranges};
use crate::error::{DefError, finite};
use compute::math::max;
use properties::{Properties, Range, Visitor, Word, property};

/// The material of a collider. The rules in [`WorldSettings`] combine the materials of two colliders.
///
/// ```
/// use geom::Shape;
/// use world::{ColliderDef, Material};
///
/// let rubber = Material { density: 1100.0, restitution: 0.8, ..Material::default() }; // kg/m^2
/// let ball = ColliderDef::new(Shape::circle(0.1)?).material(rubber);
/// // A conveyor belt that carries boxes on top of it to the right at 2 m/s.
/// let belt = ColliderDef::new(Shape::rectangle(3.0, 0.1)?).surface_speed(2.0);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias = "b2SurfaceMaterial")]
pub struct Material {
    /// Mass per area, kg/m^2, not negative.
    pub density: f32,
    /// Coefficient of sliding friction (Coulomb), not negative.
    pub friction: f32,
    /// Coefficient of static friction: up to it a contact does not slide. Below
    /// `friction`, it counts as equal to it.
    pub static_friction: f32,
    /// Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that
    /// loses nothing, more for a bumper that adds energy.
    pub restitution: f32,
    /// Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this
    /// material rests. The greatest of two materials and of [`WorldSettings::rolling_resistance`] counts,
    /// with the greater radius of the two shapes: the torque is at most resistance x radius x normal force.
    /// Sharp shapes have no radius: two of them tip over and do not roll.
    pub rolling_resistance: f32,
    /// Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries
    /// bodies on top of it to the right. The speeds of two surfaces that touch add up, since they move in
    /// opposite directions there.
    pub surface_speed: f32,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            density: 1.0,
            friction: 0.6,
            static_friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
        }
    }
}

impl Properties for Material {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { density, friction, static_friction, restitution, rolling_resistance, surface_speed } =
            self;
        let at_least_friction = Range::elsewhere("at least friction");
        visitor.number(property("density", "kg/m^2", Range::NOT_NEGATIVE), density)?;
        visitor.number(property("friction", "", Range::NOT_NEGATIVE), friction)?;
        visitor.number(property("static_friction", "", at_least_friction), static_friction)?;
        visitor.number(property("restitution", "", Range::NOT_NEGATIVE), restitution)?;
        visitor.number(property("rolling_resistance", "", Range::NOT_NEGATIVE), rolling_resistance)?;
        visitor.number(property("surface_speed", "m/s", FREE), surface_speed)
    }
}

impl Material {
    /// # Errors
    /// [`DefError::Value`] for a number out of its range.
    pub(crate) fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        let (field, value) = ("static_friction", self.static_friction);
        finite(field, value)?;
        Ok(Self { static_friction: max(value, self.friction), ..self })
    }
}

/// Which colliders collide: those whose masks have a category of each other, unless they are in the same
/// group.
///
/// ```
/// use world::Filter;
///
/// const PLAYER: u64 = 1 << 1;
/// const COIN: u64 = 1 << 40;
///
/// let player = Filter { category: PLAYER, ..Filter::default() };
/// let coin = Filter { category: COIN, mask: PLAYER, ..Filter::default() };
/// assert!(player.accepts(coin) && !coin.accepts(coin)); // coins fall through each other
/// let limb = Filter { group: -7, ..player };
/// assert!(!limb.accepts(limb)); // a negative group: the parts of one ragdoll do not collide
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2Filter", "InteractionGroups", "collision_groups"))]
pub struct Filter {
    /// The categories that the collider belongs to, as bits.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::mask"))]
    #[doc(alias = "categoryBits")]
    pub category: u64,
    /// The categories that it collides with, as bits.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::mask"))]
    #[doc(alias = "maskBits")]
    pub mask: u64,
    /// If two colliders have the same group and it is not zero, the group alone decides: if it is above zero
    /// they collide, if it is below zero they do not.
    #[doc(alias = "groupIndex")]
    pub group: i32,
}

impl Default for Filter {
    /// In the first category, collides with all, in no group.
    fn default() -> Self {
        Self { category: 1, mask: u64::MAX, group: 0 }
    }
}

impl Properties for Filter {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { category, mask, group } = self;
        let mut group_bits = group.cast_unsigned();
        visitor.mask("category", category)?;
        visitor.mask("mask", mask)?;
        visitor.word(property("group", "", FREE), Word::Signed, &mut group_bits)?;
        *group = group_bits.cast_signed();
        Ok(())
    }
}

impl Filter {
    /// Whether two colliders with these filters may collide, in any order.
    #[must_use]
    pub fn accepts(self, other: Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.mask & other.category != 0 && other.mask & self.category != 0
    }

    /// Then no pair ends if it takes the place of `old`.
    pub(crate) fn accepts_all_of(self, old: Self) -> bool {
        let has_all = |new: u64, old: u64| new & old == old;
        self.group == old.group && has_all(self.category, old.category) && has_all(self.mask, old.mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all filters of the first and the last bit and three groups: one that accepts all of another accepts
    /// each filter that the other accepts. Of those with equal groups that do so, at least those with all
    /// bits are found.
    #[test]
    fn filter_that_accepts_all_of_another_accepts_what_the_other_accepts() {
        // The first bit and the last one.
        let high = |two: u32| u64::from(two & 1) | u64::from(two >> 1) << 63;
        let filter = |bits: u32| Filter {
            category: high(bits & 3),
            mask: high(bits >> 2 & 3),
            group: (bits >> 4) as i32 - 1,
        };
        let all = || (0..48).map(filter);
        for (new, old) in all().flat_map(|new| all().map(move |old| (new, old))) {
            let accepts_all = new.accepts_all_of(old);
            assert!(
                !accepts_all || all().all(|other| !old.accepts(other) || new.accepts(other)),
                "{new:?} {old:?}"
            );
            let is_widest = new.category == high(3) && new.mask == high(3);
            assert!(accepts_all || !is_widest || new.group != old.group, "{new:?} {old:?}");
        }
    }
}
