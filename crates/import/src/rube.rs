//! Exported scenes of R.U.B.E., the JSON of b2dJson.
//!
//! What to know of the format: a vector of zero is the number 0; what is left out is zero or false, but for
//! `active`, `allowSleep` and `gravityScale`; lists of vertices are an object of two lists, x and y; a chain
//! that ends where it begins is closed; bodies of joints are indices; the inertia is about the body's origin.
//! Lengths are metres, y points up.

use crate::draft::{Draft, Drawn, Look, Source};
use crate::map::{Map, Xy};
use crate::value::{flag, items, number, text, word, xy};
use geom::{MassProperties, Point, Vec2};
use serde_json::Value;
use world::{
    BodyDef, DistanceJoint, Filter, JointDef, JointKind, PrismaticJoint, RevoluteJoint, WeldJoint,
    WheelJoint, WorldSettings,
};

/// Fills the level from a scene.
pub(crate) fn read(draft: &mut Draft<'_>, scene: &Value) -> Result<(), String> {
    let settings = WorldSettings::default().gravity(vector(scene, "gravity")?);
    draft.out.level.settings = settings.sleeping(flag(scene, "allowSleep", true));
    let mut bodies = Vec::new();
    for (index, body) in items(scene, "body").iter().enumerate() {
        let source = Source::new(format!("body {index}"), text(body, "name"), "body");
        bodies.push(read_body(draft, body, &source).unwrap_or_else(|why| {
            draft.skip(&source, xy(&body["position"]).unwrap_or_default(), why);
            None
        }));
    }
    for (index, joint) in items(scene, "joint").iter().enumerate() {
        let source = Source::new(format!("joint {index}"), text(joint, "name"), "joint");
        let body = |field: &str| {
            let found = joint[field].as_u64().and_then(|index| *bodies.get(index as usize)?);
            found.ok_or_else(|| format!("{field} is {}: that body is not there", joint[field]))
        };
        let ends = body("bodyA").and_then(|a| Ok([a, body("bodyB")?]));
        match ends.and_then(|[a, b]| Ok(JointDef::new(a, b, read_joint(joint)?))) {
            Ok(def) => draft.joint(&source, def.collide(flag(joint, "collideConnected", false))),
            Err(why) => draft.skip(&source, [0.0; 2], why),
        }
    }
    Ok(())
}

fn vector(of: &Value, field: &str) -> Result<Vec2, String> {
    let [x, y] = xy(&of[field]).map_err(|why| format!("{field}: {why}"))?;
    Ok(Vec2::new(x as f32, y as f32))
}

fn read_body(draft: &mut Draft<'_>, body: &Value, source: &Source) -> Result<Option<u32>, String> {
    let of = |field: &str, default: f64| Ok::<f32, String>(number(body, field, default)? as f32);
    let moves = |def: BodyDef| {
        let def = def.velocity(vector(body, "linearVelocity")?);
        Ok::<BodyDef, String>(def.angular_velocity(of("angularVelocity", 0.0)?))
    };
    let def = match body["type"].as_u64() {
        Some(1) => moves(BodyDef::kinematic())?,
        Some(2) => moves(BodyDef::dynamic())?,
        _ => BodyDef::fixed(),
    };
    let mut def = def
        .damping(of("linearDamping", 0.0)?, of("angularDamping", 0.0)?)
        .gravity_scale(of("gravityScale", 1.0)?)
        .fixed_rotation(flag(body, "fixedRotation", false))
        .enabled(flag(body, "active", true))
        .can_sleep(flag(body, "allowSleep", true))
        .awake(flag(body, "awake", false));
    let (mass, center) = (of("massData-mass", 0.0)?, vector(body, "massData-center")?);
    if body["type"] == 2 && mass > 0.0 {
        let inertia = of("massData-I", 0.0)? - mass * center.norm_squared();
        // A locked rotation is written as an inertia of zero.
        let inertia = if def.locks.rotation && inertia <= 0.0 { mass } else { inertia };
        if inertia > 0.0 {
            def = def.mass(MassProperties { mass, center: Point::from(center), inertia });
        } else {
            draft.skip(
                source,
                xy(&body["position"])?,
                format!("its mass has the inertia {inertia}: that of its fixtures is taken"),
            );
        }
    }
    let pose = Map::at(xy(&body["position"])?).of(Map::turn(number(body, "angle", 0.0)?));
    let mut drawn = Vec::new();
    for (index, fixture) in items(body, "fixture").iter().enumerate() {
        match read_fixture(fixture) {
            Ok((shape, look)) => drawn.push((pose, shape, look)),
            Err(why) => {
                let part = Source { id: format!("fixture {index} of {}", source.id), ..source.clone() };
                draft.skip(&part, pose.origin(), why);
            }
        }
    }
    Ok(draft.body(source, def, pose, &drawn, true))
}

fn vertices(shape: &Value) -> Result<Vec<Xy>, String> {
    let [xs, ys] = ["x", "y"].map(|axis| items(&shape["vertices"], axis));
    let both = xs.iter().zip(ys).map(|(x, y)| Some([x.as_f64()?, y.as_f64()?]));
    both.collect::<Option<_>>().ok_or_else(|| "a vertex is not a number".to_owned())
}

fn read_fixture(fixture: &Value) -> Result<(Drawn, Look), String> {
    let of = |field: &str| number(fixture, field, 0.0);
    let mut look = Look::default().material(of("density")?, of("friction")?, of("restitution")?);
    if flag(fixture, "sensor", false) {
        look.kind = crate::Kind::Sensor;
    }
    // Box2D 2 has 16 categories.
    look.filter = Filter {
        category: number(fixture, "filter-categoryBits", 1.0)? as u64,
        mask: number(fixture, "filter-maskBits", 65535.0)? as u64,
        group: number(fixture, "filter-groupIndex", 0.0)? as i32,
    };
    let has = |shape: &str| fixture[shape].is_object();
    let shape = match () {
        () if has("circle") => {
            let (center, radius) =
                (xy(&fixture["circle"]["center"])?, number(&fixture["circle"], "radius", 0.0)?);
            Drawn::Ellipse { center, radii: [radius; 2] }
        }
        () if has("polygon") => Drawn::Area(vec![vertices(&fixture["polygon"])?]),
        () if has("chain") => Drawn::Line(vertices(&fixture["chain"])?),
        () if has("edge") => {
            Drawn::Line(vec![xy(&fixture["edge"]["vertex1"])?, xy(&fixture["edge"]["vertex2"])?])
        }
        () => return Err("it has neither circle, polygon, chain nor edge".to_owned()),
    };
    Ok((shape, look))
}

fn read_joint(joint: &Value) -> Result<JointKind, String> {
    let (anchor_a, anchor_b) = (vector(joint, "anchorA")?.into(), vector(joint, "anchorB")?.into());
    let of = |field: &str| Ok::<f32, String>(number(joint, field, 0.0)? as f32);
    let limits = if flag(joint, "enableLimit", false) {
        [of("lowerLimit")?, of("upperLimit")?]
    } else {
        [f32::NEG_INFINITY, f32::INFINITY]
    };
    let motor = |greatest| if flag(joint, "enableMotor", false) { of(greatest) } else { Ok(0.0) };
    let (reference_angle, motor_speed) = (of("refAngle")?, of("motorSpeed")?);
    Ok(match text(joint, "type") {
        "revolute" => RevoluteJoint {
            anchor_a,
            anchor_b,
            reference_angle,
            limits,
            motor_speed,
            max_motor_torque: motor("maxMotorTorque")?,
            ..RevoluteJoint::default()
        }
        .into(),
        "prismatic" => PrismaticJoint {
            anchor_a,
            anchor_b,
            axis: vector(joint, "localAxisA")?,
            reference_angle,
            limits,
            motor_speed,
            max_motor_force: motor("maxMotorForce")?,
            ..PrismaticJoint::default()
        }
        .into(),
        "wheel" => WheelJoint {
            anchor_a,
            anchor_b,
            axis: vector(joint, "localAxisA")?,
            hertz: of("springFrequency")?,
            damping_ratio: of("springDampingRatio")?,
            limits,
            motor_speed,
            max_motor_torque: motor("maxMotorTorque")?,
        }
        .into(),
        "distance" => {
            let (hertz, damping_ratio, length) = (of("frequency")?, of("dampingRatio")?, of("length")?);
            DistanceJoint { anchor_a, anchor_b, length, hertz, damping_ratio, ..DistanceJoint::default() }
                .into()
        }
        "rope" => DistanceJoint { anchor_a, anchor_b, ..DistanceJoint::rope(of("maxLength")?) }.into(),
        "weld" => {
            let weld = WeldJoint { anchor_a, anchor_b, reference_angle, ..WeldJoint::default() };
            WeldJoint { angular_hertz: of("frequency")?, angular_damping_ratio: of("dampingRatio")?, ..weld }
                .into()
        }
        _ => return Err(format!("a joint of the type {} is not read", word(joint, "type", "?"))),
    })
}
