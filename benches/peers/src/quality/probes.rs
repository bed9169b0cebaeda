//! The list of probes.

use super::{Probe, contact, fast, heap, higher, impacts, joints, lower, ratios, stacks, structures};

/// All probes.
pub const PROBES: &[Probe] = &[
    Probe {
        name: "stack_30",
        about: "Thirty boxes stand on each other for 10 s, then again until they sleep, for 20 s at most.",
        figures: stacks::STACK_FIGURES,
        measure: stacks::stack,
    },
    Probe {
        name: "stack_30_uneven",
        about: "The same with boxes laid up to 2 cm beside the middle.",
        figures: stacks::STACK_FIGURES,
        measure: stacks::uneven_stack,
    },
    Probe {
        name: "pyramid_40",
        about: "A pyramid of boxes, forty at the base, stands for 10 s.",
        figures: &[lower("last_second", "m"), lower("height_lost", "m")],
        measure: stacks::pyramid,
    },
    Probe {
        name: "heavy_on_light",
        about: "A box lies on one of the same size and a 10th to a 1,000th of its mass for 10 s.",
        figures: &[
            lower("sink_10", "m"),
            lower("sink_100", "m"),
            lower("sink_400", "m"),
            lower("sink_1000", "m"),
            lower("overlap_10", "m"),
            lower("overlap_100", "m"),
            lower("overlap_400", "m"),
            lower("overlap_1000", "m"),
        ],
        measure: ratios::heavy_on_light,
    },
    Probe {
        name: "chain_30",
        about: "Thirty links with a ball of 1 to 10,000 times a link's mass at the end swing from level for 10 s.",
        figures: &[
            lower("peak_1", "m"),
            lower("peak_100", "m"),
            lower("peak_1000", "m"),
            lower("peak_10000", "m"),
            lower("last_second_1", "m"),
            lower("last_second_100", "m"),
            lower("last_second_1000", "m"),
            lower("last_second_10000", "m"),
        ],
        measure: ratios::chain,
    },
    Probe {
        name: "bridge_heavy",
        about: "A box of a hundred times a plank's mass drops 0.3 m on a bridge of thirty planks; 10 s.",
        figures: &[
            lower("gap", "m"),
            lower("gap_last_second", "m"),
            lower("overlap", "m"),
            lower("overlap_last_second", "m"),
        ],
        measure: ratios::bridge,
    },
    Probe {
        name: "friction_ramp",
        about: "Boxes on slopes a degree and a tenth of it under and over the critical angle: how far in 10 s those \
                creep that should stay, and how far in 2 s the others are from where they should be.",
        figures: &[
            lower("creep_1deg", "m"),
            lower("creep_0.1deg", "m"),
            lower("slide_1deg", "m"),
            lower("slide_0.1deg", "m"),
        ],
        measure: contact::friction_ramp,
    },
    Probe {
        name: "restitution",
        about: "Ten balls each of restitution 1, 0.5 and 0 fall about 5 m: how far the peaks of the worst are from the ideal \
                ones, and how deep it gets into the ground.",
        figures: &[
            lower("e1_peak_1", "m"),
            lower("e1_peak_2", "m"),
            lower("e1_peak_3", "m"),
            lower("e1_overlap", "m"),
            lower("e0.5_peak_1", "m"),
            lower("e0.5_peak_2", "m"),
            lower("e0.5_peak_3", "m"),
            lower("e0.5_overlap", "m"),
            lower("e0_peak", "m"),
            lower("e0_overlap", "m"),
        ],
        measure: contact::restitution,
    },
    Probe {
        name: "seams",
        about: "Boxes and balls without friction slide at 5 m/s over 100 seams of flush tiles in each of ten lanes: \
                the highest bump, the share of lanes with one, and the speed that is lost in the mean.",
        figures: contact::SEAM_FIGURES,
        measure: contact::seams_of_tiles,
    },
    Probe {
        name: "seams_chain",
        about: "The same over 100 seams of a chain.",
        figures: contact::SEAM_FIGURES,
        measure: contact::seams_of_a_chain,
    },
    Probe {
        name: "seams_steps",
        about: "Boxes slide over flush tiles to a step of 5 cm: the share that goes on as if there were none.",
        figures: &[lower("missed", "%")],
        measure: impacts::steps_among_seams,
    },
    Probe {
        name: "overlapping_spawn",
        about: "Nine boxes are put half into each other, without gravity; 2 s.",
        figures: &[lower("speed", "m/s"), lower("overlap_left", "m")],
        measure: contact::overlapping_spawn,
    },
    Probe {
        name: "bullet_static",
        about: "1,000 balls of 300 m/s at fixed walls of 1 cm: the share that goes through.",
        figures: fast::SHARES,
        measure: fast::bullet_static,
    },
    Probe {
        name: "bullet_dynamic",
        about: "1,000 balls of 300 m/s at loose walls of 1 cm: the share that goes through.",
        figures: fast::SHARES,
        measure: fast::bullet_dynamic,
    },
    Probe {
        name: "bullet_equal",
        about: "1,000 balls of 300 m/s at loose walls of 1 cm and of their own mass: the share that goes through.",
        figures: fast::SHARES,
        measure: fast::bullet_equal,
    },
    Probe {
        name: "bullet_vs_bullet",
        about: "1,000 pairs of balls meet at 300 m/s each: the share that goes through each other.",
        figures: fast::SHARES,
        measure: fast::bullet_vs_bullet,
    },
    Probe {
        name: "spinning_stick",
        about: "1,000 sticks of 2 m spin at 50 rad/s and fly at 20 m/s against fixed walls of 2 cm: the share whose \
                middle goes through, and how far a tip reaches into and past the wall, in the mean.",
        figures: &[
            lower("default", "%"),
            lower("flagged", "%"),
            lower("depth_default", "m"),
            lower("depth_flagged", "m"),
        ],
        measure: fast::spinning_stick,
    },
    Probe {
        name: "pinball",
        about: "Twenty balls fly at 40 m/s in tables of segments with bumpers for 30 s: the share that gets out.",
        figures: &[lower("lost", "%")],
        measure: impacts::pinball,
    },
    Probe {
        name: "ledge",
        about: "Balls fall past a corner with a clearance of 1 cm: how far they are moved aside.",
        figures: &[lower("aside", "m")],
        measure: impacts::ledge,
    },
    Probe {
        name: "bowl",
        about: "A ball slides in a bowl of segments without friction for 20 s: the error of its energy.",
        figures: &[lower("energy_error", "%")],
        measure: impacts::bowl,
    },
    Probe {
        name: "rocking_plank",
        about: "A plank rocks on a fixed disc without slipping for 10 s: how far its swing is then from that at the start.",
        figures: &[lower("swing_error", "%")],
        measure: impacts::rocking_plank,
    },
    Probe {
        name: "boxes_on_segment",
        about: "300 boxes of 10 cm fall 8 m on a segment: the share that goes through.",
        figures: &[lower("through", "%")],
        measure: impacts::boxes_on_a_segment,
    },
    Probe {
        name: "bounce_house",
        about: "Sixteen elastic planks fly in a closed room of segments for 20 s: the energy that they gain, and the \
                share that gets out.",
        figures: impacts::HOUSE_FIGURES,
        measure: impacts::bounce_house,
    },
    Probe {
        name: "heaps",
        about: "Ten heaps of 200 shapes: the share that is awake after 25 s, and the greatest speed then.",
        figures: impacts::HEAP_FIGURES,
        measure: impacts::heaps,
    },
    Probe {
        name: "heap_under_load",
        about: "Two boxes of 100 or 1,000 times the mass of a light body are set down on a heap of 200; 8 s: the \
                greatest speed of a light body, after 3 s, and in the end, the deepest overlap, and the share that \
                is outside the walls.",
        figures: heap::FIGURES,
        measure: heap::heap_under_load,
    },
    Probe {
        name: "pendulum",
        about: "A rigid pendulum swings for 20 s: how far its period and its energy are from the exact ones.",
        figures: &[lower("period_error", "%"), lower("energy_error", "%")],
        measure: joints::pendulum,
    },
    Probe {
        name: "arch",
        about: "An arch of fifteen stones without mortar stands for 10 s.",
        figures: &[lower("moved", "m"), lower("last_second", "m"), higher("standing", "%")],
        measure: structures::arch,
    },
    Probe {
        name: "card_house",
        about: "A house of fifteen cards stands for 10 s.",
        figures: &[lower("moved", "m"), lower("last_second", "m"), higher("standing", "%")],
        measure: structures::card_house,
    },
];
