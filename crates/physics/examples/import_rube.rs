//! Reads a scene of the editor R.U.B.E. (the JSON of b2dJson) as a level, and lets it run for five seconds.
//!
//! `cargo run -p physics2d-engine --example import_rube -- picture.svg`
//!
//! What to know of the format: a vector of zero is the number 0; what is left out is zero; lists of vertices
//! are an object of two lists, x and y; bodies of joints are indices; a shape is a property of its fixture,
//! named by its kind. Images, custom properties and names are not read here.
//!
//! Turned down: a crate for the format. None is kept, and `serde_json` needs one function for each part.

#[path = "import/picture.rs"]
mod picture;

use physics::prelude::*;
use serde_json::Value;
use std::error::Error;

const SAMPLE: &str = include_str!("import/sample_rube.json");

type Read<T> = Result<T, Box<dyn Error>>;

/// A number, or `default` if it is left out.
fn number(of: &Value, field: &str, default: f32) -> Read<f32> {
    match &of[field] {
        Value::Null => Ok(default),
        value => Ok(value.as_f64().ok_or_else(|| format!("{field} is {value}: it must be a number"))? as f32),
    }
}

fn flag(of: &Value, field: &str, default: bool) -> bool {
    of[field].as_bool().unwrap_or(default)
}

/// A vector; the number 0 stands for that of length zero.
fn vector(of: &Value, field: &str) -> Read<Vec2> {
    match &of[field] {
        Value::Null | Value::Number(_) => Ok(Vec2::zeros()),
        value => Ok(Vec2::new(number(value, "x", 0.0)?, number(value, "y", 0.0)?)),
    }
}

fn items<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

/// The vertices of a polygon or a chain.
fn vertices(shape: &Value) -> Read<Vec<Point>> {
    let [xs, ys] = ["x", "y"].map(|axis| items(&shape["vertices"], axis));
    let both = xs.iter().zip(ys).map(|(x, y)| Some(Point::new(x.as_f64()? as f32, y.as_f64()? as f32)));
    both.collect::<Option<_>>().ok_or_else(|| "a vertex is not a number".into())
}

fn read_body(body: &Value) -> Read<BodyDef> {
    let def = match body["type"].as_u64() {
        Some(1) => BodyDef::kinematic(),
        Some(2) => BodyDef::dynamic(),
        _ => BodyDef::fixed(),
    };
    Ok(def
        .position(Point::from(vector(body, "position")?))
        .angle(number(body, "angle", 0.0)?)
        .velocity(vector(body, "linearVelocity")?)
        .angular_velocity(number(body, "angularVelocity", 0.0)?)
        .damping(number(body, "linearDamping", 0.0)?, number(body, "angularDamping", 0.0)?)
        .gravity_scale(number(body, "gravityScale", 1.0)?)
        .fixed_rotation(flag(body, "fixedRotation", false)))
}

fn read_fixture(level: &mut Level, body: u32, fixture: &Value) -> Read<()> {
    let (friction, density) = (number(fixture, "friction", 0.0)?, number(fixture, "density", 0.0)?);
    let restitution = number(fixture, "restitution", 0.0)?;
    let material =
        Material { density, friction, static_friction: friction, restitution, ..Material::default() };
    // Box2D 2 has 16 categories.
    let filter = Filter {
        category: fixture["filter-categoryBits"].as_u64().unwrap_or(1),
        mask: fixture["filter-maskBits"].as_u64().unwrap_or(0xffff),
        group: fixture["filter-groupIndex"].as_i64().unwrap_or(0) as i32,
    };
    let shape = if fixture["circle"].is_object() {
        let circle = &fixture["circle"];
        Shape::circle(number(circle, "radius", 0.0)?)?
            .transformed(Pose::at(Point::from(vector(circle, "center")?)))
    } else if fixture["polygon"].is_object() {
        Shape::polygon(vertices(&fixture["polygon"])?)?
    } else if fixture["chain"].is_object() {
        let mut points = vertices(&fixture["chain"])?;
        // A closed chain ends where it begins.
        let is_closed = points.len() > 3 && points.first() == points.last();
        if is_closed {
            points.pop();
        }
        level.chain(body, &chain(points, is_closed, Sides::Two)?, material, filter);
        return Ok(());
    } else {
        return Err("a fixture has neither circle, polygon nor chain".into());
    };
    let sensor = flag(fixture, "sensor", false);
    level.collider(body, ColliderDef::new(shape).material(material).filter(filter).sensor(sensor));
    Ok(())
}

fn read_joint(joint: &Value) -> Read<JointDef<u32>> {
    let body =
        |field: &'static str| joint[field].as_u64().ok_or_else(|| format!("{field} of a joint is missing"));
    let (anchor_a, anchor_b) = (vector(joint, "anchorA")?.into(), vector(joint, "anchorB")?.into());
    let of = |field: &'static str| number(joint, field, 0.0);
    let limits = if flag(joint, "enableLimit", false) {
        [of("lowerLimit")?, of("upperLimit")?]
    } else {
        [f32::NEG_INFINITY, f32::INFINITY]
    };
    let motor =
        |greatest: &'static str| if flag(joint, "enableMotor", false) { of(greatest) } else { Ok(0.0) };
    let reference_angle = of("refAngle")?;
    let motor_speed = of("motorSpeed")?;
    let kind: JointKind = match joint["type"].as_str().unwrap_or("") {
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
            let (hertz, damping_ratio) = (of("frequency")?, of("dampingRatio")?);
            let length = of("length")?;
            DistanceJoint { anchor_a, anchor_b, length, hertz, damping_ratio, ..DistanceJoint::default() }
                .into()
        }
        "rope" => DistanceJoint { anchor_a, anchor_b, ..DistanceJoint::rope(of("maxLength")?) }.into(),
        "weld" => {
            let (angular_hertz, angular_damping_ratio) = (of("frequency")?, of("dampingRatio")?);
            let weld = WeldJoint { anchor_a, anchor_b, reference_angle, ..WeldJoint::default() };
            WeldJoint { angular_hertz, angular_damping_ratio, ..weld }.into()
        }
        other => return Err(format!("joints of type `{other}` are not read").into()),
    };
    let bodies = [body("bodyA")? as u32, body("bodyB")? as u32];
    Ok(JointDef::new(bodies[0], bodies[1], kind).collide(flag(joint, "collideConnected", false)))
}

/// The level of a R.U.B.E. scene.
fn read(text: &str) -> Read<Level> {
    let scene: Value = serde_json::from_str(text)?;
    let settings = WorldSettings::default().gravity(vector(&scene, "gravity")?);
    let mut level = Level::new(settings.sleeping(flag(&scene, "allowSleep", true)));
    for body in items(&scene, "body") {
        let index = level.body(read_body(body)?);
        for fixture in items(body, "fixture") {
            read_fixture(&mut level, index, fixture)?;
        }
    }
    for joint in items(&scene, "joint") {
        level.joint(read_joint(joint)?);
    }
    level.validate()?;
    Ok(level)
}

fn main() -> Read<()> {
    let level = read(SAMPLE)?;
    let (mut world, ids) = World::load(&level)?;
    assert_eq!((ids.bodies.len(), ids.colliders.len(), ids.joints.len()), (7, 14, 4));
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    picture::write(&world, [-10.0, -1.0], [25.0, 8.0])?;
    let [chassis, lamp] = [1, 6].map(|body| world.body(ids.bodies[body]).map(|body| body.pose().position));
    let (chassis, lamp) = (chassis?, lamp?);
    println!(
        "{} bytes as a level; after 5 s the car is at {chassis}, the lamp at {lamp}",
        level.to_bytes().len()
    );
    assert!(chassis.x > 5.0 && chassis.y > 0.5, "the car must drive over the hill, but is at {chassis}");
    assert!((lamp - Point::new(12.0, 6.0)).norm() < 4.55, "the cable must hold the lamp, which is at {lamp}");
    // What a level cannot hold is refused, not guessed.
    assert!(read(&SAMPLE.replace("\"rope\"", "\"pulley\"")).is_err());
    assert!(read(&SAMPLE.replace("\"radius\": 0.45", "\"radius\": -1")).is_err());
    Ok(())
}
