//! Commands that change a scene while it runs: they add, remove and move bodies between steps.
//!
//! ```text
//!   step n:   script(n) -> [Add(level), Remove { body }, Drive { body, .. }, ...]   then the step itself
//! ```
//!
//! A script is a pure function of the number of the step. It numbers bodies in the order in which they were
//! added: first those of the level, then those of each added part. So every engine that keeps a list of its
//! bodies can run it.
//!
//! What only this engine has (portals, hooks, queries, destruction) is a command, too: other engines refuse
//! it. A query changes nothing; what it finds becomes [`Mark`]s, which the testbed draws over the scene.
//!
//! Turned down: a closure that gets the world. It would depend on one engine, and could not be run twice.

use crate::hooks::Sorter;
use crate::marks::{Mark, Query};
use physics::prelude::*;
use physics::toolkit::HeightField;
use physics::world::BodyRef;
use std::sync::Arc;

/// So many steps an explosion is drawn for.
const FLASH: u32 = 20;

/// One change between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds bodies, colliders and joints. The settings of the level are ignored.
    Add(Level),
    /// Removes a body with its colliders and joints.
    Remove {
        /// Its number in the order in which bodies were added.
        body: u32,
    },
    /// Sets the velocity of a body.
    Drive {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// Velocity of its centre of mass, m/s.
        velocity: Vec2,
        /// Angular velocity, rad/s.
        angular_velocity: f32,
    },
    /// Drives a kinematic body to a pose, within `time` seconds.
    DriveTo {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// Where it is to be.
        pose: Pose,
        /// s, above zero.
        time: f32,
    },
    /// Takes a body out of the simulation, or puts it back.
    SetEnabled {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// Whether it takes part.
        enabled: bool,
    },
    /// Applies an effect to the step of a 60th of a second that follows.
    Apply(Effect),
    /// Gives a body ground of heights. The fields count from 0 in the order in which they were added.
    AddHeights {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// m. The distance of two heights.
        spacing: f32,
        /// m.
        heights: Vec<f32>,
    },
    /// Sets heights of a field.
    SetHeights {
        /// Its number.
        field: usize,
        /// The first height that is set.
        start: usize,
        /// m.
        heights: Vec<f32>,
    },
    /// Makes a cell of a field a hole, or fills it.
    SetHole {
        /// The number of the field.
        field: usize,
        /// The number of the cell.
        cell: usize,
        /// Whether it is a hole.
        is_hole: bool,
    },
    /// Adds a portal.
    AddPortal(PortalDef),
    /// Lets bodies pass through portals in the step of a 60th of a second that follows.
    Pass,
    /// Cuts a body along the line through two points, m. Its pieces get the next numbers.
    Slice {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// Two points of the line, m.
        line: [Point; 2],
    },
    /// Breaks a body around points, m. Its pieces get the next numbers.
    Fracture {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// The points, m.
        sites: Vec<Point>,
    },
    /// Gives the world the contact hook of the scene `hooks`.
    SortByShape,
    /// Asks the world something, and marks what it answers.
    Ask(Query),
    /// Writes a text into the picture, until the next step's commands. It changes nothing.
    Label {
        /// Where it begins, m.
        at: Point,
        /// What it says.
        text: &'static str,
    },
}

/// An effect of the crate `toolkit`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Buoyancy and drag.
    Water(Water),
    /// Drag and lift.
    Wind(Wind),
    /// Impulses away from a point.
    Explosion(Explosion),
    /// Gravity towards a point.
    Attractor(Attractor),
    /// A gravity of its own in a region.
    GravityRegion(GravityRegion),
}

impl Effect {
    /// The length of the step that follows, s.
    const DT: f32 = 1.0 / 60.0;

    fn apply<B: Broadphase>(&self, world: &mut World<B>) -> Result<(), DefError> {
        match self {
            Self::Water(water) => water.apply(world, Self::DT),
            Self::Wind(wind) => wind.apply(world, Self::DT),
            Self::Explosion(explosion) => explosion.apply(world).map(|_| ()),
            Self::Attractor(attractor) => attractor.apply(world, Self::DT),
            Self::GravityRegion(region) => region.apply(world),
        }
    }
}

impl Effect {
    /// What is drawn of the effect: where water, wind and gravity act, if not everywhere, and how far an
    /// explosion or an attractor reaches.
    fn marks(&self) -> Vec<Mark> {
        let ring = |center: Position, radius: f32| {
            let circle = Shape::circle(radius).ok();
            circle.map(|circle| Mark::Outline(circle, Pose::at(center.to_point())))
        };
        match self {
            Self::Water(Water { region, .. }) => region_marks(region, "water", Mark::Water),
            Self::Wind(Wind { region, .. }) => region_marks(region, "wind", Mark::Outline),
            Self::GravityRegion(GravityRegion { region, .. }) => {
                region_marks(region, "another gravity", Mark::Outline)
            }
            Self::Explosion(Explosion { center, radius, falloff, .. }) => {
                [*radius, radius + falloff].into_iter().filter_map(|radius| ring(*center, radius)).collect()
            }
            Self::Attractor(Attractor { center, radius, .. }) => ring(*center, *radius).into_iter().collect(),
        }
    }
}

/// A region as it is marked, with a word inside it; nothing for a region without corners.
fn region_marks(region: &Region, word: &'static str, mark: fn(Shape, Pose) -> Mark) -> Vec<Mark> {
    let (shape, at) = match region {
        Region::Box(aabb) => {
            let half = aabb.extents() * 0.5;
            (Shape::rectangle(half.x, half.y).ok(), aabb.center())
        }
        Region::Polygon(polygon) => (Some(Shape::Polygon(polygon.clone())), Point::origin()),
        Region::Everywhere | Region::HalfSpace(_) | Region::At(..) => (None, Point::origin()),
    };
    let Some(shape) = shape else { return Vec::new() };
    let pose = Pose::at(at);
    let bounds = shape.aabb(pose);
    let corner = Point::new(bounds.lower.x, bounds.upper.y);
    vec![mark(shape, pose), Mark::Label(corner, word)]
}

/// Returns the commands that run before a step. Steps count from 0.
pub type Script = fn(step: u32) -> Vec<Command>;

/// Maps the numbers of a script's bodies to the bodies of a [`World`], and keeps what is beside the world.
#[derive(Clone, Debug, Default)]
pub struct ScriptRunner {
    /// The body of each number. Removed bodies keep their numbers.
    pub bodies: Vec<BodyId>,
    /// The portals that the script has added.
    pub portals: Portals,
    /// Ground of heights that the script has added.
    pub fields: Vec<HeightField>,
    /// What the queries of the last commands have found, and where its effects act.
    pub marks: Vec<Mark>,
    /// Marks of explosions, which are over at once, with the number of steps for which each is still drawn.
    flashes: Vec<(u32, Mark)>,
}

impl ScriptRunner {
    /// The bodies of a world that was loaded from a level and not changed since.
    #[must_use]
    pub fn of<B: Broadphase>(world: &World<B>) -> Self {
        Self { bodies: world.bodies().map(BodyRef::id).collect(), ..Self::default() }
    }

    /// [`ScriptRunner::of`] before the first step: has the marks of what the script will do then, so that
    /// water, wind and portals are seen in a picture of the beginning. The world stays as it is.
    #[must_use]
    pub fn before<B: Broadphase>(world: &World<B>, script: Option<Script>) -> Self {
        let commands = script.map_or_else(Vec::new, |script| script(0));
        let marks = commands.iter().flat_map(|command| match command {
            Command::Apply(Effect::Explosion(_)) => Vec::new(),
            Command::Apply(effect) => effect.marks(),
            Command::AddPortal(portal) => vec![Mark::Portal(*portal)],
            Command::AddHeights { body, spacing, heights } => {
                let place = world.bodies().nth(*body as usize).map(BodyRef::pose).unwrap_or_default();
                let at = |i: usize| place * Point::new(i as f32 * spacing, heights[i]);
                (1..heights.len()).map(|i| Mark::Ground([at(i - 1), at(i)])).collect()
            }
            Command::Label { at, text } => vec![Mark::Label(*at, text)],
            Command::Ask(query) => query.marks(world).unwrap_or_default(),
            _ => Vec::new(),
        });
        Self { marks: marks.collect(), ..Self::of(world) }
    }

    /// Draws what lies below all bodies: water. Call it before the world is drawn.
    pub fn draw_below(&self, draw: &mut impl DebugDraw) {
        self.marks.iter().filter(|mark| matches!(mark, Mark::Water(..))).for_each(|mark| mark.draw(draw));
    }

    /// Draws the marks of queries and effects, and the openings of portals.
    pub fn draw(&self, draw: &mut impl DebugDraw) {
        self.portals.draw(Position::ORIGIN, draw);
        let flashes = self.flashes.iter().map(|(_, mark)| mark);
        let marks = self.marks.iter().chain(flashes);
        marks.filter(|mark| !matches!(mark, Mark::Water(..))).for_each(|mark| mark.draw(draw));
    }

    /// Runs the commands of a script. Marks of earlier ones are gone.
    ///
    /// # Panics
    /// If a command is invalid: it adds an invalid part, or names a body that does not exist.
    pub fn run<B: Broadphase>(&mut self, world: &mut World<B>, commands: &[Command]) {
        let wrong = |error: &dyn std::fmt::Display| -> ! {
            panic!("a command of a scene's script is invalid: {error}")
        };
        self.marks.clear();
        self.flashes.retain_mut(|(steps, _)| {
            *steps -= 1;
            *steps > 0
        });
        for command in commands {
            match command {
                Command::Add(level) => match world.add_level(level) {
                    Ok(ids) => self.bodies.extend(ids.bodies),
                    Err(error) => wrong(&error),
                },
                Command::Remove { body } => {
                    if let Err(error) = world.remove_body(self.bodies[*body as usize]) {
                        wrong(&error);
                    }
                }
                Command::Drive { body, velocity, angular_velocity } => {
                    let id = self.bodies[*body as usize];
                    let driven = world.body_mut(id).map_err(DefError::from).and_then(|mut body| {
                        body.set_velocity(*velocity)?.set_angular_velocity(*angular_velocity).map(|_| ())
                    });
                    if let Err(error) = driven {
                        wrong(&error);
                    }
                }
                Command::DriveTo { body, pose, time } => {
                    let id = self.bodies[*body as usize];
                    let driven = world.body_mut(id).map_err(DefError::from);
                    let driven = driven.and_then(|mut body| body.set_target_pose(*pose, *time).map(|_| ()));
                    if let Err(error) = driven {
                        wrong(&error);
                    }
                }
                Command::SetEnabled { body, enabled } => match world.body_mut(self.bodies[*body as usize]) {
                    Ok(mut body) => _ = body.set_enabled(*enabled),
                    Err(error) => wrong(&error),
                },
                Command::Apply(effect) => {
                    if let Err(error) = effect.apply(world) {
                        wrong(&error);
                    }
                    match effect {
                        Effect::Explosion(_) => {
                            self.flashes.extend(effect.marks().into_iter().map(|mark| (FLASH, mark)));
                        }
                        _ => self.marks.extend(effect.marks()),
                    }
                }
                Command::AddHeights { body, spacing, heights } => {
                    let id = self.bodies[*body as usize];
                    let added = HeightField::new(id, *spacing, heights.iter().copied())
                        .and_then(|mut field| field.update(world).map(|_| field));
                    match added {
                        Ok(field) => self.fields.push(field),
                        Err(error) => wrong(&error),
                    }
                }
                Command::SetHeights { field, start, heights } => {
                    if let Err(error) = self.fields[*field].set_heights_in(world, *start, heights) {
                        wrong(&error);
                    }
                }
                Command::SetHole { field, cell, is_hole } => {
                    if let Err(error) = self.fields[*field].set_hole_in(world, *cell, *is_hole) {
                        wrong(&error);
                    }
                }
                Command::AddPortal(portal) => {
                    if let Err(error) = self.portals.add(world, *portal) {
                        wrong(&error);
                    }
                }
                Command::Pass => {
                    self.portals.after_step(world);
                    self.portals.before_step(world, Effect::DT);
                }
                Command::Slice { body, line: [a, b] } => {
                    match slice_body(world, self.bodies[*body as usize], *a, *b) {
                        Ok(pieces) => self.bodies.extend(pieces.bodies),
                        Err(error) => wrong(&error),
                    }
                }
                Command::Fracture { body, sites } => {
                    match fracture_body(world, self.bodies[*body as usize], sites.iter().copied()) {
                        Ok(pieces) => self.bodies.extend(pieces.bodies),
                        Err(error) => wrong(&error),
                    }
                }
                Command::SortByShape => world.set_contact_hook(Some(Arc::new(Sorter))),
                Command::Label { at, text } => self.marks.push(Mark::Label(*at, text)),
                Command::Ask(query) => match query.marks(world) {
                    Ok(marks) => self.marks.extend(marks),
                    Err(error) => wrong(&error),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks and flashes after so many steps of a scene, with the commands of its script.
    fn marks(scene: &str, steps: u32) -> [usize; 2] {
        let scene = crate::find(scene).unwrap();
        let (mut world, _) = World::load(&(scene.level)()).unwrap();
        let mut runner = ScriptRunner::of(&world);
        for step in 0..steps {
            runner.run(&mut world, &scene.script.unwrap()(step));
        }
        [runner.marks.len(), runner.flashes.len()]
    }

    /// What the first step will add is marked before it, in each scene: the same marks, but for portals and
    /// ground, which are drawn as what they are once they have been added.
    #[test]
    fn marks_of_the_first_step_are_there_before_it() {
        let mut marked = Vec::new();
        for scene in crate::all().filter(|scene| scene.script.is_some()) {
            let (mut world, _) = World::load(&(scene.level)()).unwrap();
            let mut runner = ScriptRunner::before(&world, scene.script);
            let hash = world.state_hash();
            let (portals, before): (Vec<Mark>, Vec<Mark>) = runner
                .marks
                .clone()
                .into_iter()
                .partition(|mark| matches!(mark, Mark::Portal(_) | Mark::Ground(_)));
            assert_eq!(world.state_hash(), hash);
            runner.run(&mut world, &scene.script.unwrap()(0));
            assert_eq!(runner.marks, before, "{}", scene.name);
            if !portals.is_empty() || !before.is_empty() {
                marked.push((scene.name, portals.len()));
            }
        }
        for wanted in [("portals", 3), ("height_field", 80), ("buoyancy", 0)] {
            assert!(marked.contains(&wanted), "{marked:?}");
        }
    }

    /// Water is filled and named in each step; an explosion is drawn for some steps and then no longer.
    #[test]
    fn effects_are_marked_where_they_act() {
        assert_eq!([marks("buoyancy", 1), marks("buoyancy", 90)], [[2, 0]; 2]);
        let shown = (1..=300).filter(|&steps| marks("explosion", steps)[1] > 0).count();
        assert_eq!(shown, FLASH as usize);
        assert_eq!(marks("explosion", 300), [0, 0]);
    }
}
