//! The plugin: resources, messages, and the systems in their order.

use crate::collider::Collider;
use crate::components::*;
use crate::joint::Joint;
use crate::messages::*;
use crate::pending::{Pending, disabled, enabled, parent_lost};
use crate::prepare::{All, prepare};
use crate::resource::Physics;
use crate::writeback::{hide, show, step, tell, write_back};
use bevy_app::prelude::*;
use bevy_app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use physics::prelude::WorldSettings;

/// The parts of a step, in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhysicsSystems {
    /// Components to the world.
    Prepare,
    /// The step.
    StepSimulation,
    /// The world to components; messages.
    Writeback,
}

/// Adds physics to an app: [`Physics`], the components, the messages. By default in `FixedPostUpdate`, with
/// the gravity of the earth, in metres.
#[derive(Clone, Debug)]
pub struct PhysicsPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    settings: WorldSettings,
    interpolate_all: bool,
    #[cfg(feature = "threads")]
    threads: usize,
}

impl Default for PhysicsPlugin {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl PhysicsPlugin {
    /// Steps in this schedule, by the clock of this schedule: `GgrsSchedule` for rollback.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            settings: WorldSettings::default(),
            interpolate_all: false,
            #[cfg(feature = "threads")]
            threads: 1,
        }
    }

    /// With these settings of the world.
    #[must_use]
    pub fn with_settings(mut self, settings: WorldSettings) -> Self {
        self.settings = settings;
        self
    }

    /// With this gravity, m/s^2.
    #[must_use]
    pub fn with_gravity(mut self, gravity: bevy_math::Vec2) -> Self {
        self.settings.gravity = [gravity.x, gravity.y].into();
        self
    }

    /// For a world measured in pixels: so many make a metre. Gravity is scaled with it.
    #[must_use]
    pub fn with_length_unit(mut self, pixels_per_meter: f32) -> Self {
        self.settings.gravity *= pixels_per_meter / self.settings.length_unit;
        self.settings.length_unit = pixels_per_meter;
        self
    }

    /// Cuts the work of a step into so many shares, 1 to 32, which run on the threads of Bevy's
    /// `ComputeTaskPool` and the one of the schedule. It pays from about a thousand awake bodies on. Results
    /// do not depend on it.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Shows all bodies between their last two poses, not only those with `TransformInterpolation`.
    #[must_use]
    pub fn interpolate_all(mut self) -> Self {
        self.interpolate_all = true;
        self
    }
}

impl Plugin for PhysicsPlugin {
    fn build(&self, app: &mut App) {
        let settings = match self.settings.validate() {
            Ok(()) => self.settings,
            Err(error) => {
                log::error!("the settings of PhysicsPlugin are refused, the default is used: {error}");
                WorldSettings::default()
            }
        };
        let mut physics = Physics::new(settings);
        physics.interpolates_all = self.interpolate_all;
        #[cfg(feature = "threads")]
        if self.threads > 1 {
            physics.world.set_executor(self.threads, std::sync::Arc::new(crate::ComputePool));
        }
        // What was spawned before the plugin was added.
        let world = app.world_mut();
        let mut pending = Pending::default();
        pending.bodies.extend(world.query_filtered::<Entity, (With<RigidBody>, All)>().iter(world));
        pending.colliders.extend(world.query_filtered::<Entity, (With<Collider>, All)>().iter(world));
        pending.joints.extend(world.query_filtered::<Entity, (With<Joint>, All)>().iter(world));
        for list in [&mut pending.bodies, &mut pending.colliders, &mut pending.joints] {
            list.sort_unstable();
        }
        app.insert_resource(physics).insert_resource(pending);
        app.add_message::<CollisionStart>()
            .add_message::<CollisionEnd>()
            .add_message::<CollisionHit>()
            .add_message::<SensorEnter>()
            .add_message::<SensorExit>()
            .add_message::<JointBroken>()
            .add_message::<PhysicsProblem>()
            .add_message::<PhysicsWarning>();
        app.add_observer(parent_lost).add_observer(disabled).add_observer(enabled);
        macro_rules! register {
            ($($name:ident)+) => { $(app.register_type::<$name>();)+ };
        }
        for_each_component!(register);
        use PhysicsSystems::{Prepare, StepSimulation, Writeback};
        app.configure_sets(self.schedule, (Prepare, StepSimulation, Writeback).chain());
        app.add_systems(
            self.schedule,
            (
                prepare.in_set(Prepare),
                step.in_set(StepSimulation),
                (write_back, tell).chain().in_set(Writeback),
            ),
        );
        // Elsewhere the clock of the fixed steps says nothing of where a frame is between two steps.
        let fixed = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        if !fixed.contains(&self.schedule) {
            return;
        }
        app.add_systems(
            RunFixedMainLoop,
            (
                hide.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                show.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        );
    }
}
