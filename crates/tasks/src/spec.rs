//! What a task takes and gives, as data: a binding makes its spaces of it, the documents their tables.

/// One number of an action or an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// What it is.
    pub name: &'static str,
    /// Its unit, as text; empty for none.
    pub unit: &'static str,
    /// Its least value. An action below it counts as this; an observation may be beyond it in rare states.
    pub low: f32,
    /// Its greatest value, likewise.
    pub high: f32,
}

impl Quantity {
    /// A quantity from `low` to `high`.
    pub(crate) const fn new(name: &'static str, unit: &'static str, low: f32, high: f32) -> Self {
        Self { name, unit, low, high }
    }
}

/// What the actions of a task are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Actions {
    /// One number, an index into this list of what it does.
    Discrete(&'static [&'static str]),
    /// A number for each of these.
    Continuous(&'static [Quantity]),
}

impl Actions {
    /// How many numbers the action of a world has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Discrete(_) => 1,
            Self::Continuous(quantities) => quantities.len(),
        }
    }

    /// Whether an action has no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a task takes and gives.
///
/// ```
/// use tasks::{Actions, find};
///
/// let spec = find("lunar_lander").unwrap().make(Default::default())?.spec();
/// assert_eq!(spec.observations[1].name, "height above the pad");
/// assert!(matches!(spec.actions, Actions::Discrete(list) if list.len() == 4));
/// assert_eq!(spec.max_steps, 1000);
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// What an action is.
    pub actions: Actions,
    /// What an observation is, number by number.
    pub observations: &'static [Quantity],
    /// s of simulated time from one action to the next.
    pub seconds: f32,
    /// After so many steps an episode is truncated; 0 for never.
    pub max_steps: u32,
}
