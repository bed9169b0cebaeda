//! Characters that walk, and are no rigid bodies.

use crate::definitions::P2Filter;
use crate::error::{self, P2Result, guard};
use crate::handle::{P2BodyId, P2ColliderId, P2WorldId};
use crate::objects::Objects;
use crate::registry;
use crate::shape::{self, P2Shape};
use crate::values::{P2Position, P2Vec2};
use crate::wire;
use physics::toolkit::{CharacterMotion, CharacterMover, CharacterSettings};

/// A character; zero is none.
pub type P2CharacterId = u64;

/// How a character walks: start from `p2_character_settings_default`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2CharacterSettings {
    /// Where up is; zero for a character that is seen from above. Default: against gravity.
    pub up: P2Vec2,
    /// The distance that it keeps from everything, m, above zero. Default: a fiftieth of the smaller side of
    /// its shape, from 1 mm to 20 mm.
    pub skin: f32,
    /// The steepest slope on which it walks, rad, from 0 to below pi / 2. Default: 50 degrees.
    pub max_slope: f32,
    /// The highest step that it climbs, m, not negative. Default: a fifth of its height.
    pub step_height: f32,
    /// How far the ground may drop under it that it still follows, m, not negative. Default: the step height.
    pub snap_distance: f32,
    /// Whether it walks as fast along a slope as on level ground. Default: 1.
    pub constant_speed: u8,
    /// Its mass, kg, not negative. Default: 80.
    pub mass: f32,
    /// The greatest force with which it pushes a body, N, not negative. Default: 500.
    pub push_force: f32,
    /// What it collides with.
    pub filter: P2Filter,
}

/// What a character did in a step.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2CharacterMotion {
    /// Where its origin is now, m.
    pub position: P2Position,
    /// Its velocity after sliding along what it hit, m/s: give it to the next step, with gravity and wishes
    /// added.
    pub velocity: P2Vec2,
    /// Whether it stands on ground.
    pub on_ground: u8,
    /// Whether a wall touches it on the left.
    pub wall_left: u8,
    /// Whether a wall touches it on the right.
    pub wall_right: u8,
    /// Whether it touches a ceiling.
    pub ceiling: u8,
    /// Whether things that move have left it no room.
    pub crushed: u8,
    /// Whether it climbed a step.
    pub climbed_step: u8,
    /// The collider of the ground; null in the air.
    pub ground: P2ColliderId,
    /// The unit normal of the ground.
    pub ground_normal: P2Vec2,
    /// The velocity of the ground, m/s.
    pub ground_velocity: P2Vec2,
}

struct Character {
    mover: CharacterMover,
    /// The world that it is in.
    world: P2WorldId,
    /// What the last step hit.
    hits: Vec<P2BodyId>,
}

static CHARACTERS: Objects<Character> = Objects::new(2, "character");

fn write(settings: &CharacterSettings) -> error::Outcome<P2CharacterSettings> {
    let &CharacterSettings {
        up,
        skin,
        max_slope,
        step_height,
        snap_distance,
        constant_speed,
        mass,
        push_force,
        filter,
    } = settings;
    let (up, constant_speed, filter) = (up.into(), constant_speed.into(), wire::write(filter)?);
    Ok(P2CharacterSettings {
        up,
        skin,
        max_slope,
        step_height,
        snap_distance,
        constant_speed,
        mass,
        push_force,
        filter,
    })
}

fn read(from: &P2CharacterSettings, into: &mut CharacterSettings) -> error::Outcome {
    into.up = from.up.into();
    (into.skin, into.max_slope, into.step_height) = (from.skin, from.max_slope, from.step_height);
    (into.snap_distance, into.constant_speed) = (from.snap_distance, from.constant_speed != 0);
    (into.mass, into.push_force) = (from.mass, from.push_force);
    wire::read(&from.filter, &mut into.filter)
}

/// The default settings of a character with this shape in this world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_settings_default(
    world: P2WorldId,
    shape: *const P2Shape,
    settings: *mut P2CharacterSettings,
) -> P2Result {
    guard(|| {
        let (out, shape) = (error::output(settings, "settings")?, shape::read(shape)?);
        registry::read(world, |host| {
            out.put(write(&CharacterSettings::new(&shape, host.world.settings()))?);
            Ok(())
        })
    })
}

/// Makes a character in a world at a position, m. `settings` may be NULL for the default ones. `body`, a
/// kinematic body that goes along so that others notice it, may be null.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_create(
    world: P2WorldId,
    shape: *const P2Shape,
    settings: *const P2CharacterSettings,
    position: P2Position,
    body: P2BodyId,
    character: *mut P2CharacterId,
) -> P2Result {
    guard(|| {
        let (out, shape) = (error::output(character, "character")?, shape::read(shape)?);
        registry::read(world, |host| {
            let mut own = CharacterSettings::new(&shape, host.world.settings());
            if !settings.is_null() {
                read(error::input(settings, "settings")?, &mut own)?;
            }
            host.world.check_position(["position.x", "position.y"], position)?;
            let mut mover = CharacterMover::with_settings(shape, own)?.at(position);
            if body != 0 {
                mover = mover.with_body(host.body_id(body, "body")?);
            }
            out.put(CHARACTERS.add(Character { mover, world, hits: Vec::new() }));
            Ok(())
        })
    })
}

/// Destroys a character; a body that goes along stays.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_destroy(character: P2CharacterId) -> P2Result {
    guard(|| CHARACTERS.remove(character))
}

/// Moves a character by a velocity (m/s) for `dt` seconds, 0 to 1: once before each step of its world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_step(
    character: P2CharacterId,
    velocity: P2Vec2,
    dt: f32,
    motion: *mut P2CharacterMotion,
) -> P2Result {
    guard(|| {
        let out = error::output(motion, "motion")?;
        CHARACTERS.with(character, |character| {
            registry::change(character.world, |host| {
                let done = character.mover.step(&mut host.world, velocity, dt)?;
                character.hits = done.collisions.iter().map(|hit| host.handle(hit.body)).collect();
                let CharacterMotion { position, velocity, ground, .. } = done;
                out.put(P2CharacterMotion {
                    position: position.into(),
                    velocity: velocity.into(),
                    on_ground: ground.is_some().into(),
                    wall_left: done.is_wall_left.into(),
                    wall_right: done.is_wall_right.into(),
                    ceiling: done.is_ceiling.into(),
                    crushed: done.is_crushed.into(),
                    climbed_step: done.has_climbed_step.into(),
                    ground: ground.map_or(0, |ground| host.handle(ground.collider)),
                    ground_normal: ground.map_or(P2Vec2::default(), |ground| ground.normal.into()),
                    ground_velocity: ground.map_or(P2Vec2::default(), |ground| ground.velocity.into()),
                });
                Ok(())
            })
        })
    })
}

/// The bodies that the last step of a character hit.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_get_hits(
    character: P2CharacterId,
    bodies: *mut P2BodyId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(bodies, capacity, count, "bodies")?;
        CHARACTERS.with(character, |character| out.put(character.hits.iter().copied()))
    })
}

/// Where a character is, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_get_position(character: P2CharacterId, position: *mut P2Position) -> P2Result {
    guard(|| {
        let out = error::output(position, "position")?;
        CHARACTERS.with(character, |character| {
            out.put(character.mover.position().into());
            Ok(())
        })
    })
}

/// Puts a character to a position (m), at once.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_set_position(character: P2CharacterId, position: P2Position) -> P2Result {
    guard(|| {
        CHARACTERS.with(character, |character| {
            registry::change(character.world, |host| {
                Ok(character.mover.teleport(&mut host.world, position)?)
            })
        })
    })
}

/// The settings of a character.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_get_settings(
    character: P2CharacterId,
    settings: *mut P2CharacterSettings,
) -> P2Result {
    guard(|| {
        let out = error::output(settings, "settings")?;
        CHARACTERS.with(character, |character| {
            out.put(write(character.mover.settings())?);
            Ok(())
        })
    })
}

/// Changes the settings of a character.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_set_settings(
    character: P2CharacterId,
    settings: *const P2CharacterSettings,
) -> P2Result {
    guard(|| {
        let settings = error::input(settings, "settings")?;
        CHARACTERS.with(character, |character| {
            let mut own = *character.mover.settings();
            read(settings, &mut own)?;
            Ok(character.mover.set_settings(own)?)
        })
    })
}

/// Gives a character another shape: one that ducks.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_set_shape(character: P2CharacterId, shape: *const P2Shape) -> P2Result {
    guard(|| {
        let shape = shape::read(shape)?;
        CHARACTERS.with(character, |character| Ok(character.mover.set_shape(shape)?))
    })
}

/// Lets a character fall through the one-way platform on which it stands.
#[unsafe(no_mangle)]
pub extern "C" fn p2_character_drop_through(character: P2CharacterId) -> P2Result {
    guard(|| {
        CHARACTERS.with(character, |character| {
            character.mover.drop_through();
            Ok(())
        })
    })
}
