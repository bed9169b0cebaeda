//! Every setting and tolerance of the solver: its name, its unit, its reason.

use thiserror::Error;

/// m/s. Velocities below are set to zero: what is left of a motion that dies away would otherwise become
/// subnormal, and arithmetic on subnormal numbers is 16 to 45 times slower.
pub(crate) const TINY: f32 = 1e-15;

/// Two contact points are solved together where their 2x2 matrix is this far from singular: k11 k22 < 10 det. Boxes on
/// boxes have 1.0 to 1.5. Nearer to singular a small difference of the two velocities becomes a large one of impulses,
/// which keeps a pile of small polygons trembling: at 1000 three thousand of them have 1.4 mm/s for ever, at anything
/// between 1.1 and 20 they have 0.02 mm/s; one point after the other is exact enough there.
pub(crate) const MAX_CONDITION: f32 = 10.0;

/// A bounce returns this fraction of the speed asked for, so that rounding never lets it gain height.
pub(crate) const BOUNCE_SHARE: f32 = 0.999_99;

/// How the soft solver works. The defaults are those under which the quality figures in `docs/` hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverSettings {
    /// Parts into which a step is divided.
    pub substeps: u32,
    /// Sweeps over all constraints in each sub-step that also work off position errors.
    pub biased_sweeps: u32,
    /// Sweeps after the positions have moved, which take out the velocity that the first kind put in.
    pub relax_sweeps: u32,
    /// Stiffness of contacts, Hz, above zero; at most a quarter of the sub-step rate is used. Against the
    /// ground twice as much.
    pub contact_hertz: f32,
    /// Damping ratio of contacts. Far above one: an overlap goes away without a bounce.
    pub contact_damping_ratio: f32,
    /// Stiffness of joints, Hz, above zero.
    pub joint_hertz: f32,
    /// Damping ratio of joints.
    pub joint_damping_ratio: f32,
    /// Greatest speed with which overlapping bodies are pushed apart, whatever presses them together, m/s; from what does
    /// not move, twice as much. Bodies created one in another drift apart instead of flying.
    pub push_out_speed: f32,
    /// Approach, m/s, below which nothing bounces, so that a pile comes to rest.
    pub bounce_threshold: f32,
    /// While a body bounces, its contact does not brake it beyond this distance, m; nearer, it still carries
    /// it.
    pub bounce_clearance: f32,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            substeps: 4,
            biased_sweeps: 2,
            relax_sweeps: 1,
            contact_hertz: 45.0,
            contact_damping_ratio: 10.0,
            joint_hertz: 60.0,
            joint_damping_ratio: 2.0,
            push_out_speed: 1.5,
            bounce_threshold: 1.0,
            bounce_clearance: 0.001,
        }
    }
}

/// A setting that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{field} is {value}: it must be {expected}")]
pub struct SettingsError {
    /// Which setting.
    pub field: &'static str,
    /// Its value.
    pub value: f32,
    /// What it must be.
    pub expected: &'static str,
}

impl SolverSettings {
    /// Looks at every value.
    ///
    /// # Errors
    /// [`SettingsError`] naming the first that cannot be.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let refuse = |field, value, expected| Err(SettingsError { field, value, expected });
        for (field, count) in [
            ("substeps", self.substeps),
            ("biased_sweeps", self.biased_sweeps),
            ("relax_sweeps", self.relax_sweeps),
        ] {
            if !(1..=1000).contains(&count) {
                return refuse(field, count as f32, "from 1 to 1000");
            }
        }
        for (field, value) in [("contact_hertz", self.contact_hertz), ("joint_hertz", self.joint_hertz)] {
            if !(value.is_finite() && value > 0.0) {
                return refuse(field, value, "finite and above zero");
            }
        }
        for (field, value) in [
            ("contact_damping_ratio", self.contact_damping_ratio),
            ("joint_damping_ratio", self.joint_damping_ratio),
            ("push_out_speed", self.push_out_speed),
            ("bounce_threshold", self.bounce_threshold),
            ("bounce_clearance", self.bounce_clearance),
        ] {
            if !(value.is_finite() && value >= 0.0) {
                return refuse(field, value, "finite and not negative");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_bad_setting_is_named() {
        assert!(SolverSettings::default().validate().is_ok());
        let bad = SolverSettings { contact_hertz: f32::NAN, ..SolverSettings::default() };
        assert_eq!(
            bad.validate().unwrap_err().to_string(),
            "contact_hertz is NaN: it must be finite and above zero"
        );
        let none = SolverSettings { substeps: 0, ..SolverSettings::default() };
        assert!(none.validate().unwrap_err().to_string().starts_with("substeps is 0"));
    }
}
