//! From the world to components and messages, after a step; and what is shown between two steps.

use crate::components::*;
use crate::joint::Joint;
use crate::messages::*;
use crate::placement::{MAX_DEPTH, Placement, local_bits, parent_placement, quat_of};
use crate::prepare::All;
use crate::resource::{Links, Physics, local_position, vec2};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use physics::prelude::{BodyKind, BodyRef, EventCollider, World, WorldPose};

/// Takes a step of the length of the clock of the schedule.
pub(crate) fn step(mut physics: ResMut<'_, Physics>, time: Res<'_, Time>) {
    let Physics { world, links, paused, .. } = &mut *physics;
    let Links { bodies, touched, moved, .. } = links;
    if *paused {
        // A jump in a pause is no way that could be shown.
        for &slot in &*touched {
            if let Some(Some(link)) = bodies.get_mut(slot)
                && let Ok(body) = world.body(link.id)
                && local_bits(local(link.parent, body.world_pose())) != local_bits(link.local)
            {
                link.before = body.world_pose();
            }
        }
        return;
    }
    // The step moves what is awake, and what it wakes: that one is still where it was when it fell asleep,
    // when it was in one of these lists. So what sleeps costs nothing here.
    let awake = world.moved_bodies().map(|body| body.id().index());
    let mut fell_asleep = Vec::new();
    for slot in awake.chain(moved.iter().copied()).chain(touched.iter().copied()) {
        if let Some(Some(link)) = bodies.get_mut(slot)
            && let Ok(body) = world.body(link.id)
        {
            link.before = body.world_pose();
            // Put to sleep since the last step, with an island that the program may not know.
            if sleeps(body) && !link.sleeps && !link.is_touched {
                link.is_touched = true;
                fell_asleep.push(slot);
            }
        }
    }
    touched.append(&mut fell_asleep);
    world.step(time.delta_secs());
}

/// Whether the body of a component `Sleeping` sleeps: what is static or disabled does not.
pub(crate) fn sleeps(body: BodyRef<'_>) -> bool {
    !body.is_awake() && body.kind() == BodyKind::Dynamic && body.is_enabled()
}

/// The slots of bodies whose components may differ from the world, each once.
fn slots_to_write(world: &World, links: &mut Links, children: &Query<'_, '_, &Children, All>) -> Vec<usize> {
    let touched = std::mem::take(&mut links.touched);
    for &slot in &touched {
        if let Some(Some(link)) = links.bodies.get_mut(slot) {
            link.is_touched = false;
        }
    }
    if std::mem::take(&mut links.is_restored) {
        return (0..links.bodies.len()).collect();
    }
    let mut slots = touched;
    slots.extend(world.moved_bodies().map(|body| body.id().index()));
    // What is below a body that has moved stays where it is in the world.
    let moved = slots.iter().filter_map(|&slot| links.bodies.get(slot)?.as_ref());
    let mut below: Vec<Entity> =
        moved.filter_map(|link| children.get(link.entity).ok()).flatten().copied().collect();
    let mut visited = EntityHashSet::default();
    while let Some(entity) = below.pop() {
        if visited.insert(entity) {
            slots.extend(links.body_of.get(&entity).map(|id| id.index()));
            below.extend(children.get(entity).into_iter().flatten());
        }
    }
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Writes poses and velocities of what has moved, parents before children. In a pause it writes what the
/// program has done to bodies through the resource.
pub(crate) fn write_back(
    mut physics: ResMut<'_, Physics>,
    parents: Query<'_, '_, &ChildOf, All>,
    children: Query<'_, '_, &Children, All>,
    mut transforms: Query<'_, '_, &mut Transform, All>,
    mut velocities: Query<'_, '_, (Option<&mut LinearVelocity>, Option<&mut AngularVelocity>), All>,
    sleepers: Query<'_, '_, (), (With<Sleeping>, All)>,
    mut errors: Query<'_, '_, &mut PhysicsError, All>,
    mut commands: Commands<'_, '_>,
) {
    let Physics { world, links, .. } = &mut *physics;
    let slots = slots_to_write(world, links, &children);
    let depth_of = |entity| {
        if parents.contains(entity) { parents.iter_ancestors(entity).take(MAX_DEPTH).count() } else { 0 }
    };
    let mut order: Vec<(usize, usize)> = slots
        .iter()
        .filter_map(|&slot| Some((depth_of(links.bodies.get(slot)?.as_ref()?.entity), slot)))
        .collect();
    order.sort_unstable();
    links.moved.clear();
    links.moved.extend(order.iter().map(|it| it.1));
    for (depth, slot) in order {
        let Some(Some(link)) = links.bodies.get_mut(slot) else { continue };
        let Ok(body) = world.body(link.id) else { continue };
        link.sleeps = sleeps(body);
        if link.sleeps != sleepers.contains(link.entity) {
            if link.sleeps {
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
        let next = local(link.parent, body.world_pose());
        // Below a parent of no size there is no such place.
        let is_elsewhere = link.parent.is_invertible() && local_bits(next) != local_bits(link.local);
        if is_elsewhere && let Ok(mut transform) = transforms.get_mut(link.entity) {
            write(&mut transform, next);
            link.local = next;
        }
        (link.velocity, link.angular_velocity) = (vec2(body.velocity()), body.angular_velocity());
        if let Ok((linear, angular)) = velocities.get_mut(link.entity) {
            if let Some(mut linear) = linear {
                linear.set_if_neq(LinearVelocity(link.velocity));
            }
            if let Some(mut angular) = angular {
                angular.set_if_neq(AngularVelocity(link.angular_velocity));
            }
        }
        // What was refused of them is written over.
        if let Ok(mut errors) = errors.get_mut(link.entity) {
            let written = [Part::Velocity, Part::AngularVelocity];
            for part in written.into_iter().chain(is_elsewhere.then_some(Part::Place)) {
                errors.set(part, None);
            }
            if errors.is_empty() {
                commands.entity(link.entity).try_remove::<PhysicsError>();
            }
        }
    }
}

/// A pose in the world as a `Transform` below this placement has it.
fn local(parent: Placement, pose: WorldPose) -> (Vec2, Quat) {
    let position = local_position(pose);
    let (position, rotation) = if parent == Placement::IDENTITY {
        (position, pose.rotation)
    } else {
        parent.to_local(position, pose.rotation)
    };
    (position, quat_of(rotation))
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
/// what the program has written since, coordinate by coordinate.
pub(crate) fn hide(mut physics: ResMut<'_, Physics>, mut transforms: Query<'_, '_, &mut Transform, All>) {
    let Links { bodies, shown, .. } = &mut physics.links;
    for slot in shown.drain(..) {
        let Some(Some(link)) = bodies.get_mut(slot) else { continue };
        let Some(shown) = link.shown.take() else { continue };
        let Ok(mut transform) = transforms.get_mut(link.entity) else { continue };
        let now = seen(&transform);
        let position = Vec2::select(now.0.cmpeq(shown.0), link.local.0, now.0);
        let rotation = if now.1 == shown.1 { link.local.1 } else { now.1 };
        write(&mut transform, (position, rotation));
    }
}

/// After the fixed steps of a frame: shows each body that the last step has moved between its last two poses,
/// and each body below one that is shown so, as seen from there.
pub(crate) fn show(
    mut physics: ResMut<'_, Physics>,
    parents: Query<'_, '_, &ChildOf, All>,
    mut transforms: Query<'_, '_, (&mut Transform, Has<TransformInterpolation>), All>,
    time: Res<'_, Time<Fixed>>,
    mut alpha: Local<'_, f32>,
) {
    let Physics { world, links, interpolates_all, paused } = &mut *physics;
    let Links { bodies, moved, shown, .. } = links;
    // In a pause the clock of the fixed steps goes on; what is shown stands.
    if !*paused {
        *alpha = time.overstep_fraction();
    }
    let mut entities = EntityHashSet::default();
    for &slot in &*moved {
        let Some(Some(link)) = bodies.get_mut(slot) else { continue };
        let (Ok((transform, interpolates)), Ok(body)) = (transforms.get(link.entity), world.body(link.id))
        else {
            continue;
        };
        if local_bits(seen(transform)) != local_bits(link.local) {
            continue;
        }
        let mut ancestors = parents.iter_ancestors(link.entity).take(MAX_DEPTH);
        let is_below_shown = !entities.is_empty() && ancestors.any(|it| entities.contains(&it));
        let now = body.world_pose();
        let is_between = (interpolates || *interpolates_all) && now != link.before;
        if !is_between && !is_below_shown {
            continue;
        }
        let parent = if is_below_shown {
            let placement = |it| transforms.get(it).map_or(Placement::IDENTITY, |it| Placement::of(it.0));
            parent_placement(link.entity, &parents, &placement)
        } else {
            link.parent
        };
        let mut pose = now;
        if is_between {
            let center = body.mass_properties().center;
            let origin = now.position;
            let between = link.before.seen_from(origin).lerp_about(now.seen_from(origin), center, *alpha);
            let position = now.position + between.position.coords;
            pose = WorldPose { position, rotation: between.rotation };
        }
        let next = local(parent, pose);
        if let Ok((mut transform, _)) = transforms.get_mut(link.entity)
            && parent.is_invertible()
        {
            write(&mut transform, next);
            link.shown = Some(next);
            shown.push(slot);
            entities.insert(link.entity);
        }
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
