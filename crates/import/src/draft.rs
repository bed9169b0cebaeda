//! The level that a reader fills, and the shapes that it draws there.

use crate::map::{Map, Xy, arc};
use crate::{Format, ImportError, Imported, Kind, Options, Part, Skipped};
use geom::{DecomposeSettings, Outline, Point, Polygon, Rot, Segment, Shape, Sides, Vec2, chain, cleaned};
use world::{BodyDef, ColliderDef, Filter, JointDef, Level, LevelError, Material};

/// What a file draws, in its own coordinates.
#[derive(Clone, Debug)]
pub(crate) enum Drawn {
    /// Rings that enclose areas; a ring inside another is a hole.
    Area(Vec<Vec<Xy>>),
    /// A line; closed if it ends where it begins.
    Line(Vec<Xy>),
    Ellipse {
        center: Xy,
        radii: Xy,
    },
    Capsule {
        a: Xy,
        b: Xy,
        radius: f64,
    },
    /// All behind the line through a point, with the direction that points outward.
    HalfSpace {
        at: Xy,
        normal: Xy,
    },
}

/// What a collider is besides its shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub kind: Kind,
    pub material: Material,
    pub filter: Filter,
}

impl Default for Look {
    fn default() -> Self {
        Self { kind: Kind::Solid, material: Material::default(), filter: Filter::default() }
    }
}

impl Look {
    pub(crate) fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(crate) fn material(mut self, density: f64, friction: f64, restitution: f64) -> Self {
        self.material = Material {
            density: density as f32,
            friction: friction as f32,
            static_friction: friction as f32,
            restitution: restitution as f32,
            ..Material::default()
        };
        self
    }
}

/// What a part of the file is called there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub id: String,
    pub name: String,
    pub layer: String,
}

impl Source {
    pub(crate) fn new(id: impl ToString, name: impl ToString, layer: impl ToString) -> Self {
        Self { id: id.to_string(), name: name.to_string(), layer: layer.to_string() }
    }
}

/// A rectangle between two corners.
pub(crate) fn rectangle([x, y]: Xy, [width, height]: Xy) -> Drawn {
    Drawn::Area(vec![vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]])
}

impl Drawn {
    /// Its points, or those around it.
    pub(crate) fn points(&self) -> Vec<Xy> {
        match self {
            Self::Area(rings) => rings.concat(),
            Self::Line(points) => points.clone(),
            Self::Ellipse { center: at, .. } | Self::HalfSpace { at, .. } => vec![*at],
            Self::Capsule { a, b, .. } => vec![*a, *b],
        }
    }

    /// The shapes in the frame of a body; `map` goes there.
    fn shapes(&self, map: Map, tolerance: f64) -> Result<Vec<Shape>, String> {
        let point = |at: &Xy| {
            let [x, y] = map.point(*at);
            Point::new(x as f32, y as f32)
        };
        let one =
            |shape: Result<Shape, geom::ShapeError>| Ok(vec![shape.map_err(|error| error.to_string())?]);
        match self {
            Self::Area(rings) => {
                let rings: Vec<Vec<Point>> =
                    rings.iter().map(|ring| ring.iter().map(point).collect()).collect();
                areas(&rings)
            }
            Self::Line(points) => {
                let closed = points.len() > 3 && points.first() == points.last();
                let points = cleaned(points.iter().map(point), closed);
                let segments = chain(points, closed, Sides::Two).map_err(|error| error.to_string())?;
                Ok(segments.into_iter().map(Shape::ChainSegment).collect())
            }
            Self::Ellipse { radii: [x, y], .. } if !(*x > 0.0 && *y > 0.0) => {
                Err(format!("its radii are {x} and {y}: they must be above zero"))
            }
            Self::Ellipse { center, radii } => match map.factor() {
                Some(factor) if radii[0] == radii[1] => {
                    let circle = geom::Circle::new(point(center), (factor * radii[0]) as f32);
                    one(circle.map(Shape::Circle))
                }
                _ => {
                    let tolerance = tolerance / map.stretch();
                    let ring = arc(*center, *radii, 0.0, std::f64::consts::TAU, tolerance);
                    Self::Area(vec![ring[1..].to_vec()]).shapes(map, tolerance)
                }
            },
            Self::Capsule { a, b, radius } => {
                let factor = map.factor().ok_or("a capsule that is scaled unevenly is none")?;
                let (a, b, radius) = (point(a), point(b), (factor * radius) as f32);
                match Segment::new(a, b) {
                    Ok(_) => one(Shape::capsule(a, b, radius)),
                    Err(_) => one(geom::Circle::new(a, radius).map(Shape::Circle)),
                }
            }
            Self::HalfSpace { at, normal } => {
                let normal = map.vector(*normal);
                let normal = Vec2::new(normal[0] as f32, normal[1] as f32);
                let length = normal.norm();
                one(Shape::half_space(normal, normal.dot(&point(at).coords) / length))
            }
        }
    }
}

/// Whether a ring encloses a point: an odd number of its edges lies to the right.
fn encloses(ring: &[Point], p: Point) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    edges
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) + a.x)
        .count()
        % 2
        == 1
}

/// Rings as convex polygons. A ring inside an odd number of others is a hole in the innermost of them.
fn areas(rings: &[Vec<Point>]) -> Result<Vec<Shape>, String> {
    if let [ring] = rings
        && let Ok(polygon) = Polygon::cleaned(ring.iter().copied())
    {
        return Ok(vec![Shape::Polygon(polygon)]);
    }
    let around = |ring: &Vec<Point>| -> Vec<usize> {
        let is_around = |&i: &usize| !std::ptr::eq(&rings[i], ring) && encloses(&rings[i], ring[0]);
        (0..rings.len()).filter(is_around).collect()
    };
    if rings.iter().any(Vec::is_empty) {
        return Err("it has no points".to_owned());
    }
    let depths: Vec<Vec<usize>> = rings.iter().map(around).collect();
    let mut shapes = Vec::new();
    for (border, depth) in depths.iter().enumerate().filter(|(_, depth)| depth.len() % 2 == 0) {
        let is_hole = |(_, of): &(usize, &Vec<usize>)| of.len() == depth.len() + 1 && of.contains(&border);
        let holes = depths.iter().enumerate().filter(is_hole).map(|(ring, _)| rings[ring].iter().copied());
        let outline = Outline::with_holes(rings[border].iter().copied(), holes);
        let pieces = outline.map_err(|error| error.to_string())?.decompose(DecomposeSettings::default());
        shapes.extend(pieces.map_err(|error| error.to_string())?.pieces.into_iter().map(Shape::Polygon));
    }
    Ok(shapes)
}

/// Why a level with one part is refused.
fn refusal(level: &Level) -> Result<(), String> {
    level.validate().map_err(|error| match error {
        LevelError::Refused { error, .. } => error.to_string(),
        other => other.to_string(),
    })
}

/// A level that a reader fills.
pub(crate) struct Draft<'a> {
    pub options: &'a Options,
    pub out: Imported,
}

impl Draft<'_> {
    /// Lets a reader fill a level. What the reader refuses is a field that the whole file needs.
    pub(crate) fn read(
        format: Format,
        options: &Options,
        reader: impl FnOnce(&mut Draft<'_>) -> Result<(), String>,
    ) -> Result<Imported, ImportError> {
        let out = Imported { format, level: Level::default(), parts: Vec::new(), skipped: Vec::new() };
        let mut draft = Draft { options, out };
        reader(&mut draft).map_err(|why| ImportError::Field { format, why })?;
        let out = draft.out;
        if out.level.colliders.is_empty() {
            return Err(ImportError::Empty { format, skipped: out.skipped });
        }
        out.level.validate()?;
        Ok(out)
    }

    /// The map from units of the file, y down, to metres, y up.
    ///
    /// # Errors
    /// A text, if the default of the file is not above zero.
    pub(crate) fn down(&self, default: f64) -> Result<Map, String> {
        let units = self.options.units_per_metre.map_or(default, f64::from);
        if !(units.is_finite() && units > 0.0) {
            return Err(format!("{units} units make a metre: it must be above zero"));
        }
        Ok(Map::scale(1.0 / units, -1.0 / units))
    }

    pub(crate) fn kind(&self, class: &str, default: Kind) -> Kind {
        (self.options.kind)(class).unwrap_or(default)
    }

    pub(crate) fn skip(&mut self, source: &Source, [x, y]: Xy, why: impl Into<String>) {
        let Source { id, layer, .. } = source.clone();
        self.out.skipped.push(Skipped { id, layer, place: [x, y].into(), why: why.into() });
    }

    /// Adds a body at the origin of `pose`, turned as its x axis, with what is drawn, each with its own map
    /// to metres. Bad shapes are skipped; a body that is left without one, too, unless `may_be_bare`.
    pub(crate) fn body(
        &mut self,
        source: &Source,
        def: BodyDef,
        pose: Map,
        drawn: &[(Map, Drawn, Look)],
        may_be_bare: bool,
    ) -> Option<u32> {
        let ([x, y], angle) = (pose.origin(), pose.angle());
        let def = BodyDef { rotation: Rot::from_angle(angle as f32), ..def }.position([x, y]);
        if let Err(why) = refusal(&Level { bodies: vec![def], ..Level::default() }) {
            self.skip(source, [x, y], why);
            return None;
        }
        let into_body = Map::turn(-angle).of(Map::at([-x, -y]));
        let mut colliders = Vec::new();
        for (map, drawn, look) in drawn {
            let place = drawn.points().first().map_or([x, y], |&at| map.point(at));
            if look.kind == Kind::Nothing {
                self.skip(source, place, "its class leaves it out");
                continue;
            }
            let shapes = drawn.shapes(into_body.of(*map), f64::from(self.options.tolerance));
            let built = shapes
                .and_then(|shapes| shapes.into_iter().map(|shape| collider(def, shape, look)).collect());
            match built {
                Ok(built) => colliders.extend::<Vec<ColliderDef>>(built),
                Err(why) => self.skip(source, place, why),
            }
        }
        if colliders.is_empty() && !may_be_bare {
            if drawn.is_empty() {
                self.skip(source, [x, y], "it has no shape");
            }
            return None;
        }
        let level = &mut self.out.level;
        let body = level.body(def);
        colliders.into_iter().for_each(|def| level.collider(body, def));
        let Source { id, name, layer } = source.clone();
        self.out.parts.push(Part { id, name, layer, body });
        Some(body)
    }

    /// Sets the density of the last body so that it has a mass, kg.
    pub(crate) fn set_mass_of_last(&mut self, mass: f64) {
        let Some(body) = self.out.level.bodies.len().checked_sub(1) else { return };
        let colliders = self.out.level.colliders.iter_mut().filter(|collider| collider.body as usize == body);
        let mut colliders: Vec<&mut ColliderDef> = colliders.map(|collider| &mut collider.def).collect();
        let masses = colliders.iter().filter_map(|def| def.shape.mass_properties(1.0).ok());
        let area: f32 = masses.map(|of| of.mass).sum();
        let density = mass as f32 / area;
        if density.is_finite() && density > 0.0 {
            colliders.iter_mut().for_each(|def| def.material.density = density);
        }
    }

    /// Adds a joint, or skips it.
    pub(crate) fn joint(&mut self, source: &Source, def: JointDef<u32>) {
        let level = &self.out.level;
        let body = |index: u32| level.bodies.get(index as usize).copied();
        let (Some(a), Some(b)) = (body(def.a), body(def.b)) else {
            return self.skip(source, [0.0; 2], "it has no two bodies");
        };
        let alone =
            Level { bodies: vec![a, b], joints: vec![JointDef { a: 0, b: 1, ..def }], ..Level::default() };
        match refusal(&alone) {
            Ok(()) => self.out.level.joint(def),
            Err(why) => self.skip(source, [a.position.x, a.position.y], why),
        }
    }
}

/// The collider with a shape, if a body may have it.
fn collider(body: BodyDef, shape: Shape, look: &Look) -> Result<ColliderDef, String> {
    let def = ColliderDef::new(shape).material(look.material).filter(look.filter);
    let def = match look.kind {
        Kind::OneWay => def.one_way([0.0, 1.0]),
        kind => def.sensor(kind == Kind::Sensor),
    };
    let mut alone = Level::default();
    alone.body_with(body, def.clone());
    refusal(&alone).map(|()| def)
}
