//! Which crate may depend on which: each layer uses only layers above it in this list.

/// A crate of the engine.
#[derive(Debug)]
pub struct Layer {
    /// Its name.
    pub name: &'static str,
    /// The crates of the engine that its library may depend on.
    pub may_use: &'static [&'static str],
}

/// The engine, lowest layer first, as docs/architecture.md draws it.
pub const LAYERS: &[Layer] = &[
    Layer { name: "properties", may_use: &[] },
    Layer { name: "compute", may_use: &[] },
    Layer { name: "geom", may_use: &["compute"] },
    Layer { name: "broadphase", may_use: &["compute", "geom"] },
    Layer { name: "collide", may_use: &["compute", "geom"] },
    Layer { name: "solver", may_use: &["properties", "compute", "geom", "collide"] },
    Layer { name: "textbook", may_use: &["properties", "compute", "geom", "collide", "solver"] },
    Layer {
        name: "world",
        may_use: &["properties", "compute", "geom", "broadphase", "collide", "solver", "textbook"],
    },
    Layer { name: "broadphases", may_use: &["compute", "geom", "broadphase"] },
    Layer {
        name: "toolkit",
        may_use: &["compute", "geom", "broadphase", "broadphases", "collide", "solver", "world"],
    },
    Layer { name: "batch", may_use: &["compute", "geom", "collide", "world"] },
    Layer { name: "tasks", may_use: &["compute", "geom", "world", "toolkit", "batch"] },
    Layer { name: "import", may_use: &["geom", "world"] },
    Layer {
        name: "physics",
        may_use: &[
            "compute",
            "geom",
            "broadphase",
            "broadphases",
            "collide",
            "solver",
            "textbook",
            "world",
            "toolkit",
            "batch",
        ],
    },
    Layer {
        name: "scenes",
        may_use: &["compute", "geom", "broadphase", "collide", "solver", "world", "toolkit", "physics"],
    },
];

/// Programs on top of the engine. They may depend on any crate.
pub const PROGRAMS: &[&str] = &["testbed", "benches", "peers", "fuzz", "xtask"];

/// The crates that build without the standard library. Their tests use no crate above them but `scenes`.
pub const NO_STD: &[&str] =
    &["properties", "compute", "geom", "broadphase", "broadphases", "collide", "solver", "textbook"];

/// The crates whose results have the same bits on every platform.
pub const SAME_BITS: &[&str] = &[
    "properties",
    "compute",
    "geom",
    "broadphase",
    "broadphases",
    "collide",
    "solver",
    "textbook",
    "world",
    "toolkit",
    "batch",
    "tasks",
];

/// The crates for users of the engine: they can be packaged and have complete metadata.
pub const LIBRARIES: &[&str] = &[
    "properties",
    "compute",
    "geom",
    "broadphase",
    "broadphases",
    "collide",
    "solver",
    "textbook",
    "world",
    "toolkit",
    "batch",
    "tasks",
    "import",
    "physics",
];

/// The name of a crate's package, which `cargo -p` takes. Those of libraries have a prefix, since `world` and
/// the like belong to other projects on crates.io. Tidy compares the manifests with it.
pub fn package(name: &str) -> String {
    match name {
        "physics" => "physics2d-engine".to_owned(),
        _ if LIBRARIES.contains(&name) => format!("physics2d-{name}"),
        _ => name.to_owned(),
    }
}

/// The features of libraries that are off by default.
pub const FEATURES: &[(&str, &[&str])] = &[
    ("compute", &["scalar"]),
    ("geom", &["mint", "glam", "glam-032", "serde"]),
    ("solver", &["serde"]),
    ("textbook", &["serde"]),
    ("world", &["mint", "glam", "glam-032", "serde", "validate"]),
    ("physics", &["mint", "glam", "glam-032", "serde", "validate"]),
];
