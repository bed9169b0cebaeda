//! Which crate may know which. Each line of the house depends only on lines above it.

/// A crate of the engine and the crates of the engine that its library may depend on.
#[derive(Debug)]
pub struct Floor {
    /// The crate.
    pub name: &'static str,
    /// What it may know.
    pub knows: &'static [&'static str],
}

/// The engine, bottom to top, as the architecture page draws it.
pub const HOUSE: &[Floor] = &[
    Floor { name: "compute", knows: &[] },
    Floor { name: "geom", knows: &["compute"] },
    Floor { name: "broadphase", knows: &["compute", "geom"] },
    Floor { name: "collide", knows: &["compute", "geom"] },
    Floor { name: "solver", knows: &["compute", "geom", "collide"] },
    Floor { name: "world", knows: &["compute", "geom", "broadphase", "collide", "solver"] },
    Floor { name: "physics", knows: &["compute", "geom", "broadphase", "collide", "solver", "world"] },
    Floor {
        name: "scenes",
        knows: &["compute", "geom", "broadphase", "collide", "solver", "world", "physics"],
    },
];

/// Crates above the engine, which may know anything.
pub const ABOVE: &[&str] = &["testbed", "benches", "peers", "xtask"];

/// The crates that build without the standard library, and whose tests may use `scenes` and nothing else
/// from above.
pub const LOWER: &[&str] = &["compute", "geom", "broadphase", "collide", "solver"];

/// The crates whose results are the same bits everywhere.
pub const SAME_BITS: &[&str] = &["compute", "geom", "broadphase", "collide", "solver", "world"];
