//! Rapier, in f32 and in f64: two packages with the same interface.

/// A module with a Rapier of one of the packages.
macro_rules! rapier {
    ($name:ident, $package:ident) => {
        pub(super) mod $name {
            use crate::engine::Unsupported;
            use crate::far::FarWorld;
            use $package::prelude::{
                CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, ImpulseJointSet,
                IntegrationParameters, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline, Real,
                RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SoftBodySet, Vector,
            };

            #[derive(Default)]
            pub(in crate::far) struct Rapier {
                gravity: Real,
                sleeping: bool,
                pipeline: PhysicsPipeline,
                islands: IslandManager,
                broad_phase: DefaultBroadPhase,
                narrow_phase: NarrowPhase,
                bodies: RigidBodySet,
                colliders: ColliderSet,
                impulse_joints: ImpulseJointSet,
                multibody_joints: MultibodyJointSet,
                soft_bodies: SoftBodySet,
                ccd_solver: CCDSolver,
                handles: Vec<RigidBodyHandle>,
            }

            impl Rapier {
                pub(in crate::far) fn new(gravity: f32, sleeping: bool) -> Self {
                    Self { gravity: gravity.into(), sleeping, ..Self::default() }
                }
            }

            impl FarWorld for Rapier {
                fn add_box(
                    &mut self,
                    [x, y]: [f64; 2],
                    [width, height]: [f32; 2],
                    velocity: Option<f32>,
                ) -> Result<(), Unsupported> {
                    let body = match velocity {
                        None => RigidBodyBuilder::fixed(),
                        Some(speed) => RigidBodyBuilder::dynamic().linvel(Vector::new(speed.into(), 0.0)),
                    };
                    let body = body.translation(Vector::new(x as Real, y as Real)).can_sleep(self.sleeping);
                    let handle = self.bodies.insert(body);
                    let shape = ColliderBuilder::cuboid(width.into(), height.into());
                    self.colliders.insert_with_parent(shape, handle, &mut self.bodies);
                    self.handles.push(handle);
                    Ok(())
                }

                fn step(&mut self, dt: f32) {
                    let parameters =
                        IntegrationParameters { dt: dt.into(), ..IntegrationParameters::default() };
                    self.pipeline.step(
                        Vector::new(0.0, self.gravity),
                        &parameters,
                        &mut self.islands,
                        &mut self.broad_phase,
                        &mut self.narrow_phase,
                        &mut self.bodies,
                        &mut self.colliders,
                        &mut self.impulse_joints,
                        &mut self.multibody_joints,
                        &mut self.soft_bodies,
                        &mut self.ccd_solver,
                        &(),
                        &(),
                    );
                }

                fn body(&self, number: u32) -> ([f64; 2], bool) {
                    let body = &self.bodies[self.handles[number as usize]];
                    let at = body.translation();
                    ([at.x.into(), at.y.into()], !body.is_sleeping())
                }
            }
        }
    };
}

rapier!(single, rapier2d);
#[cfg(feature = "far")]
rapier!(double, rapier2d_f64);
