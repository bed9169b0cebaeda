//! From which speed of approach on contacts bounce: the threshold lets piles come to rest. Where nothing
//! falls, nothing has to, so it is at most the speed that the acceleration of the bodies gives in
//! [`BOUNCE_TIME`].

use crate::BodyInput;
use compute::math::{max, min, sqrt};

/// s.
pub(crate) const BOUNCE_TIME: f32 = 1.0;

/// The share of the threshold where nothing accelerates. Rounding moves bodies more slowly.
pub(crate) const LEAST_BOUNCE_SHARE: f32 = 0.01;

pub(crate) fn least_bounce(threshold: f32, inputs: [&BodyInput; 2]) -> f32 {
    let [a, b] = inputs.map(|input| input.acceleration.norm_squared());
    let gained = BOUNCE_TIME * sqrt(max(a, b));
    min(threshold, max(gained, LEAST_BOUNCE_SHARE * threshold))
}
