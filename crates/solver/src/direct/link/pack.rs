//! Links of four mechanisms of one pattern, put into lanes.

use super::super::four::{Four, Mask};
use super::{Equation, Link, Measured};

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
    pub(in crate::direct) fn pack(all: [&Link; 4]) -> Option<Self> {
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
            spring_give: of(|one| one.spring_give),
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
