//! Events about two colliders, seen from one of the two bodies.
//!
//! The player may be `a` in one event and `b` in the next, so these methods take the body that the handler is
//! about.

use super::{ContactBegin, ContactEnd, ContactHit, EventCollider};
use crate::id::BodyId;
use geom::Vec2;

/// Which of two bodies is `body`; `None` if neither is.
pub(crate) fn side_of(body: BodyId, bodies: [BodyId; 2]) -> Option<usize> {
    bodies.iter().position(|&found| found == body)
}

/// The unit normal that points away from the other body onto `body`, of a normal from the first of two bodies
/// to the second.
pub(crate) fn normal_on(body: BodyId, bodies: [BodyId; 2], normal: Vec2) -> Option<Vec2> {
    side_of(body, bodies).map(|side| if side == 0 { -normal } else { normal })
}

macro_rules! sides {
    ($event:ident) => {
        impl $event {
            /// The two bodies, in the order of `a` and `b`.
            #[must_use]
            pub fn bodies(&self) -> [BodyId; 2] {
                [self.a.body, self.b.body]
            }

            /// The collider that is on `body`; `None` if neither is.
            #[must_use]
            pub fn own(&self, body: BodyId) -> Option<&EventCollider> {
                side_of(body, self.bodies()).map(|side| [&self.a, &self.b][side])
            }

            /// The collider that is not on `body`, which `body` has touched; `None` if neither is on `body`.
            #[must_use]
            pub fn other(&self, body: BodyId) -> Option<&EventCollider> {
                side_of(body, self.bodies()).map(|side| [&self.b, &self.a][side])
            }

            /// The collider for which `is_first` holds, and then the other one; `None` if it holds for
            /// neither. If it holds for both, `a` comes first.
            #[must_use]
            pub fn find(
                &self,
                mut is_first: impl FnMut(&EventCollider) -> bool,
            ) -> Option<[&EventCollider; 2]> {
                if is_first(&self.a) {
                    Some([&self.a, &self.b])
                } else if is_first(&self.b) {
                    Some([&self.b, &self.a])
                } else {
                    None
                }
            }
        }
    };
}

sides!(ContactBegin);
sides!(ContactEnd);
sides!(ContactHit);

impl ContactBegin {
    /// The unit normal that points away from the other body onto `body`: upwards for a player on the ground.
    /// `None` if neither collider is on `body`.
    #[must_use]
    pub fn normal_on(&self, body: BodyId) -> Option<Vec2> {
        normal_on(body, self.bodies(), self.normal)
    }
}

impl ContactHit {
    /// The unit normal that points away from the other body onto `body`: the direction in which the hit
    /// pushes it. `None` if neither collider is on `body`.
    #[must_use]
    pub fn normal_on(&self, body: BodyId) -> Option<Vec2> {
        normal_on(body, self.bodies(), self.normal)
    }
}
