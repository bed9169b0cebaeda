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
//! Source: the idea of collide and slide is that of Quake's `SV_FlyMove`; casts down for steps and slopes are
//! in most character controllers. Turned down: solving all contact planes at once, as Box2D 3.1 does
//! (`b2SolvePlanes`). It needs no casts, but its planes reach beyond the ends of the faces they come from, so
//! it stumbles over tiles, and a step has to be found by casts all the same.

use super::motion::{CharacterCollision, CharacterGround, CharacterMotion};
use super::settings::{CharacterSettings, Frame, unit};
use super::surroundings::{Contact, Obstacle, Surface, Surroundings, back_off, length};
use compute::math::{clamp, max, min};
use geom::{Point, Vec2, cross, right_normal};
use world::BodyId;

/// Hits in a row that turn a motion. The fifth happens only in corners, where the motion ends anyway.
const MAX_HITS: usize = 6;

/// Rounds of pushing the character out of everything that overlaps it. Two walls at a right angle need one,
/// a sharp wedge several.
const PUSH_ROUNDS: usize = 8;

/// Share of the skin. Overlaps of the outer shape below this are left as they are.
const OVERLAP_TOLERANCE: f32 = 0.01;

/// Share of the skin. A character that overlaps something by more than this beyond half of its skin is
/// crushed.
const CRUSH_SHARE: f32 = 0.75;

/// Share of the step height by which a step may be higher, for rounding.
const STEP_TOLERANCE: f32 = 0.005;

/// Share of a motion that may go into a surface that it slid along before, for rounding.
const CORNER_TOLERANCE: f32 = 1e-4;

/// A step must have room for this many skins beyond its edge.
const STEP_DEPTH: f32 = 2.0;

/// Surfaces that are too steep to stand on, that a cast down may pass by before it finds ground.
const MAX_STEEP: usize = 3;

/// Skins per second. What rises more slowly than this is on the ground: rounding of the velocity.
const RISE_RATE: f32 = 0.05;

/// A push on a dynamic body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) body: BodyId,
    /// kg m/s^2.
    pub(super) force: Vec2,
    /// m.
    pub(super) point: Point,
}

/// A step in progress.
pub(super) struct Walk<'w, 's> {
    around: Surroundings<'w>,
    settings: &'s CharacterSettings,
    frame: Frame,
    dt: f32,
    position: Point,
    /// Relative to the ground while there is one, m/s.
    velocity: Vec2,
    ground: Option<CharacterGround>,
    is_crushed: bool,
    is_stepped: bool,
    collisions: Vec<CharacterCollision>,
    pub(super) pushes: Vec<Push>,
}

/// Where a cast down ended.
struct Landing {
    position: Point,
    ground: CharacterGround,
}

impl<'w, 's> Walk<'w, 's> {
    pub(super) fn new(
        around: Surroundings<'w>,
        settings: &'s CharacterSettings,
        position: Point,
        dt: f32,
    ) -> Self {
        Self {
            around,
            settings,
            frame: settings.frame(),
            dt,
            position,
            velocity: Vec2::zeros(),
            ground: None,
            is_crushed: false,
            is_stepped: false,
            collisions: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// The whole step with the velocity that the game wants (m/s). `old_ground` is the ground of the last
    /// step, which has moved by `carry` (m) since.
    pub(super) fn run(&mut self, wish: Vec2, old_ground: Option<CharacterGround>, carry: Vec2) {
        if let Some(ground) = old_ground {
            self.slide(carry, Some(ground.body));
        }
        self.push_out();
        let is_leaving = wish.dot(&self.frame.up) > 0.0;
        match old_ground.filter(|_| !is_leaving) {
            Some(ground) => {
                let speed = wish.dot(&self.frame.right);
                self.walk(speed, speed.abs() * self.dt, ground);
            }
            None => {
                self.velocity = wish + old_ground.map_or(Vec2::zeros(), |ground| ground.velocity);
                self.fly();
            }
        }
        self.is_crushed = self.around.deepest(self.position) > CRUSH_SHARE * self.settings.skin;
    }

    /// Moves by `motion` (m) and slides along what is hit. Nothing but the position changes.
    fn slide(&mut self, motion: Vec2, ignored: Option<BodyId>) {
        let mut rest = motion;
        let mut planes = Planes::default();
        for _ in 0..MAX_HITS {
            let Some(direction) = unit(rest) else { return };
            let skip = |_: usize, obstacle: &Obstacle<'_>| Some(obstacle.body.id()) == ignored;
            let contact = self.around.first_contact(self.position, direction, length(rest), skip);
            let way =
                contact.map_or(length(rest), |contact| back_off(contact, direction, self.settings.skin));
            self.position += direction * way;
            let Some(contact) = contact else { return };
            rest = planes.clip(rest - direction * way, contact.normal, 0.0);
        }
    }

    /// Moves out of everything that overlaps the outer shape.
    fn push_out(&mut self) {
        let tolerance = OVERLAP_TOLERANCE * self.settings.skin;
        for _ in 0..PUSH_ROUNDS {
            let mut next = 0;
            while let Some((index, normal, depth)) = self.around.next_overlap(next, self.position, tolerance)
            {
                self.slide(normal * depth, None);
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
            let Some(contact) = contact else { break };
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
                self.is_stepped = true;
                continue;
            }
            let surface_velocity = self.hit(contact, direction * speed.abs() + floor.velocity);
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

    /// Climbs a step that blocks the way to a side (-1 or 1) from `floor`: up, on for `rest` metres, down.
    /// Returns where it stands then, and how far it went to the side.
    fn step_up(&mut self, side: f32, rest: f32, floor: &CharacterGround) -> Option<(Landing, f32)> {
        let Frame { up, right, .. } = self.frame;
        let (height, skin) = (self.settings.step_height, self.settings.skin);
        if height <= 0.0 {
            return None;
        }
        let mut cast = |start: Point, direction: Vec2, far: f32| {
            let contact = self.around.first_contact(start, direction, far, |_, _| false);
            contact.map_or(far, |contact| back_off(contact, direction, skin))
        };
        let rise = cast(self.position, up, height + skin);
        let raised = self.position + up * rise;
        let way = cast(raised, right * side, max(rest, STEP_DEPTH * skin));
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

    /// Moves through the air along the velocity, and lands on what can be walked on.
    fn fly(&mut self) {
        let Frame { up, right, .. } = self.frame;
        let mut rest = self.velocity * self.dt;
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
                self.hit(contact, self.velocity);
                let speed = (self.velocity - ground.velocity).dot(&right);
                let side_way = rest.dot(&right).abs();
                self.walk(speed, side_way, ground);
                return;
            }
            let Contact { normal, .. } = contact;
            let surface_velocity = self.hit(contact, self.velocity);
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
        let landing = self.find_ground(self.position, self.settings.skin, 0.0, false);
        if let Some(landing) = landing.filter(|landing| self.comes_down_on(&landing.ground)) {
            self.position = landing.position;
            self.velocity = right * (self.velocity - landing.ground.velocity).dot(&right);
            self.ground = Some(landing.ground);
        } else {
            self.rest_in_wedge();
        }
    }

    /// Whether the character, which is in the air, does not move up from the ground.
    fn comes_down_on(&self, ground: &CharacterGround) -> bool {
        (self.velocity - ground.velocity).dot(&self.frame.up) <= RISE_RATE * self.settings.skin
    }

    /// Records a hit at `velocity` (m/s, of the character in the world), and pushes what was hit. Returns the
    /// velocity of what was hit.
    fn hit(&mut self, contact: Contact, velocity: Vec2) -> Vec2 {
        let obstacle = &self.around.obstacles[contact.index];
        let Contact { normal, point, .. } = contact;
        let surface_velocity = obstacle.body.velocity_at(point);
        let speed = max(0.0, (surface_velocity - velocity).dot(&normal));
        let mut impulse = 0.0;
        if obstacle.is_dynamic() && !matches!(self.around.surface(contact), Surface::Floor(_)) {
            let mass = obstacle.body.mass_properties();
            let arm = cross(point - obstacle.body.center(), normal);
            let inverse_inertia = if mass.inertia > 0.0 { 1.0 / mass.inertia } else { 0.0 };
            let inverse = 1.0 / max(mass.mass, f32::MIN_POSITIVE) + arm * arm * inverse_inertia;
            let both = inverse + 1.0 / max(self.settings.mass, f32::MIN_POSITIVE);
            impulse = min(speed / both, self.settings.push_force * self.dt);
            let force = normal * (-impulse / max(self.dt, f32::MIN_POSITIVE));
            self.pushes.push(Push { body: obstacle.body.id(), force, point });
        }
        self.collisions.push(CharacterCollision {
            body: obstacle.body.id(),
            collider: obstacle.collider.id(),
            point,
            normal,
            speed,
            impulse,
        });
        surface_velocity
    }

    /// The ground that a contact with something walkable is.
    fn ground_at(&self, contact: Contact, normal: Vec2) -> CharacterGround {
        let Obstacle { collider, body, .. } = &self.around.obstacles[contact.index];
        // A belt moves clockwise around its shape.
        let belt_velocity = right_normal(normal) * collider.material().surface_speed;
        CharacterGround {
            body: body.id(),
            collider: collider.id(),
            normal,
            point: contact.point,
            velocity: body.velocity_at(contact.point) + belt_velocity,
            local_point: body.pose().inverse_transform(contact.point),
            belt_velocity,
        }
    }

    /// The ground below `from`, at most `drop` metres lower, or more where it slopes over the last `run`
    /// metres; and the position at one skin above it. On a corner whose contact is too steep to stand on, the
    /// character stands only if it `climbs` or if there is more ground within its step height below.
    fn find_ground(&mut self, from: Point, drop: f32, run: f32, climbs: bool) -> Option<Landing> {
        let (up, skin) = (self.frame.up, self.settings.skin);
        // It starts a little higher, in case the ground is nearer than a skin.
        let lift = 0.5 * skin;
        let start = from + up * lift;
        let deepest = lift + max(drop, self.settings.step_height) + run * self.frame.max_tan + skin;
        let mut steep = [usize::MAX; MAX_STEEP];
        let mut steep_count = 0;
        // How far down the surfaces that were passed by allow it to go.
        let mut limit = f32::INFINITY;
        let mut ledge: Option<Landing> = None;
        loop {
            let skip = |index: usize, _: &Obstacle<'_>| steep.contains(&index);
            let contact = self.around.first_contact(start, -up, deepest, skip)?;
            let (normal, is_firm) = match self.around.surface(contact) {
                Surface::Floor(normal) => (Some(normal), true),
                Surface::Ledge(normal) => (Some(normal), climbs || self.frame.is_walkable(contact.normal)),
                Surface::Wall(_) => (None, false),
            };
            let way = back_off(contact, -up, skin) - contact.depth / max(contact.normal.dot(&up), 0.1);
            let down = min(way, max(limit, 0.0)) - lift;
            if is_firm && let Some(normal) = normal {
                let ground = self.ground_at(contact, normal);
                if let Some(ledge) = ledge {
                    let below = (ledge.ground.point - ground.point).dot(&up);
                    return (below <= self.settings.step_height * (1.0 + STEP_TOLERANCE)).then_some(ledge);
                }
                let is_passed = limit < way - skin;
                let reach = drop + run * self.frame.steepness(normal) + OVERLAP_TOLERANCE * skin;
                let position = from - up * down;
                return (!is_passed && down <= reach).then_some(Landing { position, ground });
            }
            if let Some(normal) = normal
                && ledge.is_none()
                && down <= drop
            {
                let ground = self.ground_at(contact, normal);
                ledge = Some(Landing { position: from - up * down, ground });
            }
            limit = min(limit, contact.distance);
            *steep.get_mut(steep_count)? = contact.index;
            steep_count += 1;
        }
    }

    /// Two slopes that are too steep to stand on, one on each side, carry a character that sinks between
    /// them.
    fn rest_in_wedge(&mut self) {
        let Frame { up, right, .. } = self.frame;
        if self.velocity.dot(&up) > 0.0 {
            return;
        }
        let [left, right_wall] = [-right, right].map(|direction| self.feel(direction));
        let holds = |contact: &Contact| contact.normal.dot(&up) > 1e-3;
        if let (Some(left), Some(_)) = (left.filter(holds), right_wall.filter(holds)) {
            let ground = CharacterGround { belt_velocity: Vec2::zeros(), ..self.ground_at(left, up) };
            self.velocity = right * (self.velocity - ground.velocity).dot(&right);
            self.ground = Some(ground);
        }
    }

    /// What the character touches in a direction, if it is not ground.
    fn feel(&mut self, direction: Vec2) -> Option<Contact> {
        let contact =
            self.around.first_contact(self.position, direction, self.settings.skin, |_, _| false)?;
        match self.around.surface(contact) {
            Surface::Floor(_) => None,
            Surface::Ledge(_) | Surface::Wall(_) => Some(contact),
        }
    }

    /// Gives the weight of the character (kg m/s^2) to the dynamic body that it stands on.
    pub(super) fn press_on_ground(&mut self, weight: f32) {
        let Some(ground) = self.ground else { return };
        let mut obstacles = self.around.obstacles.iter();
        if obstacles.any(|obstacle| obstacle.body.id() == ground.body && obstacle.is_dynamic()) {
            self.pushes.push(Push { body: ground.body, force: self.frame.up * -weight, point: ground.point });
        }
    }

    /// What the game gets to know.
    pub(super) fn finish(mut self) -> (CharacterMotion, Vec<Push>) {
        let Frame { up, right, .. } = self.frame;
        let [left, right, ceiling] = [-right, right, up].map(|direction| self.feel(direction).is_some());
        let motion = CharacterMotion {
            position: self.position,
            velocity: self.velocity,
            ground: self.ground,
            is_wall_left: left,
            is_wall_right: right,
            is_ceiling: ceiling,
            is_crushed: self.is_crushed,
            is_stepped: self.is_stepped,
            collisions: self.collisions,
        };
        (motion, self.pushes)
    }
}

/// The planes that a motion, or a velocity, has been clipped by.
#[derive(Default)]
struct Planes {
    /// Unit normal, and the least component of the motion along it.
    planes: [(Vec2, f32); 2 * MAX_HITS],
    count: usize,
}

impl Planes {
    /// `motion` with at least the component `least` along `normal`; zero if it then goes into an earlier
    /// plane, since between two planes nothing is left to slide along.
    fn clip(&mut self, motion: Vec2, normal: Vec2, least: f32) -> Vec2 {
        let clipped = slid(motion, normal, least);
        let tolerance = CORNER_TOLERANCE * length(motion);
        let mut earlier = self.planes[..self.count].iter();
        let is_cornered = earlier.any(|(plane, least)| plane.dot(&clipped) < least - tolerance);
        if let Some(place) = self.planes.get_mut(self.count) {
            *place = (normal, least);
            self.count += 1;
        }
        if is_cornered { Vec2::zeros() } else { clipped }
    }
}

/// `motion` with at least the component `least` along `normal`.
fn slid(motion: Vec2, normal: Vec2, least: f32) -> Vec2 {
    motion + normal * max(0.0, least - motion.dot(&normal))
}
