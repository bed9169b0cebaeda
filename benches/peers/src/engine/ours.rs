//! This engine.

use super::{BodyView, BuildOptions, Engine, Stages, Unsupported};
use crate::change::Change;
use crate::time::milliseconds;
use physics::prelude::*;
use physics::world::{Snapshot, machine_clock};
use scenes::{Command, ScriptRunner};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// This engine.
#[derive(Debug)]
pub struct Ours {
    world: World,
    script_runner: ScriptRunner,
    /// Is made to levels that a script adds, too.
    change: Option<Change>,
    saved: Saved,
}

/// The last snapshot.
#[derive(Debug, Default)]
struct Saved {
    snapshot: Snapshot,
    script_runner: ScriptRunner,
    /// Bytes of the first one, as portable bytes.
    size: usize,
}

impl Ours {
    /// Its version and build settings.
    #[must_use]
    pub fn description() -> String {
        let world = World::new(WorldSettings::default());
        format!("this engine {}, lanes of {}", env!("CARGO_PKG_VERSION"), world.width().name())
    }

    pub(super) fn build(level: &Level, options: BuildOptions) -> Result<Self, Unsupported> {
        let mut level = Cow::Borrowed(level);
        if let Some(change) = options.change {
            change.apply(level.to_mut());
        }
        let (mut world, _) = World::load(&level).map_err(|error| Unsupported::because(error.to_string()))?;
        world.set_threads(options.threads);
        world.set_clock(Some(machine_clock));
        let script_runner = ScriptRunner::of(&world);
        Ok(Self { world, script_runner, change: options.change, saved: Saved::default() })
    }
}

impl Engine for Ours {
    fn follow(&mut self, commands: &[Command]) -> Result<(), Unsupported> {
        for command in commands {
            match command {
                Command::Remove { body } | Command::Drive { body, .. } if self.body(*body).is_none() => {
                    let why = format!("a script that names body {body}, which is not there");
                    return Err(Unsupported::because(why));
                }
                Command::Add(level) if self.change.is_some() => {
                    let mut level = level.clone();
                    self.change.into_iter().for_each(|change| change.apply(&mut level));
                    self.script_runner.run(&mut self.world, &[Command::Add(level)]);
                }
                _ => self.script_runner.run(&mut self.world, std::slice::from_ref(command)),
            }
        }
        Ok(())
    }

    fn step(&mut self, dt: f32) {
        self.world.step(dt);
    }

    fn stages(&self) -> Option<Stages> {
        let times = self.world.stage_times();
        Some(Stages {
            pairs: milliseconds(times.pairs),
            narrow_phase: milliseconds(times.narrow_phase),
            solver: milliseconds(times.solve),
            poses: milliseconds(times.finalize + times.sleep),
        })
    }

    fn nets(&self) -> Option<NetCounts> {
        Some(self.world.stats().nets)
    }

    fn bodies(&self) -> u32 {
        self.script_runner.bodies.len() as u32
    }

    fn body(&self, number: u32) -> Option<BodyView> {
        let body = self.world.body(*self.script_runner.bodies.get(number as usize)?).ok()?;
        Some(BodyView {
            pose: body.pose(),
            velocity: body.velocity(),
            angular_velocity: body.angular_velocity(),
            dynamic: body.kind() == BodyKind::Dynamic,
            awake: body.is_awake(),
        })
    }

    fn touching(&self) -> usize {
        self.world.contacts().filter(|contact| contact.manifold().count > 0).count()
    }

    fn cast_ray(&self, origin: Point, translation: Vec2) -> Option<f32> {
        let hit = self.world.cast_ray(&Ray::new(origin, translation), QueryFilter::default()).ok().flatten();
        hit.map(|hit| hit.fraction)
    }

    fn count_in_box(&self, aabb: Aabb) -> usize {
        let mut count = 0;
        let counted = self.world.overlap_aabb(aabb, QueryFilter::default(), |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        debug_assert!(counted.is_ok(), "{counted:?}");
        count
    }

    fn cast_circle(&self, origin: Point, radius: f32, translation: Vec2) -> Result<Option<f32>, Unsupported> {
        let circle = Shape::circle(radius).map_err(|error| Unsupported::because(error.to_string()))?;
        let cast = ShapeCast::new(&circle, Pose::at(origin), translation);
        let hit = self.world.cast_shape(&cast, QueryFilter::default());
        Ok(hit.map_err(|error| Unsupported::because(error.to_string()))?.map(|hit| hit.fraction))
    }

    fn save(&mut self) -> Result<usize, Unsupported> {
        let Saved { snapshot, script_runner, size } = &mut self.saved;
        let is_first = snapshot.is_empty();
        self.world.save(snapshot);
        script_runner.clone_from(&self.script_runner);
        // Later ones are not measured, since writing bytes is no part of keeping a snapshot in memory.
        if is_first {
            *size = snapshot.to_bytes().map_or(0, |bytes| bytes.len());
        }
        Ok(*size)
    }

    fn restore(&mut self) -> Result<(), Unsupported> {
        let Saved { snapshot, script_runner, .. } = &self.saved;
        self.world.restore(snapshot).map_err(|error| Unsupported::because(error.to_string()))?;
        self.script_runner.clone_from(script_runner);
        Ok(())
    }
}
