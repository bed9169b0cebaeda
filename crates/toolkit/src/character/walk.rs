//! One step of a character: carry, push out, walk or fly, find the ground, feel the walls.
//!
//! ```text
//!   carry     the ground has moved since the last step: move with it
//!   push out  something has moved into the character: move out of it, along the contact normals
//!   walk      from the ground: along the ground, over steps, with constant speed
//!   fly       in the air: along the velocity, sliding along what is hit
//!   ground    cast down: stand at one skin above what can be walked on
//!   feel      cast to the left, to the right and up: the contact flags
//! ```
//!
//! Walking and flying are the classic collide and slide: cast, advance to the hit, turn the rest of the
//! motion along the surface, repeat. On the ground the rest keeps its length, so that a slope costs no speed.
//!
//! Source: collide and slide as in Quake's `SV_FlyMove`; casts down for steps and slopes are in most
//! character controllers. Turned down: solving all contact planes at once, as Box2D 3.1 does
//! (`b2SolvePlanes`), without casts: its planes reach beyond the ends of their faces, so it stumbles over
//! tiles, and steps need casts all the same.

use super::ground::{Landing, STEP_TOLERANCE};
use super::motion::{CharacterCollision, CharacterGround, CharacterMotion};
use super::planes::{MAX_HITS, Planes, slid};
use super::settings::{Frame, unit};
use super::state::{OVERLAP_TOLERANCE, Push, Walk};
use super::surroundings::{Contact, KINEMATIC, OUTER_SHARE, Obstacle, STATIC, Surface, back_off, length};
use compute::math::{clamp, max, min};
use geom::{Point, Vec2, cross};
use world::{BodyId, BodyKind};

/// Rounds of pushing the character out of everything that overlaps it. Two walls at a right angle need one,
/// a sharp wedge several.
const PUSH_ROUNDS: usize = 8;

/// Share of the skin. A character whose outer shape overlaps something by more than this is crushed: the
/// shape itself then overlaps it by a quarter of the skin.
const CRUSH_SHARE: f32 = 0.75;

/// A step must have room for this many skins beyond its edge.
const STEP_DEPTH: f32 = 2.0;

impl Walk<'_, '_> {
    /// The whole step with the velocity that the game wants (m/s). `old_ground` is the ground of the last
    /// step, which has moved by `carry` (m) since. A character that `drops` leaves it, as one that jumps.
    pub(super) fn run(&mut self, wish: Vec2, old_ground: Option<CharacterGround>, carry: Vec2, drops: bool) {
        if let Some(ground) = &old_ground {
            self.be_carried(carry, ground);
        }
        self.push_out();
        let is_leaving = drops || wish.dot(&self.frame.up) > 0.0;
        match old_ground.filter(|_| !is_leaving) {
            Some(ground) => {
                let turn = self.around.angular_velocity(ground.body);
                self.arrival = (ground.velocity - ground.belt_velocity, turn);
                let speed = wish.dot(&self.frame.right);
                self.walk(speed, speed.abs() * self.dt, ground);
            }
            None => {
                self.velocity = wish + old_ground.map_or(Vec2::zeros(), |ground| ground.velocity);
                // What a kinematic body does in this step came with the carry.
                let is_carried = old_ground.is_some_and(|ground| self.moves_by_itself(ground.body));
                self.fly(if is_carried { wish } else { self.velocity } * self.dt);
            }
        }
        // Before it rides on: the obstacles are where they are at the beginning of the step.
        self.is_crushed = self.deepest() > CRUSH_SHARE * self.settings.skin;
        self.ride_on();
    }

    /// Moves by `motion` (m), which a body has done. Returns the first contact in the way.
    pub(super) fn follow(&mut self, motion: Vec2, body: BodyId) -> Option<Contact> {
        self.slide(motion, |obstacle| obstacle.body.id() == body)
    }

    /// Moves with the ground of the last step by `carry` (m), and pushes what is in the way.
    fn be_carried(&mut self, carry: Vec2, ground: &CharacterGround) {
        let (up, start) = (self.frame.up, self.position);
        let contact = self.follow(carry, ground.body);
        self.push_in_the_way(contact, ground);
        if self.moves_by_itself(ground.body) {
            self.be_lifted(up * (carry - (self.position - start)).dot(&up));
        }
    }

    /// Moves upwards by `rise` (m) with a kinematic body below, also into what is not static: it would sink
    /// into the body that lifts it. Another character above its head gives way when it steps in its turn.
    fn be_lifted(&mut self, rise: Vec2) {
        if rise.dot(&self.frame.up) > 0.0 {
            let start = self.position;
            self.slide(rise, |obstacle| obstacle.rank() < STATIC);
            self.lifted += self.position - start;
        }
    }

    /// How deep it overlaps the worst obstacle, m. Into a kinematic body it may have been lifted in this
    /// step, which may be another character and give way: what counts is how deep it was before.
    fn deepest(&self) -> f32 {
        let (up, lifted) = (self.frame.up, self.lifted);
        let gives_way = |normal: Vec2, obstacle: &Obstacle<'_>| {
            lifted != Vec2::zeros() && obstacle.rank() == KINEMATIC && normal.dot(&up) < 0.0
        };
        let now = self.around.deepest(self.position, |normal, obstacle| !gives_way(normal, obstacle));
        max(now, self.around.deepest(self.position - lifted, gives_way))
    }

    /// Pushes a dynamic body that stops it while its ground carries it. A ground that is dynamic itself is
    /// pushed back.
    fn push_in_the_way(&mut self, contact: Option<Contact>, ground: &CharacterGround) {
        let Some(contact) = contact.filter(|it| self.around.obstacles[it.index].is_dynamic()) else { return };
        let count = self.pushes.len();
        self.hit(contact, ground.velocity, false);
        let mut obstacles = self.around.obstacles.iter();
        let is_dynamic = obstacles.any(|on| on.body.id() == ground.body && on.is_dynamic());
        if let (Some(&push), true) = (self.pushes.get(count), is_dynamic) {
            self.pushes.push(Push { body: ground.body, force: -push.force, point: ground.point });
        }
    }

    /// Whether a body is kinematic: what it does until the end of the step is known.
    fn moves_by_itself(&self, body: BodyId) -> bool {
        let mut obstacles = self.around.obstacles.iter();
        obstacles.any(|obstacle| obstacle.body.id() == body && obstacle.body.kind() == BodyKind::Kinematic)
    }

    /// Goes along with a dynamic body that it stands on, as far as the velocity of the body leads.
    fn ride_on(&mut self) {
        let Some(ground) = self.ground else { return };
        let mut obstacles = self.around.obstacles.iter();
        let on = obstacles.find(|obstacle| obstacle.body.id() == ground.body && obstacle.is_dynamic());
        let origin = self.around.origin;
        let Some(point) = on.map(|on| on.body.pose_after_from(self.dt, origin) * ground.local_point) else {
            return;
        };
        let point = self.around.position(point);
        let contact = self.follow(point - ground.point, ground.body);
        self.push_in_the_way(contact, &ground);
        self.ground = Some(CharacterGround { point, ..ground });
    }

    /// Moves by `motion` (m) and slides along what is hit, except what is to be skipped. Nothing but the
    /// position changes. Returns the first contact.
    fn slide(&mut self, motion: Vec2, skip: impl Fn(&Obstacle<'_>) -> bool) -> Option<Contact> {
        let mut rest = motion;
        let mut planes = Planes::default();
        let mut first = None;
        for _ in 0..MAX_HITS {
            let Some(direction) = unit(rest) else { break };
            let skip = |_: usize, obstacle: &Obstacle<'_>| skip(obstacle);
            let contact = self.around.first_contact(self.position, direction, length(rest), skip);
            let way =
                contact.map_or(length(rest), |contact| back_off(contact, direction, self.settings.skin));
            self.position += direction * way;
            first = first.or(contact);
            let Some(contact) = contact else { break };
            rest = planes.clip(rest - direction * way, contact.normal, 0.0);
        }
        first
    }

    /// Moves out of everything that overlaps the outer shape. Where there is no room, it moves out of static
    /// bodies rather than out of kinematic ones, and out of those rather than out of dynamic ones. Of two
    /// kinematic ones it moves out of the one that lifts it.
    fn push_out(&mut self) {
        let tolerance = OVERLAP_TOLERANCE * self.settings.skin;
        for _ in 0..PUSH_ROUNDS {
            let mut next = 0;
            while let Some((index, normal, depth)) = self.around.next_overlap(next, self.position, tolerance)
            {
                let (up, start) = (self.frame.up, self.position);
                let rank = self.around.obstacles[index].rank();
                let way = normal * depth;
                self.slide(way, |obstacle| obstacle.rank() < rank);
                if rank == KINEMATIC && self.frame.is_walkable(normal) {
                    self.be_lifted(up * (way - (self.position - start)).dot(&up));
                }
                next = index + 1;
            }
            if next == 0 {
                return;
            }
        }
    }

    /// Walks along `ground` with `speed` (m/s, to the right) for `rest` metres, and stays on the ground if
    /// it can.
    fn walk(&mut self, speed: f32, rest: f32, ground: CharacterGround) {
        let Frame { up, right, .. } = self.frame;
        let start = self.position;
        let side = if speed < 0.0 { -1.0 } else { 1.0 };
        let mut normal = ground.normal;
        let mut speed = speed;
        let mut floor = ground;
        let mut rest =
            if self.settings.constant_speed { rest } else { rest * self.frame.along(normal).dot(&right) };
        for _ in 0..MAX_HITS {
            let direction = self.frame.along(normal) * side;
            let contact = self.around.first_contact(self.position, direction, rest, |_, _| false);
            let way = contact.map_or(rest, |contact| back_off(contact, direction, self.settings.skin));
            self.position += direction * min(way, rest);
            rest -= min(way, rest);
            let Some(contact) = contact else {
                self.lean(direction, direction * speed.abs() + floor.velocity);
                break;
            };
            let surface = self.around.surface(contact);
            let is_dynamic = self.around.obstacles[contact.index].is_dynamic();
            if let Surface::Floor(next) = surface {
                if !self.settings.constant_speed {
                    rest *= self.frame.along(next).dot(&right) / self.frame.along(normal).dot(&right);
                }
                normal = next;
                continue;
            }
            if !is_dynamic && let Some((landing, way)) = self.step_up(side, rest, &floor) {
                self.position = landing.position;
                rest -= min(way, rest);
                normal = landing.ground.normal;
                floor = landing.ground;
                self.has_climbed_step = true;
                continue;
            }
            let surface_velocity = self.hit(contact, direction * speed.abs() + floor.velocity, false);
            // What was hit may move as well: the character follows it, but is not thrown by it.
            let surface_speed = (surface_velocity - floor.velocity).dot(&right);
            speed = clamp(surface_speed, min(speed, 0.0), max(speed, 0.0));
            break;
        }
        let run = (self.position - start).dot(&right).abs();
        if let Some(landing) = self.find_ground(self.position, self.settings.snap_distance, run, false) {
            self.position = landing.position;
            self.ground = Some(landing.ground);
            self.velocity = right * speed;
            return;
        }
        // It walked off the ground. It keeps the speed along the ground, but a ramp does not throw it up.
        let along = self.frame.along(normal) * speed;
        self.velocity = along - up * max(0.0, along.dot(&up)) + floor.velocity;
        self.rest_in_wedge();
    }

    /// Pushes a dynamic body that is within the skin at the end of the way, so that what it pushes along
    /// moves as steadily as it.
    fn lean(&mut self, direction: Vec2, velocity: Vec2) {
        let reach = (1.0 - OUTER_SHARE) * self.settings.skin;
        let is_other = |_: usize, obstacle: &Obstacle<'_>| !obstacle.is_dynamic();
        let contact = self.around.first_contact(self.position, direction, reach, is_other);
        if let Some(contact) = contact.filter(|it| matches!(self.around.surface(*it), Surface::Wall(_))) {
            self.hit(contact, velocity, false);
        }
    }

    /// Climbs a step that blocks the way to a side (-1 or 1) from `floor`: up, on for `rest` metres, down.
    /// Returns where it stands then, and how far it went to the side.
    fn step_up(&mut self, side: f32, rest: f32, floor: &CharacterGround) -> Option<(Landing, f32)> {
        let Frame { up, right, .. } = self.frame;
        let (height, skin) = (self.settings.step_height, self.settings.skin);
        if height <= 0.0 {
            return None;
        }
        let rise = self.room(self.position, up, height + skin);
        let raised = self.position + up * rise;
        let way = self.room(raised, right * side, max(rest, STEP_DEPTH * skin));
        if way < min(rest, skin) {
            return None;
        }
        let landing = self.find_ground(raised + right * (side * way), rise + skin, 0.0, true)?;
        let climbed = (landing.ground.point - floor.point).dot(&up);
        let is_low = climbed <= height * (1.0 + STEP_TOLERANCE);
        let is_dynamic = self
            .around
            .obstacles
            .iter()
            .any(|obstacle| obstacle.collider.id() == landing.ground.collider && obstacle.is_dynamic());
        (is_low && !is_dynamic).then_some((landing, way))
    }

    /// Moves through the air along the velocity, by `rest` (m), and lands on what can be walked on.
    fn fly(&mut self, mut rest: Vec2) {
        let Frame { up, right, .. } = self.frame;
        let (mut planes, mut velocity_planes) = (Planes::default(), Planes::default());
        for _ in 0..MAX_HITS {
            let Some(direction) = unit(rest) else { break };
            let contact = self.around.first_contact(self.position, direction, length(rest), |_, _| false);
            let way =
                contact.map_or(length(rest), |contact| back_off(contact, direction, self.settings.skin));
            self.position += direction * way;
            let Some(contact) = contact else { break };
            rest -= direction * way;
            let landing_normal = match self.around.surface(contact) {
                Surface::Floor(normal) => Some(normal),
                Surface::Ledge(normal) => self.frame.is_walkable(contact.normal).then_some(normal),
                Surface::Wall(_) => None,
            };
            let ground = landing_normal.map(|normal| self.ground_at(contact, normal));
            if let Some(ground) = ground.filter(|ground| self.comes_down_on(ground)) {
                self.hit(contact, self.velocity, true);
                let speed = self.land(&ground).dot(&right);
                let side_way = rest.dot(&right).abs();
                self.walk(speed, side_way, ground);
                return;
            }
            let Contact { normal, .. } = contact;
            let surface_velocity = self.hit(contact, self.velocity, false);
            // A slope that is too steep must not turn a run into a climb: it is a wall to what runs into it.
            let climbs = |old: Vec2| slid(old, normal, 0.0).dot(&up) > max(old.dot(&up), 0.0) + f32::EPSILON;
            let is_steep = landing_normal.is_none() && normal.dot(&up) > 0.0;
            let wall = unit(normal - up * normal.dot(&up)).filter(|_| is_steep);
            for (plane, only_if_climbing) in
                wall.map(|wall| (wall, true)).into_iter().chain([(normal, false)])
            {
                if !only_if_climbing || climbs(rest) {
                    rest = planes.clip(rest, plane, 0.0);
                }
                if !only_if_climbing || climbs(self.velocity) {
                    let least = min(0.0, surface_velocity.dot(&plane));
                    self.velocity = velocity_planes.clip(self.velocity, plane, least);
                }
            }
        }
        if self.frame.is_seen_from_above() {
            return;
        }
        let landing = self.find_ground(self.position, self.settings.skin, 0.0, false);
        if let Some(landing) = landing.filter(|landing| self.comes_down_on(&landing.ground)) {
            self.position = landing.position;
            self.velocity = self.land(&landing.ground);
            self.ground = Some(landing.ground);
        } else {
            self.rest_in_wedge();
        }
    }

    /// Records a hit at `velocity` (m/s, of the character in the world), and pushes what was hit unless the
    /// character lands on it, which then gets its momentum. Returns the velocity of what was hit.
    fn hit(&mut self, contact: Contact, velocity: Vec2, lands: bool) -> Vec2 {
        let obstacle = &self.around.obstacles[contact.index];
        let Contact { normal, point, .. } = contact;
        let (surface_velocity, place) =
            (self.around.velocity_at(obstacle, point), self.around.position(point));
        let speed = max(0.0, (surface_velocity - velocity).dot(&normal));
        let mut impulse = 0.0;
        if obstacle.is_dynamic() && !lands && !matches!(self.around.surface(contact), Surface::Floor(_)) {
            let mass = obstacle.body.mass_properties();
            let arm = cross(point - obstacle.body.center_from(self.around.origin), normal);
            let turns = mass.inertia > 0.0 && !obstacle.body.locks().rotation;
            let inverse_inertia = if turns { 1.0 / mass.inertia } else { 0.0 };
            let inverse = 1.0 / max(mass.mass, f32::MIN_POSITIVE) + arm * arm * inverse_inertia;
            let both = inverse + 1.0 / max(self.settings.mass, f32::MIN_POSITIVE);
            let (force, torque) = self.force_on(obstacle);
            let given =
                force.dot(&normal) / max(mass.mass, f32::MIN_POSITIVE) + torque * arm * inverse_inertia;
            let left = max(0.0, speed + given * self.dt);
            let own = self.pushes.iter().filter(|push| push.body == obstacle.body.id());
            let pushed: f32 = own.map(|push| -push.force.dot(&normal)).sum();
            impulse = clamp(left / both, 0.0, max(0.0, self.settings.push_force - pushed) * self.dt);
            let force = normal * (-impulse / max(self.dt, f32::MIN_POSITIVE));
            self.pushes.push(Push { body: obstacle.body.id(), force, point: place });
        }
        self.collisions.push(CharacterCollision {
            body: obstacle.body.id(),
            collider: obstacle.collider.id(),
            point: place,
            normal,
            speed,
            impulse,
        });
        surface_velocity
    }

    /// What the next step of the world will apply to a body, by the program, by other characters and by this
    /// one: a force at the centre of mass (N) and a torque (N m). A body that two push gives way to both.
    fn force_on(&self, obstacle: &Obstacle<'_>) -> (Vec2, f32) {
        let center = obstacle.body.center_from(self.around.origin);
        let own = self.pushes.iter().filter(|push| push.body == obstacle.body.id());
        own.fold(obstacle.body.applied_force(), |(force, torque), push| {
            let lever = Point::from(push.point - self.around.origin) - center;
            (force + push.force, torque + cross(lever, push.force))
        })
    }

    pub(super) fn finish(mut self) -> (CharacterMotion, Vec<Push>) {
        let Frame { up, right, .. } = self.frame;
        let up = if self.frame.is_seen_from_above() { Vec2::new(0.0, 1.0) } else { up };
        let [left, right, ceiling] = [-right, right, up].map(|direction| self.feel(direction).is_some());
        let motion = CharacterMotion {
            position: self.around.position(self.position),
            velocity: self.velocity,
            ground: self.ground,
            is_wall_left: left,
            is_wall_right: right,
            is_ceiling: ceiling,
            is_crushed: self.is_crushed,
            has_climbed_step: self.has_climbed_step,
            collisions: self.collisions,
        };
        (motion, self.pushes)
    }
}
