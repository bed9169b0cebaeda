//! The solvers and the sources of manifolds that a world may choose from, by their names in the settings.
//!
//! ```text
//!   method      Soft             the sub-stepped solver                        soft.rs
//!               Classic          sequential impulses of the texts              methods/classic.rs
//!   manifolds   SeparatingAxes   collide::manifold, also in lanes
//!               others           ManifoldMethod::function
//! ```
//!
//! **The stages do not know these names**: they ask [`StepRules`], and call a solver as a [`StepSolver`].

mod classic;
mod impacts;

use super::Pipeline;
use super::soft::Soft;
use super::step_solver::StepSolver;
use crate::manifold_source::ManifoldSource;
use crate::settings::{Continuous, Method, WorldSettings};
use crate::step_rules::StepRules;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use classic::Classic;
use solver::DirectContacts;

#[derive(Debug, Default)]
pub(super) struct Solvers {
    pub(super) soft: Soft,
    classic: Classic,
}

impl Solvers {
    pub(super) fn chosen(&mut self, method: Method) -> &mut dyn StepSolver {
        match method {
            Method::Soft => &mut self.soft,
            Method::Classic => &mut self.classic,
        }
    }
}

/// Or for each of its parts.
pub(super) fn run(pipeline: &mut Pipeline, stores: &mut Stores, broadphase: &mut impl Broadphase, dt: f32) {
    let rules = rules(&stores.settings);
    if cuts_at_impacts(&stores.settings) {
        impacts::run_parts(pipeline, stores, broadphase, dt, rules);
    } else {
        let time = TimeStep::new(rules, dt, stores.contacts.h);
        pipeline.run_part(stores, broadphase, time);
    }
}

fn cuts_at_impacts(settings: &WorldSettings) -> bool {
    let is_any_swept = settings.continuous != Continuous::Nothing;
    settings.method == Method::Classic && settings.classic.resolve_at_impact && is_any_swept
}

/// That the soft solver makes in one part.
pub(super) fn rules_of_whole_step(settings: &WorldSettings) -> Option<StepRules> {
    (settings.method == Method::Soft).then(|| rules(settings))
}

fn rules(settings: &WorldSettings) -> StepRules {
    let manifolds = settings.manifolds.function().map_or(ManifoldSource::Collide, ManifoldSource::Function);
    match settings.method {
        Method::Soft => StepRules {
            substeps: settings.solver.substeps,
            is_speculative: true,
            reuses_manifolds: true,
            has_midpoints: settings.manifolds.has_midpoints(),
            takes_columns: settings.solver.direct_contacts == DirectContacts::Columns,
            manifolds,
        },
        // As in the texts: one sub-step, points that overlap, manifolds of the present poses.
        Method::Classic => StepRules {
            substeps: 1,
            is_speculative: false,
            reuses_manifolds: false,
            has_midpoints: false,
            takes_columns: false,
            manifolds,
        },
    }
}
