//! Levels as bytes and as text: what is read is what was written, hostile bytes give an error that says where
//! or a level, files of version 1 are read for ever, and docs/levels.md names every field.

use geom::{ChainSegment, MassProperties, Point, Shape, Sides};
use properties::Choice;
use solver::{DirectContacts, DirectJoints, SolverSettings};
use textbook::{ClassicSettings, PositionCorrection};
use world::{
    BodyDef, ColliderDef, Continuous, DistanceJoint, Filter, FilterJoint, FrictionJoint, GearJoint, JointDef,
    JointKind, Level, Locks, Material, MotorJoint, MouseJoint, PortalJoint, PortalRole, PrismaticJoint,
    PulleyJoint, RackJoint, RevoluteJoint, Snapshot, WeldJoint, WheelJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Where the records begin: magic, version, check sum.
pub(crate) const HEADER: usize = 20;

/// A level with every kind of shape and of joint, in which every field differs from its default somewhere.
pub(crate) fn full_level() -> Level {
    let correction = PositionCorrection::Projection { fraction: 0.3, slop: 0.02 };
    let classic = ClassicSettings { correction, drag: 0.1, ..ClassicSettings::default() };
    // Not the defaults, so that files keep their bytes if a default changes.
    let solver = SolverSettings { contact_hertz: 45.0, ..SolverSettings::default() };
    let settings = WorldSettings { classic, solver, hit_speed: f32::INFINITY, ..WorldSettings::default() };
    let settings = settings.gravity([0.5, -9.0]).substeps(5).continuous(false);
    let settings = settings.direct_joints(DirectJoints::Off).direct_contacts(DirectContacts::Off);
    let mut level = Level::new(settings);
    let ground = ColliderDef::new(Shape::half_space([0.1, 1.0], -1.0).unwrap()).friction(0.9);
    let ground = level.body_with(BodyDef::fixed(), ground);
    let chain = |before: [f32; 2], after: Option<Point>, sides| {
        let segment = ChainSegment::new([-4.0, 0.2], [4.0, 0.1], Some(before.into()), after, sides).unwrap();
        ColliderDef::new(Shape::ChainSegment(segment)).restitution(0.3)
    };
    level.collider(ground, chain([-5.0, 1.0], None, Sides::One));
    level.collider(ground, chain([-5.0, -1.0], Some([6.0, 0.7].into()), Sides::Two).offset([0.0, -0.7], 0.1));
    let plank = Shape::segment([5.0, 2.0], [9.0, 2.1]).unwrap();
    level.collider(ground, ColliderDef::new(plank).one_way([0.0, 1.0]).hook(true).surface_speed(1.5));
    let gate = ColliderDef::new(Shape::rectangle(1.0, 2.0).unwrap()).sensor(true);
    let gate = gate.contact_events(false).hit_events(false).sensor_events(false);
    level.collider(ground, gate.portal(PortalRole::Rim { portal: 3 }));
    let shapes = [
        Shape::circle(0.3).unwrap(),
        Shape::capsule([-0.2, 0.1], [0.3, 0.0], 0.15).unwrap(),
        Shape::polygon([[-0.5, -0.3], [0.6, -0.2], [0.1, 0.5]]).unwrap(),
    ];
    for i in 0..13_u8 {
        let x = f32::from(i);
        let def = BodyDef::dynamic().position([x - 6.0, 1.0 + 0.1 * x]).angle(0.3 * x).velocity([0.1, x]);
        let filter = Filter { category: 1 << (5 * i), mask: !2, group: -i32::from(i) };
        let shape = ColliderDef::new(shapes[i as usize % 3].clone()).offset([0.05, 0.0], 0.2);
        level.body_with(
            def.damping(0.1, 0.2).user_data(u128::MAX - u128::from(i)),
            shape.filter(filter).density(2.0 + x).rolling_resistance(0.02).user_data(1 << (7 * i)),
        );
    }
    let own = MassProperties { mass: 2.0, center: Point::new(0.1, 0.0), inertia: 0.5 };
    let passing = PortalRole::Passing { portal: 3, point: [1.0, 2.0].into(), normal: [0.0, 1.0].into() };
    let special = BodyDef::dynamic().position([0.0, 9.0]).angular_velocity(2.0).gravity_scale(0.5).mass(own);
    let special = special.locks(Locks { x: true, y: false, rotation: true }).max_speeds(20.0, 30.0);
    level.body_with(
        special.sleep_speed(0.02).continuous(false).can_sleep(false),
        ColliderDef::new(shapes[2].clone()).portal(passing),
    );
    level.body_with(
        BodyDef::kinematic().position([0.0, 12.0]).enabled(false).awake(false),
        ColliderDef::new(shapes[0].clone())
            .material(Material { static_friction: 1.0, ..Material::default() }),
    );
    let kinds: [JointKind; 13] = [
        RevoluteJoint::new().limits(-0.5, f32::INFINITY).motor(2.0, 30.0).into(),
        PrismaticJoint::new([1.0, 2.0]).limits(f32::NEG_INFINITY, 0.1).into(),
        DistanceJoint::rope(1.5).motor(-0.5, 9.0).into(),
        WheelJoint::new([0.0, 1.0]).spring(3.0, 0.5).into(),
        WeldJoint::new().spring(4.0, 0.6).into(),
        MotorJoint::new(50.0, f32::INFINITY).into(),
        MouseJoint::new(100.0).into(),
        PulleyJoint::new([[0.0, 9.0], [2.0, 9.0]], 15.0).into(),
        GearJoint::new(-1.5).into(),
        FrictionJoint::new(f32::INFINITY, 0.5).into(),
        FilterJoint.into(),
        PortalJoint::default().into(),
        RackJoint::new([1.0, 0.5], 0.3).into(),
    ];
    for (i, kind) in (1..).zip(kinds) {
        level
            .joint(JointDef::new(i, i + 1, kind).breaks(1e6, f32::INFINITY).user_data(9).collide(i % 2 == 0));
    }
    level.velocities_of_centers = true;
    level
}

/// The hash after two seconds.
pub(crate) fn run(level: &Level) -> u64 {
    let (mut world, _) = World::load(level).unwrap();
    (0..120).for_each(|_| world.step(DT));
    world.full_hash()
}

/// Writes the check sum that the bytes need, as `snapshot/coder.rs` computes it.
pub(crate) fn sign(bytes: &mut [u8]) {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut sum = 0xcbf2_9ce4_8422_2325 ^ u64::from(u32::from_le_bytes(bytes[8..12].try_into().unwrap()));
    for chunk in bytes[HEADER..].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        sum ^= sum >> 29;
    }
    sum = (sum ^ (bytes.len() - HEADER) as u64).wrapping_mul(PRIME);
    bytes[12..HEADER].copy_from_slice(&sum.to_le_bytes());
}

/// The bytes of a level are words in arrays of records, which are copied without code of ours
/// (`tests/level_records.rs` finds them by their sizes). They come back as the same level and as the same
/// bytes, and the two levels run alike.
#[test]
fn level_is_trivially_copyable_data_with_equal_bytes_and_an_equal_run() {
    let level = full_level();
    level.validate().unwrap();
    let bytes = level.to_bytes();
    let read = Level::from_bytes(&bytes).unwrap();
    assert_eq!(read, level);
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(run(&read), run(&level));
}

/// An invalid part is named with its index, whatever it is.
#[test]
fn refused_level_names_the_part_and_its_index() {
    type Change = fn(&mut Level);
    let changes: [(&str, Change); 6] = [
        ("settings 0 is refused: length_unit is -1", |level| level.settings.length_unit = -1.0),
        ("body 7 is refused: damping is NaN", |level| level.bodies[7].damping = f32::NAN),
        ("collider 4 is refused: friction is -2", |level| level.colliders[4].def.material.friction = -2.0),
        ("collider 9 is refused: body of a collider has index 99", |level| level.colliders[9].body = 99),
        ("joint 2 is refused: both bodies of the joint are the same", |level| level.joints[2].a = 4),
        ("joint 11 is refused: second body of a joint has index 50", |level| level.joints[11].b = 50),
    ];
    for (expected, change) in changes {
        let mut level = full_level();
        change(&mut level);
        if expected.contains("the same") {
            level.joints[2].b = 4;
        }
        let error = Level::from_bytes(&level.to_bytes()).unwrap().validate().unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
        if level.settings.validate().is_ok() {
            assert!(World::load(&level).is_err());
        }
    }
}

/// Each value of each choice among the settings survives bytes, and so does each variant of a correction.
#[test]
fn each_choice_of_the_settings_survives_bytes() {
    fn survives(settings: WorldSettings) {
        let level = Level::new(settings);
        assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap(), level);
    }
    fn each<T: Choice>(set: fn(&mut WorldSettings, T)) {
        assert!(T::ALL.len() > 1);
        for &one in T::ALL {
            let mut settings = WorldSettings::default();
            set(&mut settings, one);
            survives(settings);
        }
    }
    each(|settings, one| settings.continuous = one);
    each(|settings, one| settings.friction_rule = one);
    each(|settings, one| settings.restitution_rule = one);
    each(|settings, one| settings.manifolds = one);
    each(|settings, one| settings.method = one);
    each(|settings, one| settings.solver.direct_joints = one);
    each(|settings, one| settings.solver.direct_contacts = one);
    each(|settings, one| settings.classic.impulses = one);
    each(|settings, one| settings.classic.integrator = one);
    each(|settings, one| settings.classic.order = one);
    let corrections = [
        PositionCorrection::None,
        PositionCorrection::Baumgarte { factor: 0.3, slop: 0.02 },
        PositionCorrection::Projection { fraction: 0.4, slop: 0.03 },
        PositionCorrection::Split { fraction: 0.5 },
    ];
    for correction in corrections {
        survives(
            WorldSettings::default().classic(ClassicSettings { correction, ..ClassicSettings::default() }),
        );
    }
}

/// A file that the newest version has written, and what came of it. While this version is not published, a
/// change of the format writes it again; after that, a change gets a new version and a file beside this one.
#[test]
fn level_file_of_this_version_is_read() {
    let level = Level::from_bytes(include_bytes!("data/level_v2.bin")).unwrap();
    assert_eq!(level, full_level());
    #[cfg(feature = "serde")]
    {
        let text = include_str!("data/level_v2.json");
        assert_eq!(serde_json::from_str::<Level>(text).unwrap(), level);
    }
}

/// What version 1 could tell of [`full_level`], and with what the rest is filled. Its mask had 32 bits, of
/// which all together stood for all categories.
fn as_version_1_tells(mut level: Level, all: u64) -> Level {
    let old = |new: u64| if new == u64::MAX { all } else { new & u64::from(u32::MAX) };
    for (i, collider) in level.colliders.iter_mut().enumerate() {
        let def = &mut collider.def;
        def.filter.mask = old(def.filter.mask);
        (def.contact_events, def.hit_events, def.sensor_events) = (true, true, true);
        if def.filter.category != 1 {
            // The first of the thirteen has category 1.
            def.filter.category = 1 << def.filter.group.unsigned_abs();
        }
        assert!(i < 24);
    }
    level
}

/// A file of version 1 is read, and what is new since then has its default. Its text tells masks as numbers,
/// which mean what they say.
#[test]
fn level_file_of_version_1_is_read() {
    let level = Level::from_bytes(include_bytes!("data/level_v1.bin")).unwrap();
    assert_eq!(level, as_version_1_tells(full_level(), u64::MAX));
    #[cfg(feature = "serde")]
    {
        let level: Level = serde_json::from_str(include_str!("data/level_v1.json")).unwrap();
        assert_eq!(level, as_version_1_tells(full_level(), u32::MAX.into()));
    }
}

/// Each bit of a filter survives bytes and texts; in a text, what JavaScript would round is hexadecimal.
#[test]
fn each_bit_of_a_filter_survives_bytes_and_texts() {
    for bit in 0..64 {
        let mut level = Level::default();
        let filter = Filter { category: 1 << bit, mask: !(1 << bit), ..Filter::default() };
        let ball = ColliderDef::new(Shape::circle(0.5).unwrap()).filter(filter);
        level.body_with(BodyDef::dynamic(), ball);
        assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap(), level);
        let world = World::load(&level).unwrap().0;
        let mut snapshot = Snapshot::new();
        world.save(&mut snapshot);
        let mut other = World::default();
        other.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
        assert_eq!(other.colliders().next().unwrap().filter(), filter);
        #[cfg(feature = "serde")]
        {
            let text = serde_json::to_string(&level).unwrap();
            assert_eq!(serde_json::from_str::<Level>(&text).unwrap(), level);
            let category =
                if bit < 53 { format!("{}", 1_u64 << bit) } else { format!("\"{:#x}\"", 1_u64 << bit) };
            assert!(text.contains(&format!("\"category\":{category},")), "{text}");
        }
    }
    #[cfg(feature = "serde")]
    for wrong in ["-1", "1.5", "\"all\"", "\"0x10000000000000000\""] {
        let text = format!("{{\"mask\": {wrong}}}");
        assert!(serde_json::from_str::<Filter>(&text).is_err(), "{wrong}");
    }
}

/// Which contacts are swept survives every format. Files of before there was a choice hold a flag: a set one
/// stands for all.
#[test]
fn which_contacts_are_swept_survives_bytes_and_texts() {
    for continuous in [Continuous::Nothing, Continuous::AgainstStatic, Continuous::All] {
        let level = Level::new(WorldSettings::default().continuous(continuous));
        assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap(), level);
        let world = World::load(&level).unwrap().0;
        let mut snapshot = Snapshot::new();
        world.save(&mut snapshot);
        let mut other = World::default();
        other.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
        assert_eq!(other.settings().continuous, continuous);
        #[cfg(feature = "serde")]
        {
            let text = serde_json::to_string(&level).unwrap();
            assert!(text.contains(&format!("\"continuous\":\"{continuous:?}\"")), "{text}");
            assert_eq!(serde_json::from_str::<Level>(&text).unwrap(), level);
        }
    }
    #[cfg(feature = "serde")]
    {
        let read = |word: &str| {
            let text = format!("{{\"settings\": {{\"continuous\": {word}}}}}");
            serde_json::from_str::<Level>(&text).map(|level| level.settings.continuous)
        };
        assert_eq!(read("true").unwrap(), Continuous::All);
        assert_eq!(read("false").unwrap(), Continuous::Nothing);
        for wrong in ["\"Static\"", "2", "null"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("\"AgainstStatic\""), "{wrong}: {error}");
        }
    }
}

#[test]
#[ignore = "writes the files of this version"]
fn write_level_files_of_this_version() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    std::fs::write(format!("{folder}level_v2.bin"), full_level().to_bytes()).unwrap();
    #[cfg(feature = "serde")]
    std::fs::write(format!("{folder}level_v2.json"), text::of(&full_level())).unwrap();
}

#[cfg(feature = "serde")]
mod text {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// A level as JSON with one line for each item.
    pub(super) fn of(level: &Level) -> String {
        let Value::Object(fields) = serde_json::to_value(level).unwrap() else { panic!("no object") };
        let lines = fields.iter().map(|(name, value)| match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("  \"{name}\": [\n{}\n  ]", items.join(",\n"))
            }
            other => format!("  \"{name}\": {other}"),
        });
        format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
    }

    /// The names of all fields, and of all variants that are written as text.
    fn names(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    found.insert(name.clone());
                    names(value, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| names(item, found)),
            Value::String(text) if !text.starts_with("0x") => _ = found.insert(text.clone()),
            _ => {}
        }
    }

    /// Fails when a level gets a field that the page does not name.
    #[test]
    fn page_of_levels_names_every_field() {
        let page =
            [include_str!("../../../docs/levels.md"), include_str!("../../../docs/properties.md")].concat();
        let mut found = BTreeSet::new();
        names(&serde_json::to_value(full_level()).unwrap(), &mut found);
        assert!(found.len() > 100, "{found:?}");
        // Joints have the names of their structs, and parts of a property stand behind a point.
        let is_named = |name: &str| {
            let forms = [
                format!("`{name}`"),
                format!("{name}Joint"),
                format!("`{name}."),
                format!(".{name}`"),
                format!("::{name}\n"),
                format!("\"{name}\""),
            ];
            forms.iter().any(|form| page.contains(form))
        };
        let missing: Vec<_> = found.iter().filter(|name| !is_named(name)).collect();
        assert!(missing.is_empty(), "docs/levels.md and docs/properties.md do not name {missing:?}");
    }

    /// What a text leaves out has its default, down to a level of one ball.
    #[test]
    fn level_text_may_leave_out_what_has_a_default() {
        let text = r#"{
            "bodies": [{}, {"kind": "Dynamic", "position": [0, 5]}],
            "colliders": [
                {"body": 0, "def": {"shape": {"HalfSpace": {"normal": [0, 1], "offset": 0}}}},
                {"body": 1, "def": {"shape": {"Circle": {"center": [0, 0], "radius": 0.5}}}}
            ],
            "joints": [{"a": 0, "b": 1, "kind": {"Distance": {"length": 5}}}]
        }"#;
        let level: Level = serde_json::from_str(text).unwrap();
        let mut expected = Level::default();
        expected.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
        let ball = ColliderDef::new(Shape::circle(0.5).unwrap());
        expected.body_with(BodyDef::dynamic().position([0.0, 5.0]), ball);
        expected.joint(JointDef::new(0, 1, DistanceJoint { length: 5.0, ..DistanceJoint::default() }));
        assert_eq!(level, expected);
    }

    /// Every beginning of a text, and texts with a wrong word or a wrong type, are refused with line and
    /// column.
    #[test]
    fn hostile_level_texts_are_refused_with_line_and_column() {
        let text = of(&full_level());
        for length in (0..text.trim_end().len()).step_by(7) {
            let error = serde_json::from_str::<Level>(&text[..length]).unwrap_err().to_string();
            assert!(error.contains(" at line "), "{error}");
        }
        for (from, to) in
            [("\"body\"", "\"bodi\""), ("\"Circle\"", "\"Cirle\""), ("true", "3"), ("1.0", "[]")]
        {
            let error = serde_json::from_str::<Level>(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(" at line "), "{error}");
        }
        let deep = "[".repeat(100_000);
        assert!(serde_json::from_str::<Level>(&deep).is_err());
    }
}
