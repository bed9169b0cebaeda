//! One body that is half through a portal, and its twin.
//!
//! ```text
//!   begin            twin, joint, roles of the colliders, half of the mass for each
//!   share_weight     before each step: the weight of each part acts on its side
//!   follow           after each step: the exchange, if the centre has crossed the plane
//!   end              the body has its mass again, and the twin is gone
//! ```
//!
//! **Why the two are also averaged.** The joint is solved together with contacts, so after a hit the
//! velocities of the two differ a little. The next step would remove that, but when the passage ends there is
//! none. With equal masses the mean of both, in one frame, keeps their momentum.

use super::hit::{Halves, Speeds, correct_hits};
use super::opening::{Mouth, extents};
use super::part::part_in_front;
use super::{END_MARGIN, Portal, PortalId};
use crate::local;
use broadphase::Broadphase;
use geom::{MassProperties, Point, Pose, Position, Vec2, WorldPose, cross};
use world::{
    BodyDef, BodyId, BodyKind, BodyRef, ColliderDef, ColliderRef, DefError, JointDef, JointId, PortalJoint,
    PortalRole, World,
};

/// The centre must be this far behind the plane before body and twin exchange places, m: so a body that rests
/// with its centre in the plane does not exchange them in each step.
const EXCHANGE_DEPTH: f32 = 0.01;

/// Velocities (m/s, rad/s) of body and twin that differ by more than this are averaged. Below is what a joint
/// leaves at rest: to write velocities would keep the two awake.
const SYNC_SPEED: f32 = 1e-3;

/// Poses of body and twin that differ by more than this are averaged, m and rad.
const SYNC_DISTANCE: f32 = 1e-3;

#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) portal: PortalId,
    /// The opening at which the body is: 0 or 1. The twin is at the other one.
    end: usize,
    /// From there to the twin.
    pub(super) map: WorldPose,
    pub(super) body: BodyId,
    pub(super) twin: BodyId,
    joint: JointId,
    /// Mass properties of the body as a whole, and what the program has set in their place.
    pub(super) whole: MassProperties,
    mass_override: Option<MassProperties>,
    mouth: Mouth,
    /// The middle of the other opening, from where the twin is seen as the body from the middle of this one.
    exit: Position,
    /// Where the last step left the body, so that it is seen when the program moves it.
    pose: WorldPose,
    /// The same, of its centre of mass, as seen from the middle of the opening, m.
    center: Point,
}

impl Passage {
    pub(super) fn begin<B: Broadphase>(
        world: &mut World<B>,
        portal: &Portal,
        end: usize,
        body: BodyId,
    ) -> Result<Self, DefError> {
        let view = world.body(body)?;
        let (whole, mass_override, def) = (view.mass_properties(), view.mass_override(), view.def());
        let half = MassProperties { mass: 0.5 * whole.mass, inertia: 0.5 * whole.inertia, ..whole };
        let (mouth, exit) = (portal.mouths[end], portal.mouths[1 - end].center);
        let (map, pose, center) = (mouth.map, view.world_pose(), view.center_from(mouth.center));
        let colliders: Vec<ColliderDef> = view.colliders().map(ColliderRef::def).collect();
        let image = image(&map, view.pose_from(mouth.center), exit, world.settings().length_unit);
        let twin = world.add_body(BodyDef {
            position: image.position,
            rotation: image.rotation,
            velocity: map.rotation * def.velocity,
            mass: Some(half),
            ..def
        })?;
        let far_role = portal.twin_role(1 - end);
        let join = JointDef::new(body, twin, PortalJoint::new(map));
        let build = || {
            for collider in colliders {
                world.add_collider(twin, collider.portal(far_role))?;
            }
            world.body_mut(twin)?.set_velocity(map.rotation * def.velocity)?;
            let joint = world.add_joint(join)?;
            world.body_mut(body)?.set_mass_override(Some(half))?;
            Ok(joint)
        };
        match build() {
            Ok(joint) => {
                let portal_id = portal.id;
                set_roles(world, body, Some(portal.role(end)))?;
                Ok(Self {
                    portal: portal_id,
                    end,
                    map,
                    body,
                    twin,
                    joint,
                    whole,
                    mass_override,
                    mouth,
                    exit,
                    pose,
                    center,
                })
            }
            Err(error) => {
                world.remove_body(twin)?;
                Err(error)
            }
        }
    }

    pub(super) fn is_sound<B: Broadphase>(&self, world: &World<B>) -> bool {
        let Ok(body) = world.body(self.body) else { return false };
        let has_twin =
            world.body(self.twin).is_ok_and(BodyRef::is_enabled) && world.joint(self.joint).is_ok();
        has_twin && body.is_enabled() && body.kind() == BodyKind::Dynamic && body.world_pose() == self.pose
    }

    /// Lets the weight of each part act on its side in a step of `dt` seconds: the world gives each of the
    /// two half of it.
    ///
    /// The parts are those in the middle of the step. With those at its beginning, a body that falls into a
    /// floor and comes out of a wall would be too fast by g dt / 2, and gain energy with each pass.
    pub(super) fn share_weight<B: Broadphase>(&self, world: &mut World<B>, dt: f32) {
        let Ok(body) = world.body(self.body) else { return };
        let weight = world.settings().gravity * (body.gravity_scale() * self.whole.mass);
        if !body.is_awake() || weight == Vec2::zeros() {
            return;
        }
        let part = part_in_front(body, &self.mouth, 0.5 * dt);
        let force = weight * (part.share - 0.5);
        // The moments of the two parts about the centre of the whole add up to zero.
        let far_moment = self.map.rotation * -part.moment;
        for (body, force, moment) in [(self.body, force, part.moment), (self.twin, -force, far_moment)] {
            if let Ok(mut body) = world.body_mut(body) {
                let _refused = body.apply_ambient_force(force, cross(moment, weight));
            }
        }
    }

    /// After a step: averages the two, and exchanges them if the centre has crossed the plane. Returns
    /// whether the body still passes. `before` has the velocities before the step.
    pub(super) fn follow<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        portal: &Portal,
        before: &Speeds,
    ) -> Result<bool, DefError> {
        let unit = world.settings().length_unit;
        let body = world.body(self.body)?;
        self.pose = body.world_pose();
        if !body.is_awake() {
            return Ok(true);
        }
        correct_hits(world, &self.halves(), before)?;
        self.synchronize(world, false)?;
        let center = world.body(self.body)?.center_from(self.mouth.center);
        if self.mouth.height(center) < -EXCHANGE_DEPTH * unit {
            if !self.has_crossed_opening(center) {
                // Something has pushed it into the wall.
                return Ok(false);
            }
            self.exchange(world, portal)?;
        }
        let body = world.body(self.body)?;
        let mouth = &self.mouth;
        (self.pose, self.center) = (body.world_pose(), body.center_from(mouth.center));
        Ok(extents(body, mouth).is_some_and(|extents| extents.reach(mouth, END_MARGIN * unit)))
    }

    fn halves(&self) -> Halves {
        Halves { body: self.body, twin: self.twin, map: self.map, whole: self.whole }
    }

    /// Whether the way of the centre to `center` leads through the opening.
    fn has_crossed_opening(&self, center: Point) -> bool {
        let [before, after] = [self.mouth.height(self.center), self.mouth.height(center)];
        // A centre that was behind the plane already crossed it in the opening.
        let t = if before > 0.0 { before / (before - after) } else { 0.0 };
        let crossing = self.center + (center - self.center) * t;
        self.mouth.along(crossing).abs() <= self.mouth.half_width
    }

    fn exchange<B: Broadphase>(&mut self, world: &mut World<B>, portal: &Portal) -> Result<(), DefError> {
        self.synchronize(world, true)?;
        let (body, twin) = (world.body(self.body)?, world.body(self.twin)?);
        let places = [(body.world_pose(), body.velocity()), (twin.world_pose(), twin.velocity())];
        self.end = 1 - self.end;
        (self.exit, self.mouth) = (self.mouth.center, portal.mouths[self.end]);
        self.map = self.mouth.map;
        for (body, (pose, velocity)) in [(self.body, places[1]), (self.twin, places[0])] {
            world.body_mut(body)?.set_world_pose(pose)?.set_velocity(velocity)?;
        }
        set_roles(world, self.body, Some(portal.role(self.end)))?;
        set_roles(world, self.twin, Some(portal.twin_role(1 - self.end)))?;
        // The impulses of the joint were those of the other opening.
        world.remove_joint(self.joint)?;
        self.joint = world.add_joint(JointDef::new(self.body, self.twin, PortalJoint::new(self.map)))?;
        Ok(())
    }

    /// Gives body and twin the mean of their velocities and of their poses, in one frame, if they differ.
    fn synchronize<B: Broadphase>(&self, world: &mut World<B>, always: bool) -> Result<(), DefError> {
        let unit = world.settings().length_unit;
        let (body, twin) = (world.body(self.body)?, world.body(self.twin)?);
        let back = self.map.rotation.inverse();
        let (v, w) = (body.velocity(), body.angular_velocity());
        let (dv, dw) = (back * twin.velocity() - v, twin.angular_velocity() - w);
        let pose = body.pose_from(self.mouth.center);
        let there = Pose { position: Point::origin(), rotation: back } * twin.pose_from(self.exit);
        let (dx, da) = (there.position - pose.position, pose.rotation.angle_to(there.rotation));
        if always || dx.norm() > SYNC_DISTANCE * unit || da.abs() > SYNC_DISTANCE {
            let mean = pose.lerp_about(there, self.whole.center, 0.5);
            let here = local::position(self.mouth.center, mean.position, unit);
            let place = WorldPose { position: here, rotation: mean.rotation };
            world.body_mut(self.body)?.set_world_pose(place)?;
            world.body_mut(self.twin)?.set_world_pose(image(&self.map, mean, self.exit, unit))?;
        }
        if always || dv.norm() > SYNC_SPEED * unit || dw.abs() > SYNC_SPEED {
            let (v, w) = (v + dv * 0.5, w + dw * 0.5);
            world.body_mut(self.body)?.set_velocity(v)?.set_angular_velocity(w)?;
            world.body_mut(self.twin)?.set_velocity(self.map.rotation * v)?.set_angular_velocity(w)?;
        }
        Ok(())
    }

    /// Ends the passage. The body stays where it is. What the program has removed already is left out.
    pub(super) fn end<B: Broadphase>(&self, world: &mut World<B>) {
        if self.is_sound(world) || world.body(self.body).is_ok_and(BodyRef::is_awake) {
            // Fails only if one of the two is gone: then there is nothing to be averaged.
            let _gone = self.synchronize_velocities(world);
        }
        let _gone = world.remove_body(self.twin);
        let _gone = set_roles(world, self.body, None);
        if let Ok(mut body) = world.body_mut(self.body) {
            let _refused = body.set_mass_override(self.mass_override);
        }
    }

    fn synchronize_velocities<B: Broadphase>(&self, world: &mut World<B>) -> Result<(), DefError> {
        let (body, twin) = (world.body(self.body)?, world.body(self.twin)?);
        let back = self.map.rotation.inverse();
        let v = body.velocity() + (back * twin.velocity() - body.velocity()) * 0.5;
        let w = body.angular_velocity() + (twin.angular_velocity() - body.angular_velocity()) * 0.5;
        world.body_mut(self.body)?.set_velocity(v)?.set_angular_velocity(w)?;
        Ok(())
    }
}

/// Where a pose that is seen from the middle of an opening is at the other one, whose middle is `exit`: `map`
/// times the pose, with the digits that a product far from the origin loses.
fn image(map: &WorldPose, pose: Pose, exit: Position, unit: f32) -> WorldPose {
    let Pose { position, rotation } = Pose { position: Point::origin(), rotation: map.rotation } * pose;
    WorldPose { position: local::position(exit, position, unit), rotation }
}

fn set_roles<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    role: Option<PortalRole>,
) -> Result<(), DefError> {
    let colliders: Vec<_> = world.body(body)?.colliders().map(ColliderRef::id).collect();
    for collider in colliders {
        world.collider_mut(collider)?.set_portal_role(role)?;
    }
    Ok(())
}
