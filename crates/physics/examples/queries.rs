//! Queries: everything that a game can ask a world between two steps, on a small level.
//!
//! ```text
//!   y = 3      window                     .      .
//!             (glass)                   /          \
//!   y = 1  ()    |     [crate]         |   enemy    |      |wall
//!   y = 0 =======================================================  ground
//!      x = 0     2       4                   8              12
//!        player
//! ```
//!
//! `cargo run -p physics2d-engine --example queries`

use physics::prelude::*;
use std::ops::ControlFlow;

const PLAYER: u64 = 1 << 0;
const SCENERY: u64 = 1 << 1;
const ENEMY: u64 = 1 << 2;
const GLASS: u64 = 1 << 3;

/// Every query takes a filter after its geometry; this one reports everything.
fn all<'a>() -> QueryFilter<'a> {
    QueryFilter::default()
}

struct Game {
    world: World,
    player: BodyId,
    window: BodyId,
    crate_: BodyId,
    enemy: BodyId,
    wall: BodyId,
}

fn main() -> Result<(), DefError> {
    let game = Game::new()?;
    game.rays()?;
    game.shape_casts()?;
    game.overlaps()?;
    game.distances()?;
    game.batches()
}

impl Game {
    fn new() -> Result<Self, DefError> {
        let mut world = World::new(WorldSettings::default());
        let mut add = |def: BodyDef, shape: Shape, category: u64| {
            let body = world.add_body(def)?;
            let filter = Filter { category, ..Filter::default() };
            world.add_collider(body, ColliderDef::new(shape).filter(filter))?;
            Ok::<BodyId, DefError>(body)
        };
        add(BodyDef::fixed(), Shape::half_space([0.0, 1.0], 0.0)?, SCENERY)?;
        let capsule = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.5)?;
        let player = add(BodyDef::dynamic().position([0.0, 1.0]), capsule, PLAYER)?;
        let window = add(BodyDef::fixed().position([2.0, 1.5]), Shape::rectangle(0.05, 1.5)?, GLASS)?;
        let crate_ = add(BodyDef::dynamic().position([4.0, 0.5]), Shape::rectangle(0.5, 0.5)?, SCENERY)?;
        let enemy = add(BodyDef::dynamic().position([8.0, 1.0]), Shape::circle(1.0)?, ENEMY)?;
        let wall = add(BodyDef::fixed().position([12.0, 2.0]), Shape::rectangle(0.5, 2.0)?, SCENERY)?;
        Ok(Self { world, player, window, crate_, enemy, wall })
    }

    fn rays(&self) -> Result<(), DefError> {
        let Self { world, player, window, enemy, wall, .. } = self;
        // A shot from the middle of the player, who is not to hit himself: the window is first, at x = 1.95.
        let shot = Ray::between([0.0, 1.2], [20.0, 1.2]);
        let not_me = all().exclude_body(*player);
        let hit = world.cast_ray(&shot, not_me)?.expect("the window is in the way");
        println!("the shot hits a window after {:.2} m, normal {:?}", hit.distance, hit.normal.as_slice());
        assert_eq!((hit.collider.body().id(), hit.initial_overlap), (*window, None));
        assert!((hit.point.x - 1.95).abs() < 1e-5 && hit.normal == Vec2::new(-1.0, 0.0));

        // Without the exclusion the ray starts inside the player, and says how deep.
        let hit = world.cast_ray(&shot, all())?.expect("the player");
        assert_eq!((hit.collider.body().id(), hit.distance), (*player, 0.0));
        assert!((hit.initial_overlap.expect("starts inside") - 0.5).abs() < 1e-5);

        // Only enemies; or what a predicate accepts.
        let hit = world.cast_ray(&shot, all().mask(ENEMY))?.expect("the enemy is behind the window");
        assert_eq!(hit.collider.body().id(), *enemy);
        let stops_bullets = |c: ColliderRef<'_>| c.filter().category != GLASS && c.body().id() != *player;
        let hit = world.cast_ray(&shot, all().predicate(&stops_bullets))?.expect("the enemy");
        assert_eq!(hit.collider.body().id(), *enemy);

        // Does the player see the enemy? Glass and living things do not block the view.
        let sight = Ray::between([0.0, 1.8], [8.0, 1.8]);
        assert!(!world.cast_ray_any(&sight, all().mask(SCENERY))?);
        let low = Ray::between([0.0, 0.5], [8.0, 0.5]);
        assert!(world.cast_ray_any(&low, all().mask(SCENERY))?); // the crate

        // A bullet that goes through everything, in order.
        let pierced = world.cast_ray_all(&shot, not_me)?;
        let bodies: Vec<BodyId> = pierced.iter().map(|hit| hit.collider.body().id()).collect();
        println!("a bullet passes {} colliders", bodies.len());
        assert_eq!(bodies, [*window, *enemy, *wall]);
        Ok(())
    }

    fn shape_casts(&self) -> Result<(), DefError> {
        let Self { world, player, crate_, enemy, .. } = self;
        // How far can a ball of 0.4 m roll along the ground, which it touches? To the crate.
        let ball = Shape::circle(0.4)?;
        let roll = ShapeCast::new(&ball, Pose::at([0.0, 0.4]), [20.0, 0.0]);
        let solid = all().mask(SCENERY);
        let hit = world.cast_shape(&roll, solid)?.expect("the crate stops it");
        println!("the ball rolls {:.2} m", hit.distance);
        assert_eq!(hit.collider.body().id(), *crate_);
        assert!((hit.distance - 3.1).abs() < 1e-3);
        assert!((roll.pose_at(hit.fraction).position.x - 3.1).abs() < 1e-3);

        // A cast that starts 10 cm deep in the crate says how to get out of it, or ignores it.
        let stuck = ShapeCast::new(&ball, Pose::at([4.0, 1.3]), [4.0, 0.0]);
        let hit = world.cast_shape(&stuck, all())?.expect("the crate");
        assert_eq!((hit.collider.body().id(), hit.normal), (*crate_, Vec2::new(0.0, 1.0)));
        assert!((hit.initial_overlap.expect("starts in overlap") - 0.1).abs() < 1e-4);
        let hit = world.cast_shape(&stuck, all().ignore_initial_overlap())?.expect("the enemy");
        assert_eq!(hit.collider.body().id(), *enemy);
        assert!(world.cast_shape_any(&stuck, all().mask(ENEMY))?);
        assert_eq!(world.cast_shape_all(&stuck, all().exclude_body(*player))?.len(), 2);
        Ok(())
    }

    fn overlaps(&self) -> Result<(), DefError> {
        let Self { world, crate_, enemy, wall, .. } = self;
        // What did the mouse click on?
        let clicked = world.collider_at([8.2, 1.3], all())?.map(|collider| collider.body().id());
        assert_eq!(clicked, Some(*enemy));

        // Everything in a selection rectangle, in a defined order.
        let selection = Aabb::new([3.0, 0.3], [13.0, 4.0]);
        let selected = world.overlap_aabb_all(selection, all().mask(SCENERY | ENEMY).exclude_body(*wall))?;
        println!("{} colliders are selected", selected.len());
        let bodies: Vec<BodyId> = selected.iter().map(|collider| collider.body().id()).collect();
        assert_eq!(bodies, [*crate_, *enemy]);

        // Whom does a blast of 3 m reach? A visitor may stop, and allocates nothing.
        let blast = Shape::circle(3.0)?;
        let mut reached = 0;
        world.overlap_shape(&blast, Pose::at([6.0, 1.0]), all(), |collider| {
            reached += u32::from(collider.body().kind() == BodyKind::Dynamic);
            ControlFlow::Continue(())
        })?;
        assert_eq!(reached, 2); // the crate and the enemy

        // Is there room for a crate?
        let room = Shape::rectangle(0.5, 0.5)?;
        assert!(!world.overlap_shape_any(&room, Pose::at([5.6, 0.6]), all())?);
        assert!(world.overlap_shape_any(&room, Pose::at([4.6, 0.6]), all())?);
        Ok(())
    }

    fn distances(&self) -> Result<(), DefError> {
        let Self { world, player, crate_, enemy, wall, .. } = self;
        // The nearest thing to hide behind, within 10 m of the enemy.
        let cover = world.closest_to_point([8.0, 1.0], 10.0, all().exclude_bodies(&[*enemy, *player]))?;
        let cover = cover.expect("the ground");
        assert_eq!((cover.distance, cover.point), (1.0, Point::new(8.0, 0.0)));

        // How high is the player above whatever is below?
        let feet = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.5)?;
        let below = all().exclude_body(*player).mask(SCENERY);
        let near =
            world.closest_to_shape(&feet, Pose::at([4.0, 3.0]), f32::INFINITY, below)?.expect("the crate");
        assert_eq!(near.collider.body().id(), *crate_);
        assert!((near.distance - 1.0).abs() < 1e-5); // from the crate's top, y = 1, to y = 2

        // The gap between two colliders.
        let collider = |id| world.body(id).map(|body| body.colliders().next().expect("one").id());
        let gap = world.distance(collider(*enemy)?, collider(*wall)?)?.expect("neither is endless");
        println!("{:.2} m between the enemy and the wall", gap.separation);
        assert!((gap.separation - 2.5).abs() < 1e-5);
        Ok(())
    }

    fn batches(&self) -> Result<(), DefError> {
        // What the enemy sees: 720 rays of 15 m on two threads. Keep the workers from frame to frame.
        let mut workers = Workers::new(2);
        let eye = Point::new(8.0, 1.0);
        let rays: Vec<Ray> = (0..720)
            .map(|i| Rot::from_angle(std::f32::consts::TAU * i as f32 / 720.0) * Vec2::new(15.0, 0.0))
            .map(|translation| Ray::new(eye, translation))
            .collect();
        let filter = all().exclude_body(self.enemy);
        let hits = self.world.cast_rays(&mut workers, &rays, filter)?;
        let sees = |body| hits.iter().flatten().any(|hit| hit.collider.body().id() == body);
        assert!(sees(self.window) && sees(self.crate_) && sees(self.wall) && !sees(self.player));
        for (ray, hit) in rays.iter().zip(&hits) {
            let alone = self.world.cast_ray(ray, filter)?;
            assert_eq!(alone.map(|hit| hit.fraction), hit.map(|hit| hit.fraction));
        }
        println!("the enemy sees something along {} of 720 rays", hits.iter().flatten().count());
        Ok(())
    }
}
