//! Computes the manifold of a contact: moved along, in lanes, or from the shapes.
//!
//! ```text
//!   move_along   the cached manifold, if its cache holds                      manifold_cache.rs
//!   lanes        whether it is computed with seven other pairs, and which     circles.rs, polygons.rs,
//!                                                                             hull_circles.rs
//!   compute      one point at the middle of the step, or the manifold of now  midpoint.rs, collide
//!   settle       without what neighbours cover                                seams.rs
//!   replace      stores a new manifold, with its cache
//! ```

use super::batch_results::Found;
use super::hull_circles::HullAndCircle;
use super::pair_batch::{BatchedContact, Scene};
use super::polygons::is_batched;
use crate::frame::FramePair;
use crate::manifold_cache::{ManifoldCache, REUSE_DISTANCE};
use crate::manifold_source::ManifoldSource;
use crate::midpoint::{Later, MIN_TURN, MovingShape, core_depths, midpoint_manifold};
use crate::settings::{SPECULATIVE_DISTANCE, WorldSettings};
use crate::slot::{BodySlot, Slot};
use crate::step::seams::{PlacedPair, Resolved, Seams};
use crate::stores::{Bodies, Colliders, ContactLists, Flagged, Flags, Pair, carries_load};
use crate::time_step::TimeStep;
use collide::Manifold;
use compute::math::{max, min};
use geom::{Circle, Polygon, Rot, Shape, cross};
use solver::{Contact, Cores};

/// A polygon with more vertices may have sides shorter than [`REUSE_DISTANCE`] allows for. With eight the
/// sides would have to be shorter than a centimetre.
const FEW_VERTICES: usize = 8;

/// With seven others.
pub(super) enum PairLanes<'a> {
    Circles([&'a Circle; 2]),
    Polygons([&'a Polygon; 2]),
    HullAndCircle(HullAndCircle<'a>),
    None,
}

/// The moment for which a manifold was found.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Of both bodies then.
    pub(super) rotations: [Rot; 2],
    /// By which both shapes are rounded, m.
    pub(super) radii: [f32; 2],
    /// The separation then if it is the middle of the step, m; `None` for the beginning.
    pub(super) then: Option<f32>,
}

#[derive(Clone, Copy)]
pub(super) struct ManifoldFinder<'a> {
    pub(super) bodies: &'a Bodies,
    pub(super) colliders: &'a Colliders,
    source: ManifoldSource,
    pub(super) length_unit: f32,
    /// m.
    speculative: f32,
    /// How far touching points may move apart before the manifold is computed again, m; negative for every
    /// step.
    reuse_distance: f32,
    /// The time until the middle of the step, s, for which contacts of one point are found; zero for now.
    pub(super) time_to_middle: f32,
    /// Of the sub-steps, s.
    pub(super) h: f32,
    pub(super) settings: &'a WorldSettings,
    pub(super) lists: ContactLists<'a>,
    pub(super) seams: Seams<'a>,
}

impl<'a> ManifoldFinder<'a> {
    pub(super) fn new(
        settings: &'a WorldSettings,
        bodies: &'a Bodies,
        colliders: &'a Colliders,
        lists: ContactLists<'a>,
        time: &TimeStep,
        time_to_middle: f32,
    ) -> Self {
        let (length_unit, rules) = (settings.length_unit, &time.rules);
        Self {
            bodies,
            colliders,
            source: rules.manifolds,
            length_unit,
            speculative: SPECULATIVE_DISTANCE * length_unit,
            reuse_distance: if rules.reuses_manifolds { REUSE_DISTANCE * length_unit } else { -1.0 },
            time_to_middle: if rules.has_midpoints { time_to_middle } else { 0.0 },
            h: time.h,
            settings,
            lists,
            seams: Seams::new(settings, bodies, colliders, lists),
        }
    }

    #[inline(always)]
    pub(super) fn move_along(
        &self,
        contact: &mut Contact,
        cache: &ManifoldCache,
        pair: &Pair,
    ) -> Option<f32> {
        cache.move_along(&mut contact.manifold, self.bodies.pair(pair.bodies), self.speculative)
    }

    #[inline(always)]
    pub(super) fn lanes(&self, pair: &Pair) -> PairLanes<'a> {
        let [a, b] = pair.colliders.map(|slot| &self.colliders[slot].shape);
        match (a, b) {
            _ if !matches!(self.source, ManifoldSource::Collide) => PairLanes::None,
            (Shape::Circle(a), Shape::Circle(b)) => PairLanes::Circles([a, b]),
            (Shape::Polygon(a), Shape::Polygon(b)) if is_batched(a) && is_batched(b) => {
                PairLanes::Polygons([a, b])
            }
            _ => HullAndCircle::of(a, b).map_or(PairLanes::None, PairLanes::HullAndCircle),
        }
    }

    #[inline(always)]
    pub(super) fn batched<'b>(&self, contact: &'b Contact, pair: &Pair, index: usize) -> BatchedContact<'b> {
        let is_midpoint = contact.manifold.count == 1 && self.time_to_middle > 0.0;
        BatchedContact {
            index,
            slots: pair.bodies.map(BodySlot::index),
            rows: [contact.a.index(), contact.b.index()],
            between: self.bodies.pair(pair.bodies).between,
            before: is_midpoint.then_some(&contact.manifold),
        }
    }

    pub(super) fn scene(&self) -> Scene<'a> {
        Scene {
            frames: &self.bodies.frames,
            states: self.bodies.awake.solver.states(),
            time: self.time_to_middle,
            speculative: self.speculative,
            length_unit: self.length_unit,
        }
    }

    #[inline]
    pub(super) fn find_now(&self, pair: &Pair, frames: FramePair<'_>) -> Manifold {
        let [shape_a, shape_b] = pair.colliders.map(|slot| &self.colliders[slot].shape);
        let tolerances = self.settings.tolerances();
        self.source.find(tolerances, [shape_a, shape_b], frames.poses(), self.speculative)
    }

    /// Computes a manifold from the shapes.
    #[inline(never)]
    pub(super) fn compute(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) {
        if contact.manifold.count == 1 && self.time_to_middle > 0.0 {
            self.compute_later(contact, cache, pair);
        } else {
            self.compute_now(contact, cache, pair);
        }
    }

    /// The one point of the middle of the step, or the manifold of now if there is none.
    #[inline(never)]
    fn compute_later(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) {
        let frames = self.bodies.pair(pair.bodies);
        let ([frame_a, frame_b], [pose_a, pose_b]) = (frames.frames, frames.poses());
        let [shape_a, shape_b] = pair.colliders.map(|slot| &self.colliders[slot].shape);
        let states = self.bodies.awake.solver.states();
        let [state_a, state_b] = [contact.a, contact.b].map(|row| &states[row.index()]);
        let shapes = [
            MovingShape { shape: shape_a, pose: pose_a, local_center: frame_a.local_center, state: state_a },
            MovingShape { shape: shape_b, pose: pose_b, local_center: frame_b.local_center, state: state_b },
        ];
        let (source, before, time) = (self.source, &contact.manifold, self.time_to_middle);
        let later = midpoint_manifold(source, before, shapes, time, self.speculative, self.length_unit);
        let Some(Later { manifold, poses, separation, radii }) = &later else {
            return self.compute_now(contact, cache, pair);
        };
        self.settle(contact, cache, pair, *radii, Found::Midpoint(manifold, poses, *separation));
    }

    #[inline(never)]
    fn compute_now(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) {
        let now = self.find_now(pair, self.bodies.pair(pair.bodies));
        let [a, b] = pair.colliders;
        // Shapes that are apart need no radii.
        let radii = match now.count {
            0 => [0.0; 2],
            _ => [self.colliders[a].shape.radius(), self.colliders[b].shape.radius()],
        };
        self.settle(contact, cache, pair, radii, Found::Now(&now));
    }

    /// Stores what was found without what neighbours cover. The shapes are rounded by these radii, m.
    #[inline(always)]
    pub(super) fn settle(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        radii: [f32; 2],
        found: Found<'_>,
    ) {
        let frames = self.bodies.pair(pair.bodies);
        let now = match found {
            Found::Midpoint(manifold, &poses, separation) => {
                let at = PlacedPair { pair, poses, time: self.time_to_middle };
                if !self.seams.is_ghost(manifold, &at) {
                    let rotations = poses.map(|pose| pose.rotation);
                    let moment = Moment { rotations, radii, then: Some(separation) };
                    return self.replace(contact, cache, pair, frames, (manifold, true), moment);
                }
                None
            }
            Found::Now(manifold) => Some(manifold),
            Found::NoMidpoint => None,
        };
        let of_shapes;
        let now = match now {
            Some(now) => now,
            None => {
                of_shapes = self.find_now(pair, frames);
                &of_shapes
            }
        };
        let poses = frames.poses();
        let Resolved { replaced, may_be_cached } =
            self.seams.resolve(now, &PlacedPair { pair, poses, time: 0.0 });
        if replaced.is_some() {
            contact.add(Flags::SEAM);
        }
        let manifold = replaced.as_ref().unwrap_or(now);
        let rotations = poses.map(|pose| pose.rotation);
        let moment = Moment { rotations, radii, then: None };
        self.replace(contact, cache, pair, frames, (manifold, may_be_cached), moment);
    }

    /// Stores a new manifold, with anchors from the origins of the bodies.
    #[inline(always)]
    pub(super) fn replace(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        frames: FramePair<'_>,
        (&(mut manifold), mut may_be_cached): (&Manifold, bool),
        Moment { rotations, radii, then }: Moment,
    ) {
        // Anchors are measured from the centres of mass from here on.
        let [a, b] = frames.frames;
        let center_a = rotations[0] * a.local_center;
        let center_b = rotations[1] * b.local_center;
        for point in &mut manifold.points {
            point.anchor_a -= center_a;
            point.anchor_b -= center_b;
        }
        if contact.manifold.count > 0
            && manifold.count == 0
            && carries_load(self.settings, self.bodies, contact, pair.bodies, self.h)
        {
            contact.add(Flags::UNLOADED);
        }
        contact.replace_manifold(manifold);
        if manifold.count > 0 {
            contact.cores = self.cores(contact, radii, then);
            // The levers of the middle cannot be moved along.
            may_be_cached &= contact.cores.moment == 0.0;
        }
        if manifold.count == 0 && !self.colliders.boxes_overlap(pair.colliders) {
            contact.add(Flags::SEPARATED);
        }
        let reuse_distance = if may_be_cached { self.reuse_distance_of(&manifold, pair) } else { -1.0 };
        let reach = self.colliders[pair.colliders[1]].reach;
        *cache = ManifoldCache::new(&manifold, frames, reach, reuse_distance, self.speculative);
    }

    /// Where the cores of a contact with a new manifold are, whose separation is `then` (m) if it was found
    /// for the middle of the step.
    #[inline(always)]
    fn cores(&self, contact: &Contact, radii: [f32; 2], then: Option<f32>) -> Cores {
        let now = contact.manifold.points[0].separation;
        let of_now = || Cores { depth: core_depths(radii, now), ..Cores::NONE };
        let Some(then) = then else { return of_now() };
        let states = self.bodies.awake.solver.states();
        let spins = [contact.a, contact.b].map(|row| states[row.index()].angular_velocity.abs());
        if max(spins[0], spins[1]) * self.time_to_middle < MIN_TURN {
            return of_now();
        }
        Cores { depth: core_depths(radii, then), moment: self.time_to_middle }
    }

    /// A polygon of many sides rolls onto the next side after a small turn. If its sides are short, the two
    /// points at the ends of one move apart by less than [`REUSE_DISTANCE`] meanwhile, and for several sides
    /// more, with the next corners deep in the ground: what pushes them out adds energy. So the turn is also
    /// bounded by three quarters of the angle at the flattest corner.
    #[inline(always)]
    fn reuse_distance_of(&self, manifold: &Manifold, pair: &Pair) -> f32 {
        if manifold.count < 2 {
            return self.reuse_distance;
        }
        let [a, b] = pair.colliders.map(|slot| flattest_corner(&self.colliders[slot].shape));
        let sine = min(a, b);
        if sine == f32::INFINITY {
            return self.reuse_distance;
        }
        let spread = (manifold.points[1].anchor_b - manifold.points[0].anchor_b).norm();
        min(self.reuse_distance, 0.75 * sine * spread)
    }
}

/// The least sine of the angle between neighbouring sides of a polygon with more than [`FEW_VERTICES`], zero
/// for parallel ones; infinite for other shapes.
#[inline(always)]
fn flattest_corner(shape: &Shape) -> f32 {
    match shape {
        Shape::Polygon(polygon) if polygon.vertices().len() > FEW_VERTICES => {
            let normals = polygon.hull().normals;
            let next = normals[1..].iter().chain(&normals[..1]);
            normals.iter().zip(next).map(|(n, next)| cross(*n, *next)).fold(f32::INFINITY, min)
        }
        _ => f32::INFINITY,
    }
}
