//! Links of four mechanisms of one pattern, put into lanes.

use super::{Equation, Link, Measured};
use crate::together::matrix::four::{Four, Mask};

/// Two numbers of each of four mechanisms.
fn pair(of: impl Fn(usize) -> [f64; 2]) -> [Four; 2] {
    let all = [of(0), of(1), of(2), of(3)];
    [Four::new(all.map(|[x, _]| x)), Four::new(all.map(|[_, y]| y))]
}

impl Equation<Four> {
    fn pack(all: [&Equation; 4]) -> Self {
        let is_at = [0, 1].map(|i| Mask::new(all.map(|one| one.is_at[i])));
        Self::new(Four::new(all.map(|one| one.impulse)), is_at)
    }
}

impl Link<Four> {
    /// One link of each of four mechanisms, as the step begins. `None` if these differ in kind.
    pub(in crate::together::mechanisms) fn pack(all: [&Link; 4]) -> Option<Self> {
        let first = all[0];
        let is_alike = |one: &&Link| {
            one.mode == first.mode && one.count == first.count && one.is_bounded == first.is_bounded
        };
        let measured = Measured::pack(all).filter(|_| all.iter().all(is_alike))?;
        let of = |of: fn(&Link) -> f64| Four::new([of(all[0]), of(all[1]), of(all[2]), of(all[3])]);
        Some(Self {
            joint: all.map(|one| one.joint[0]),
            nodes: first.nodes,
            bodies: [0, 1].map(|end| all.map(|one| one.bodies[end][0])),
            block: first.block,
            measured,
            mode: first.mode,
            drive: of(|one| one.drive),
            range: pair(|lane| all[lane].range),
            limit_speed: of(|one| one.limit_speed),
            spring_give: pair(|lane| all[lane].spring_give),
            bounds: pair(|lane| all[lane].bounds),
            is_bounded: first.is_bounded,
            rigid_give: of(|one| one.rigid_give),
            arms: of(|one| one.arms),
            equations: [0, 1].map(|i| Equation::pack([0, 1, 2, 3].map(|lane| &all[lane].equations[i]))),
            count: first.count,
            ..Self::empty()
        })
    }
}

impl Measured<Four> {
    fn pack(all: [&Link; 4]) -> Option<Self> {
        let frame = |lane: usize| match all[lane].measured {
            Measured::Point { anchors, gap }
            | Measured::Axis { anchors, gap, .. }
            | Measured::Distance { anchors, gap, .. } => (anchors, gap),
            Measured::Angle { factors, .. } => ([[0.0; 2]; 2], factors),
        };
        let rest = |lane: usize| match all[lane].measured {
            Measured::Point { .. } => 0.0,
            Measured::Axis { rest, .. } | Measured::Distance { rest, .. } => rest,
            Measured::Angle { start, .. } => start,
        };
        let axis = |lane: usize| match all[lane].measured {
            Measured::Axis { axis, .. } => axis,
            _ => [0.0; 2],
        };
        let kind = |one: &Link| core::mem::discriminant(&one.measured);
        if all.iter().any(|one| kind(one) != kind(all[0])) {
            return None;
        }
        let anchors = [0, 1].map(|end| pair(|lane| frame(lane).0[end]));
        let (gap, rest) = (pair(|lane| frame(lane).1), Four::new([0, 1, 2, 3].map(rest)));
        Some(match all[0].measured {
            Measured::Point { .. } => Self::Point { anchors, gap },
            Measured::Angle { .. } => Self::Angle { factors: gap, start: rest },
            Measured::Axis { .. } => Self::Axis { anchors, gap, axis: pair(axis), rest },
            Measured::Distance { .. } => Self::Distance { anchors, gap, rest },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::BodyIndex;
    use crate::joint::{ConstraintError, JointFrame, JointRows, RowMode, SpringDemands};
    use crate::together::matrix::number::Number;
    use crate::{BodyInput, BodyRow};
    use geom::Vec2;

    const UNBOUNDED: f32 = f32::INFINITY;
    const ANGLE: ConstraintError = ConstraintError::Angle { factors: [1.0; 2], angle: 0.0 };
    const SPRING: RowMode = RowMode::Spring { hertz: 5.0, damping_ratio: 0.5 };

    fn motor(speed: f32) -> RowMode {
        RowMode::motor(speed)
    }

    /// The packed link of four rows, of these errors, modes and greatest forces.
    fn pack(rows: [(ConstraintError, RowMode, f32); 4]) -> Option<Link<Four>> {
        let body = BodyInput::dynamic(1.0, 1.0, Vec2::zeros());
        let links = rows.map(|(error, mode, max_force)| {
            let rows = JointRows::new(BodyRow(1), BodyRow(2), error, [0.0; 2]);
            let rows = rows.max_force(max_force).mode(mode);
            let mut link = Link::empty();
            link.fill(
                &rows,
                [BodyIndex::STATIC; 2],
                [&body; 2],
                false,
                SpringDemands::default().substep(1.0 / 240.0, 3.0),
            );
            link
        });
        Link::pack([&links[0], &links[1], &links[2], &links[3]])
    }

    /// The same with one row that differs from three others.
    fn pack_one_beside_three(
        one: (ConstraintError, RowMode, f32),
        other: (ConstraintError, RowMode, f32),
    ) -> Option<Link<Four>> {
        pack([other, other, one, other])
    }

    /// Rows of one kind are packed whatever their numbers, and each lane holds those of its own row.
    #[test]
    fn rows_of_one_kind_are_packed_lane_by_lane() {
        let speeds = [1.0, -2.0, 3.0, 0.0];
        let link = pack(speeds.map(|speed| (ANGLE, motor(speed), 240.0 * (1.0 + speed.abs()))));
        let link = link.expect("motors with a bound are of one kind");
        for (lane, speed) in speeds.into_iter().enumerate() {
            let [lower, upper] = link.bounds.map(|bound| bound.lane(lane));
            assert_eq!(link.drive.lane(lane), -f64::from(speed));
            assert!(
                (upper - f64::from(1.0 + speed.abs())).abs() < 1e-6 && lower == -upper,
                "{lower} {upper}"
            );
        }
        assert!(pack([(ANGLE, RowMode::Rigid, UNBOUNDED); 4]).is_some());
        assert!(pack([(ANGLE, SPRING, UNBOUNDED); 4]).is_some());
        let (lower, upper) = ((ANGLE, RowMode::LOWER_LIMIT, 1.0), (ANGLE, RowMode::UPPER_LIMIT, 1.0));
        assert!(pack([lower, upper, upper, lower]).is_some());
    }

    /// Lanes share the formulas of the row, and the branches for its mode and for bounds.
    #[test]
    fn rows_of_different_kinds_are_not_packed() {
        let running = (ANGLE, motor(1.0), UNBOUNDED);
        assert!(pack_one_beside_three(running, (ANGLE, SPRING, UNBOUNDED)).is_none());
        assert!(pack_one_beside_three(running, (ANGLE, RowMode::Rigid, UNBOUNDED)).is_none());
        assert!(pack_one_beside_three(running, (ANGLE, motor(1.0), 1.0)).is_none());
        let zero = Vec2::zeros();
        let frame = JointFrame { anchor_a: zero, anchor_b: zero, gap: zero };
        let rigid = |error| (error, RowMode::Rigid, UNBOUNDED);
        let axis = ConstraintError::Axis { frame, axis: Vec2::new(1.0, 0.0), rest: 0.0 };
        assert!(pack_one_beside_three(rigid(axis), rigid(ANGLE)).is_none());
        assert!(pack_one_beside_three(rigid(ConstraintError::Point(frame)), rigid(axis)).is_none());
    }
}
