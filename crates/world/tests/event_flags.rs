//! Flags of events: a world whose colliders ask for few events goes on as one whose colliders ask for all,
//! and reports of these exactly what is asked for.

use geom::Shape;
use proptest::prelude::*;
use std::collections::BTreeMap;
use world::{
    BodyDef, BodyId, ColliderDef, ColliderId, EventCollider, Events, Level, Snapshot, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// What a collider asks for: contacts, hits, sensors.
type Flags = [bool; 3];

fn asking(def: ColliderDef, [contacts, hits, sensors]: Flags) -> ColliderDef {
    def.contact_events(contacts).hit_events(hits).sensor_events(sensors)
}

fn set(world: &mut World, collider: ColliderId, [contacts, hits, sensors]: Flags) {
    let mut collider = world.collider_mut(collider).unwrap();
    collider.set_contact_events(contacts).set_hit_events(hits).set_sensor_events(sensors);
}

/// Balls that fall on a ground and through a sensor, some fast; with all events, or with these flags.
fn tray(flags: Option<&[Flags]>) -> (World, Vec<ColliderId>, Vec<BodyId>) {
    let mut world = World::new(WorldSettings { hit_speed: 0.5, ..WorldSettings::default() });
    let (mut colliders, mut bodies) = (Vec::new(), Vec::new());
    let mut add = |body: BodyDef, collider: ColliderDef| {
        let body = world.add_body(body).unwrap();
        let flags = flags.map_or([true; 3], |flags| flags[colliders.len() % flags.len()]);
        colliders.push(world.add_collider(body, asking(collider, flags)).unwrap());
        bodies.push(body);
    };
    add(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
    for x in [-1.0, 1.0] {
        let gate = ColliderDef::new(Shape::rectangle(0.4, 0.6).unwrap()).sensor(true);
        add(BodyDef::fixed().position([x, 1.0]), gate);
    }
    for i in 0..10_u8 {
        let (x, y) = (f32::from(i % 5) * 0.7 - 1.4, 1.2 + f32::from(i) * 0.5);
        let speed = if i % 4 == 3 { -60.0 } else { 0.0 };
        let ball = ColliderDef::new(Shape::circle(0.2).unwrap()).restitution(0.6);
        add(BodyDef::dynamic().position([x, y]).velocity([0.3 * x, speed]), ball);
    }
    (world, colliders, bodies)
}

type Key = (ColliderId, ColliderId);

fn key(a: &EventCollider, b: &EventCollider) -> Key {
    (a.collider, b.collider)
}

/// What a world with flags must report, from what one without reports.
struct Oracle {
    /// Of the pairs that touch or overlap, whether the begin was told; sensors under their own key.
    told: [BTreeMap<Key, bool>; 2],
}

impl Oracle {
    /// The begins and ends that are told, of those that there are.
    fn filter(
        &mut self,
        kind: usize,
        begun: Vec<Key>,
        ended: Vec<Key>,
        asks: impl Fn(&Key) -> bool,
    ) -> [Vec<Key>; 2] {
        let told = &mut self.told[kind];
        let mut result = [Vec::new(), Vec::new()];
        // What touched before ends first; what did not begins first.
        let (late, early): (Vec<Key>, Vec<Key>) = ended.into_iter().partition(|key| !told.contains_key(key));
        let mut end = |told: &mut BTreeMap<Key, bool>, keys: Vec<Key>| {
            for key in keys {
                if told.remove(&key).unwrap() {
                    result[1].push(key);
                }
            }
        };
        end(told, early);
        let mut begins = Vec::new();
        for key in begun {
            let is_told = asks(&key);
            assert!(told.insert(key, is_told).is_none(), "a second begin");
            begins.extend(is_told.then_some(key));
        }
        end(told, late);
        result[0] = begins;
        result.map(|mut keys| {
            keys.sort();
            keys
        })
    }
}

fn lists(events: &Events) -> [Vec<Key>; 5] {
    [
        events.contacts_begun().iter().map(|it| key(&it.a, &it.b)).collect(),
        events.contacts_ended().iter().map(|it| key(&it.a, &it.b)).collect(),
        events.sensors_begun().iter().map(|it| key(&it.sensor, &it.visitor)).collect(),
        events.sensors_ended().iter().map(|it| key(&it.sensor, &it.visitor)).collect(),
        events.hits().iter().map(|it| key(&it.a, &it.b)).collect(),
    ]
}

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort();
    keys
}

/// Runs both worlds. `changes` sets flags before a step; every 40 steps the world with flags is replaced by
/// what its bytes tell, and at two steps a body is removed.
fn compare(flags: &[Flags], changes: &[(usize, usize, Flags)]) -> [usize; 3] {
    let ((mut all, ids, bodies), (mut few, same_ids, same_bodies)) = (tray(None), tray(Some(flags)));
    let mut now: Vec<Flags> = (0..ids.len()).map(|i| flags[i % flags.len()]).collect();
    let index: BTreeMap<ColliderId, usize> = ids.iter().copied().zip(0..).collect();
    // Handles of the other world have another tag.
    let other: BTreeMap<ColliderId, ColliderId> = same_ids.iter().copied().zip(ids.iter().copied()).collect();
    let mut oracle = Oracle { told: Default::default() };
    let mut counts = [0; 3];
    for step in 0..160 {
        for &(_, collider, flags) in changes.iter().filter(|(at, ..)| *at == step) {
            let collider = collider % ids.len();
            if few.collider(same_ids[collider]).is_ok() {
                set(&mut few, same_ids[collider], flags);
                now[collider] = flags;
            }
        }
        if step == 70 || step == 110 {
            all.remove_body(bodies[step / 10]).unwrap();
            few.remove_body(same_bodies[step / 10]).unwrap();
        }
        if step % 40 == 39 {
            let mut snapshot = Snapshot::new();
            few.save(&mut snapshot);
            few.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
        }
        all.step(DT);
        few.step(DT);
        few.validate().unwrap();
        assert_eq!(all.state_hash(), few.state_hash(), "a flag of events changes no motion");
        let [begun, ended, entered, left, hits] = lists(all.events());
        let flag = |key: &Key, which: usize| [key.0, key.1].map(|id| now[index[&id]][which]);
        let any = |key: &Key, which| flag(key, which).contains(&true);
        let [begun, ended] = oracle.filter(0, begun, ended, |key| any(key, 0));
        let [entered, left] = oracle.filter(1, entered, left, |key| flag(key, 2) == [true; 2]);
        let hits = sorted(hits.into_iter().filter(|key| any(key, 1)).collect());
        let expected = [begun, ended, entered, left, hits];
        let found = lists(few.events())
            .map(|keys| sorted(keys.into_iter().map(|(a, b)| (other[&a], other[&b])).collect()));
        assert_eq!(found, expected, "step {step}");
        counts[0] += expected[0].len();
        counts[1] += expected[2].len();
        counts[2] += expected[4].len();
    }
    counts
}

/// All combinations of two colliders: contacts and hits are reported if one of the two asks, sensors if both
/// take part.
#[test]
fn contacts_and_hits_need_one_that_asks_and_sensors_need_both() {
    for bits in 0..4 {
        let [a, b] = [bits & 1 != 0, bits & 2 != 0];
        let mut world = World::new(WorldSettings { hit_speed: 0.5, ..WorldSettings::default() });
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        world.add_collider(ground, asking(floor, [a; 3])).unwrap();
        let gate = ColliderDef::new(Shape::rectangle(1.0, 0.2).unwrap()).offset([0.0, 1.0], 0.0).sensor(true);
        world.add_collider(ground, asking(gate, [a; 3])).unwrap();
        let ball = world.add_body(BodyDef::dynamic().position([0.0, 2.0])).unwrap();
        let circle = ColliderDef::new(Shape::circle(0.2).unwrap()).restitution(0.9);
        world.add_collider(ball, asking(circle, [b; 3])).unwrap();
        let (mut contacts, mut hits, mut sensors) = ([0; 2], 0, [0; 2]);
        let mut overlapped = 0;
        for _ in 0..60 {
            world.step(DT);
            let events = world.events();
            contacts[0] += events.contacts_begun().len();
            contacts[1] += events.contacts_ended().len();
            hits += events.hits().len();
            sensors[0] += events.sensors_begun().len();
            sensors[1] += events.sensors_ended().len();
            overlapped += world.colliders().filter(|c| c.is_sensor() && c.overlaps().count() > 0).count();
        }
        let (one, both) = (usize::from(a || b), usize::from(a && b));
        // It falls through the gate, and bounces back through it.
        assert_eq!((contacts, hits, sensors), ([one; 2], one, [2 * both; 2]), "{a} {b}");
        assert!(overlapped > 5, "a sensor without events tells what overlaps it");
    }
}

/// What begins unreported ends unreported, and the other way round, whatever is set in between.
#[test]
fn a_flag_that_is_set_during_a_contact_leaves_begin_and_end_paired() {
    for at_begin in [false, true] {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        world.add_collider(ground, asking(floor, [false; 3])).unwrap();
        let ball = world.add_body(BodyDef::dynamic().position([0.0, 0.2])).unwrap();
        let circle = ColliderDef::new(Shape::circle(0.2).unwrap());
        let circle = world.add_collider(ball, asking(circle, [at_begin; 3])).unwrap();
        world.step(DT);
        assert_eq!(world.events().contacts_begun().len(), usize::from(at_begin));
        set(&mut world, circle, [!at_begin; 3]);
        world.step(DT);
        assert!(world.events().contacts_begun().is_empty() && world.events().contacts_ended().is_empty());
        world.body_mut(ball).unwrap().set_velocity([0.0, 5.0]).unwrap();
        let mut ended = 0;
        for _ in 0..5 {
            world.step(DT);
            ended += world.events().contacts_ended().len();
        }
        assert_eq!(ended, usize::from(at_begin));
        (0..90).for_each(|_| world.step(DT));
        set(&mut world, circle, [true; 3]);
        world.remove_body(ball).unwrap();
        world.step(DT);
        assert_eq!(world.events().contacts_ended().len(), usize::from(!at_begin), "the second landing");
    }
}

/// The flags survive a definition, a level in bytes, a snapshot and a recording.
#[test]
fn flags_of_events_are_kept() {
    for flags in [[false, true, true], [true, false, true], [true, true, false]] {
        let mut level = Level::default();
        level.body_with(BodyDef::dynamic(), asking(ColliderDef::new(Shape::circle(0.5).unwrap()), flags));
        assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap(), level);
        let mut world = World::load(&level).unwrap().0;
        let of = |world: &World| {
            let collider = world.colliders().next().unwrap();
            let def = collider.def();
            let found = [def.contact_events, def.hit_events, def.sensor_events];
            let read =
                [collider.has_contact_events(), collider.has_hit_events(), collider.has_sensor_events()];
            assert_eq!(found, read);
            found
        };
        assert_eq!(of(&world), flags);
        let id = world.colliders().next().unwrap().id();
        world.start_recording();
        let turned = flags.map(|flag| !flag);
        set(&mut world, id, turned);
        world.step(DT);
        let recording = world.stop_recording().unwrap();
        recording.check().unwrap();
        let mut replay = recording.replay();
        while replay.step().unwrap() {}
        assert_eq!(of(replay.world()), turned);
        let def = world.collider(id).unwrap().def();
        world.collider_mut(id).unwrap().set_def(asking(def, flags)).unwrap();
        assert_eq!(of(&world), flags);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Of all that a world without flags reports, one with flags reports what is asked for; also if they are
    /// set anew between two steps, if bodies are removed, and after bytes.
    #[test]
    fn events_are_those_of_a_world_without_flags_that_are_asked_for(
        flags in prop::collection::vec(any::<Flags>(), 1..8),
        changes in prop::collection::vec((0_usize..160, 0_usize..13, any::<Flags>()), 0..40),
    ) {
        compare(&flags, &changes);
    }
}

/// The search above finds events of each sort.
#[test]
fn the_compared_worlds_report_contacts_sensors_and_hits() {
    let counts = compare(&[[true; 3]], &[]);
    assert!(counts[0] > 30 && counts[1] > 10 && counts[2] > 10, "{counts:?}");
    assert_eq!(compare(&[[false; 3]], &[]), [0; 3]);
}
