//! Settings, materials, shapes and joints of every kind, field by field.

use crate::ManifoldMethod;
use crate::joint::{
    DistanceJoint, FilterJoint, FrictionJoint, GearJoint, JointKind, MotorJoint, MouseJoint, PortalJoint,
    PrismaticJoint, PulleyJoint, RackJoint, RevoluteJoint, WeldJoint, WheelJoint,
};
use crate::portal::PortalRole;
use crate::settings::{Continuous, Filter, Material, Method, WorldSettings};
use crate::snapshot::{Coder, SnapshotError};
use geom::{
    Capsule, ChainSegment, Circle, HalfSpace, Point, Polygon, Segment, Shape, ShapeError, Sides, Vec2,
};
use solver::impulse::CombineRule;
use solver::{
    ClassicSettings, DirectContacts, DirectJoints, ImpulseMethod, Integrator, PositionCorrection,
    SolverSettings, StepOrder,
};

type Coded = Result<(), SnapshotError>;

/// All rules.
const RULES: [CombineRule; 5] = [
    CombineRule::GeometricMean,
    CombineRule::Average,
    CombineRule::Min,
    CombineRule::Product,
    CombineRule::Max,
];

pub(crate) fn code_settings(settings: &mut WorldSettings, coder: &mut impl Coder) -> Coded {
    let WorldSettings {
        gravity,
        sleeping,
        continuous,
        length_unit,
        friction_rule,
        restitution_rule,
        rolling_resistance,
        hit_speed,
        smooth_seams,
        manifolds,
        method,
        solver,
        classic,
    } = settings;
    let SolverSettings {
        substeps,
        biased_sweeps,
        relax_sweeps,
        contact_hertz,
        contact_damping_ratio,
        joint_hertz,
        joint_damping_ratio,
        direct_joints,
        direct_contacts,
        push_out_speed,
        bounce_threshold,
        bounce_clearance,
    } = solver;
    coder.vector(gravity)?;
    // As flags, so that bytes of before these settings read as `Off`, as separating axes, and as contacts
    // that are swept against all or not at all.
    let mut is_swept = *continuous != Continuous::Nothing;
    let mut is_static_only = *continuous == Continuous::AgainstStatic;
    let mut is_direct = [DirectJoints::Loaded, DirectJoints::All].map(|one| *direct_joints == one);
    let [loaded, all] = &mut is_direct;
    let (mut heavy, mut tall) = match direct_contacts {
        DirectContacts::Off => (false, false),
        DirectContacts::Heavy => (true, false),
        DirectContacts::Tall => (false, true),
        DirectContacts::Columns => (true, true),
    };
    let manifold_index = ManifoldMethod::ALL.iter().position(|method| method == manifolds).unwrap_or(0);
    let (mut low, mut high) = (manifold_index & 1 != 0, manifold_index & 2 != 0);
    coder.flags([
        sleeping,
        &mut is_swept,
        smooth_seams,
        loaded,
        all,
        &mut low,
        &mut high,
        &mut heavy,
        &mut tall,
        &mut is_static_only,
    ])?;
    *continuous = match (is_swept, is_static_only) {
        (false, false) => Continuous::Nothing,
        (true, true) => Continuous::AgainstStatic,
        (true, false) => Continuous::All,
        (false, true) => return Err(SnapshotError::Value { field: "continuous" }),
    };
    *manifolds = ManifoldMethod::ALL[usize::from(low) + 2 * usize::from(high)];
    *direct_joints = match is_direct {
        [false, false] => DirectJoints::Off,
        [true, false] => DirectJoints::Loaded,
        [false, true] => DirectJoints::All,
        [true, true] => return Err(SnapshotError::Value { field: "direct_joints" }),
    };
    *direct_contacts = match (heavy, tall) {
        (false, false) => DirectContacts::Off,
        (true, false) => DirectContacts::Heavy,
        (false, true) => DirectContacts::Tall,
        (true, true) => DirectContacts::Columns,
    };
    coder.floats([length_unit, hit_speed, rolling_resistance])?;
    coder.choice(friction_rule, &RULES)?;
    coder.choice(restitution_rule, &RULES)?;
    coder.choice(method, &[Method::Soft, Method::Classic])?;
    for count in [substeps, biased_sweeps, relax_sweeps] {
        coder.int(count)?;
    }
    coder.floats([contact_hertz, contact_damping_ratio, joint_hertz, joint_damping_ratio])?;
    coder.floats([push_out_speed, bounce_threshold, bounce_clearance])?;
    code_classic(classic, coder)
}

fn code_classic(settings: &mut ClassicSettings, coder: &mut impl Coder) -> Coded {
    const METHODS: [ImpulseMethod; 5] = [
        ImpulseMethod::Accumulated,
        ImpulseMethod::Separate,
        ImpulseMethod::DepthWeighted,
        ImpulseMethod::Displacement,
        ImpulseMethod::Clamp,
    ];
    let ClassicSettings {
        iterations,
        warm_start,
        impulses,
        correction,
        integrator,
        order,
        detect_each_iteration,
        resolve_at_impact,
        drag,
        bounce_threshold,
    } = settings;
    coder.int(iterations)?;
    // As flags, so that bytes of before these settings read as their defaults.
    let mut positions_first = *order == StepOrder::PositionsFirst;
    coder.flags([warm_start, detect_each_iteration, &mut positions_first, resolve_at_impact])?;
    *order = if positions_first { StepOrder::PositionsFirst } else { StepOrder::ConstraintsFirst };
    coder.choice(impulses, &METHODS)?;
    coder.choice(integrator, &[Integrator::Symplectic, Integrator::Explicit])?;
    coder.floats([drag, bounce_threshold])?;
    let (mut kind, mut share, mut slop) = match *correction {
        PositionCorrection::None => (0, 0.0, 0.0),
        PositionCorrection::Baumgarte { factor, slop } => (1, factor, slop),
        PositionCorrection::Projection { fraction, slop } => (2, fraction, slop),
        PositionCorrection::Split { fraction } => (3, fraction, 0.0),
    };
    coder.int(&mut kind)?;
    coder.floats([&mut share, &mut slop])?;
    *correction = match kind {
        0 => PositionCorrection::None,
        1 => PositionCorrection::Baumgarte { factor: share, slop },
        2 => PositionCorrection::Projection { fraction: share, slop },
        3 => PositionCorrection::Split { fraction: share },
        _ => return Err(SnapshotError::Value { field: "position correction" }),
    };
    Ok(())
}

pub(crate) fn code_material(material: &mut Material, coder: &mut impl Coder) -> Coded {
    let Material { density, friction, static_friction, restitution, rolling_resistance, surface_speed } =
        material;
    coder.floats([density, friction, static_friction, restitution, rolling_resistance, surface_speed])
}

/// A filter. Its words are masks of bits, so that no difference of two of them is small.
pub(crate) fn code_filter(filter: &mut Filter, coder: &mut impl Coder) -> Coded {
    let Filter { category, mask, group } = filter;
    let mut group_bits = group.cast_unsigned();
    coder.bits(category, None)?;
    coder.bits(mask, None)?;
    coder.bits(&mut group_bits, None)?;
    *group = group_bits.cast_signed();
    Ok(())
}

/// A role in a portal.
pub(crate) fn code_portal(role: &mut PortalRole, coder: &mut impl Coder) -> Coded {
    let (mut is_rim, mut number, mut at, mut out) = match *role {
        PortalRole::Passing { portal, point, normal } => (false, portal, point, normal),
        PortalRole::Rim { portal } => (true, portal, Point::origin(), Vec2::zeros()),
    };
    coder.flags([&mut is_rim])?;
    coder.int(&mut number)?;
    if is_rim {
        *role = PortalRole::Rim { portal: number };
    } else {
        coder.point(&mut at)?;
        coder.vector(&mut out)?;
        *role = PortalRole::Passing { portal: number, point: at, normal: out };
    }
    Ok(())
}

/// A shape, which is written as the numbers of its constructor, and read by it.
pub(crate) fn code_shape(shape: &mut Shape, coder: &mut impl Coder) -> Coded {
    let mut kind = match shape {
        Shape::Circle(_) => 0,
        Shape::Segment(_) => 1,
        Shape::ChainSegment(_) => 2,
        Shape::Capsule(_) => 3,
        Shape::Polygon(_) => 4,
        Shape::HalfSpace(_) => 5,
    };
    coder.int(&mut kind)?;
    let read = match kind {
        0 => code_circle(shape, coder)?,
        1 => {
            let [mut a, mut b] = match shape {
                Shape::Segment(segment) => segment.ends(),
                _ => [Point::origin(); 2],
            };
            coder.points([&mut a, &mut b])?;
            Segment::new(a, b).map(Shape::Segment)
        }
        2 => code_chain_segment(shape, coder)?,
        3 => {
            let ([mut a, mut b], mut radius) = match shape {
                Shape::Capsule(capsule) => (capsule.segment().ends(), capsule.radius()),
                _ => ([Point::origin(); 2], 0.0),
            };
            coder.points([&mut a, &mut b])?;
            coder.float(&mut radius)?;
            Capsule::new(a, b, radius).map(Shape::Capsule)
        }
        4 => code_polygon(shape, coder)?,
        5 => {
            let (mut normal, mut offset) = match shape {
                Shape::HalfSpace(half_space) => (half_space.normal(), half_space.offset()),
                _ => (Vec2::zeros(), 0.0),
            };
            coder.vector(&mut normal)?;
            coder.float(&mut offset)?;
            HalfSpace::restored(normal, offset).map(Shape::HalfSpace)
        }
        _ => return Err(SnapshotError::Value { field: "shape" }),
    };
    *shape =
        read.map_err(|error| SnapshotError::Definition { of: "shape", index: 0, error: error.into() })?;
    Ok(())
}

fn code_circle<C: Coder>(shape: &Shape, coder: &mut C) -> Result<Result<Shape, ShapeError>, SnapshotError> {
    let (mut center, mut radius) = match shape {
        Shape::Circle(circle) => (circle.center(), circle.radius()),
        _ => (Point::origin(), 0.0),
    };
    coder.point(&mut center)?;
    coder.float(&mut radius)?;
    Ok(Circle::new(center, radius).map(Shape::Circle))
}

fn code_chain_segment<C: Coder>(
    shape: &Shape,
    coder: &mut C,
) -> Result<Result<Shape, ShapeError>, SnapshotError> {
    let ([mut a, mut b], mut before, mut after, mut sides) = match shape {
        Shape::ChainSegment(segment) => {
            (segment.segment().ends(), segment.before(), segment.after(), segment.sides())
        }
        _ => ([Point::origin(); 2], None, None, Sides::One),
    };
    let (mut has_before, mut has_after) = (before.is_some(), after.is_some());
    coder.points([&mut a, &mut b])?;
    coder.choice(&mut sides, &[Sides::One, Sides::Two])?;
    coder.flags([&mut has_before, &mut has_after])?;
    if has_before {
        coder.point(before.get_or_insert(Point::origin()))?;
    }
    if has_after {
        coder.point(after.get_or_insert(Point::origin()))?;
    }
    Ok(ChainSegment::new(a, b, before, after, sides).map(Shape::ChainSegment))
}

fn code_polygon<C: Coder>(shape: &Shape, coder: &mut C) -> Result<Result<Shape, ShapeError>, SnapshotError> {
    let (mut vertices, mut radius) = match shape {
        Shape::Polygon(polygon) => (polygon.vertices().to_vec(), polygon.radius()),
        _ => (Vec::new(), 0.0),
    };
    let mut count = vertices.len() as u32;
    coder.int(&mut count)?;
    if count as usize > Polygon::MAX_VERTICES {
        return Err(SnapshotError::Value { field: "number of vertices" });
    }
    vertices.resize(count as usize, Point::origin());
    coder.float(&mut radius)?;
    coder.points(&mut vertices)?;
    Ok(Polygon::restored(vertices, radius).map(Shape::Polygon))
}

/// Whether a joint that is to be added has a start angle: a flag that bytes of before do not have.
pub(crate) fn has_start_angle(mut kind: JointKind) -> bool {
    kind.start_angle_mut().is_some_and(|start_angle| start_angle.is_some())
}

/// The start angle of a joint that is to be added, after its kind.
pub(crate) fn code_start_angle(kind: &mut JointKind, has_start: bool, coder: &mut impl Coder) -> Coded {
    if !has_start {
        return Ok(());
    }
    let start_angle = kind.start_angle_mut().ok_or(SnapshotError::Value { field: "start angle" })?;
    coder.float(start_angle.get_or_insert(0.0))
}

/// A joint of any kind, as it is when it exists.
pub(crate) fn code_joint_kind<C: Coder>(kind: &mut JointKind, coder: &mut C) -> Coded {
    let zero = [0.0, 0.0];
    // One of each kind, in the order of their numbers in the file.
    let blanks: [JointKind; 13] = [
        RevoluteJoint::new().into(),
        MouseJoint::new(0.0).into(),
        DistanceJoint::new(1.0).into(),
        PrismaticJoint::new(zero).into(),
        WeldJoint::new().into(),
        WheelJoint::new(zero).into(),
        MotorJoint::new(0.0, 0.0).into(),
        PulleyJoint::new([zero; 2], 1.0).into(),
        GearJoint::new(1.0).into(),
        FrictionJoint::new(0.0, 0.0).into(),
        FilterJoint.into(),
        PortalJoint::default().into(),
        RackJoint::default().into(),
    ];
    let mut number = blanks.iter().position(|blank| blank.name() == kind.name()).unwrap_or(0) as u32;
    coder.int(&mut number)?;
    if C::READS {
        *kind = *blanks.get(number as usize).ok_or(SnapshotError::Value { field: "kind of joint" })?;
    }
    match kind {
        JointKind::Revolute(RevoluteJoint {
            anchor_a,
            anchor_b,
            reference_angle,
            limits,
            motor_speed,
            max_motor_torque,
            angular_hertz,
            angular_damping_ratio,
            start_angle: _,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.float(reference_angle)?;
            coder.floats(limits)?;
            coder.floats([motor_speed, max_motor_torque, angular_hertz, angular_damping_ratio])?;
        }
        JointKind::Mouse(MouseJoint { anchor_a, anchor_b, hertz, damping_ratio, max_force }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.floats([hertz, damping_ratio, max_force])?;
        }
        JointKind::Distance(DistanceJoint {
            anchor_a,
            anchor_b,
            length,
            hertz,
            damping_ratio,
            limits,
            motor_speed,
            max_motor_force,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.floats([length, hertz, damping_ratio])?;
            coder.floats(limits)?;
            coder.floats([motor_speed, max_motor_force])?;
        }
        JointKind::Prismatic(PrismaticJoint {
            anchor_a,
            anchor_b,
            axis,
            reference_angle,
            limits,
            motor_speed,
            max_motor_force,
            hertz,
            damping_ratio,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.vector(axis)?;
            coder.float(reference_angle)?;
            coder.floats(limits)?;
            coder.floats([motor_speed, max_motor_force, hertz, damping_ratio])?;
        }
        JointKind::Weld(WeldJoint {
            anchor_a,
            anchor_b,
            reference_angle,
            hertz,
            damping_ratio,
            angular_hertz,
            angular_damping_ratio,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.floats([reference_angle, hertz, damping_ratio, angular_hertz, angular_damping_ratio])?;
        }
        JointKind::Wheel(WheelJoint {
            anchor_a,
            anchor_b,
            axis,
            hertz,
            damping_ratio,
            limits,
            motor_speed,
            max_motor_torque,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.vector(axis)?;
            coder.floats([hertz, damping_ratio])?;
            coder.floats(limits)?;
            coder.floats([motor_speed, max_motor_torque])?;
        }
        JointKind::Motor(MotorJoint {
            anchor_a,
            anchor_b,
            reference_angle,
            hertz,
            damping_ratio,
            angular_hertz,
            angular_damping_ratio,
            max_force,
            max_torque,
        }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.floats([
                reference_angle,
                hertz,
                damping_ratio,
                angular_hertz,
                angular_damping_ratio,
                max_force,
                max_torque,
            ])?;
        }
        JointKind::Pulley(PulleyJoint { anchor_a, anchor_b, ground_anchors, length, ratio }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.points(ground_anchors)?;
            coder.floats([length, ratio])?;
        }
        JointKind::Rack(RackJoint { anchor_a, anchor_b, axis, radius }) => {
            coder.points([anchor_a, anchor_b])?;
            coder.vector(axis)?;
            coder.float(radius)?;
        }
        JointKind::Gear(GearJoint { ratio }) => {
            coder.float(ratio)?;
        }
        JointKind::Friction(FrictionJoint { max_force, max_torque }) => {
            coder.floats([max_force, max_torque])?;
        }
        JointKind::Portal(PortalJoint { map }) => coder.pose(map)?,
        JointKind::Filter(FilterJoint) => {}
    }
    Ok(())
}
