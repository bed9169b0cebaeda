//! All settings and tolerances of the solver, each with its unit and its reason.

use properties::{Properties, Range, Visitor, Word, check, choices, property};

/// A setting has a value that the solver does not accept.
pub use properties::OutOfRange as SettingsError;

/// Smaller velocities (m/s, rad/s) and impulses (N s) are set to zero: they would become subnormal, with
/// which arithmetic is 16 to 45 times slower.
pub(crate) const TINY: f32 = 1e-15;

/// What a metre is in the units of the caller; constants of the solver are in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LengthUnit(pub(crate) f32);

impl Default for LengthUnit {
    fn default() -> Self {
        Self(1.0)
    }
}

/// The points of a contact are solved together if k11 k22 < 10 det; two boxes on each other have 1.0 to 1.5.
/// Near a singular matrix, small differences of velocities become large ones of impulses, which keeps piles
/// of small polygons moving. There, one point after the other is exact enough.
pub(crate) const MAX_CONDITION: f32 = 10.0;

/// Of the speed that restitution prescribes, so that rounding never adds height.
pub(crate) const BOUNCE_SHARE: f32 = 0.999_99;

/// Of sub-steps, sweeps or iterations: with more, a step would take seconds.
pub(crate) const COUNT: Range = Range::new(1.0, 1000.0, "from 1 to 1000");

/// How the soft solver works. The quality figures in `docs/` hold for the defaults.
///
/// ```
/// use solver::SolverSettings;
///
/// let fast = SolverSettings { substeps: 2, ..SolverSettings::default() };
/// assert!(fast.validate().is_ok());
///
/// let wrong = SolverSettings { joint_hertz: -1.0, ..SolverSettings::default() };
/// let error = wrong.validate().unwrap_err();
/// assert_eq!(error.to_string(), "joint_hertz is -1: it must be finite and above zero");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct SolverSettings {
    /// Number of sub-steps in a step, 1 to 1000.
    pub substeps: u32,
    /// Biased sweeps in each sub-step, 1 to 1000: they remove velocity errors and position errors.
    pub biased_sweeps: u32,
    /// Relax sweeps in each sub-step, 1 to 1000. They run after the positions have moved and remove the
    /// velocity that the bias added.
    pub relax_sweeps: u32,
    /// Stiffness of contacts, Hz, above zero; at most a quarter of the sub-step rate is used. Contacts with a
    /// body of infinite mass are twice as stiff.
    pub contact_hertz: f32,
    /// Damping ratio of contacts, not negative. A value far above 1 removes an overlap without a bounce.
    pub contact_damping_ratio: f32,
    /// Stiffness of joints, Hz, above zero; at most a quarter of the sub-step rate is used.
    pub joint_hertz: f32,
    /// Damping ratio of joints, not negative.
    pub joint_damping_ratio: f32,
    /// Which joints are solved directly: all rows of a mechanism at once, without gaps, in place of sweeps.
    pub direct_joints: DirectJoints,
    /// Which contacts are solved together, without sinking, in place of sweeps.
    pub direct_contacts: DirectContacts,
    /// Greatest speed at which contacts push overlapping bodies apart, m/s; twice that for contacts with a
    /// body of infinite mass. It does not limit the load that a contact can carry. Bodies that are created
    /// inside each other separate slowly because of it.
    pub push_out_speed: f32,
    /// Approach speed, m/s, below which contacts do not bounce, so that a pile comes to rest. Where gravity
    /// and forces accelerate both bodies by less than this in a second, it is what they give in a second,
    /// and at least a hundredth of this: without gravity, discs on an air table bounce at any speed that
    /// one sees.
    pub bounce_threshold: f32,
    /// A contact that bounces does not brake its bodies while they are farther apart than this, m. At a
    /// smaller separation it still carries their load.
    pub bounce_clearance: f32,
}

/// Which joints the soft solver solves directly.
///
/// Sweeps solve one joint after the other. They are fast, and good enough where a joint carries a few times
/// the mass of its bodies: ragdolls, light cars. A long chain, a light one with a heavy load, or the
/// suspension of a heavy chassis needs more sweeps than a step has. A direct solve finds the impulses of all
/// joints of a mechanism together, without gaps, at some times the cost of the sweeps.
///
/// A mechanism is what joints connect without passing through a body of infinite mass. Pulleys, the rows of a
/// portal, points with a greatest force (mouse joints) and mechanisms with very many closed loops, such as
/// nets, stay with the sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DirectJoints {
    /// None.
    Off,
    /// Mechanisms of which a joint carries at least eight times the mass of its lighter body, or three times
    /// if it also holds the angle; those without a body of infinite mass whose heaviest body has at least
    /// eight times the lightest mass joined to it (cars); and up to three bodies joined to one of infinite
    /// mass (pendulums, doors).
    #[default]
    Loaded,
    /// All mechanisms.
    All,
}

/// Which contacts the soft solver solves together.
///
/// Soft contacts sink by 0.2 mm for each mass of the lighter body that they carry, which keeps piles calm and
/// steps cheap. Under 1,000 times its mass a body would be crushed, and columns sink with the square of their
/// height. Such contacts are solved together, by Newton's method, without sinking and at a higher cost. A
/// body that bears more than 1,100 times its mass is crushed all the same.
///
/// Contacts that bounce in the step and clusters of very many bodies stay with the sweeps. So do contacts of
/// mechanisms that are [solved directly](DirectJoints), unless something heavy presses on a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DirectContacts {
    /// None.
    Off,
    /// Contacts of bodies on which a body of more than sixteen times their mass presses, directly or through
    /// others, and those of connected bodies that bear more than their weight, up to 120 bodies in all.
    Heavy,
    /// The same, and the contacts of tall columns: of up to 160 connected bodies that stand on one of
    /// infinite mass, of which one bears more than eight times its weight (four times where bodies stand on
    /// each other one by one), and none bears more than its weight at more than about three contacts. The
    /// caller has to [show](crate::SoftSolver::prepare) what stands where; `world` does.
    #[default]
    Columns,
    /// As `Heavy`, and the contacts of up to forty connected bodies that bear more than their own weight:
    /// tall stacks.
    Tall,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            substeps: 4,
            biased_sweeps: 2,
            relax_sweeps: 1,
            contact_hertz: 53.0,
            contact_damping_ratio: 10.0,
            joint_hertz: 60.0,
            joint_damping_ratio: 2.0,
            direct_joints: DirectJoints::Loaded,
            direct_contacts: DirectContacts::Columns,
            push_out_speed: 1.5,
            bounce_threshold: 1.0,
            bounce_clearance: 0.001,
        }
    }
}

choices!(DirectJoints: Off, Loaded, All);
choices!(DirectContacts: Off, Heavy, Columns, Tall);

impl Properties for SolverSettings {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            substeps,
            biased_sweeps,
            relax_sweeps,
            contact_hertz,
            contact_damping_ratio,
            joint_hertz,
            joint_damping_ratio,
            direct_joints,
            direct_contacts,
            push_out_speed,
            bounce_threshold,
            bounce_clearance,
        } = self;
        visitor.word(property("substeps", "", COUNT), Word::Count, substeps)?;
        visitor.word(property("biased_sweeps", "", COUNT), Word::Count, biased_sweeps)?;
        visitor.word(property("relax_sweeps", "", COUNT), Word::Count, relax_sweeps)?;
        visitor.number(property("contact_hertz", "Hz", Range::POSITIVE), contact_hertz)?;
        visitor.number(property("contact_damping_ratio", "", Range::NOT_NEGATIVE), contact_damping_ratio)?;
        visitor.number(property("joint_hertz", "Hz", Range::POSITIVE), joint_hertz)?;
        visitor.number(property("joint_damping_ratio", "", Range::NOT_NEGATIVE), joint_damping_ratio)?;
        visitor.choice("direct_joints", direct_joints)?;
        visitor.choice("direct_contacts", direct_contacts)?;
        visitor.number(property("push_out_speed", "m/s", Range::NOT_NEGATIVE), push_out_speed)?;
        visitor.number(property("bounce_threshold", "m/s", Range::NOT_NEGATIVE), bounce_threshold)?;
        visitor.number(property("bounce_clearance", "m", Range::NOT_NEGATIVE), bounce_clearance)
    }
}

/// A call for each field, so that settings are written in one line.
macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {$(
        #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $field(mut self, $field: $type) -> Self {
            self.$field = $field;
            self
        }
    )*};
}

impl SolverSettings {
    setters! {
        substeps: u32,
        biased_sweeps: u32,
        relax_sweeps: u32,
        contact_hertz: f32,
        contact_damping_ratio: f32,
        joint_hertz: f32,
        joint_damping_ratio: f32,
        direct_joints: DirectJoints,
        direct_contacts: DirectContacts,
        push_out_speed: f32,
        bounce_threshold: f32,
        bounce_clearance: f32,
    }

    /// Checks every value.
    ///
    /// # Errors
    /// [`SettingsError`] that names the first setting with a value that is not accepted.
    pub fn validate(&self) -> Result<(), SettingsError> {
        check(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn error_names_the_setting_and_its_value() {
        assert!(SolverSettings::default().validate().is_ok());
        let bad = SolverSettings { contact_hertz: f32::NAN, ..SolverSettings::default() };
        assert_eq!(
            bad.validate().unwrap_err().to_string(),
            "contact_hertz is NaN: it must be finite and above zero"
        );
        let no_substeps = SolverSettings { substeps: 0, ..SolverSettings::default() };
        assert!(no_substeps.validate().unwrap_err().to_string().starts_with("substeps is 0"));
    }
}
