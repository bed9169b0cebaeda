//! An explosion: impulses on all that faces it.
//!
//! ```text
//!              \        |        /            Each collider gets an impulse at its point p nearest to the
//!        -------*---- p[###]---------         centre, away from the centre:
//!              /        |        \
//!             centre     width                impulse = impulse_per_length x width x share x open
//!
//!   width   of the shape, across the blast
//!   share   1 up to the radius, then falling to 0 over the falloff
//!   open    the share of eight sight lines across the width that no obstacle blocks
//! ```
//!
//! Source: Box2D 3, `b2World_Explode`, for all but the obstacles.

use super::{ALL, check, mass_of};
use crate::local;
use broadphase::Broadphase;
use collide::{Ray, Tolerances};
use compute::math::{max, min};
use geom::{Aabb, Point, Pose, Position, Shape, Vec2, left_normal};
use world::{BodyId, BodyKind, ColliderId, ColliderRef, DefError, QueryFilter, World};

const SIGHT_LINES: u16 = 8;

/// An explosion.
///
/// ```
/// use toolkit::effects::Explosion;
/// use world::geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let barrel = world.add_body(BodyDef::dynamic().position([2.0, 0.0]))?;
/// world.add_collider(barrel, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(10.0))?; // 10 kg
/// let hit = Explosion::new([0.0, 0.0], 5.0, 30.0).apply(&mut world)?; // 30 N s for each metre
/// assert_eq!(hit, [barrel]);
/// assert!((world.body(barrel)?.velocity().x - 3.0).abs() < 1e-5);
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias = "explode")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "b2World_Explode")]
pub struct Explosion {
    /// Where it happens, m.
    pub center: Position,
    /// Up to this distance it has its full strength, m, not negative.
    pub radius: f32,
    /// Beyond the radius, its strength falls to zero over this distance, m, not negative.
    pub falloff: f32,
    /// Impulse on each metre of a shape that faces the explosion, N s/m; negative for an implosion.
    pub impulse_per_length: f32,
    /// The categories of colliders that it pushes, as bits.
    pub categories: u64,
    /// The categories of colliders that shelter what is behind them, as bits; 0 for none.
    pub obstacles: u64,
}

/// What an explosion does to a body: see [`Explosion::hits`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplosionHit {
    /// The body.
    pub body: BodyId,
    /// Its collider that is hit hardest.
    pub collider: ColliderId,
    /// How far the nearest point of the collider is from the centre, m; zero for an explosion inside it.
    pub distance: f32,
    /// That point, m.
    pub point: Position,
    /// How hard it is hit, above 0, up to 1: 1 up to the radius, falling to 0 over the falloff, times the
    /// share of the sight lines to it that no obstacle blocks. Damage is this times the most that the weapon
    /// does.
    pub strength: f32,
}

/// N s, and where it acts, m.
type Push = (BodyId, ColliderId, Vec2, Position);

impl Explosion {
    /// An explosion within `radius` (m) with an impulse per length of shapes (N s/m), no falloff and no
    /// obstacles.
    #[must_use]
    pub fn new(center: impl Into<Position>, radius: f32, impulse_per_length: f32) -> Self {
        let center = center.into();
        Self { center, radius, falloff: 0.0, impulse_per_length, categories: ALL, obstacles: 0 }
    }

    /// Pushes the dynamic bodies in reach, wakes them, and returns them in the order of their slots.
    /// [`Explosion::hits`] tells how hard each is hit, and what is not dynamic.
    ///
    /// # Errors
    /// [`DefError::Value`] for a number out of its range, or an impulse that would give a body a velocity
    /// which is not finite; nothing is changed.
    pub fn apply<B: Broadphase>(&self, world: &mut World<B>) -> Result<Vec<BodyId>, DefError> {
        self.validate()?;
        let box_ = self.reached_box();
        let unit = world.settings().length_unit;
        let mut pushes: Vec<Push> = world
            .colliders()
            .filter(|c| c.filter().category & self.categories != 0 && !c.is_sensor() && c.is_enabled())
            .filter(|c| c.body().kind() == BodyKind::Dynamic && c.body().is_enabled())
            .filter(|c| c.fat_aabb_from(self.center).overlaps(box_))
            .filter_map(|c| {
                let (impulse, point) = self.push(world, c)?;
                Some((c.body().id(), c.id(), impulse, local::position(self.center, point, unit)))
            })
            .collect();
        compute::sort_by(&mut pushes, |a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
        self.check_pushes(world, &pushes)?;
        for (body, _, impulse, point) in &pushes {
            world.body_mut(*body)?.apply_impulse(*impulse, *point)?;
        }
        let mut bodies: Vec<BodyId> = pushes.iter().map(|(body, ..)| *body).collect();
        bodies.dedup();
        Ok(bodies)
    }

    /// Refuses before the first push what the world would refuse: bounds of the sums of all pushes.
    fn check_pushes<B: Broadphase>(&self, world: &World<B>, pushes: &[Push]) -> Result<(), DefError> {
        // What is below is finite after the roundings of an f32.
        let most = 0.99 * f64::from(f32::MAX);
        for of_body in pushes.chunk_by(|a, b| a.0 == b.0) {
            let body = world.body(of_body[0].0)?;
            let [mass, inertia] = [mass_of(body), body.mass_properties().inertia].map(f64::from);
            let mut velocity = body.velocity().map(|x| f64::from(x.abs()));
            let mut turn = f64::from(body.angular_velocity().abs());
            for &(_, _, impulse, point) in of_body {
                world.check_position(["point.x", "point.y"], point)?;
                let impulse = impulse.map(|x| f64::from(x.abs()));
                let arm = body.center_from(point).coords.map(|x| f64::from(x.abs()));
                let twist = arm.x * impulse.y + arm.y * impulse.x;
                velocity += impulse / mass;
                turn += if inertia > 0.0 { twist / inertia } else { 0.0 };
                // NaN is not below it.
                let is_finite =
                    [impulse.x, impulse.y, velocity.x, velocity.y, twist, turn].iter().all(|x| *x < most);
                if !is_finite {
                    let (field, value) = ("impulse_per_length", self.impulse_per_length);
                    let expected = "small enough for the bodies that it reaches";
                    return Err(DefError::Value { field, value, expected });
                }
            }
        }
        Ok(())
    }

    fn validate(&self) -> Result<(), DefError> {
        check::finite_position("center", self.center)?;
        check::not_negative("radius", self.radius)?;
        check::not_negative("falloff", self.falloff)?;
        check::finite("impulse_per_length", self.impulse_per_length)
    }

    /// What the explosion reaches, of all kinds of bodies, in the order of their slots: for damage. Moves
    /// nothing, so call it before or after [`Explosion::apply`].
    ///
    /// ```
    /// use toolkit::effects::Explosion;
    /// use world::geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([4.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(0.5, 9.0)?))?;
    /// let blast = Explosion { falloff: 4.0, ..Explosion::new([0.0, 0.0], 1.5, 30.0) };
    /// let hits = blast.hits(&world)?;
    /// assert_eq!((hits[0].body, hits[0].distance), (wall, 3.5)); // m
    /// assert_eq!(100.0 * hits[0].strength, 50.0); // damage: half way through the falloff
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError::Value`] for a number out of its range.
    #[doc(alias("damage", "splash_damage", "radius_damage"))]
    pub fn hits<B: Broadphase>(&self, world: &World<B>) -> Result<Vec<ExplosionHit>, DefError> {
        self.validate()?;
        let box_ = self.reached_box();
        let mut hits: Vec<ExplosionHit> = world
            .colliders()
            .filter(|c| c.filter().category & self.categories != 0 && !c.is_sensor() && c.is_enabled())
            .filter(|c| c.body().is_enabled() && c.fat_aabb_from(self.center).overlaps(box_))
            .filter_map(|c| self.hit(world, c))
            .collect();
        // Of each body the collider that is hit hardest, and of equal ones the nearest and the first.
        compute::sort_by(&mut hits, |a, b| {
            let by_force = b.strength.total_cmp(&a.strength).then(a.distance.total_cmp(&b.distance));
            a.body.cmp(&b.body).then(by_force).then(a.collider.cmp(&b.collider))
        });
        hits.dedup_by_key(|hit| hit.body);
        Ok(hits)
    }

    /// Of what is in reach, as seen from the centre.
    fn reached_box(&self) -> Aabb {
        Aabb { lower: Point::origin(), upper: Point::origin() }.expanded(self.radius + self.falloff)
    }

    fn hit<B: Broadphase>(&self, world: &World<B>, collider: ColliderRef<'_>) -> Option<ExplosionHit> {
        let (shape, body) = (collider.shape(), collider.body());
        let pose = body.pose_from(self.center);
        let near = tolerances(world).closest_point(shape, pose, Point::origin())?;
        let distance = max(near.separation, 0.0);
        let share = self.share_at(distance);
        let point = if distance > 0.0 { near.points[0] } else { Point::origin() };
        let direction = if distance > 0.0 { point.coords / distance } else { Vec2::y() };
        let open = match across(&shape.transformed(pose), direction) {
            Some(width) if distance > 0.0 => self.open_share(world, collider, pose, direction, width),
            _ => 1.0,
        };
        let strength = share * open;
        (strength > 0.0).then(|| ExplosionHit {
            body: body.id(),
            collider: collider.id(),
            distance,
            point: local::position(self.center, point, world.settings().length_unit),
            strength,
        })
    }

    /// At a distance (m): 1 up to the radius, then falling to 0; never negative.
    fn share_at(&self, distance: f32) -> f32 {
        if distance <= self.radius {
            return 1.0;
        }
        // For a falloff of zero minus infinity.
        max(0.0, 1.0 - (distance - self.radius) / self.falloff)
    }

    /// The impulse on a collider, and where it acts, as seen from the centre.
    fn push<B: Broadphase>(&self, world: &World<B>, collider: ColliderRef<'_>) -> Option<(Vec2, Point)> {
        let (shape, body) = (collider.shape(), collider.body());
        let pose = body.pose_from(self.center);
        let near = tolerances(world).closest_point(shape, pose, Point::origin())?;
        let is_inside = near.separation <= 0.0;
        let distance = max(near.separation, 0.0);
        let share = self.share_at(distance);
        if share <= 0.0 {
            return None;
        }
        // An explosion inside a shape has no nearest point: it pushes the centre of mass away from itself.
        let point = if is_inside { body.center_from(self.center) } else { near.points[0] };
        let away = point.coords;
        let length = away.norm();
        let direction = if length > 0.0 { away / length } else { Vec2::y() };
        let [low, high] = across(&shape.transformed(pose), direction)?;
        let open =
            if is_inside { 1.0 } else { self.open_share(world, collider, pose, direction, [low, high]) };
        let impulse = self.impulse_per_length * (high - low) * share * open;
        (impulse != 0.0).then_some((direction * impulse, point))
    }

    /// The share of the sight lines to a shape at a pose, as seen from the centre, that no obstacle blocks.
    fn open_share<B: Broadphase>(
        &self,
        world: &World<B>,
        collider: ColliderRef<'_>,
        pose: Pose,
        direction: Vec2,
        [low, high]: [f32; 2],
    ) -> f32 {
        if self.obstacles == 0 {
            return 1.0;
        }
        let body = collider.body().id();
        let side = left_normal(direction);
        let depth = collider.shape().aabb(pose).center().coords.dot(&direction);
        let is_open = |i: u16| {
            let at = low + (high - low) * (f32::from(i) + 0.5) / f32::from(SIGHT_LINES);
            let ray = Ray::new(Point::origin(), direction * depth + side * at);
            let shape =
                tolerances(world).cast_ray(collider.shape(), pose, &ray).map_or(1.0, |hit| hit.fraction);
            let filter = QueryFilter::default().mask(self.obstacles).exclude_body(body);
            let filter = filter.seen_from(self.center);
            let obstacle = world.cast_ray(&ray, filter).ok().flatten();
            obstacle.is_none_or(|hit| hit.fraction >= shape)
        };
        (0..SIGHT_LINES).filter(|i| is_open(*i)).count() as f32 / f32::from(SIGHT_LINES)
    }
}

fn tolerances<B: Broadphase>(world: &World<B>) -> Tolerances {
    Tolerances::of_unit(world.settings().length_unit)
}

/// Where a shape begins and ends across a direction, m; `None` for a half-space.
fn across(shape: &Shape, direction: Vec2) -> Option<[f32; 2]> {
    let (hull, side) = (shape.hull()?, left_normal(direction));
    let (low, high) = hull.vertices.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), p| {
        let at = p.coords.dot(&side);
        (min(at, low), max(at, high))
    });
    Some([low - hull.radius, high + hull.radius])
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{BodyDef, ColliderDef, Filter, WorldSettings};

    const WALL: u64 = 1 << 4;

    fn space() -> World {
        World::new(WorldSettings { gravity: Vec2::zeros(), ..WorldSettings::default() })
    }

    fn add(world: &mut World, shape: Shape, at: [f32; 2], angle: f32) -> BodyId {
        let body = world.add_body(BodyDef::dynamic().position(at).angle(angle)).unwrap();
        world.add_collider(body, ColliderDef::new(shape)).unwrap();
        body
    }

    fn momentum(world: &World, id: BodyId) -> Vec2 {
        let body = world.body(id).unwrap();
        body.velocity() * body.mass_properties().mass
    }

    /// The impulse is that of the width across the blast, for a turned box, a circle and a capsule; it points
    /// away from the centre.
    #[test]
    fn impulse_is_proportional_to_the_width_that_faces_the_blast() {
        let diagonal = 2.0_f32.sqrt();
        for (shape, angle, width) in [
            (Shape::rectangle(0.5, 0.5).unwrap(), 0.0, 1.0),
            (Shape::rectangle(0.5, 0.5).unwrap(), std::f32::consts::FRAC_PI_4, diagonal),
            (Shape::circle(0.3).unwrap(), 1.0, 0.6),
            (Shape::capsule([0.0, -1.0], [0.0, 1.0], 0.25).unwrap(), 0.0, 2.5),
        ] {
            let mut world = space();
            let body = add(&mut world, shape, [3.0, 0.0], angle);
            Explosion::new([0.0, 0.0], 5.0, 7.0).apply(&mut world).unwrap();
            let p = momentum(&world, body);
            assert!((p - Vec2::new(7.0 * width, 0.0)).norm() < 1e-4 * width, "{p:?} {width}");
        }
    }

    /// Full strength up to the radius, half of it in the middle of the falloff, none beyond.
    #[test]
    fn strength_falls_linearly_beyond_the_radius() {
        let blast = Explosion { falloff: 4.0, ..Explosion::new([0.0, 0.0], 2.0, 1.0) };
        for (distance, share) in [(1.0, 1.0), (2.0, 1.0), (4.0, 0.5), (5.0, 0.25), (6.1, 0.0)] {
            let mut world = space();
            let body = add(&mut world, Shape::circle(0.5).unwrap(), [0.0, distance + 0.5], 0.0);
            let hit = blast.apply(&mut world).unwrap();
            assert!((momentum(&world, body).y - share).abs() < 1e-5);
            assert_eq!(hit.len(), usize::from(share > 0.0));
        }
    }

    /// A ring of equal bodies gets no momentum as a whole, whatever its number, and each the same speed.
    #[test]
    fn explosion_in_a_ring_gives_no_momentum() {
        let mut world = space();
        let ring: Vec<BodyId> = (0..12)
            .map(|i| {
                let angle = std::f32::consts::TAU * i as f32 / 12.0;
                let at = geom::Rot::from_angle(angle) * Vec2::new(3.0, 0.0);
                add(&mut world, Shape::rectangle(0.2, 0.2).unwrap(), at.into(), angle)
            })
            .collect();
        assert_eq!(Explosion::new([0.0, 0.0], 4.0, 5.0).apply(&mut world).unwrap(), ring);
        let sum: Vec2 = ring.iter().map(|id| momentum(&world, *id)).sum();
        assert!(sum.norm() < 1e-5, "{sum:?}");
        for id in ring {
            assert!((momentum(&world, id).norm() - 5.0 * 0.4).abs() < 1e-4);
        }
    }

    /// What is behind a wall is sheltered, wholly or by half; a wall that is no obstacle shelters nothing.
    #[test]
    fn obstacles_shelter_what_is_behind_them() {
        for (lower, upper, obstacles, share) in
            [(-5.0, 5.0, WALL, 0.0), (0.0, 5.0, WALL, 0.5), (-5.0, 5.0, 0, 1.0), (2.0, 5.0, WALL, 1.0)]
        {
            let mut world = space();
            let wall = world.add_body(BodyDef::fixed().position([2.0, 0.0])).unwrap();
            let shape = Shape::segment([0.0, lower], [0.0, upper]).unwrap();
            let filter = Filter { category: WALL, ..Filter::default() };
            world.add_collider(wall, ColliderDef::new(shape).filter(filter)).unwrap();
            let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), [4.0, 0.0], 0.0);
            Explosion { obstacles, ..Explosion::new([0.0, 0.0], 9.0, 1.0) }.apply(&mut world).unwrap();
            let p = momentum(&world, body);
            assert!((p.x - share).abs() < 1e-5, "{p:?} {share}");
        }
    }

    /// An explosion inside a body pushes its centre of mass away; exactly there it pushes up. Sleeping bodies
    /// wake.
    #[test]
    fn explosion_inside_a_body_pushes_its_center() {
        for (at, direction) in [([-0.2, 0.0], Vec2::x()), ([0.0, 0.0], Vec2::y())] {
            let mut world = space();
            let body = world.add_body(BodyDef::dynamic().awake(false)).unwrap();
            world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
            Explosion::new(at, 1.0, 2.0).apply(&mut world).unwrap();
            assert!((momentum(&world, body) - direction * 2.0).norm() < 1e-5);
            assert_eq!(world.body(body).unwrap().angular_velocity(), 0.0);
            assert!(world.body(body).unwrap().is_awake());
        }
    }

    /// A blast of any strength near bodies of any density pushes all that it reaches, or is refused by name
    /// and pushes none, wakes none and changes nothing.
    #[test]
    fn all_in_reach_are_pushed_or_none() {
        let mut refused = 0;
        for exponent in -3..39 {
            for (heavy, light, turned) in
                [(1e6, 1e-6, 0.0), (1e12, 1e-12, 0.3), (1.0, 1.0, 1.0), (1e-9, 1e9, 0.7)]
            {
                let strength = 10.0_f32.powi(exponent);
                let mut world = space();
                for (at, density) in [([2.0, 0.3], heavy), ([-2.0, 0.1], light), ([0.1, 2.0], heavy)] {
                    let body =
                        world.add_body(BodyDef::dynamic().position(at).angle(turned).awake(false)).unwrap();
                    for x in [-0.5, 0.4] {
                        let part =
                            ColliderDef::new(Shape::rectangle(0.3, 0.8).unwrap()).offset([x, 0.0], 0.0);
                        world.add_collider(body, part.density(density)).unwrap();
                    }
                }
                let hash = world.sync_hash();
                match Explosion::new([0.0, 0.0], 3.0, strength).apply(&mut world) {
                    Ok(hit) => {
                        assert_eq!(hit.len(), 3);
                        assert!(world.bodies().all(|it| it.velocity().norm() > 0.0 && it.is_awake()));
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(error.to_string().starts_with("impulse_per_length is "), "{error}");
                        assert_eq!(world.sync_hash(), hash, "{strength} {heavy} {light}");
                    }
                }
            }
        }
        assert!((20..60).contains(&refused), "{refused} of 168 refused");
    }

    /// A bad number is named, and nothing is pushed.
    #[test]
    fn bad_numbers_are_named() {
        let mut world = space();
        let body = add(&mut world, Shape::circle(0.5).unwrap(), [1.0, 0.0], 0.0);
        let blast = Explosion::new([0.0, 0.0], f32::NAN, 1.0);
        let error = blast.apply(&mut world).unwrap_err();
        assert_eq!(error.to_string(), "radius is NaN: it must be finite and not negative");
        assert_eq!(momentum(&world, body), Vec2::zeros());
    }
}
