//! Bodies, and the rows of those that are awake.

use super::super::Stores;
use super::super::awake::Motion;
use super::super::bodies::{
    Bodies, Body, BodyExtra, BodyProgress, ExtraProgress, KindAndRow, Moving, Target,
};
use crate::aabb_slack::AabbSlack;
use crate::body::{BodyDef, BodyKind, is_local};
use crate::frame::Frame;
use crate::id::Slots;
use crate::paged::Paged;
use crate::place::{Grid, Place};
use crate::slot::{BodySlot, Slot};
use crate::snapshot::{Coder, Fields, Record, SnapshotError, code};
use compute::math::max;
use geom::tolerance::HALF_SPACE_EXTENT;
use geom::{MassProperties, Position, Rot};
use solver::{BodyInput, BodyState};

struct Part {
    generation: u32,
    is_present: bool,
    def: BodyDef,
    body: Body,
    extra: BodyExtra,
    frame: Frame,
    /// In the next step, wherever they are.
    needs_boxes: bool,
}

impl Part {
    fn of(def: BodyDef) -> Self {
        Self {
            generation: 0,
            is_present: false,
            body: Body::new(&def),
            extra: BodyExtra::new(&def),
            frame: Frame { rotation: def.rotation, ..Frame::ORIGIN },
            def,
            needs_boxes: false,
        }
    }

    fn code(&mut self, grid: &Grid, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        coder.begin(Record::Body);
        coder.int(&mut self.generation)?;
        coder.flags([&mut self.is_present])?;
        if !self.is_present {
            return Ok(());
        }
        code(&mut self.def, coder)?;
        if coder.reads() {
            *self = Self { generation: self.generation, is_present: true, ..Self::of(self.def) };
        }
        let Self { generation: _, is_present: _, def, body, extra, frame, needs_boxes } = self;
        // Far from the origin the position of the definition is rounded.
        let Position { x, y } = def.position;
        let is_finite = x.abs() <= grid.extent() && y.abs() <= grid.extent();
        coder.place(&mut frame.place, is_finite.then(|| grid.place([x, y])))?;
        let BodyProgress { mass, reach, first_collider, has_left_world, has_stale_mass, next_asleep } =
            body.progress_mut();
        let ExtraProgress { target, lock_impulse, load } = extra.progress_mut();
        let (mut has_target, mut has_load) = (target.is_some(), load.is_some());
        coder.flags([has_left_world, has_stale_mass, needs_boxes, &mut has_target, &mut has_load])?;
        coder.optional_slot(first_collider)?;
        coder.optional_slot(next_asleep)?;
        coder.float(lock_impulse)?;
        if has_target {
            let none = Target { place: Place::default(), rotation: Rot::IDENTITY, time: 0.0 };
            let Target { place, rotation, time } = target.get_or_insert(none);
            coder.place(place, Some(frame.place))?;
            coder.rotation(rotation)?;
            coder.float(time)?;
        }
        if has_load {
            let Moving { mass, velocity, angular_momentum } = load.get_or_insert_default();
            coder.mass(mass)?;
            coder.vector(velocity)?;
            coder.float(angular_momentum)?;
        }
        // Until it is settled, the mass of the last step counts; else it is derived.
        if *has_stale_mass {
            coder.mass(mass)?;
            coder.float(reach)?;
            coder.vector(&mut frame.local_center)?;
        }
        Ok(())
    }

    fn check(&self, index: usize, unit: f32, grid: &Grid) -> Result<(), SnapshotError> {
        let Self { def, body, extra, frame, .. } = self;
        // The kept velocity is checked, whatever the kind is now.
        let def = BodyDef { kind: BodyKind::Dynamic, ..*def };
        def.validate(unit).map_err(|error| SnapshotError::Definition { of: "body", index, error })?;
        // Another place than the definition shows.
        if grid.position(frame.place) != <[f64; 2]>::from(def.position) || !grid.contains(frame.place) {
            return Err(SnapshotError::Value { field: "place of a body" });
        }
        let target =
            extra.target.unwrap_or(Target { place: frame.place, rotation: Rot::IDENTITY, time: 0.0 });
        if !grid.contains(target.place) {
            return Err(SnapshotError::Value { field: "target of a body" });
        }
        let MassProperties { mass, center, inertia } = body.mass;
        let (cos, sin) = (target.rotation.cos, target.rotation.sin);
        // The body gets the bits of its target.
        let has_unit_target = (cos * cos + sin * sin - 1.0).abs() < 1e-5;
        // A stale mass counts until the next step computes it, and may be that of colliders that are gone;
        // its centre is where the frame has it, near enough that no velocity overflows when it moves. Static
        // bodies have none. No collider reaches farther, and no centre of a mass that replaces the colliders'
        // lies outside the world.
        let is_near = |x: f32| x.abs() <= HALF_SPACE_EXTENT || is_local(x, unit);
        let is_stale_sound = body.kind != BodyKind::Static
            && frame.local_center == center.coords
            && is_near(center.x)
            && is_near(center.y);
        let is_sound = has_unit_target
            && (!body.has_stale_mass || is_stale_sound)
            && extra.lock_impulse.is_finite()
            && extra.load.is_none_or(|load| load.is_sound())
            && extra.target.is_none_or(|target| target.time >= 0.0 && target.time.is_finite())
            && mass >= 0.0
            && inertia >= 0.0
            && [mass, inertia, center.x, center.y].iter().all(|x| x.is_finite())
            && (frame.local_center.x.is_finite() && frame.local_center.y.is_finite())
            && body.reach >= 0.0;
        if is_sound { Ok(()) } else { Err(SnapshotError::Value { field: "body" }) }
    }
}

fn code_row(
    motion: &mut Motion,
    state: &mut BodyState,
    coder: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    let Motion { body, slow_for, steady_velocity, force, torque } = motion;
    coder.begin(Record::Row);
    coder.slot(body)?;
    coder.vector(&mut state.velocity)?;
    coder.floats([&mut state.angular_velocity, slow_for])?;
    coder.vector(&mut steady_velocity.0)?;
    coder.float(&mut steady_velocity.1)?;
    coder.vector(force)?;
    coder.float(torque)
}

pub(super) fn write(bodies: &Bodies, writer: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let Bodies {
        grid,
        records,
        frames,
        extras,
        slack,
        kinds_and_rows: _,
        awake,
        stale_masses: _,
        restricted: _,
        greatest_sleep_speed: _,
        may_dominate: _,
        rows_changed: _,
        longest_slow: _,
    } = bodies;
    writer.begin(Record::Anchor);
    writer.place(&mut grid.anchor.clone(), None)?;
    let count = writer.length(records.capacity())?;
    for slot in (0..count).map(BodySlot::new) {
        let mut part = Part::of(BodyDef::default());
        part.generation = records.generation(slot);
        if let Some(body) = records.try_get(slot) {
            let (extra, frame) = (&extras[slot.index()], frames[slot.index()]);
            part.is_present = true;
            part.def = body.def(extra, grid.position(frame.place).into(), frame.rotation);
            (part.body, part.extra, part.frame) = (body.clone(), extra.clone(), frame);
            part.needs_boxes = slack[slot.index()].holds_way();
        }
        part.code(grid, writer)?;
    }
    writer.slots(&mut records.free().to_vec())?;
    writer.length(awake.len())?;
    for (motion, state) in awake.motions.iter().zip(awake.solver.states()).skip(1) {
        code_row(&mut motion.clone(), &mut state.clone(), writer)?;
    }
    Ok(())
}

pub(super) fn read(stores: &mut Stores, reader: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let unit = stores.settings.length_unit;
    let mut anchor = Place::default();
    reader.begin(Record::Anchor);
    reader.place(&mut anchor, None)?;
    let mut grid = stores.bodies.grid;
    grid.anchor_near(anchor);
    if grid.anchor != anchor || !grid.contains(anchor) {
        return Err(SnapshotError::Value { field: "anchor" });
    }
    stores.bodies.grid = grid;
    let (mut entries, mut frames, mut extras) = (Vec::new(), Vec::new(), Vec::new());
    let mut slack = Vec::new();
    let count = reader.length(0)?;
    for index in 0..count {
        let mut part = Part::of(BodyDef::default());
        part.code(&grid, reader)?;
        if part.is_present {
            part.check(index, unit, &grid)?;
        }
        let Part { generation, is_present, def: _, body, extra, frame, needs_boxes } = part;
        entries.push((generation, is_present.then_some(body)));
        frames.push(frame);
        extras.push(extra);
        slack.push(if needs_boxes { AabbSlack::HOLDS_WAY } else { AabbSlack::UNKNOWN });
    }
    let mut free = Vec::new();
    reader.slots(&mut free)?;
    let bodies = &mut stores.bodies;
    bodies.records =
        Slots::from_parts(entries, free, 0).ok_or(SnapshotError::Value { field: "free body" })?;
    bodies.slack = Paged::from(slack);
    bodies.kinds_and_rows = Paged::from(vec![KindAndRow::STATIC; count]);
    (bodies.frames, bodies.extras) = (Paged::from(frames), Paged::from(extras));
    // One search for islands finds out which are due.
    (bodies.rows_changed, bodies.longest_slow) = (true, f32::INFINITY);
    let rows = reader.length(0)?;
    for _ in 0..rows {
        let mut motion = bodies.awake.motions[0];
        let mut state = BodyState::REST;
        code_row(&mut motion, &mut state, reader)?;
        let Motion { body, slow_for, steady_velocity: (steady, steady_turn), force, torque } = motion;
        let numbers = [
            slow_for,
            steady.x,
            steady.y,
            steady_turn,
            force.x,
            force.y,
            torque,
            state.velocity.x,
            state.velocity.y,
            state.angular_velocity,
        ];
        if bodies.try_get(body).is_none() {
            return Err(SnapshotError::Value { field: "row" });
        }
        let is_awake = bodies.try_get(body).is_none_or(Body::is_awake);
        if is_awake || slow_for < 0.0 || !numbers.iter().all(|x| x.is_finite()) {
            return Err(SnapshotError::Value { field: "row" });
        }
        let row = bodies.awake.solver.push(state, BodyInput::INFINITE_MASS);
        bodies.awake.motions.push(motion);
        bodies.awake.extents.push(bodies.records[body].extent());
        bodies.records[body].row = row;
    }
    let slots: Vec<BodySlot> = bodies.iter().map(|(slot, _)| slot).collect();
    for slot in slots {
        bodies.update_kind_and_row(slot);
        bodies.update_restricted(slot);
        let Body { sleep_speed, has_stale_mass, .. } = bodies[slot];
        bodies.greatest_sleep_speed = max(bodies.greatest_sleep_speed, sleep_speed);
        bodies.may_dominate |= bodies.extra(slot).dominance != 0;
        if has_stale_mass || bodies.extra(slot).load.is_some() {
            bodies.stale_masses.push(slot);
        }
    }
    Ok(())
}

impl Stores {
    pub(super) fn derive_masses(&mut self) {
        let slots: Vec<BodySlot> = self.bodies.iter().map(|(slot, _)| slot).collect();
        for slot in slots {
            if !self.bodies[slot].has_stale_mass {
                let mass = self.new_mass(slot);
                let measures = self.measures_from(slot, mass.center);
                let body = &mut self.bodies[slot];
                body.mass = mass;
                body.set_measures(measures);
                self.bodies.update_extent(slot);
                self.bodies.frame_mut(slot).local_center = mass.center.coords;
            }
        }
    }
}
