//! The pulley joint: a rope over two fixed points.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, has};
use crate::definition::{self, WIDE, WIDE_LENGTH};
use compute::math::max;
use geom::{Point, Position, Vec2};
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// A rope runs from A over two fixed points of the world to B. It pulls and does not push.
///
/// ```text
///   ground_anchors[0] o-----------------o ground_anchors[1]       |A's part| + ratio |B's part| <= length
///                     |                 |
///                     |                 |    `ratio` strands
///              anchor A                 anchor B
/// ```
///
/// ```
/// use world::{BodyDef, JointDef, PulleyJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let [left, right] = [-1.0, 1.0].map(|x| world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap());
/// let rope = PulleyJoint::new([[-1.0, 3.0], [1.0, 3.0]], 6.0); // 3 m on each side
/// let joint = world.add_joint(JointDef::new(left, right, rope))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.body(left)?.pose().position.y.abs() < 0.001); // equal weights balance
/// let (force, _) = world.joint(joint)?.reaction();
/// assert!((force.y - 9.81).abs() < 0.1); // N
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias = "b2PulleyJointDef")]
pub struct PulleyJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The points of the world over which the rope runs, A's first, m.
    pub ground_anchors: [Position; 2],
    /// Length of the rope, m, not negative: A's part plus `ratio` times B's part. The part between the ground
    /// anchors does not count.
    pub length: f32,
    /// How many strands of the rope run on B's side for one on A's side, above zero.
    pub ratio: f32,
}

impl Default for PulleyJoint {
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            ground_anchors: [Position::ORIGIN; 2],
            length: 0.0,
            ratio: 1.0,
        }
    }
}

impl PulleyJoint {
    /// A rope of `length` (m, not negative) from A's origin over two points of the world (m), A's first, to
    /// B's origin.
    #[must_use]
    pub fn new(ground_anchors: [impl Into<Position>; 2], length: f32) -> Self {
        Self { ground_anchors: ground_anchors.map(Into::into), length, ..Self::default() }
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Sets the number of strands on B's side for one on A's side, above zero.
    #[must_use]
    pub fn ratio(mut self, ratio: f32) -> Self {
        self.ratio = ratio;
        self
    }

    /// From the ground anchors to the anchors, m.
    fn ropes(&self, at: &JointGeometry) -> [Vec2; 2] {
        let [ground_a, ground_b] = self.ground_anchors;
        [at.center_from(ground_a, 0) + at.frame.anchor_a, at.center_from(ground_b, 1) + at.frame.anchor_b]
    }
}

impl Properties for PulleyJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { anchor_a, anchor_b, ground_anchors, length, ratio } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        definition::positions(visitor, property("ground_anchors", "m", WIDE), ground_anchors)?;
        visitor.number(property("length", "m", WIDE_LENGTH), length)?;
        visitor.number(
            property(
                "ratio",
                "",
                Range { is_open: true, expected: "above zero, at most 1e18", ..WIDE_LENGTH },
            ),
            ratio,
        )
    }
}

impl JointBehaviour for PulleyJoint {
    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let (anchors, ropes) = ([at.frame.anchor_a, at.frame.anchor_b], self.ropes(at));
        let rope = ConstraintError::Pulley { anchors, ropes, ratio: self.ratio, length: self.length };
        rows.write(rope, RowMode::UPPER_LIMIT);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        let [a, b] = self.ropes(at).map(|rope| rope.norm());
        max(a + self.ratio * b - self.length, 0.0)
    }

    has!(anchors);
}
