//! Scenes in pairs: in the first, loaded contacts and joints are solved together, in the second all by
//! sweeps.

use physics::prelude::*;
use physics::solver::{DirectContacts, DirectJoints};

/// The settings of a scene: with loaded contacts and joints solved together, or all by sweeps.
pub(crate) fn settings(is_steady: bool) -> WorldSettings {
    let (contacts, joints) = if is_steady {
        (DirectContacts::Tall, DirectJoints::Loaded)
    } else {
        (DirectContacts::Off, DirectJoints::Off)
    };
    WorldSettings::default().direct_contacts(contacts).direct_joints(joints)
}

/// The scene of a machine with its default parameters, and the same solved by sweeps alone.
macro_rules! pair_of_scenes {
    ($steady:ident, $soft:ident, $machine:ident, $names:expr, $abouts:expr, $steps:expr, $view:expr) => {
        pub(crate) const $steady: Scene = $crate::scene::scene(file!(), $names[0], $steps, $view)
            .about($abouts[0])
            .level(|| $machine::default().level());

        pub(crate) const $soft: Scene = $steady
            .named($names[1])
            .about($abouts[1])
            .level(|| $machine { is_steady: false, ..$machine::default() }.level());
    };
}

pub(crate) use pair_of_scenes;
