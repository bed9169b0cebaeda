//! What a character stands on: the cast down, ledges, wedges; and what it feels around it.
//!
//! ```text
//!   floor   a face, or a curved surface, that is not too steep: carries
//!   ledge   the corner of a floor and a wall. Carries if the contact normal is not too steep, so a round
//!           foot rolls off an edge and falls. If the normal is steeper, it carries a character that climbs
//!           a step, and one that would not fall deeper than its step height: one that stops on stairs
//!   wedge   two walls, one on each side, that lean back: carry if they leave no way down
//! ```

use super::motion::CharacterGround;
use super::settings::Frame;
use super::state::{OVERLAP_TOLERANCE, Walk};
use super::surroundings::{Contact, Obstacle, Surface, back_off};
use compute::math::{max, min};
use geom::{Point, Vec2, right_normal};
use world::{BodyId, Load};

/// Share of the step height by which a step may be higher, for rounding.
pub(super) const STEP_TOLERANCE: f32 = 0.005;

/// Surfaces that a cast may pass by: those too steep to stand on for a cast down, floors for one to the side.
const MAX_PASSED: usize = 3;

/// Skins per second. What rises more slowly than this is on the ground: rounding of the velocity.
const RISE_RATE: f32 = 0.05;

/// Sine of an angle, about. Walls that lean back less than this do not hold a character between them.
const WEDGE_SINE: f32 = 1e-3;

pub(super) struct Landing {
    pub(super) position: Point,
    pub(super) ground: CharacterGround,
}

impl Walk<'_, '_> {
    /// Its velocity on a ground on which it comes out of the air, m/s: that along the ground stays its own.
    pub(super) fn land(&mut self, ground: &CharacterGround) -> Vec2 {
        let right = self.frame.right;
        let own = right * (self.velocity - ground.velocity).dot(&right);
        // The game has added the gravity of this step, which the world will add to all that a body carries.
        self.arrival = (self.velocity - own - ground.belt_velocity - self.around.fall(), 0.0);
        own
    }

    pub(super) fn comes_down_on(&self, ground: &CharacterGround) -> bool {
        (self.velocity - ground.velocity).dot(&self.frame.up) <= RISE_RATE * self.settings.skin
    }

    /// The ground that a contact with something walkable is.
    pub(super) fn ground_at(&self, contact: Contact, normal: Vec2) -> CharacterGround {
        let obstacle = &self.around.obstacles[contact.index];
        let Obstacle { collider, body, .. } = obstacle;
        // A belt moves clockwise around its shape.
        let belt_velocity = right_normal(normal) * collider.material().surface_speed;
        CharacterGround {
            body: body.id(),
            collider: collider.id(),
            normal,
            point: self.around.position(contact.point),
            velocity: self.around.velocity_at(obstacle, contact.point) + belt_velocity,
            local_point: obstacle.pose.inverse_transform(contact.point),
            belt_velocity,
            dt: self.dt,
        }
    }

    /// The ground below `from`, at most `drop` metres lower, or more where it slopes over the last `run`
    /// metres; and the position at one skin above it. On a corner whose contact is too steep to stand on, the
    /// character stands only if it `climbs` or if there is more ground within its step height below.
    pub(super) fn find_ground(&mut self, from: Point, drop: f32, run: f32, climbs: bool) -> Option<Landing> {
        let (up, skin) = (self.frame.up, self.settings.skin);
        // It starts a little higher, in case the ground is nearer than a skin.
        let lift = 0.5 * skin;
        let start = from + up * lift;
        let deepest = lift + max(drop, self.settings.step_height) + run * self.frame.max_tan + skin;
        let mut steep = [usize::MAX; MAX_PASSED];
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
            // It is raised by half a skin at most, since pushing it out of what overlaps it is not the task
            // of this cast, and only where there is room.
            let down = max(min(way, limit), 0.0) - lift;
            let down = if down < 0.0 { -self.room(from, up, -down) } else { down };
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

    /// How far the character can move from a position along `direction` (unit), at most `far` metres.
    pub(super) fn room(&mut self, from: Point, direction: Vec2, far: f32) -> f32 {
        let contact = self.around.first_contact(from, direction, far, |_, _| false);
        contact.map_or(far, |contact| min(far, back_off(contact, direction, self.settings.skin)))
    }

    /// Two surfaces that are too steep to stand on, one on each side, hold a character that sinks between
    /// them: a slope and a wall, for example. They do if forces along their normals can cancel sideways and
    /// bear weight.
    pub(super) fn rest_in_wedge(&mut self) {
        let Frame { up, right, .. } = self.frame;
        if self.velocity.dot(&up) > 0.0 {
            return;
        }
        let [Some(left), Some(other)] = [-right, right].map(|direction| self.feel(direction)) else { return };
        let borne =
            left.normal * other.normal.dot(&right).abs() + other.normal * left.normal.dot(&right).abs();
        if borne.dot(&up) > WEDGE_SINE {
            let ground = CharacterGround { belt_velocity: Vec2::zeros(), ..self.ground_at(left, up) };
            self.velocity = self.land(&ground);
            self.ground = Some(ground);
        }
    }

    /// What the character touches in a direction, if it is not ground.
    pub(super) fn feel(&mut self, direction: Vec2) -> Option<Contact> {
        let mut floors = [usize::MAX; MAX_PASSED];
        for count in 0..MAX_PASSED {
            let skip = |index: usize, _: &Obstacle<'_>| floors.contains(&index);
            let contact = self.around.first_contact(self.position, direction, self.settings.skin, skip)?;
            if !matches!(self.around.surface(contact), Surface::Floor(_)) {
                return Some(contact);
            }
            floors[count] = contact.index;
        }
        None
    }

    /// Its mass as a load of the dynamic body on which it stands: at two feet as far apart as its shape is
    /// wide.
    ///
    /// The ground takes the feet along (`walk.rs`), so body and character move as one, as if the body were
    /// heavier: what holds the body up bears both, and what nothing holds up falls with it. Turned down
    /// (`docs/experiments/world.md`): its weight as a force, under which a body of a thousandth of its mass
    /// falls a thousand times as fast; its mass at one point, about which a light body turns too easily for
    /// the solver.
    pub(super) fn stand(&self) -> Option<(BodyId, Load)> {
        let ground = self.ground.filter(|_| self.dt > 0.0 && self.settings.mass > 0.0)?;
        let mut obstacles = self.around.obstacles.iter();
        let on = obstacles.find(|obstacle| obstacle.body.id() == ground.body && obstacle.is_dynamic())?;
        // Where its feet are before the body moves on.
        let point = self.around.position(on.pose * ground.local_point);
        let (mass, (velocity, angular_velocity)) = (self.settings.mass, self.arrival);
        let inertia = 0.25 * mass * self.around.width() * self.around.width();
        Some((ground.body, Load { mass, inertia, point, velocity, angular_velocity }))
    }
}
