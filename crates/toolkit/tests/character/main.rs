//! The laws of [`toolkit::CharacterMover`], measured on scripted runs.

mod from_above;
mod ground;
mod pairs;
mod platforms;
mod pushing;
mod random;
mod riding;
mod weight;

use toolkit::broadphase::{Broadphase, DynamicTree};
use toolkit::geom::{Pose, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, BodyKind, ColliderDef, World, WorldSettings};
use toolkit::{CharacterMotion, CharacterMover};

/// s.
const DT: f32 = 1.0 / 60.0;

/// m/s^2.
const GRAVITY: f32 = 9.81;

/// A person: 60 cm wide and 1.6 m tall.
fn capsule() -> Shape {
    Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3).unwrap()
}

/// A box of the same size.
fn upright_box() -> Shape {
    Shape::rectangle(0.3, 0.8).unwrap()
}

/// Both shapes, whose feet are 0.8 m below the origin.
fn shapes() -> [Shape; 2] {
    [capsule(), upright_box()]
}

fn empty() -> World {
    World::new(WorldSettings::default())
}

/// Adds a box on a static body.
fn add_box<B: Broadphase>(world: &mut World<B>, center: [f32; 2], half: [f32; 2]) -> BodyId {
    add(world, BodyDef::fixed().position(center), Shape::rectangle(half[0], half[1]).unwrap())
}

fn add<B: Broadphase>(world: &mut World<B>, def: BodyDef, shape: Shape) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(100.0)).unwrap();
    body
}

/// A player who runs at a speed (m/s) and falls.
struct Player<B: Broadphase = DynamicTree> {
    world: World<B>,
    mover: CharacterMover,
    velocity: Vec2,
}

impl<B: Broadphase> Player<B> {
    /// A player with its feet at `feet` (m).
    fn new(world: World<B>, shape: Shape, feet: [f32; 2]) -> Self {
        let mover = CharacterMover::new(shape, world.settings()).unwrap();
        let skin = mover.settings().skin;
        let mover = mover.at([feet[0], feet[1] + 0.8 + skin]);
        let mut player = Self { world, mover, velocity: Vec2::zeros() };
        player.frame(0.0);
        player
    }

    /// One frame of the game: the player runs at `speed` (m/s).
    fn frame(&mut self, speed: f32) -> CharacterMotion {
        self.velocity.x = speed;
        self.drift()
    }

    /// One frame in which the player jumps at `speed` (m/s).
    fn jump(&mut self, speed: f32) -> CharacterMotion {
        self.velocity.y = speed;
        self.move_and_step()
    }

    /// One frame without a wish of the player.
    fn drift(&mut self) -> CharacterMotion {
        self.velocity.y -= GRAVITY * DT;
        self.move_and_step()
    }

    fn move_and_step(&mut self) -> CharacterMotion {
        let motion = self.mover.step(&mut self.world, self.velocity, DT).unwrap();
        self.velocity = motion.velocity;
        self.world.step(DT);
        motion
    }

    fn frames(&mut self, count: usize, speed: f32) -> CharacterMotion {
        (1..count).for_each(|_| drop(self.frame(speed)));
        self.frame(speed)
    }

    fn x(&self) -> f32 {
        self.mover.position().x as f32
    }

    /// The height of the feet above y = 0, without the skin.
    fn feet(&self) -> f32 {
        self.mover.position().y as f32 - 0.8 - self.mover.settings().skin
    }

    /// How deep the shape overlaps any collider of a static or kinematic body, m: tested against all.
    fn overlap(&self) -> f32 {
        f32::max(self.overlap_with(BodyKind::Static), self.overlap_with(BodyKind::Kinematic))
    }

    /// How deep the shape overlaps any collider of such a body, m: tested against all.
    fn overlap_with(&self, kind: BodyKind) -> f32 {
        let pose = Pose::at(self.mover.position().to_point());
        let colliders = self.world.colliders().filter(|collider| collider.body().kind() == kind);
        let depths = colliders.filter_map(|collider| {
            let at = collider.body().pose();
            toolkit::collide::penetration(collider.shape(), at, self.mover.shape(), pose)
        });
        depths.fold(0.0, |deepest, overlap| f32::max(deepest, -overlap.separation))
    }
}
