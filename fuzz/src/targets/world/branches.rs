//! What an input that branches does: both worlds go back to a moment that was saved, each in its own way,
//! and go on in the same way; a contact hook is switched, whole worlds fall asleep, and a recording runs.

use super::*;
use physics::world::{ContactHook, ContactResponse, HookCollider, HookContact, Recording};
use std::sync::Arc;

/// How many moments are kept.
const MOST_SAVED: usize = 4;

/// Bodies whose slots have the same remainder pass each other, and nothing rubs. Handles are the same in both
/// worlds but for the tag of the world.
#[derive(Debug)]
pub(super) struct Rules;

impl ContactHook for Rules {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        a.body.index() % 3 != b.body.index() % 3
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        contact.response.friction(0.0)
    }
}

/// A moment of both worlds, and copies of both.
#[derive(Debug)]
pub(super) struct Saved {
    snapshots: [Snapshot; 2],
    worlds: (World<DynamicTree>, World<SortAndSweep>),
    had_hook: bool,
}

/// Leads a world back in one of five ways: its own snapshot, the bytes of it, the bytes of that of the other
/// world, another world with its snapshot, or the copy.
fn go_back<B: Broadphase + Clone>(
    world: &mut World<B>,
    way: u8,
    [own, other]: [&Snapshot; 2],
    copy: Option<&World<B>>,
    empty: impl FnOnce() -> World<B>,
) {
    let read = |snapshot: &Snapshot| {
        let bytes = snapshot.to_bytes().expect("it was saved");
        Snapshot::from_bytes(&bytes).expect("bytes of a snapshot")
    };
    // The worlds that are not this one do not record.
    let is_recorded = world.recording().is_some();
    match way {
        0 => world.restore(&read(own)).expect("it was saved"),
        1 => world.restore(&read(other)).expect("it was saved"),
        2 if !is_recorded => {
            let mut elsewhere = empty();
            elsewhere.set_width(world.width());
            elsewhere.restore(own).expect("it was saved");
            *world = elsewhere;
        }
        3 if !is_recorded && let Some(copy) = copy => *world = copy.clone(),
        _ => world.restore(own).expect("it was saved"),
    }
}

impl Twins {
    /// One call of those that only inputs with branches make.
    pub(super) fn branch(&mut self, choice: u8, body: usize, input: &mut Input<'_>) {
        match choice {
            0 => self.set_hook(!self.has_hook),
            1 if !self.colliders.is_empty() => {
                let (index, has_hook) = (input.below(self.colliders.len()), !input.one_in(3));
                both!(self, |world, _bodies, colliders, _joints| {
                    world.collider_mut(colliders[index]).map(|mut collider| _ = collider.set_hook(has_hook))
                });
            }
            2 => match self.a.recording() {
                Some(_) => self.play_recording(),
                None => self.a.start_recording(),
            },
            3 => {
                both!(self, |world, bodies, _colliders, _joints| {
                    world.body_mut(bodies[body]).map(|mut body| _ = body.sleep())
                });
            }
            4 => {
                for index in 0..self.bodies.len() {
                    both!(self, |world, bodies, _colliders, _joints| {
                        world.body_mut(bodies[index]).map(|mut body| _ = body.sleep())
                    });
                }
            }
            5 => {
                let settings = self.a.settings().sleeping(input.one_in(2));
                let settings = settings.gravity([0.0, if input.one_in(4) { 0.0 } else { -9.81 }]);
                both!(self, |world, _bodies, _colliders, _joints| world.set_settings(settings));
            }
            6 | 7 => {
                let mut snapshots: [Snapshot; 2] = Default::default();
                self.a.save(&mut snapshots[0]);
                self.b.save(&mut snapshots[1]);
                let worlds = (self.a.clone(), self.b.clone());
                self.branches.push(Saved { snapshots, worlds, had_hook: self.has_hook });
                if self.branches.len() > MOST_SAVED {
                    self.branches.remove(0);
                }
            }
            _ if !self.branches.is_empty() => {
                let saved = &self.branches[input.below(self.branches.len())];
                let Saved { snapshots: [a, b], worlds, had_hook } = saved;
                let [way_a, way_b] = [(); 2].map(|()| input.byte() % 5);
                let hook = self.has_hook.then(|| Arc::new(Rules) as Arc<dyn ContactHook>);
                // A copy has the hook of its moment.
                let is_same_hook = *had_hook == self.has_hook;
                go_back(&mut self.a, way_a, [a, b], is_same_hook.then_some(&worlds.0), || {
                    let mut world = World::default();
                    world.set_contact_hook(hook.clone());
                    world
                });
                go_back(&mut self.b, way_b, [b, a], is_same_hook.then_some(&worlds.1), || {
                    let settings = WorldSettings::default();
                    let mut world = World::with_broadphase(settings, SortAndSweep::default()).expect("valid");
                    world.set_contact_hook(hook.clone());
                    world
                });
                self.went_back = true;
                self.a.validate().expect("the first world is valid after it went back");
                self.b.validate().expect("the second world is valid after it went back");
                self.compare();
            }
            _ => {}
        }
    }

    fn set_hook(&mut self, has_hook: bool) {
        self.has_hook = has_hook;
        let hook = || has_hook.then(|| Arc::new(Rules) as Arc<dyn ContactHook>);
        self.a.set_contact_hook(hook());
        self.b.set_contact_hook(hook());
    }

    /// Ends the recording of the first world, if there is one, and plays it in a third world, which ends in
    /// the same state.
    pub(super) fn play_recording(&mut self) {
        let Some(recording) = self.a.stop_recording() else { return };
        let recording = Recording::from_bytes(&recording.to_bytes()).expect("bytes of a recording");
        let mut replay = recording.replay();
        replay.set_contact_hook(Arc::new(Rules));
        while replay.step().expect("the replay agrees in every frame") {}
        assert_eq!(replay.world().sync_hash(), self.a.sync_hash(), "the replay and the world");
        assert_eq!(replay.world().full_hash(), self.a.full_hash(), "the replay and the world");
    }
}
