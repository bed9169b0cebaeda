//! Random worlds of all kinds of shapes and bodies, the same on every broad phase.

use broadphase::{Broadphase, DynamicTree, SortAndSweep, SweepList};
use broadphases::{BruteForce, QuadTree, UniformGrid};
use geom::{Polygon, Pose, Rot, Shape, Sides, Vec2};
use world::{BodyDef, BodyId, ColliderDef, Filter, World, WorldSettings};

/// A broad phase that is chosen at run time.
pub type AnyWorld = World<Box<dyn Broadphase + Sync>>;

/// Numbers that are the same in each run: the generator of L'Ecuyer 1999 with 64 bits.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(3_935_559_000_370_003_845).wrapping_add(2_691_343_689_449_507_681);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f32) as usize).min(count - 1)
    }

    pub fn point(&mut self, half: f32) -> [f32; 2] {
        [self.within(-half, half), self.within(-half, half)]
    }

    pub fn vector(&mut self, half: f32) -> Vec2 {
        Vec2::from(self.point(half))
    }

    pub fn pose(&mut self, half: f32) -> Pose {
        Pose::new(self.point(half), self.within(-3.0, 3.0))
    }
}

/// A shape of about a metre: one of every kind with a hull.
pub fn shape(numbers: &mut Numbers) -> Shape {
    let size = numbers.within(0.2, 1.0);
    match numbers.below(7) {
        0 => Shape::circle(size).unwrap(),
        1 | 2 => Shape::rectangle(size, numbers.within(0.1, 1.0)).unwrap(),
        3 => Shape::capsule([-size, 0.0], [size, 0.1], 0.2).unwrap(),
        4 => Shape::segment([-size, 0.0], [size, 0.3]).unwrap(),
        5 => Shape::Polygon(Polygon::regular(3 + numbers.below(6), size).unwrap()),
        _ => Shape::Polygon(Polygon::regular(5, size).unwrap().rounded(0.1).unwrap()),
    }
}

/// `count` bodies of one to three colliders each, a row of flush tiles, a chain, and, in every other world, a
/// half-space. Some bodies are removed again, so that slots are reused.
pub fn world(seed: u64, count: usize, broadphase: Box<dyn Broadphase + Sync>) -> AnyWorld {
    let mut numbers = Numbers::new(seed);
    let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
    let mut bodies: Vec<BodyId> = Vec::new();
    for i in 0..count {
        let pose = numbers.pose(10.0);
        let def = match i % 3 {
            0 => BodyDef::fixed(),
            1 => BodyDef::kinematic(),
            _ => BodyDef::dynamic(),
        };
        let body = world.add_body(def.position(pose.position).angle(pose.rotation.angle())).unwrap();
        for _ in 0..=numbers.below(3) {
            let filter = Filter { category: 1 << numbers.below(4), ..Filter::default() };
            let offset = numbers.point(0.7);
            let def = ColliderDef::new(shape(&mut numbers)).offset(offset, numbers.within(-3.0, 3.0));
            let is_sensor = numbers.below(8) == 0;
            world.add_collider(body, def.filter(filter).sensor(is_sensor)).unwrap();
        }
        bodies.push(body);
        if i % 5 == 4 {
            world.remove_body(bodies.swap_remove(numbers.below(bodies.len()))).unwrap();
        }
    }
    let tiles = world.add_body(BodyDef::fixed().position([-8.0, -9.5])).unwrap();
    for i in 0..16 {
        let tile = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).offset([i as f32, 0.0], 0.0);
        world.add_collider(tiles, tile).unwrap();
    }
    let links = geom::chain([[9.0, 3.0], [5.0, 2.0], [0.0, 2.5], [-9.0, 4.0]], false, Sides::Two).unwrap();
    let hills = world.add_body(BodyDef::fixed()).unwrap();
    world.add_chain(hills, &links, world::Material::default(), Filter::default()).unwrap();
    if seed.is_multiple_of(2) {
        let slope = Rot::from_angle(0.1) * Vec2::new(0.0, 1.0);
        world.add_collider(hills, ColliderDef::new(Shape::half_space(slope, -11.0).unwrap())).unwrap();
    }
    world
}

/// The world on each broad phase, with its name. Each has made some steps, so that bodies move within their
/// fat AABBs.
pub fn on_every_broadphase(seed: u64, count: usize) -> Vec<(&'static str, AnyWorld)> {
    let broadphases: [(_, Box<dyn Broadphase + Sync>); 6] = [
        ("tree", Box::new(DynamicTree::default())),
        ("quadtree", Box::new(QuadTree::default())),
        ("sort and sweep", Box::new(SortAndSweep::default())),
        ("sweep list", Box::new(SweepList::default())),
        ("grid", Box::new(UniformGrid::default())),
        ("brute force", Box::new(BruteForce::default())),
    ];
    broadphases
        .into_iter()
        .map(|(name, broadphase)| {
            let mut world = world(seed, count, broadphase);
            for _ in 0..7 {
                world.step(1.0 / 60.0);
            }
            (name, world)
        })
        .collect()
}
