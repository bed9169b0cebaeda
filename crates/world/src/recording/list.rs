//! The calls that change a world: one list for the recorder, the file and the replay.
//!
//! Each line is a public function of [`World`](crate::World) or its views that changes what a step computes:
//! its number in the file, its arguments, and how a replay makes it again. What is made of other recorded
//! calls (`add_chain`, `set_friction`) has no line. `recording/call.rs` makes an enum of the list,
//! `recording/apply.rs` the function that makes a call again. A test in `recording/tests.rs` fails for a
//! public `&mut self` function that neither records a call nor is an exception.
//!
//! Turned down: recording which bytes have changed, where a call that wakes a heap is as long as the heap;
//! `serde` for the arguments.

/// Gives the list to a macro. `on` is where a call is made again.
macro_rules! list_of_calls {
    ($then:ident) => {
        $then! {
            // Numbers are never used again, so that later versions read files of this one.
            |on|
            // The world.
            0 Step(dt: f32) => on.world.step(dt);
            1 SetSettings(settings: Box<WorldSettings>) => on.world.set_settings(*settings)?;
            /// Whether there is a hook: the hook itself is code.
            2 SetContactHook(_is_some: bool) => ();
            3 AddBody(def: Box<BodyDef>) => on.world.add_body(*def)?;
            4 RemoveBody(body: BodyId) => on.world.remove_body(on.own(body))?;
            5 AddCollider(body: BodyId, def: Box<ColliderDef>) => on.world.add_collider(on.own(body), *def)?;
            6 RemoveCollider(collider: ColliderId) => on.world.remove_collider(on.own(collider))?;
            7 AddJoint(def: Box<JointDef>) => on.world.put_joint(def.between(on.own(def.a), on.own(def.b)))?;
            8 RemoveJoint(joint: JointId) => on.world.remove_joint(on.own(joint))?;
            /// What `add_level` does with the velocities of centres.
            9 SetCenterVelocity(body: BodyId, velocity: Vec2) => {
                let slot = on.world.stores.bodies.check(on.own(body))?;
                on.world.stores.restore_velocity(slot, velocity);
            };
            /// The index of the snapshot in the recording.
            10 Restore(snapshot: u32) => {
                // Files that name a snapshot they do not hold are refused.
                if let Some(snapshot) = on.recording.snapshots.get(snapshot as usize) {
                    let restored = on.world.restore(snapshot);
                    debug_assert!(restored.is_ok(), "{restored:?}");
                }
            };
            /// Whether there is a hook after a restore to a place with a different answer: a restore leaves
            /// the hook, and searches for no pairs.
            11 KeepContactHook(_is_some: bool) => ();
            // A body.
            20 SetBodyUserData(body: BodyId, data: [u64; 2]) => on.body(body)?.set_user_data(whole(data));
            21 DropThrough(body: BodyId) => on.body(body)?.drop_through();
            22 SetKind(body: BodyId, kind: BodyKind) => on.body(body)?.set_kind(kind)?;
            23 SetPose(body: BodyId, pose: Pose) => on.body(body)?.set_pose(pose)?;
            24 SetVelocity(body: BodyId, velocity: Vec2) => on.body(body)?.set_velocity(velocity)?;
            25 SetAngularVelocity(body: BodyId, velocity: f32) => on.body(body)?.set_angular_velocity(velocity)?;
            26 SetTargetPose(body: BodyId, pose: Pose, dt: f32) => on.body(body)?.set_target_pose(pose, dt)?;
            27 ApplyForce(body: BodyId, force: Vec2, point: Position) =>
                on.body(body)?.apply_force(force, point)?;
            28 ApplyCentralForce(body: BodyId, force: Vec2) => on.body(body)?.apply_central_force(force)?;
            29 ApplyTorque(body: BodyId, torque: f32) => on.body(body)?.apply_torque(torque)?;
            30 ApplyAmbientForce(body: BodyId, force: Vec2, torque: f32) =>
                on.body(body)?.apply_ambient_force(force, torque)?;
            31 ApplyImpulse(body: BodyId, impulse: Vec2, point: Position) =>
                on.body(body)?.apply_impulse(impulse, point)?;
            32 ApplyCentralImpulse(body: BodyId, impulse: Vec2) => on.body(body)?.apply_central_impulse(impulse)?;
            33 ApplyAngularImpulse(body: BodyId, impulse: f32) => on.body(body)?.apply_angular_impulse(impulse)?;
            34 SetDamping(body: BodyId, damping: f32) => on.body(body)?.set_damping(damping)?;
            35 SetAngularDamping(body: BodyId, damping: f32) => on.body(body)?.set_angular_damping(damping)?;
            36 SetGravityScale(body: BodyId, scale: f32) => on.body(body)?.set_gravity_scale(scale)?;
            37 SetLocks(body: BodyId, locks: Locks) => on.body(body)?.set_locks(locks);
            38 SetMaxSpeed(body: BodyId, speed: f32) => on.body(body)?.set_max_speed(speed)?;
            39 SetMaxAngularSpeed(body: BodyId, speed: f32) => on.body(body)?.set_max_angular_speed(speed)?;
            40 SetMassOverride(body: BodyId, mass: Option<MassProperties>) =>
                on.body(body)?.set_mass_override(mass)?;
            41 SetSleepSpeed(body: BodyId, speed: f32) => on.body(body)?.set_sleep_speed(speed)?;
            42 SetBodyEnabled(body: BodyId, enabled: bool) => on.body(body)?.set_enabled(enabled);
            43 Sleep(body: BodyId) => on.body(body)?.sleep();
            44 Wake(body: BodyId) => on.body(body)?.wake();
            45 SetContinuous(body: BodyId, continuous: bool) => on.body(body)?.set_continuous(continuous);
            46 SetCanSleep(body: BodyId, can_sleep: bool) => on.body(body)?.set_can_sleep(can_sleep);
            47 SetWorldPose(body: BodyId, pose: WorldPose) => on.body(body)?.set_world_pose(pose)?;
            48 SetTargetWorldPose(body: BodyId, pose: WorldPose, dt: f32) =>
                on.body(body)?.set_target_world_pose(pose, dt)?;
            49 SetDominance(body: BodyId, dominance: u32) =>
                on.body(body)?.set_dominance(dominance.cast_signed())?;
            50 ApplyLoad(body: BodyId, mass: f32, inertia: f32, point: Position, velocity: Vec2, turn: f32) =>
                on.body(body)?.apply_load(Load { mass, inertia, point, velocity, angular_velocity: turn })?;
            // A collider.
            60 SetColliderUserData(collider: ColliderId, data: [u64; 2]) =>
                on.collider(collider)?.set_user_data(whole(data));
            61 SetFilter(collider: ColliderId, filter: Filter) => on.collider(collider)?.set_filter(filter);
            62 SetShape(collider: ColliderId, shape: Box<Shape>) => on.collider(collider)?.set_shape(*shape)?;
            63 SetOffset(collider: ColliderId, position: Point, angle: f32) =>
                on.collider(collider)?.set_offset(position, angle)?;
            64 SetOneWay(collider: ColliderId, direction: Option<Vec2>) =>
                on.collider(collider)?.set_one_way(direction)?;
            65 SetHook(collider: ColliderId, hook: bool) => on.collider(collider)?.set_hook(hook);
            66 SetPortalRole(collider: ColliderId, role: Option<PortalRole>) =>
                on.collider(collider)?.set_portal_role(role)?;
            67 SetSensor(collider: ColliderId, sensor: bool) => on.collider(collider)?.set_sensor(sensor)?;
            68 SetMaterial(collider: ColliderId, material: Material) => on.collider(collider)?.set_material(material)?;
            69 SetColliderEnabled(collider: ColliderId, enabled: bool) => on.collider(collider)?.set_enabled(enabled);
            70 SetContactSkin(collider: ColliderId, skin: f32) => on.collider(collider)?.set_contact_skin(skin)?;
            71 SetContactEvents(collider: ColliderId, asks: bool) =>
                on.collider(collider)?.set_contact_events(asks);
            72 SetHitEvents(collider: ColliderId, asks: bool) => on.collider(collider)?.set_hit_events(asks);
            73 SetSensorEvents(collider: ColliderId, takes_part: bool) =>
                on.collider(collider)?.set_sensor_events(takes_part);
            // A joint.
            80 SetJointUserData(joint: JointId, data: [u64; 2]) => on.joint(joint)?.set_user_data(whole(data));
            /// The whole definition: its bodies stay what they are.
            81 SetJointDef(joint: JointId, def: Box<JointDef>) => {
                let mut joint = on.joint(joint)?;
                let held = joint.def();
                joint.redefine(def.between(held.a, held.b))?;
            };
        }
    };
}

pub(super) use list_of_calls;
