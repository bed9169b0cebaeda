//! From the world to components and messages, after a step; and what is shown between two steps.

use crate::components::*;
use crate::joint::Joint;
use crate::messages::*;
use crate::placement::{MAX_DEPTH, Placement, local_bits, parent_placement, quat_of};
use crate::resource::{Links, Physics, local_position, vec2};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use physics::prelude::{BodyKind, EventCollider, Rot, World, WorldPose};

/// Takes a step of the length of the clock of the schedule.
pub(crate) fn step(mut physics: ResMut<'_, Physics>, time: Res<'_, Time>) {
    if physics.paused {
        return;
    }
    let Physics { world, links, .. } = &mut *physics;
    let Links { bodies, touched, moved, .. } = links;
    // The step moves what is awake, and what it wakes: that one is still where it was when it fell asleep,
    // when it was in one of these lists. So what sleeps costs nothing here.
    let awake = world.moved_bodies().map(|body| body.id().index());
    for slot in awake.chain(moved.iter().copied()).chain(touched.iter().copied()) {
        if let Some(Some(link)) = bodies.get_mut(slot)
            && let Ok(body) = world.body(link.id)
        {
            link.before = body.world_pose();
        }
    }
    world.step(time.delta_secs());
}

/// The slots of bodies whose components may differ from the world, each once.
fn slots_to_write(world: &World, links: &mut Links, children: impl Iterator<Item = Entity>) -> Vec<usize> {
    let touched = std::mem::take(&mut links.touched);
    for &slot in &touched {
        if let Some(Some(link)) = links.bodies.get_mut(slot) {
            link.is_touched = false;
        }
    }
    if std::mem::take(&mut links.writes_all) {
        return (0..links.bodies.len()).collect();
    }
    let mut slots = touched;
    slots.extend(world.moved_bodies().map(|body| body.id().index()));
    slots.extend(children.filter_map(|entity| Some(links.body_of.get(&entity)?.index())));
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Writes poses and velocities of what has moved, parents before children.
pub(crate) fn write_back(
    mut physics: ResMut<'_, Physics>,
    parents: Query<'_, '_, &ChildOf>,
    // Also written if only a parent has moved.
    children: Query<'_, '_, Entity, (With<RigidBody>, With<ChildOf>)>,
    mut transforms: Query<'_, '_, &mut Transform>,
    mut velocities: Query<'_, '_, (&mut LinearVelocity, &mut AngularVelocity)>,
    sleepers: Query<'_, '_, (), With<Sleeping>>,
    mut commands: Commands<'_, '_>,
) {
    if physics.paused {
        return;
    }
    let Physics { world, links, .. } = &mut *physics;
    let slots = slots_to_write(world, links, children.iter());
    let depth_of = |entity| {
        if parents.contains(entity) { parents.iter_ancestors(entity).take(MAX_DEPTH).count() } else { 0 }
    };
    let mut order: Vec<(usize, usize)> = slots
        .iter()
        .filter_map(|&slot| Some((depth_of(links.bodies.get(slot)?.as_ref()?.entity), slot)))
        .collect();
    order.sort_unstable();
    links.moved = slots;
    for (depth, slot) in order {
        let Some(Some(link)) = links.bodies.get_mut(slot) else { continue };
        let Ok(body) = world.body(link.id) else { continue };
        let sleeps = !body.is_awake() && body.kind() == BodyKind::Dynamic;
        if sleeps != sleepers.contains(link.entity) {
            if sleeps {
                commands.entity(link.entity).try_insert(Sleeping);
            } else {
                commands.entity(link.entity).try_remove::<Sleeping>();
            }
        }
        link.parent = if depth > 0 {
            let placement = |it| transforms.get(it).map_or(Placement::IDENTITY, Placement::of);
            parent_placement(link.entity, &parents, &placement)
        } else {
            Placement::IDENTITY
        };
        let (position, rotation) = local(link.parent, body.world_pose());
        let next = (position, quat_of(rotation));
        // Below a parent of no size there is no such place.
        if link.parent.is_invertible()
            && local_bits(next) != local_bits(link.local)
            && let Ok(mut transform) = transforms.get_mut(link.entity)
        {
            write(&mut transform, next);
            link.local = next;
        }
        let (velocity, angular_velocity) = (vec2(body.velocity()), body.angular_velocity());
        if let Ok((mut linear, mut angular)) = velocities.get_mut(link.entity) {
            linear.set_if_neq(LinearVelocity(velocity));
            angular.set_if_neq(AngularVelocity(angular_velocity));
            (link.velocity, link.angular_velocity) = (velocity, angular_velocity);
        }
    }
}

fn local(parent: Placement, pose: WorldPose) -> (Vec2, Rot) {
    let position = local_position(pose);
    if parent == Placement::IDENTITY {
        (position, pose.rotation)
    } else {
        parent.to_local(position, pose.rotation)
    }
}

fn write(transform: &mut Mut<'_, Transform>, (position, rotation): (Vec2, Quat)) {
    let z = transform.translation.z;
    transform.translation = position.extend(z);
    transform.rotation = rotation;
}

fn seen(transform: &Transform) -> (Vec2, Quat) {
    (transform.translation.truncate(), transform.rotation)
}

/// Before the fixed steps of a frame: puts the poses of the last step back in place of what was shown, except
/// where the program has written another one since.
pub(crate) fn hide(mut physics: ResMut<'_, Physics>, mut transforms: Query<'_, '_, &mut Transform>) {
    let Links { bodies, shown, .. } = &mut physics.links;
    for slot in shown.drain(..) {
        let Some(Some(link)) = bodies.get_mut(slot) else { continue };
        let Some(shown) = link.shown.take() else { continue };
        let Ok(mut transform) = transforms.get_mut(link.entity) else { continue };
        if seen(&transform) == shown {
            write(&mut transform, link.local);
        }
    }
}

/// After the fixed steps of a frame: shows each body that the last step has moved between its last two poses.
pub(crate) fn show(
    mut physics: ResMut<'_, Physics>,
    mut transforms: Query<'_, '_, (&mut Transform, Has<TransformInterpolation>)>,
    time: Res<'_, Time<Fixed>>,
) {
    let Physics { world, links, interpolates_all, .. } = &mut *physics;
    let Links { bodies, moved, shown, .. } = links;
    let alpha = time.overstep_fraction();
    for &slot in &*moved {
        let Some(Some(link)) = bodies.get_mut(slot) else { continue };
        let (Ok((mut transform, interpolates)), Ok(body)) =
            (transforms.get_mut(link.entity), world.body(link.id))
        else {
            continue;
        };
        let now = body.world_pose();
        if !(interpolates || *interpolates_all) || now == link.before || seen(&transform) != link.local {
            continue;
        }
        let center = body.mass_properties().center;
        let origin = now.position;
        let between = link.before.seen_from(origin).lerp_about(now.seen_from(origin), center, alpha);
        let between =
            WorldPose { position: now.position + between.position.coords, rotation: between.rotation };
        let (position, rotation) = local(link.parent, between);
        let next = (position, quat_of(rotation));
        write(&mut transform, next);
        link.shown = Some(next);
        shown.push(slot);
    }
}

/// Tells what happened in the step.
pub(crate) fn tell(
    mut physics: ResMut<'_, Physics>,
    mut started: MessageWriter<'_, CollisionStart>,
    mut ended: MessageWriter<'_, CollisionEnd>,
    mut hits: MessageWriter<'_, CollisionHit>,
    mut entered: MessageWriter<'_, SensorEnter>,
    mut left: MessageWriter<'_, SensorExit>,
    mut broken: MessageWriter<'_, JointBroken>,
    mut warnings: MessageWriter<'_, PhysicsWarning>,
    mut commands: Commands<'_, '_>,
) {
    if physics.paused {
        return;
    }
    let Physics { world, links, .. } = &mut *physics;
    let both =
        |a: EventCollider, b: EventCollider| Some((links.collider(a.collider)?, links.collider(b.collider)?));
    let events = world.events();
    for it in events.contacts_begun() {
        if let Some(((collider1, body1), (collider2, body2))) = both(it.a, it.b) {
            let (point, normal) = (vec2(it.point.coords), vec2(it.normal));
            started.write(CollisionStart { collider1, collider2, body1, body2, point, normal });
        }
    }
    for it in events.contacts_ended() {
        if let Some(((collider1, body1), (collider2, body2))) = both(it.a, it.b) {
            ended.write(CollisionEnd { collider1, collider2, body1, body2 });
        }
    }
    for it in events.hits() {
        if let Some(((collider1, body1), (collider2, body2))) = both(it.a, it.b) {
            let (point, normal) = (vec2(it.point.coords), vec2(it.normal));
            let (approach_speed, impulse) = (it.approach_speed, it.impulse);
            hits.write(CollisionHit {
                collider1,
                collider2,
                body1,
                body2,
                point,
                normal,
                approach_speed,
                impulse,
            });
        }
    }
    for it in events.sensors_begun() {
        if let Some(((sensor, _), (visitor, _))) = both(it.sensor, it.visitor) {
            entered.write(SensorEnter { sensor, visitor });
        }
    }
    for it in events.sensors_ended() {
        if let Some(((sensor, _), (visitor, _))) = both(it.sensor, it.visitor) {
            left.write(SensorExit { sensor, visitor });
        }
    }
    for &it in events.joints_broken() {
        if let Some(Some((id, joint))) = links.joint_entities.get(it.joint.index()).copied()
            && id == it.joint
        {
            links.joint_of.remove(&joint);
            links.joint_entities[id.index()] = None;
            commands.entity(joint).try_remove::<Joint>();
            broken.write(JointBroken { joint, force: vec2(it.force), torque: it.torque });
        }
    }
    for &warning in events.warnings() {
        log::warn!("physics: {warning:?}");
        warnings.write(PhysicsWarning(warning));
    }
    links.gone.clear();
}
