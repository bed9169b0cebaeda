//! Levels as arrays of records of fixed size: what is read is what was written, each record has its place,
//! and hostile bytes give an error that says where or a level.

use crate::level_bytes::{HEADER, full_level, sign};
use geom::{Point, Shape};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use world::{BodyDef, FilterJoint, JointDef, Level, LevelError, LevelPart, World};

const DT: f32 = 1.0 / 60.0;

/// Bytes of a record of each kind, as docs/levels.md says.
const SETTINGS: usize = 4 * 48;
const LENGTH: usize = 4;
const BODY: usize = 4 * 36;
const COLLIDER: usize = 4 * 48;
const POINT: usize = 4 * 2;
const JOINT: usize = 4 * 40;

/// The points of all shapes of a level, as docs/levels.md says.
fn points_of(level: &Level) -> Vec<Point> {
    let of_shape = |shape: &Shape| match shape {
        Shape::Circle(circle) => vec![circle.center()],
        Shape::Segment(segment) => segment.ends().to_vec(),
        Shape::ChainSegment(segment) => {
            let [a, b] = segment.segment().ends();
            vec![segment.before().unwrap_or(a), a, b, segment.after().unwrap_or(b)]
        }
        Shape::Capsule(capsule) => capsule.segment().ends().to_vec(),
        Shape::Polygon(polygon) => polygon.vertices().to_vec(),
        Shape::HalfSpace(ground) => vec![ground.normal().into(), Point::new(ground.offset(), 0.0)],
    };
    level.colliders.iter().flat_map(|collider| of_shape(&collider.def.shape)).collect()
}

/// Where the arrays of a level begin, and how long its bytes are.
fn places(level: &Level) -> [usize; 5] {
    let bodies = HEADER + SETTINGS + LENGTH;
    let colliders = bodies + BODY * level.bodies.len() + LENGTH;
    let points = colliders + COLLIDER * level.colliders.len() + LENGTH;
    let joints = points + POINT * points_of(level).len() + LENGTH;
    [bodies, colliders, points, joints, joints + JOINT * level.joints.len()]
}

/// Records are where the sizes say, so a program that knows them reads the points, and exchanges two bodies,
/// without reading what stands before.
#[test]
fn records_stand_where_their_sizes_say() {
    let mut level = full_level();
    let bytes = level.to_bytes();
    let [bodies, colliders, points, joints, end] = places(&level);
    assert_eq!(bytes.len(), end);
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let all = points_of(&level);
    let counts = [level.bodies.len(), level.colliders.len(), all.len(), level.joints.len()];
    assert_eq!([bodies, colliders, points, joints].map(|at| word(at - LENGTH) as usize), counts);
    for (i, point) in all.iter().enumerate() {
        let at = points + POINT * i;
        assert_eq!(Point::new(f32::from_bits(word(at)), f32::from_bits(word(at + 4))), *point);
    }
    let mut exchanged = bytes.clone();
    let (first, second) = (bodies + BODY, bodies + 5 * BODY);
    exchanged[first..first + BODY].copy_from_slice(&bytes[second..second + BODY]);
    exchanged[second..second + BODY].copy_from_slice(&bytes[first..first + BODY]);
    sign(&mut exchanged);
    level.bodies.swap(1, 5);
    assert_eq!(Level::from_bytes(&exchanged).unwrap(), level);
}

/// Every bit of a number is kept, also of numbers that are refused later.
#[test]
fn records_keep_numbers_that_make_no_world() {
    let mut level = Level::default();
    level.body(BodyDef::dynamic().position([f32::NAN, -0.0]).angular_velocity(f32::from_bits(1)));
    let read = Level::from_bytes(&level.to_bytes()).unwrap();
    let [a, b] = [&level, &read].map(|level| level.bodies[0]);
    assert_eq!(
        <[f64; 2]>::from(b.position).map(f64::to_bits),
        <[f64; 2]>::from(a.position).map(f64::to_bits)
    );
    assert_eq!(b.angular_velocity.to_bits(), 1);
    assert!(read.validate().unwrap_err().to_string().starts_with("body 0 is refused: position.x is NaN"));
}

/// Every beginning of a file, with the right check sum, is refused at the record where it ends; so are bytes
/// that follow, a changed byte, and words behind the fields that are not zero, since no level is written so.
#[test]
fn damaged_records_are_refused_and_named() {
    let level = full_level();
    let bytes = level.to_bytes();
    let places = places(&level);
    let error = |bytes: &[u8]| Level::from_bytes(bytes).unwrap_err();
    for length in (HEADER..bytes.len()).step_by(3) {
        let mut cut = bytes[..length].to_vec();
        sign(&mut cut);
        let LevelError::Truncated { length: found, part, .. } = error(&cut) else {
            panic!("{:?}", error(&cut))
        };
        assert_eq!(found, length);
        // A list begins with its length.
        let parts =
            [LevelPart::Settings, LevelPart::Body, LevelPart::Collider, LevelPart::Point, LevelPart::Joint];
        let reached = places[..4].iter().filter(|place| length >= **place - LENGTH).count();
        let at = parts.iter().position(|one| *one == part).unwrap();
        assert_eq!(at, reached, "{length}: {part} and not {}", parts[reached]);
    }
    for at in (HEADER..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_eq!(error(&changed), LevelError::CheckSum);
    }
    for extra in 1..=8 {
        let mut longer = [&bytes[..], &[0; 8][..extra]].concat();
        sign(&mut longer);
        assert_eq!(error(&longer), LevelError::TooLong { extra });
    }
    let mut padded = bytes.clone();
    padded[places[0] + BODY - 4] = 1;
    sign(&mut padded);
    assert_eq!(error(&padded).to_string(), "the padding of body 0 is impossible");
    assert_eq!(
        error(&bytes[..15]),
        LevelError::Truncated { length: 15, part: LevelPart::Settings, index: 0 }
    );
}

/// Words that stand for no value of an `enum` are refused, with the item and the field.
#[test]
fn words_of_no_value_are_refused_by_name() {
    let mut level = Level::default();
    (0..3).for_each(|_| _ = level.body(BodyDef::dynamic()));
    level.joint(JointDef::new(0, 1, FilterJoint));
    let mut bytes = level.to_bytes();
    bytes[places(&level)[0] + 2 * BODY] = 9;
    sign(&mut bytes);
    let error = Level::from_bytes(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "the kind of body 2 is impossible");
}

/// A file of a few bytes that announces four billion bodies is refused at once.
#[test]
fn announced_records_allocate_nothing() {
    let level = Level::default();
    let mut bytes = level.to_bytes();
    let bodies = places(&level)[0];
    bytes[bodies - LENGTH..bodies].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes.truncate(bodies);
    sign(&mut bytes);
    let error = Level::from_bytes(&bytes).unwrap_err();
    assert_eq!(error, LevelError::Truncated { length: bodies, part: LevelPart::Body, index: 0 });
}

/// Changed bytes with the right check sum: an error, or a level that is written as it was read; and what
/// `validate` accepts can be loaded and stepped.
#[test]
fn mutated_records_are_refused_or_make_a_level() {
    let valid = full_level().to_bytes();
    let [mut refused, mut levels, mut worlds] = [0; 3];
    let mut runner = TestRunner::deterministic();
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..6), 1..4);
    for _ in 0..2_000 {
        let mut bytes = valid.clone();
        for (at, value, how) in changes.new_tree(&mut runner).unwrap().current() {
            let at = HEADER + at.index(bytes.len() - HEADER);
            match how {
                0..=3 => bytes[at] ^= 1 << (value % 8),
                4 => bytes[at] = value,
                _ => bytes.truncate(at),
            }
        }
        sign(&mut bytes);
        let Ok(level) = Level::from_bytes(&bytes) else {
            refused += 1;
            continue;
        };
        let again = level.to_bytes();
        let differs = again.iter().zip(&bytes).skip(HEADER).position(|(a, b)| a != b);
        assert!(again == bytes, "a level is written in one way only: {differs:?} of {:?}", places(&level));
        levels += 1;
        if let (Ok(()), Ok((mut world, _))) = (level.validate(), World::load(&level)) {
            worlds += 1;
            (0..3).for_each(|_| world.step(DT));
            world.validate().unwrap();
        }
    }
    assert!(refused > 300 && levels > 300 && worlds > 100, "{refused} {levels} {worlds}");
}
