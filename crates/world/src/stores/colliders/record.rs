//! What is stored of one collider: the record that steps read, and what a step reads of few (user data,
//! offset, what makes contacts conditional).

use crate::body::{BodyKind, check_heaviness};
use crate::collider::{ColliderDef, shape_with_skin};
use crate::error::DefError;
use crate::frame::Frame;
use crate::place::Grid;
use crate::portal::PortalRole;
use crate::settings::{
    FAST_SHARE, Filter, MARGIN_SHARE, MAX_MARGIN, Material, NOT_DYNAMIC_MARGIN_SCALE, SPECULATIVE_DISTANCE,
    VERY_FAST_SHARE,
};
use crate::slot::{BodySlot, ColliderSlot};
use compute::math::{max, min};
use geom::tolerance::HALF_SPACE_EXTENT;
use geom::{Aabb, MassProperties, Point, Pose, Shape, Vec2};

/// None for a sensor or a disabled collider.
///
/// # Errors
/// [`DefError::Value`] if the shape reaches so far from the origin of its body that boxes could overflow, or
/// has so much mass that the sum over a body might, [`DefError::Mass`] if shape and density do not make a
/// finite mass; also for one that does not count.
pub(crate) fn mass_of(shape: &Shape, density: f32, counts: bool) -> Result<MassProperties, DefError> {
    check_reach(shape)?;
    let mass = shape.mass_properties(density)?;
    check_heaviness(mass)?;
    Ok(if counts { mass } else { MassProperties::ZERO })
}

fn check_reach(shape: &Shape) -> Result<(), DefError> {
    let reach = shape.reach(Point::origin());
    let is_half_space = matches!(shape, Shape::HalfSpace(_));
    if !is_half_space && (reach.is_nan() || reach > HALF_SPACE_EXTENT) {
        let expected = "at most 1e9 m from the origin of its body";
        return Err(DefError::Value { field: "reach of the shape", value: reach, expected });
    }
    Ok(())
}

/// m: of a polygon half of the least distance between an edge and the vertex farthest from it. Zero for a
/// segment, infinite for a half-space.
fn half_width(shape: &Shape) -> f32 {
    let Some(hull) = shape.hull() else { return f32::INFINITY };
    if hull.vertices.len() < 3 {
        return hull.radius;
    }
    let width = |(normal, vertex): (&Vec2, &Point)| {
        hull.vertices.iter().map(|other| normal.dot(&(vertex - other))).fold(0.0, max)
    };
    0.5 * hull.normals.iter().zip(hull.vertices).map(width).fold(f32::INFINITY, min) + hull.radius
}

struct Measures {
    mass: MassProperties,
    reach: f32,
    half_width: f32,
    fast_way: f32,
    very_fast_way: f32,
    dynamic_margin: f32,
}

/// Boxes are rounded outward, so margins are reduced by a little more: else a grid of bodies as far apart as
/// their boxes reach would have twice the pairs.
const ROUNDED_DOWN: f32 = 1.0 - 1.0 / 4096.0;

impl Measures {
    /// Of `shape`, in the body's frame with its skin, and of the `bare` shape, which has the mass.
    ///
    /// # Errors
    /// As [`mass_of`].
    fn of(
        shape: &Shape,
        bare: &Shape,
        density: f32,
        counts: bool,
        length_unit: f32,
    ) -> Result<Self, DefError> {
        check_reach(shape)?;
        let mass = mass_of(bare, density, counts)?;
        let size = shape.aabb(Pose::IDENTITY).half_perimeter();
        // The boxes of shapes within half of the speculative distance overlap.
        let margin = min(MAX_MARGIN * length_unit, MARGIN_SHARE * size);
        let dynamic_margin = max(0.5 * SPECULATIVE_DISTANCE * length_unit, ROUNDED_DOWN * margin);
        let reach = shape.reach(Point::origin());
        let half_width = half_width(shape);
        // Pairs nearer than half of the speculative distance without points are not yet swept.
        let least_way = 0.5 * SPECULATIVE_DISTANCE * length_unit;
        // A large static collider nearer than its margin is in a pair already.
        let static_margin = NOT_DYNAMIC_MARGIN_SCALE * MAX_MARGIN * length_unit;
        let fast_way = least_way + min(FAST_SHARE * half_width, static_margin);
        let very_fast_way = min(least_way + VERY_FAST_SHARE * half_width, f32::MAX);
        Ok(Self { mass, reach, half_width, fast_way, very_fast_way, dynamic_margin })
    }
}

/// In the order of C, so that body and filter, which the search for pairs reads of every pair, are together;
/// the filter in parts, since a [`Filter`] has four bytes of padding.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Collider {
    /// With the skin. *State*, as all fields that are not marked.
    pub(crate) shape: Shape,
    pub(crate) category: u64,
    pub(crate) mask: u64,
    pub(crate) group: i32,
    pub(crate) body: BodySlot,
    pub(crate) is_sensor: bool,
    /// While its body is enabled.
    pub(crate) is_enabled: bool,
    /// *Derived*: then [`ColliderExtra::skin`] holds the shape without it.
    pub(crate) has_skin: bool,
    /// In the list of the body: added after this one.
    pub(crate) next: Option<ColliderSlot>,
    /// *Derived* from `next`.
    pub(crate) previous: Option<ColliderSlot>,
    pub(crate) material: Material,
    pub(crate) mass: MassProperties,
    /// *Derived*: from the body's origin, m.
    pub(crate) reach: f32,
    /// *Derived*: half of its least width, m; infinite for a half-space.
    pub(crate) half_width: f32,
    /// *Derived*: a body that moves farther in a step is fast, m (`step/sweep.rs`).
    pub(crate) fast_way: f32,
    pub(crate) very_fast_way: f32,
    /// *Derived*: of the fat box on a dynamic body, m.
    pub(crate) dynamic_margin: f32,
}

// Four cache lines.
const _: () = assert!(size_of::<Collider>() <= 256 || size_of::<usize>() != 8);

impl Collider {
    /// # Errors
    /// [`DefError`] for a material out of its range or a mass that is not finite.
    pub(in crate::stores) fn new(
        def: &ColliderDef,
        body: BodySlot,
        length_unit: f32,
    ) -> Result<Self, DefError> {
        let ColliderDef { filter, sensor, enabled, contact_skin, .. } = *def;
        let material = def.material.validated()?;
        let bare = def.placed_shape();
        let with_skin = shape_with_skin(&bare, contact_skin)?;
        let has_skin = with_skin.is_some();
        let shape = with_skin.as_ref().unwrap_or(&bare);
        let Measures { mass, reach, half_width, fast_way, very_fast_way, dynamic_margin } =
            Measures::of(shape, &bare, material.density, enabled && !sensor, length_unit)?;
        let shape = with_skin.unwrap_or(bare);
        Ok(Self {
            body,
            next: None,
            previous: None,
            shape,
            material,
            category: filter.category,
            mask: filter.mask,
            group: filter.group,
            has_skin,
            is_sensor: sensor,
            is_enabled: enabled,
            mass,
            reach,
            half_width,
            fast_way,
            very_fast_way,
            dynamic_margin,
        })
    }

    pub(super) fn def(&self, extra: &ColliderExtra) -> ColliderDef {
        let Self { shape, material, is_sensor, is_enabled, .. } = self;
        let ColliderExtra { user_data, placement, skin, one_way, has_hook, portal, events } = extra;
        let (shape, offset) = match (placement, skin) {
            (Some(placement), _) => (&placement.shape, placement.offset),
            (None, Some(skin)) => (&skin.bare, Pose::IDENTITY),
            (None, None) => (shape, Pose::IDENTITY),
        };
        ColliderDef {
            shape: shape.clone(),
            offset,
            material: *material,
            filter: self.filter(),
            one_way: *one_way,
            hook: *has_hook,
            sensor: *is_sensor,
            portal: *portal,
            enabled: *is_enabled,
            contact_events: events.of_contacts,
            hit_events: events.of_hits,
            sensor_events: events.of_sensors,
            user_data: *user_data,
            contact_skin: extra.contact_skin(),
        }
    }

    #[inline(always)]
    pub(crate) fn filter(&self) -> Filter {
        let Self { category, mask, group, .. } = *self;
        Filter { category, mask, group }
    }

    /// Returns the old one.
    pub(crate) fn replace_filter(&mut self, filter: Filter) -> Filter {
        let old = self.filter();
        Filter { category: self.category, mask: self.mask, group: self.group } = filter;
        old
    }

    /// For the mass and the reach of its body.
    pub(crate) fn counts(&self) -> bool {
        self.is_enabled && !self.is_sensor
    }

    /// On each side, m.
    #[inline]
    pub(crate) fn margin(&self, kind: BodyKind) -> f32 {
        self.dynamic_margin * if kind == BodyKind::Dynamic { 1.0 } else { NOT_DYNAMIC_MARGIN_SCALE }
    }

    pub(crate) fn fat_aabb(&self, frame: &Frame, grid: &Grid, kind: BodyKind) -> Aabb {
        grid.aabb(frame.place, self.shape.aabb(frame.own_pose()).expanded(self.margin(kind)))
    }

    /// Replaces the shape, given without its skin (m). Returns what the [`ColliderExtra`] keeps.
    ///
    /// # Errors
    /// [`DefError`] for a mass that is not finite, or a skin that the shape cannot have.
    pub(crate) fn set_shape(
        &mut self,
        bare: Shape,
        skin: f32,
        length_unit: f32,
    ) -> Result<Option<Box<Skin>>, DefError> {
        let with_skin = shape_with_skin(&bare, skin)?;
        let Measures { mass, reach, half_width, fast_way, very_fast_way, dynamic_margin } = Measures::of(
            with_skin.as_ref().unwrap_or(&bare),
            &bare,
            self.material.density,
            self.counts(),
            length_unit,
        )?;
        let (shape, skin) = match with_skin {
            Some(shape) => (shape, Some(Box::new(Skin { bare, width: skin }))),
            None => (bare, None),
        };
        self.has_skin = skin.is_some();
        (self.shape, self.mass, self.reach, self.dynamic_margin) = (shape, mass, reach, dynamic_margin);
        (self.half_width, self.fast_way, self.very_fast_way) = (half_width, fast_way, very_fast_way);
        Ok(skin)
    }
}

/// Not in the [`Collider`], which the narrow phase reads.
#[derive(Clone, Debug)]
pub(crate) struct ColliderExtra {
    pub(crate) user_data: u128,
    pub(crate) placement: Option<Box<Placement>>,
    pub(crate) skin: Option<Box<Skin>>,
    /// *State*: a unit vector in the body's frame.
    pub(crate) one_way: Option<Vec2>,
    pub(crate) has_hook: bool,
    pub(crate) portal: Option<PortalRole>,
    /// *State.*
    pub(crate) events: EventFlags,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct EventFlags {
    pub(crate) of_contacts: bool,
    pub(crate) of_hits: bool,
    pub(crate) of_sensors: bool,
}

impl ColliderExtra {
    pub(in crate::stores) fn new(def: ColliderDef) -> Self {
        let width = def.contact_skin;
        let skin = (width > 0.0).then(|| Box::new(Skin { bare: def.placed_shape(), width }));
        let ColliderDef { shape, offset, one_way, hook, portal, user_data, .. } = def;
        let events = EventFlags {
            of_contacts: def.contact_events,
            of_hits: def.hit_events,
            of_sensors: def.sensor_events,
        };
        let placement = Placement::of(shape, offset);
        Self { user_data, placement, skin, one_way, has_hook: hook, portal, events }
    }

    pub(crate) fn contact_skin(&self) -> f32 {
        self.skin.as_ref().map_or(0.0, |skin| skin.width)
    }

    /// See `step/conditional.rs`.
    pub(crate) fn is_conditional(&self) -> bool {
        self.one_way.is_some() || self.has_hook || self.portal.is_some()
    }
}

/// The shape without its skin, in the body's frame; that in the record is derived from it.
#[derive(Clone, Debug)]
pub(crate) struct Skin {
    pub(crate) bare: Shape,
    /// m, above zero.
    pub(crate) width: f32,
}

/// The shape in its own frame, and where that is in the body's; the shape in the record is derived from it.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub(crate) shape: Shape,
    pub(crate) offset: Pose,
}

impl Placement {
    pub(crate) fn of(shape: Shape, offset: Pose) -> Option<Box<Self>> {
        (offset != Pose::IDENTITY).then(|| Box::new(Self { shape, offset }))
    }
}
