//! Impulses at one contact, with the functions of [`impulse`](solver::impulse).

use super::settings::{ClassicSettings, ImpulseMethod, PositionCorrection};
use compute::math::{clamp, max};
use geom::{Vec2, right_normal};
use solver::impulse::{BodyPair, Friction, RigidBody};
use solver::{BodyInput, BodyRow, BodyState, Contact, Dominant, PointImpulse};

pub(super) fn rigid_body(states: &[BodyState], inputs: &[BodyInput], body: BodyRow) -> RigidBody {
    let (state, input) = (&states[body.index()], &inputs[body.index()]);
    RigidBody {
        velocity: state.velocity,
        angular_velocity: state.angular_velocity,
        inverse_mass: input.inverse_mass,
        inverse_inertia: input.inverse_inertia,
    }
}

/// One that dominates has infinite mass.
pub(super) fn rigid_bodies(states: &[BodyState], inputs: &[BodyInput], contact: &Contact) -> [RigidBody; 2] {
    let [a, b] = [contact.a, contact.b].map(|row| rigid_body(states, inputs, row));
    let infinite = |body| RigidBody { inverse_mass: 0.0, inverse_inertia: 0.0, ..body };
    match contact.dominant() {
        None => [a, b],
        Some(Dominant::A) => [infinite(a), b],
        Some(Dominant::B) => [a, infinite(b)],
    }
}

fn are_movable(inputs: &[BodyInput], contact: &Contact) -> [bool; 2] {
    let [a, b] = [contact.a, contact.b].map(|row| inputs[row.index()].is_movable());
    [a && contact.dominant() != Some(Dominant::A), b && contact.dominant() != Some(Dominant::B)]
}

fn body_pair(states: &[BodyState], inputs: &[BodyInput], contact: &Contact, point: usize) -> BodyPair {
    let point = &contact.manifold.points[point];
    let [a, b] = rigid_bodies(states, inputs, contact);
    BodyPair { a, b, r_a: point.anchor_a, r_b: point.anchor_b }
}

fn with_pair<T>(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &Contact,
    point: usize,
    apply: impl FnOnce(&mut BodyPair) -> T,
) -> T {
    let mut pair = body_pair(states, inputs, contact, point);
    let result = apply(&mut pair);
    let [is_a_movable, is_b_movable] = are_movable(inputs, contact);
    for (row, body, is_movable) in [(contact.a, pair.a, is_a_movable), (contact.b, pair.b, is_b_movable)] {
        if is_movable {
            let state = &mut states[row.index()];
            (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
        }
    }
    result
}

fn directions(contact: &Contact) -> (Vec2, Vec2) {
    (contact.manifold.normal, right_normal(contact.manifold.normal))
}

/// m/s; negative if the bodies approach each other.
pub(super) fn normal_velocity(
    states: &[BodyState],
    inputs: &[BodyInput],
    contact: &Contact,
    point: usize,
) -> f32 {
    body_pair(states, inputs, contact, point).relative_velocity().dot(&contact.manifold.normal)
}

/// Applies the stored impulses of a contact if `keep` is set, else sets them to zero, as always at points
/// with a positive separation: iterations skip these, so none could reduce the impulse.
pub(super) fn warm_start(states: &mut [BodyState], inputs: &[BodyInput], contact: &mut Contact, keep: bool) {
    if !keep {
        contact.impulses = [PointImpulse::default(); 2];
    }
    let (n, t) = directions(contact);
    for i in 0..contact.manifold.points().len() {
        if contact.manifold.points[i].separation > 0.0 {
            contact.impulses[i] = PointImpulse::default();
        }
        let PointImpulse { normal, tangent } = contact.impulses[i];
        with_pair(states, inputs, contact, i, |pair| pair.apply(n * normal + t * tangent));
    }
    if keep && contact.rolling_resistance > 0.0 {
        let impulse = contact.rolling_impulse;
        with_pair(states, inputs, contact, 0, |pair| pair.apply_angular(impulse));
    } else {
        contact.rolling_impulse = 0.0;
    }
}

/// One iteration. `bounce_velocities` are the normal velocities (m/s) that restitution prescribes; `dt` is in
/// s.
pub(super) fn solve_contact(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &mut Contact,
    bounce_velocities: [f32; 2],
    settings: &ClassicSettings,
    dt: f32,
) {
    for (i, &bounce) in bounce_velocities.iter().enumerate().take(contact.manifold.count as usize) {
        // The texts treat only shapes that overlap.
        if contact.manifold.points[i].separation > 0.0 {
            continue;
        }
        match settings.impulses {
            ImpulseMethod::Accumulated => accumulate(states, inputs, contact, i, bounce, settings, dt),
            ImpulseMethod::Separate => separate(states, inputs, contact, i, 1.0, settings, dt),
            ImpulseMethod::DepthWeighted => {
                let weight = depth_weight(contact, i);
                separate(states, inputs, contact, i, weight, settings, dt);
            }
            ImpulseMethod::Displacement => {}
            ImpulseMethod::Clamp => stop(states, inputs, contact, i),
        }
    }
    if contact.rolling_resistance > 0.0 && settings.impulses.are_applied() {
        resist_rolling(states, inputs, contact);
    }
}

/// The normal velocity that removes overlap, m/s.
pub(super) fn bias(contact: &Contact, point: usize, settings: &ClassicSettings, dt: f32) -> f32 {
    match settings.correction {
        PositionCorrection::Baumgarte { slop, .. } => {
            settings.bias_rate(dt) * max(-contact.manifold.points[point].separation - slop, 0.0)
        }
        _ => 0.0,
    }
}

/// [`ImpulseMethod::Accumulated`]: the sums stay in their bounds.
fn accumulate(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &mut Contact,
    point: usize,
    bounce_velocity: f32,
    settings: &ClassicSettings,
    dt: f32,
) {
    let (n, t) = directions(contact);
    let target = max(bias(contact, point, settings, dt), bounce_velocity);
    let old = contact.impulses[point];
    let (static_friction, friction) = (contact.static_friction, contact.friction);
    let surface_speed = contact.surface_speed;
    contact.impulses[point] = with_pair(states, inputs, contact, point, |pair| {
        let missing = target - pair.relative_velocity().dot(&n);
        let normal = max(old.normal + pair.effective_mass(n) * missing, 0.0);
        pair.apply(n * (normal - old.normal));

        let sliding = pair.relative_velocity().dot(&t) - surface_speed;
        let stop = old.tangent - pair.effective_mass(t) * sliding;
        let tangent = if stop.abs() <= static_friction * normal {
            stop
        } else {
            clamp(stop, -friction * normal, friction * normal)
        };
        pair.apply(t * (tangent - old.tangent));
        PointImpulse { normal, tangent }
    });
}

/// [`ImpulseMethod::Separate`]: each impulse stays in its bounds. The normal one is multiplied by `weight`.
fn separate(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &mut Contact,
    point: usize,
    weight: f32,
    settings: &ClassicSettings,
    dt: f32,
) {
    let (n, t) = directions(contact);
    let bias = bias(contact, point, settings, dt);
    let friction =
        Friction { static_coefficient: contact.static_friction, dynamic_coefficient: contact.friction };
    let (restitution, surface_speed) = (contact.restitution, contact.surface_speed);
    let change = with_pair(states, inputs, contact, point, |pair| {
        let approach = pair.relative_velocity().dot(&n);
        let bounce = if approach < -settings.bounce_threshold { -restitution * approach } else { 0.0 };
        // Stops at the target velocity: the next iteration adds nothing.
        let normal = weight * max(pair.effective_mass(n) * (max(bias, bounce) - approach), 0.0);
        pair.apply(n * normal);
        let tangent = pair.relative_to_surface(t, surface_speed).friction_impulse(t, normal, friction);
        pair.apply(t * tangent);
        PointImpulse { normal, tangent }
    });
    contact.impulses[point].normal += change.normal;
    contact.impulses[point].tangent += change.tangent;
}

/// [`ImpulseMethod::Clamp`]: takes away the velocity of a body into something of infinite mass.
fn stop(states: &mut [BodyState], inputs: &[BodyInput], contact: &Contact, point: usize) {
    let (n, rows) = (directions(contact).0, [contact.a, contact.b]);
    let side = match are_movable(inputs, contact) {
        [true, false] => 0,
        [false, true] => 1,
        _ => return,
    };
    let pair = body_pair(states, inputs, contact, point);
    let (outward, other) = if side == 1 { (n, pair.a) } else { (-n, pair.b) };
    let state = &mut states[rows[side].index()];
    let into = (state.velocity - other.velocity).dot(&outward);
    if into < 0.0 {
        state.velocity -= outward * into;
    }
}

/// Within the bound of the normal impulses so far.
fn resist_rolling(states: &mut [BodyState], inputs: &[BodyInput], contact: &mut Contact) {
    let old = contact.rolling_impulse;
    let bound = contact.rolling_resistance * contact.impulses.iter().map(|point| point.normal).sum::<f32>();
    contact.rolling_impulse = with_pair(states, inputs, contact, 0, |pair| {
        let rolling = pair.b.angular_velocity - pair.a.angular_velocity;
        let new = clamp(old - pair.effective_inertia() * rolling, -bound, bound);
        pair.apply_angular(new - old);
        new
    });
}

/// Points without depth have equal shares.
fn depth_weight(contact: &Contact, point: usize) -> f32 {
    let points = contact.manifold.points();
    let depth = |separation: f32| max(-separation, 0.0);
    let total: f32 = points.iter().map(|point| depth(point.separation)).sum();
    if total > 0.0 { depth(points[point].separation) / total } else { 1.0 / points.len() as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;
    use collide::{Manifold, ManifoldPoint};

    fn contact(separations: &[f32]) -> Contact {
        let mut manifold = Manifold { normal: Vec2::new(0.0, 1.0), ..Manifold::EMPTY };
        manifold.count = separations.len() as u32;
        for (point, &separation) in manifold.points.iter_mut().zip(separations) {
            *point = ManifoldPoint { separation, ..ManifoldPoint::zeroed() };
        }
        Contact { manifold, ..Contact::zeroed() }
    }

    /// The weights of a contact are in proportion to the depths and add up to one; a point in front of the
    /// surface has none; points without depth have equal shares.
    #[test]
    fn depth_weights_are_in_proportion_to_the_depths() {
        let weights = |separations: &[f32]| -> Vec<f32> {
            let contact = contact(separations);
            (0..separations.len()).map(|point| depth_weight(&contact, point)).collect()
        };
        assert_eq!(weights(&[-0.03, -0.01]), [0.75, 0.25]);
        assert_eq!(weights(&[-0.02, -0.02]), [0.5, 0.5]);
        assert_eq!(weights(&[0.004, -0.01]), [0.0, 1.0]);
        assert_eq!(weights(&[0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(weights(&[-0.01]), [1.0]);
    }

    /// A body without rotation falls onto two points: each gets its share of the impulse that a single point
    /// would get, so that the first iteration stops it up to the order of the points.
    #[test]
    fn depth_weighted_impulses_are_the_shares_of_the_whole_impulse() {
        let settings = ClassicSettings {
            impulses: ImpulseMethod::DepthWeighted,
            correction: PositionCorrection::None,
            ..ClassicSettings::default()
        };
        let mut bodies = solver::Bodies::new();
        let start = BodyState { velocity: Vec2::new(0.0, -1.0), ..BodyState::REST };
        let row = bodies.push(start, BodyInput::dynamic(2.0, f32::INFINITY, Vec2::zeros()));
        let mut contact = contact(&[-0.03, -0.01]);
        (contact.a, contact.b) = (BodyRow::STATIC, row);
        let (states, inputs) = bodies.split();
        solve_contact(states, inputs, &mut contact, [0.0; 2], &settings, 0.01);
        // 3/4 of 2 N s, and then 1/4 of what is left of it.
        let found = contact.impulses.map(|impulse| impulse.normal);
        assert!((found[0] - 1.5).abs() < 1e-5 && (found[1] - 0.125).abs() < 1e-5, "{found:?}");
    }
}
