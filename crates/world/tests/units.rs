//! Lengths in other units: a world whose lengths, speeds and accelerations are all multiplied by a power of
//! two, with `WorldSettings::length_unit` the same, is the same world. Floating-point numbers scale by powers
//! of two without rounding, so it moves in exactly the same way.
//!
//! This holds where the tolerances of `collide` have no say, which are lengths and do not follow the unit:
//! the search for impacts is off, and no edge is clipped.

use geom::Shape;
use solver::DirectContacts;
use world::*;

const DT: f32 = 1.0 / 60.0;

/// A heap between two walls, on which a body of 500 times the mass of the others falls after two seconds, and
/// beside it a column of twenty boxes.
struct Heap {
    world: World,
    unit: f32,
}

impl Heap {
    fn new(unit: f32, contacts: DirectContacts) -> Self {
        let settings = WorldSettings { length_unit: unit, ..WorldSettings::default() };
        let settings =
            settings.continuous(false).gravity([0.0, -10.0 * unit]).sleeping(false).direct_contacts(contacts);
        let mut world = World::new(settings);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        for (x, y, half_width, half_height) in
            [(0.0, -0.5, 50.0, 0.5), (-3.5, 4.0, 0.5, 4.0), (3.5, 4.0, 0.5, 4.0)]
        {
            let wall = Shape::rectangle(half_width * unit, half_height * unit).unwrap();
            world.add_collider(ground, ColliderDef::new(wall).offset([x * unit, y * unit], 0.0)).unwrap();
        }
        let mut heap = Self { world, unit };
        for i in 0..40 {
            let (column, row) = (i % 5, i / 5);
            let at = [-2.2 + 1.1 * column as f32 + 0.05 * (row % 3) as f32, 0.6 + 1.1 * row as f32];
            let radius = 0.35 + 0.025 * (i % 7) as f32;
            heap.add(at, Shape::circle(radius * unit).unwrap(), 1.0);
        }
        for i in 0..20 {
            heap.add([10.0, 0.5 + i as f32], Shape::rectangle(0.5 * unit, 0.5 * unit).unwrap(), 1.0);
        }
        heap
    }

    /// Adds a body; the density is that in metres.
    fn add(&mut self, [x, y]: [f32; 2], shape: Shape, density: f32) {
        let Self { world, unit } = self;
        let body = world.add_body(BodyDef::dynamic().position([x * *unit, y * *unit])).unwrap();
        let density = density / (*unit * *unit);
        world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.world.step(DT);
        }
    }

    /// Positions in metres, and sines of the angles.
    fn poses(&self) -> Vec<[f32; 3]> {
        let poses = self.world.dynamic_bodies().map(BodyRef::pose);
        poses
            .map(|pose| [pose.position.x / self.unit, pose.position.y / self.unit, pose.rotation.sin])
            .collect()
    }
}

/// Sweeps alone give other poses, so the loads of this scene are solved together.
#[test]
fn loads_in_other_units_move_in_exactly_the_same_way() {
    let contacts = DirectContacts::default();
    let mut heaps = [1.0, 8.0, 128.0].map(|unit| Heap::new(unit, contacts));
    let mut swept = Heap::new(1.0, DirectContacts::Off);
    for second in 0..8 {
        for heap in heaps.iter_mut().chain([&mut swept]) {
            if second == 2 {
                let plate = Shape::rectangle(2.0 * heap.unit, 0.5 * heap.unit).unwrap();
                heap.add([0.0, 9.5], plate, 100.0);
            }
            heap.run(60);
        }
        let [metres, others @ ..] = &heaps;
        for other in others {
            assert_eq!(metres.poses(), other.poses(), "second {second}, unit {}", other.unit);
        }
    }
    assert_ne!(heaps[0].poses(), swept.poses());
}
