//! Events that the next step will publish.

use crate::events::{
    BodyEvent, ContactBegin, ContactEnd, ContactHit, EventCollider, Events, JointBreak, SensorEvent,
    StepWarning,
};
use crate::hook::RESPONSE_FIELDS;
use crate::id::{BodyId, Handle, RawId};
use crate::snapshot::{Coder, Fields, Record, SnapshotError};
use geom::{Point, Vec2};

type Coded = Result<(), SnapshotError>;

fn code_id<H: Handle>(id: &mut H, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let RawId { mut index, mut generation, world } = id.raw();
    coder.int(&mut index)?;
    coder.int(&mut generation)?;
    *id = H::from_raw(RawId { index, generation, world: if coder.reads() { 0 } else { world } });
    Ok(())
}

fn code_list<T: Clone, C: Coder + ?Sized>(
    list: &mut Vec<T>,
    coder: &mut C,
    blank: &T,
    code: impl Fn(&mut T, &mut C) -> Coded,
) -> Coded {
    let count = coder.length(list.len())?;
    for i in 0..count {
        coder.begin(Record::Event);
        if coder.reads() {
            list.push(blank.clone());
        }
        code(&mut list[i], coder)?;
    }
    Ok(())
}

fn code_collider(event: &mut EventCollider, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let EventCollider { collider, body, user_data, body_user_data } = event;
    code_id(collider, coder)?;
    code_id(body, coder)?;
    coder.wide(user_data)?;
    coder.wide(body_user_data)
}

fn code_body(event: &mut BodyEvent, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let BodyEvent { body, user_data } = event;
    code_id(body, coder)?;
    coder.wide(user_data)
}

fn code_sensor(event: &mut SensorEvent, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let SensorEvent { sensor, visitor } = event;
    code_collider(sensor, coder)?;
    code_collider(visitor, coder)
}

fn code_break(event: &mut JointBreak, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let JointBreak { joint, user_data, bodies, body_user_data, force, torque } = event;
    code_id(joint, coder)?;
    coder.wide(user_data)?;
    for (body, user_data) in bodies.iter_mut().zip(body_user_data) {
        code_id(body, coder)?;
        coder.wide(user_data)?;
    }
    coder.vector(force)?;
    coder.float(torque)
}

fn code_warning(warning: &mut StepWarning, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let mut stopped = matches!(warning, StepWarning::BodyStopped(_));
    let mut answered = matches!(warning, StepWarning::HookAnswer { .. });
    coder.flags([&mut stopped, &mut answered])?;
    if stopped {
        let mut body = if let StepWarning::BodyStopped(body) = warning { *body } else { blank_id() };
        code_id(&mut body, coder)?;
        *warning = StepWarning::BodyStopped(body);
    } else if answered {
        let (mut colliders, mut field, mut value, mut contacts) = match warning {
            StepWarning::HookAnswer { colliders, field, value, contacts } => {
                (*colliders, *field, *value, *contacts)
            }
            _ => ([blank_id(); 2], RESPONSE_FIELDS[0], 0.0, 0),
        };
        for collider in &mut colliders {
            code_id(collider, coder)?;
        }
        coder.choice(&mut field, &RESPONSE_FIELDS)?;
        coder.float(&mut value)?;
        coder.int(&mut contacts)?;
        *warning = StepWarning::HookAnswer { colliders, field, value, contacts };
    } else if let StepWarning::TimeStep(dt) = warning {
        coder.float(dt)?;
    }
    Ok(())
}

fn blank_id<H: Handle>() -> H {
    H::from_raw(RawId { index: 0, generation: 0, world: 0 })
}

pub(super) fn code(events: &mut Events, coder: &mut (impl Coder + ?Sized)) -> Coded {
    let Events { begun, ended, hits, entered, left, asleep, woke, broken, warnings } = events;
    let body: BodyId = blank_id();
    let blank = EventCollider { collider: blank_id(), body, user_data: 0, body_user_data: 0 };
    let (point, normal) = (Point::origin(), Vec2::zeros());
    code_list(begun, coder, &ContactBegin { a: blank, b: blank, point, normal }, |event, coder| {
        let ContactBegin { a, b, point, normal } = event;
        code_collider(a, coder)?;
        code_collider(b, coder)?;
        coder.point(point)?;
        coder.vector(normal)
    })?;
    code_list(ended, coder, &ContactEnd { a: blank, b: blank }, |event, coder| {
        let ContactEnd { a, b } = event;
        code_collider(a, coder)?;
        code_collider(b, coder)
    })?;
    let hit = ContactHit { a: blank, b: blank, point, normal, approach_speed: 0.0, impulse: 0.0 };
    code_list(hits, coder, &hit, |event, coder| {
        let ContactHit { a, b, point, normal, approach_speed, impulse } = event;
        code_collider(a, coder)?;
        code_collider(b, coder)?;
        coder.point(point)?;
        coder.vector(normal)?;
        coder.floats([approach_speed, impulse])
    })?;
    for list in [entered, left] {
        code_list(list, coder, &SensorEvent { sensor: blank, visitor: blank }, code_sensor)?;
    }
    for list in [asleep, woke] {
        code_list(list, coder, &BodyEvent { body, user_data: 0 }, code_body)?;
    }
    let break_ = JointBreak {
        joint: blank_id(),
        user_data: 0,
        bodies: [body; 2],
        body_user_data: [0; 2],
        force: normal,
        torque: 0.0,
    };
    code_list(broken, coder, &break_, code_break)?;
    code_list(warnings, coder, &StepWarning::TimeStep(0.0), code_warning)
}
