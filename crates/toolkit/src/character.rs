//! A character that walks: a shape that the game moves, and that collides and slides.
//!
//! A character of a game is not a rigid body. It turns on the spot, climbs stairs, stands on slopes without
//! friction, and changes its velocity at once. So it is no body of the world, but a shape that asks the world
//! what is in its way, and acts on the world only by the forces with which it pushes.
//!
//! ```text
//!   game:  velocity = wishes + gravity  -->  CharacterMover::step  -->  CharacterMotion: position, velocity,
//!              ^                              |             |           ground, walls, hits
//!              |                              | queries     | forces on what it pushes and stands on
//!              +---- World::step <------------+-------------+
//! ```
//!
//! A step is in `walk.rs`, the ground in `ground.rs`, the casts in `surroundings.rs`. `docs/characters.md`
//! has recipes, also for a character that is a dynamic body.

mod ground;
mod motion;
mod planes;
mod settings;
mod state;
mod surroundings;
mod walk;

pub use motion::{CharacterCollision, CharacterGround, CharacterMotion};
pub use settings::CharacterSettings;

use crate::local;
use broadphase::Broadphase;
use compute::math::max;
use geom::{Capsule, Circle, Point, Polygon, Pose, Position, Shape, Vec2, WorldPose};
use settings::Frame;
use state::Walk;
use surroundings::{CharacterShape, OUTER_SHARE, Surroundings, length, pose_after, velocity_at};
use world::{BodyId, BodyKind, DefError, Predicate, QueryFilter, World, WorldSettings};

/// A body that moves is followed only if its velocity explains the distance up to this factor: a lift that
/// jumps back to its start leaves its passengers behind.
const CARRY_FACTOR: f32 = 4.0;

/// Skins that a character falls relative to the platform through which it drops, before it can land on a
/// one-way platform again. If the platform rises, it falls farther by what the platform does in two steps.
const DROP_SKINS: f32 = 2.0;

/// m/s. The greatest speed: what the character can reach in a step has a box with finite numbers.
const GREATEST_SPEED: f32 = 1e9;

/// The names of the coordinates of a character in errors.
const POSITION: [&str; 2] = ["position.x", "position.y"];

/// A character that the game moves by a velocity, and that collides and slides.
///
/// ```
/// use toolkit::CharacterMover;
/// use toolkit::geom::{Shape, Vec2};
/// use toolkit::world::{BodyDef, ColliderDef, DefError, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 1.0)?))?;
///
/// let shape = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3)?;
/// let mut player = CharacterMover::new(shape, world.settings())?.at([0.0, 3.0]);
/// let (mut velocity, dt) = (Vec2::zeros(), 1.0 / 60.0);
/// for _ in 0..120 {
///     velocity += world.settings().gravity * dt;
///     velocity.x = 5.0; // the player holds the right arrow
///     let motion = player.step(&mut world, velocity, dt)?;
///     velocity = motion.velocity;
///     world.step(dt);
/// }
/// assert!(player.ground().is_some());
/// assert!((player.position().x - 10.0).abs() < 1e-3);
/// # Ok::<(), DefError>(())
/// ```
///
/// - On the ground the velocity is relative to the ground. Its part along the axis to the right is the speed
///   along the ground; a part downwards is ignored, and a part upwards is a jump, which takes the velocity of
///   the ground along. In the air the velocity is relative to the world.
/// - Without gravity it is seen from above: it goes where the velocity leads and slides along what it hits
///   ([`CharacterSettings::up`]).
/// - A platform that moves carries the character, if it is a body with a velocity or a target pose, and to
///   where it will be after the step of the world. Bodies that `set_pose` moves do not carry.
/// - The character is plain data: a clone that gets the same velocities in an equal world goes the same way,
///   bit for bit.
#[doc(alias = "KinematicCharacterController")]
#[doc(alias = "b2World_CastMover")]
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("b2World_CollideMover", "b2SolvePlanes", "b2ClipVector"))]
pub struct CharacterMover {
    settings: CharacterSettings,
    shape: Shape,
    /// The shape grown by a part of the skin.
    outer: Shape,
    body: Option<BodyId>,
    /// Whether the body has been where the character is since the program last moved one of them.
    has_placed_body: bool,
    position: Position,
    ground: Option<CharacterGround>,
    /// While it drops through a one-way platform: how far it has fallen below it, m, and the velocity of the
    /// platform, m/s.
    drop: Option<(f32, Vec2)>,
}

impl CharacterMover {
    /// A character at the origin with this shape, whose frame never turns, and with the default settings for
    /// the shape and the world.
    ///
    /// # Errors
    /// As [`CharacterMover::with_settings`].
    pub fn new(shape: Shape, world: &WorldSettings) -> Result<Self, DefError> {
        let settings = CharacterSettings::new(&shape, world);
        Self::with_settings(shape, settings)
    }

    /// A character at the origin with this shape and these settings.
    ///
    /// # Errors
    /// [`DefError`] for a setting out of its range, and for a shape that is no circle, capsule or polygon.
    pub fn with_settings(shape: Shape, settings: CharacterSettings) -> Result<Self, DefError> {
        settings.validate()?;
        let outer = grown(&shape, OUTER_SHARE * settings.skin)?;
        let position = Position::ORIGIN;
        let (body, has_placed_body) = (None, false);
        Ok(Self { settings, shape, outer, body, has_placed_body, position, ground: None, drop: None })
    }

    /// The same character at `position` (m). [`CharacterMover::step`] refuses one that is not in the world.
    #[must_use]
    pub fn at(mut self, position: impl Into<Position>) -> Self {
        self.position = position.into();
        self.has_placed_body = false;
        self
    }

    /// The same character with a kinematic body, which [`CharacterMover::step`] puts where the character is
    /// and moves along. Sensors, queries and dynamic bodies then find the character; the character passes
    /// through the colliders of the body.
    #[must_use]
    pub fn with_body(mut self, body: BodyId) -> Self {
        (self.body, self.has_placed_body) = (Some(body), false);
        self
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &CharacterSettings {
        &self.settings
    }

    /// Changes the settings.
    ///
    /// # Errors
    /// [`DefError`] for a setting out of its range; nothing is changed.
    pub fn set_settings(&mut self, settings: CharacterSettings) -> Result<(), DefError> {
        settings.validate()?;
        self.outer = grown(&self.shape, OUTER_SHARE * settings.skin)?;
        self.settings = settings;
        Ok(())
    }

    /// The shape, in the frame of the character.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Changes the shape: to crouch, for example. If the new shape overlaps something, the next step pushes
    /// the character out, so cast the shape first where there may be no room.
    ///
    /// # Errors
    /// [`DefError`] for a shape that is no circle, capsule or polygon; nothing is changed.
    pub fn set_shape(&mut self, shape: Shape) -> Result<(), DefError> {
        self.outer = grown(&shape, OUTER_SHARE * self.settings.skin)?;
        self.shape = shape;
        Ok(())
    }

    /// Where its origin is, m. A step moves it by a multiple of 15 nm (2^-26 length units), so that it moves
    /// in the same way far from the origin of the world.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Moves it to `position` (m) at once. It stands on no ground until the next step, which refuses a
    /// position that is not in the world and moves its body there; what is between is not touched.
    /// [`CharacterMover::teleport`] moves the body now.
    pub fn set_position(&mut self, position: impl Into<Position>) {
        self.position = position.into();
        (self.ground, self.drop, self.has_placed_body) = (None, None, false);
    }

    /// [`CharacterMover::set_position`], which moves its body at once, so that queries and sensors find it at
    /// `position` (m) before its next step.
    ///
    /// # Errors
    /// [`DefError`] for a position that is not in the world (within 1e8 length units of the origin), or a
    /// stale handle of the body; nothing is changed.
    #[doc(alias("set_translation", "warp", "respawn"))]
    pub fn teleport<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        position: impl Into<Position>,
    ) -> Result<(), DefError> {
        let position = position.into();
        world.check_position(POSITION, position)?;
        if let Some(body) = self.body {
            place(world, body, position)?;
        }
        self.set_position(position);
        Ok(())
    }

    /// The ground that it stands on; `None` in the air.
    #[must_use]
    pub fn ground(&self) -> Option<&CharacterGround> {
        self.ground.as_ref()
    }

    /// Lets it fall through the one-way platform that it stands on. Has no effect in the air and on other
    /// ground.
    pub fn drop_through(&mut self) {
        if let Some(ground) = &self.ground {
            self.drop = Some((0.0, ground.velocity));
        }
    }

    /// Moves the character by `velocity` (m/s; see [`CharacterMover`] for its frame) for `dt` seconds, pushes
    /// dynamic bodies, and moves the body of the character if it has one. Call it once before each step of
    /// the world.
    ///
    /// # Errors
    /// [`DefError`] for a position that is not in the world (within 1e8 length units of the origin), a
    /// velocity that is not finite or above 1e9 m/s, a `dt` out of the range from 0 to 1, or a stale handle
    /// of the body; nothing is changed.
    pub fn step<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        velocity: impl Into<Vec2>,
        dt: f32,
    ) -> Result<CharacterMotion, DefError> {
        self.step_with(world, velocity, dt, QueryFilter::default())
    }

    /// [`CharacterMover::step`], in which the character passes through every collider that `filter` does not
    /// report, such as a team-mate. The filter of the settings counts too.
    ///
    /// # Errors
    /// As [`CharacterMover::step`].
    pub fn step_with<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        velocity: impl Into<Vec2>,
        dt: f32,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<CharacterMotion, DefError> {
        let velocity = velocity.into();
        for (field, value) in [("velocity.x", velocity.x), ("velocity.y", velocity.y)] {
            // Not so for NaN.
            let is_speed = value.abs() <= GREATEST_SPEED;
            if !is_speed {
                return Err(DefError::Value { field, value, expected: "finite and at most 1e9 m/s" });
            }
        }
        world.check_position(POSITION, self.position)?;
        if !(0.0..=1.0).contains(&dt) {
            return Err(DefError::Value { field: "dt", value: dt, expected: "from 0 to 1" });
        }
        self.place_body(world, dt)?;

        let (ground, carry) = self.carried(world, dt);
        let is_dropping = self.drop.is_some();
        let frame = self.settings.frame();
        let reach = self.reach(frame, velocity, ground.as_ref(), carry, dt);
        let (motion, pushes, stand) = {
            let shape = self.own();
            let aabb = self.outer.aabb(Pose::IDENTITY).expanded(reach);
            let filter = filter.seen_from(self.position);
            let mut around = Surroundings::gather(world, shape, aabb, filter, &self.settings, self.body, dt)?;
            around.choose_platforms(is_dropping);
            let mut walk = Walk::new(around, &self.settings, dt);
            walk.run(velocity, ground, carry, is_dropping);
            let stand = walk.stand();
            let (motion, pushes) = walk.finish();
            (motion, pushes, stand)
        };
        for push in pushes {
            world.body_mut(push.body)?.apply_force(push.force, push.point)?;
        }
        if let Some((body, load)) = stand {
            let weight = world.settings().gravity * load.mass;
            let mut body = world.body_mut(body)?;
            // The gravity of the body acts on all that it carries, that of the world on the character.
            let rest = weight * (1.0 - body.view().gravity_scale());
            body.apply_load(load)?.apply_force(rest, load.point)?;
        }
        if let (Some(body), true) = (self.body, dt > 0.0) {
            let mut body = world.body_mut(body)?;
            let from = body.view().pose_from(self.position).position.coords;
            let velocity = (motion.position - self.position - from) / dt;
            body.set_velocity(velocity)?.set_angular_velocity(0.0)?;
            // What others expect of its next step: that it rides on, or else nothing. A velocity of its walk
            // or of its fall would push them before it comes, and where it will stop.
            let rides_on =
                |ground: CharacterGround| length(ground.velocity - velocity) * dt < self.settings.skin;
            let WorldPose { rotation, .. } = body.view().world_pose();
            if body.view().kind() == BodyKind::Kinematic && !motion.ground.is_some_and(rides_on) {
                body.set_target_world_pose(WorldPose { position: motion.position, rotation }, dt)?;
            }
        }
        self.drop = self.drop.and_then(|(fallen, platform)| {
            // Relative to the platform, whose own motion comes with the carry in the first step.
            let way = motion.position - self.position - if ground.is_some() { carry } else { platform * dt };
            let fallen = fallen - way.dot(&frame.up);
            let rise = max(0.0, platform.dot(&frame.up)) * dt;
            let is_clear = fallen > DROP_SKINS * self.settings.skin + 2.0 * rise;
            (!is_clear && motion.ground.is_none()).then_some((fallen, platform))
        });
        (self.position, self.ground) = (motion.position, motion.ground);
        Ok(motion)
    }

    /// Moves it by what its ground has done otherwise than expected in the last step of the world, as the
    /// next [`CharacterMover::step`] would. Call it after [`World::step`], if at all, so that a character on
    /// a dynamic body is drawn on it. On kinematic bodies it changes nothing, unless their velocity has been
    /// set since the character moved.
    ///
    /// # Errors
    /// [`DefError`] if the ground leads out of the world; nothing is changed.
    pub fn follow_ground<B: Broadphase>(&mut self, world: &World<B>) -> Result<(), DefError> {
        let (Some(ground), missed) = self.carried(world, 0.0) else { return Ok(()) };
        let reach = length(missed) + 8.0 * self.settings.skin;
        let aabb = self.outer.aabb(Pose::IDENTITY).expanded(reach);
        let (own, filter) = (self.own(), QueryFilter::default().seen_from(self.position));
        let mut around = Surroundings::gather(world, own, aabb, filter, &self.settings, self.body, 0.0)?;
        around.choose_platforms(self.drop.is_some());
        let mut walk = Walk::new(around, &self.settings, 0.0);
        walk.follow(missed, ground.body);
        (self.position, self.ground) = (walk.around.position(walk.position), Some(ground));
        Ok(())
    }

    /// Puts its body where it is, unless the body can get there by its velocity: if it were dragged along
    /// from far away, it would hit what is between at hundreds of metres per second.
    fn place_body<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) -> Result<(), DefError> {
        let Some(id) = self.body else { return Ok(()) };
        let body = world.body(id)?;
        let gap = length(body.pose_from(self.position).position.coords);
        let is_near = gap <= CARRY_FACTOR * (length(body.velocity()) * dt + self.settings.skin);
        if !(self.has_placed_body && is_near) {
            place(world, id, self.position)?;
        }
        self.has_placed_body = true;
        Ok(())
    }

    fn own(&self) -> CharacterShape<'_> {
        let (skin, frame) = (self.settings.skin, self.settings.frame());
        CharacterShape { shape: &self.shape, outer: &self.outer, skin, frame }
    }

    /// The ground of the last step, and by how much it carries the character in a step of `dt` seconds, m: to
    /// where it will be if it is kinematic, or else to where it is now, without the motion that was expected
    /// of it. `None` if its body is gone.
    fn carried<B: Broadphase>(&self, world: &World<B>, dt: f32) -> (Option<CharacterGround>, Vec2) {
        let gone = (None, Vec2::zeros());
        let Some(old) = self.ground else { return gone };
        let Ok(body) = world.body(old.body) else { return gone };
        // As seen from the character.
        let now = body.pose_from(self.position) * old.local_point;
        let before = Point::from(old.point - self.position);
        let velocity = velocity_at(body, self.position, now) + old.belt_velocity;
        let speed = max(length(velocity), length(old.velocity));
        if length(now - before) > CARRY_FACTOR * (speed * max(dt, old.dt) + self.settings.skin) {
            return gone;
        }
        let after = pose_after(body, dt, self.position) * old.local_point;
        let point = local::position(self.position, after, world.settings().length_unit);
        (Some(CharacterGround { point, velocity, ..old }), after - before + old.belt_velocity * dt)
    }

    /// How far from the shape a step can hit something, m.
    fn reach(
        &self,
        frame: Frame,
        velocity: Vec2,
        ground: Option<&CharacterGround>,
        carry: Vec2,
        dt: f32,
    ) -> f32 {
        let CharacterSettings { skin, step_height, snap_distance, .. } = self.settings;
        let ground_speed = ground.map_or(0.0, |ground| length(ground.velocity));
        let way = length(carry) + (length(velocity) + ground_speed) * dt;
        way * (1.0 + frame.max_tan) + 2.0 * (step_height + snap_distance) + 8.0 * skin
    }
}

/// Its rotation is kept.
fn place<B: Broadphase>(world: &mut World<B>, body: BodyId, position: Position) -> Result<(), DefError> {
    let mut body = world.body_mut(body)?;
    let pose = body.view().world_pose();
    body.set_world_pose(WorldPose { position, ..pose })?;
    Ok(())
}

/// A shape grown by `margin` (m) on all sides.
fn grown(shape: &Shape, margin: f32) -> Result<Shape, DefError> {
    Ok(match shape {
        Shape::Circle(circle) => Shape::Circle(Circle::new(circle.center(), circle.radius() + margin)?),
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.segment().ends();
            Shape::Capsule(Capsule::new(a, b, capsule.radius() + margin)?)
        }
        Shape::Polygon(polygon) => {
            let radius = polygon.radius() + margin;
            Shape::Polygon(Polygon::rounded(polygon.clone(), radius)?)
        }
        Shape::Segment(_) | Shape::ChainSegment(_) | Shape::HalfSpace(_) => {
            return Err(DefError::Value {
                field: "area of the shape of a character",
                value: if matches!(shape, Shape::HalfSpace(_)) { f32::INFINITY } else { 0.0 },
                expected: "finite and above zero: use a circle, a capsule or a polygon",
            });
        }
    })
}
