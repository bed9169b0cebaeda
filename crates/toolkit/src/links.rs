//! Ropes, chains, bridges and tracks: links along a path, joined by hinges.
//!
//! ```text
//!   path       o-----------o           the corners that the game gives
//!                           \
//!   links      (---)(---)(---)         equal parts of its length, each as long as its chord: the hinges, at
//!              h    h    h    h        the ends of the chords, are closed to the last bits
//! ```

use crate::local;
use broadphase::Broadphase;
use compute::math::{atan2, max, sqrt};
use geom::{Point, Position, Rot, Shape, Vec2};
use world::{
    BodyDef, BodyId, ColliderDef, DefError, Filter, JointDef, JointId, Level, Material, RevoluteJoint, World,
};

/// Links along a path: what they are like. [`Links::build`] adds them to a world.
///
/// ```
/// use toolkit::Links;
/// use toolkit::world::{BodyDef, World};
///
/// let mut world = World::default();
/// let ceiling = world.add_body(BodyDef::fixed())?;
/// let rope = Links::rope(12, 0.05).start(ceiling).build(&mut world, [[0.0, 5.0], [3.0, 5.0]])?;
/// assert_eq!((rope.bodies.len(), rope.joints.len()), (12, 12)); // 11 between the links, one at the ceiling
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("rope", "chain", "bridge", "tank_track", "caterpillar", "RopeBuilder"))]
pub struct Links {
    /// How many links, at least 1; of a closed path at least 3.
    pub count: usize,
    /// Half of the thickness, m, above zero.
    pub half_thickness: f32,
    /// Whether the links are capsules, which overlap by their round ends, or boxes.
    pub is_round: bool,
    /// Whether the path is a ring: a track.
    pub is_closed: bool,
    /// Their material.
    pub material: Material,
    /// What they collide with. Two links that are joined never collide with each other.
    pub filter: Filter,
    /// How far a link may bend against the one before, from where it is built, rad, above zero; infinite for
    /// no bound.
    pub max_bend: f32,
    /// What their bodies are like, all but where they are: damping, sleeping, user data.
    pub def: BodyDef,
    /// The bodies to which the first and the last link are hinged at the ends of the path, if at all.
    pub ends: [Option<BodyId>; 2],
}

/// What [`Links::build`] has added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedBodies {
    /// The links along the path.
    pub bodies: Vec<BodyId>,
    /// The hinges along the path: that of the start, if the first link is attached, those between links, that
    /// of the end; of a ring the one that closes it comes last.
    pub joints: Vec<JointId>,
}

impl Links {
    fn new(count: usize, thickness: f32, is_round: bool, is_closed: bool) -> Self {
        let (material, filter) = (Material::default(), Filter::default());
        let half_thickness = 0.5 * thickness;
        let (max_bend, def, ends) = (f32::INFINITY, BodyDef::dynamic(), [None, None]);
        Self { count, half_thickness, is_round, is_closed, material, filter, max_bend, def, ends }
    }

    /// A rope: round links of this thickness (m).
    #[must_use]
    pub fn rope(count: usize, thickness: f32) -> Self {
        Self::new(count, thickness, true, false)
    }

    /// A chain, or the planks of a bridge: boxes of this thickness (m).
    #[must_use]
    pub fn chain(count: usize, thickness: f32) -> Self {
        Self::new(count, thickness, false, false)
    }

    /// A track around wheels: boxes of this thickness (m) in a ring.
    #[must_use]
    pub fn track(count: usize, thickness: f32) -> Self {
        Self::new(count, thickness, false, true)
    }

    /// Hinges the first link to a body, where the path begins.
    #[must_use]
    pub fn start(mut self, body: BodyId) -> Self {
        self.ends[0] = Some(body);
        self
    }

    /// Hinges the last link to a body, where the path ends.
    #[must_use]
    pub fn end(mut self, body: BodyId) -> Self {
        self.ends[1] = Some(body);
        self
    }

    /// Sets the material.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// Sets the density, kg/m^2.
    #[must_use]
    pub fn density(mut self, density: f32) -> Self {
        self.material.density = density;
        self
    }

    /// Sets the filter.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Sets what their bodies are like; where they are is given by the path.
    #[must_use]
    pub fn properties(mut self, def: BodyDef) -> Self {
        self.def = def;
        self
    }

    /// Sets the rates at which their velocity and their angular velocity decay, 1/s: a bridge comes to rest
    /// with 1.
    #[must_use]
    pub fn damping(mut self, damping: f32, angular_damping: f32) -> Self {
        self.def = self.def.damping(damping, angular_damping);
        self
    }

    /// Sets whether the motion of the links is swept: see [`BodyDef::continuous`]. True by default.
    #[must_use]
    pub fn continuous(mut self, continuous: bool) -> Self {
        self.def = self.def.continuous(continuous);
        self
    }

    /// Bounds the angle between neighbouring links, rad.
    #[must_use]
    pub fn max_bend(mut self, angle: f32) -> Self {
        self.max_bend = angle;
        self
    }

    /// Adds links along a path through `points` (m).
    ///
    /// # Errors
    /// [`DefError`] that names what is wrong: too few points or links, a path of no length or with a number
    /// that is not finite, links that are shorter than they may be, a stale handle of an end; nothing is
    /// changed.
    pub fn build<B: Broadphase, P: Into<Position>>(
        &self,
        world: &mut World<B>,
        points: impl IntoIterator<Item = P>,
    ) -> Result<LinkedBodies, DefError> {
        let points: Vec<Position> = points.into_iter().map(Into::into).collect();
        let origin = points.first().copied().unwrap_or_default();
        // As seen from where the path begins.
        let corners = self.corners(points.into_iter().map(|point| (point - origin).into()).collect())?;
        let mut built = LinkedBodies { bodies: Vec::new(), joints: Vec::new() };
        match self.add_all(world, origin, &corners, &mut built) {
            Ok(()) => Ok(built),
            Err(error) => {
                for body in built.bodies {
                    world.remove_body(body)?;
                }
                Err(error)
            }
        }
    }

    fn corners(&self, mut points: Vec<Point>) -> Result<Vec<Point>, DefError> {
        let error = |field, value, expected| Err(DefError::Value { field, value, expected });
        let (least, least_text) =
            if self.is_closed { (3, "at least 3 in a ring") } else { (1, "at least 1") };
        if self.count < least {
            return error("count", self.count as f32, least_text);
        }
        if self.max_bend.is_nan() || self.max_bend <= 0.0 {
            return error("max_bend", self.max_bend, "above zero");
        }
        if points.len() < least.max(2) {
            return error("points of a path", points.len() as f32, "at least 2, or 3 of a ring");
        }
        if self.is_closed && points[0] != points[points.len() - 1] {
            points.push(points[0]);
        }
        let length = |ends: &[Point]| f64::from(sqrt((ends[1] - ends[0]).norm_squared()));
        let total: f64 = points.windows(2).map(length).sum();
        if !(total > 0.0 && total.is_finite()) {
            return error("length of a path", total as f32, "finite and above zero");
        }
        let mut corners = Vec::with_capacity(self.count + 1);
        let (mut at, mut gone) = (0, 0.0);
        for i in 0..self.count {
            let wanted = total * i as f64 / self.count as f64;
            while at + 2 < points.len() && gone + length(&points[at..]) < wanted {
                gone += length(&points[at..]);
                at += 1;
            }
            let side = length(&points[at..]);
            let share = if side > 0.0 { ((wanted - gone) / side) as f32 } else { 0.0 };
            corners.push(points[at] + (points[at + 1] - points[at]) * share);
        }
        corners.push(points[points.len() - 1]);
        Ok(corners)
    }

    fn add_all<B: Broadphase>(
        &self,
        world: &mut World<B>,
        origin: Position,
        corners: &[Point],
        built: &mut LinkedBodies,
    ) -> Result<(), DefError> {
        self.ends.iter().flatten().try_for_each(|&body| world.body(body).map(|_| ()))?;
        let mut level = Level::new(*world.settings());
        let unit = level.settings.length_unit;
        let place = |point: Point| local::position(origin, point, unit);
        for ends in corners.windows(2) {
            let along = ends[1] - ends[0];
            let half = 0.5 * sqrt(along.norm_squared());
            let shape = if self.is_round {
                Shape::capsule([-half, 0.0], [half, 0.0], self.half_thickness)?
            } else {
                Shape::rectangle(half, self.half_thickness)?
            };
            let rotation = Rot::from_angle(atan2(along.y, along.x));
            let body = BodyDef { rotation, ..self.def.position(place(ends[0] + along * 0.5)) };
            level.body_with(body, ColliderDef::new(shape).material(self.material).filter(self.filter));
        }
        built.bodies = world.add_level(&level)?.bodies;
        let links = &built.bodies;
        let mut pairs: Vec<(BodyId, BodyId, Point)> = Vec::new();
        pairs.extend(self.ends[0].map(|body| (body, links[0], corners[0])));
        pairs.extend(links.windows(2).zip(&corners[1..]).map(|(pair, at)| (pair[0], pair[1], *at)));
        pairs.extend(self.ends[1].map(|body| (links[links.len() - 1], body, corners[links.len()])));
        if self.is_closed {
            pairs.push((links[links.len() - 1], links[0], corners[0]));
        }
        for (a, b, at) in pairs {
            let is_inner = links.contains(&a) && links.contains(&b);
            let mut hinge = RevoluteJoint::new();
            if is_inner && self.max_bend < f32::INFINITY {
                hinge = hinge.limits(-self.max_bend, self.max_bend);
            }
            // The bend is measured from how they lie now.
            let def = JointDef::new(a, b, hinge).at_point(world, place(at))?;
            built.joints.push(world.add_joint(def)?);
        }
        Ok(())
    }
}

/// A ring of points around two wheels of this radius (m), a track's path: counter-clockwise from below the
/// first.
///
/// ```
/// let path = toolkit::path_around([[0.0, 0.0], [2.0, 0.0]], 0.5);
/// assert!(path.iter().all(|p| p.y.abs() <= 0.5 && p.x >= -0.5 && p.x <= 2.5));
/// ```
#[must_use]
pub fn path_around(centers: [impl Into<Position>; 2], radius: f32) -> Vec<Position> {
    let [first, second] = centers.map(Into::into);
    let along = second - first;
    let length = max(sqrt(along.norm_squared()), f32::MIN_POSITIVE);
    let axis = Rot { cos: along.x / length, sin: along.y / length };
    const STEPS: u8 = 16;
    let arc = |center: Position, from: f32| {
        (0..=STEPS).map(move |i| {
            let turn = from + std::f32::consts::PI * f32::from(i) / f32::from(STEPS);
            let arm = axis * (Rot::from_angle(turn) * Vec2::new(radius, 0.0));
            local::position(center, arm.into(), 1.0)
        })
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    arc(second, -quarter).chain(arc(first, quarter)).collect()
}
