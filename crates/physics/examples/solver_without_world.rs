//! The solver without a world: the program detects the contacts itself.
//!
//! Here the shapes are discs on a floor, so collision detection is a subtraction. The solver needs no
//! shapes.
//!
//! `cargo run -p physics2d-engine --example solver_without_world`

use physics::collide::{FeatureId, Manifold, ManifoldPoint};
use physics::geom::{Point, Vec2};
use physics::solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, SoftSolver, SolverSettings};

const RADIUS: f32 = 0.5; // m
// Contacts exist below this separation, m, so that the solver stops bodies before they overlap.
const MARGIN: f32 = 0.02;

/// The contact of a disc with the floor y = 0, if they are near. Body A is the floor, body B the disc.
fn floor_contact(body: BodyRow, center: Point, old: Option<&Contact>) -> Option<Contact> {
    let separation = center.y - RADIUS;
    if separation > MARGIN {
        return None;
    }
    let mut manifold = Manifold { normal: Vec2::new(0.0, 1.0), count: 1, ..Manifold::EMPTY };
    manifold.points[0] = ManifoldPoint {
        // Anchors are measured from the centres of mass; the floor's is the origin.
        anchor_a: Vec2::new(center.x, 0.0),
        anchor_b: Vec2::new(0.0, -RADIUS),
        separation,
        feature: FeatureId(0),
    };
    // A contact that persists keeps its impulses, for warm starting.
    let mut contact = old.copied().unwrap_or(Contact::new(BodyRow::STATIC, body, Manifold::EMPTY, 0.6, 0.0));
    contact.replace_manifold(manifold);
    Some(contact)
}

fn main() {
    let mut bodies = Bodies::new();
    let (mass, inertia) = (1.0, 0.5 * RADIUS * RADIUS); // kg, kg m^2, of a disc of 1 kg
    let disc = bodies.push(BodyState::REST, BodyInput::dynamic(mass, inertia, Vec2::new(0.0, -9.81)));
    bodies.states_mut()[disc.index()].velocity = Vec2::new(2.0, 0.0);

    let mut solver = SoftSolver::new();
    let mut center = Point::new(0.0, 1.0);
    let mut contact: Option<Contact> = None;
    for _ in 0..120 {
        contact = floor_contact(disc, center, contact.as_ref());
        let mut contacts: Vec<_> = contact.into_iter().collect();
        solver.step(&mut bodies, &mut contacts, &mut [], &SolverSettings::default(), 1.0 / 60.0);
        contact = contacts.first().copied();
        // The solver returns the motion of each body in the step. The caller stores the positions.
        center += bodies.states()[disc.index()].delta_position;
    }

    let state = &bodies.states()[disc.index()];
    println!(
        "the disc is at {center:?}, moves at {:?} and turns at {} rad/s",
        state.velocity, state.angular_velocity
    );
    assert!((center.y - RADIUS).abs() < 0.01, "it lies on the floor");
    // The disc rolls: friction has made the velocity at the contact point zero.
    assert!((state.velocity.x + state.angular_velocity * RADIUS).abs() < 0.01);
}
