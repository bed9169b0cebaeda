//! Read-only views of the bodies, colliders, contacts and joints of a world.

mod body;
mod collider;
mod contact;
mod joint;

pub use body::BodyRef;
pub use collider::ColliderRef;
pub use contact::ContactRef;
pub use joint::JointRef;
