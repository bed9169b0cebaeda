//! Area, centroid and inertia of a polygon as sums over triangles from the origin, with their signs.
//!
//! Source: *Sotirov 2022*, Mass, Centroid and Rotational Inertia, with the figures of the fan of blue
//! triangles and their barycentres.

use super::colors::{self, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::polygon_measures;
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "triangle fan",
    about: "Drag the corners: the triangles from the origin whose signed areas add up to area, centroid and inertia.",
    sections: &[
        Text::Sotirov.section("Mass"),
        Text::Sotirov.section("Centroid"),
        Text::Sotirov.section("Rotational Inertia"),
    ],
    source: "crates/geom/src/mass.rs",
    new: || Box::new(FanExplorer::new()),
};

/// The polygons of the text, m.
const PENTAGON: &[[f32; 2]] = &[[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]];
const HOUSE: &[[f32; 2]] = &[[3.0, 1.0], [3.0, 3.0], [2.0, 4.0], [1.0, 3.0], [1.0, 1.0]];
const TRIANGLE: &[[f32; 2]] = &[[4.0, 1.0], [2.0, 4.0], [1.0, 1.0]];
const HEXAGON: &[[f32; 2]] = &[[5.5, 3.5], [5.5, 4.5], [4.7, 5.5], [4.0, 5.5], [3.3, 4.5], [3.5, 3.5]];
/// A polygon of the text, as it is shown.
struct Shown {
    name: &'static str,
    corners: &'static [[f32; 2]],
    scale: f32,
    /// Where the origin of the text is shown, m.
    place: [f32; 2],
}

const ALL: [Shown; 5] = [
    Shown { name: "pentagon", corners: PENTAGON, scale: 0.7, place: [0.0, -0.7] },
    Shown { name: "recentred", corners: PENTAGON, scale: 0.7, place: [0.0, 0.0] },
    Shown { name: "house", corners: HOUSE, scale: 0.7, place: [0.0, -0.7] },
    Shown { name: "triangle", corners: TRIANGLE, scale: 0.7, place: [0.0, -0.7] },
    Shown { name: "hexagon", corners: HEXAGON, scale: 0.45, place: [-1.5, -1.5] },
];
/// The pentagon moved so that its centroid is the origin.
const RECENTRED: usize = 1;
/// Corners of the polygon that has most, and so the triangles of its fan.
const MOST_TRIANGLES: usize = 6;
/// Radius of a barycentre, px.
const DOT: f32 = 4.0;

/// The explorer. Its polygons have the coordinates of the text.
pub struct FanExplorer {
    corners: [Vec<Point>; ALL.len()],
    polygon: usize,
    origin: Point,
    /// How many triangles have been added.
    step: usize,
}

/// A triangle of the fan.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    corners: [Point; 3],
    /// m^2, negative if its corners run clockwise.
    area: f32,
    barycentre: Point,
    /// About the origin of the fan, with the sign of the area, m^4.
    inertia: f32,
}

impl FanExplorer {
    pub fn new() -> Self {
        let mut corners = ALL.map(|shown| shown.corners.iter().map(|&at| at.into()).collect());
        let recentred: &mut Vec<Point> = &mut corners[RECENTRED];
        let centroid = polygon_measures(recentred.iter().copied()).centroid;
        recentred.iter_mut().for_each(|corner| *corner -= centroid.coords);
        Self { corners, polygon: 0, origin: Point::origin(), step: MOST_TRIANGLES }
    }

    /// Where a point of the text is shown, m.
    fn shown(&self, point: Point) -> Point {
        let Shown { scale, place, .. } = ALL[self.polygon];
        Point::from(place) + point.coords * scale
    }

    fn outline(&self) -> &[Point] {
        &self.corners[self.polygon]
    }

    /// The triangles from the origin to each edge, by the formulas of the text.
    fn fan(&self) -> Vec<Triangle> {
        let outline = self.outline();
        let edge = |i: usize| [outline[i] - self.origin, outline[(i + 1) % outline.len()] - self.origin];
        (0..outline.len())
            .map(|i| {
                let [a, b] = edge(i);
                let area = 0.5 * cross(a, b);
                Triangle {
                    corners: [self.origin, self.origin + a, self.origin + b],
                    area,
                    barycentre: self.origin + (a + b) / 3.0,
                    inertia: area / 6.0 * (a.dot(&a) + b.dot(&b) + a.dot(&b)),
                }
            })
            .collect()
    }
}

impl Explore for FanExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        const NAMES: &[&str] = &[ALL[0].name, ALL[1].name, ALL[2].name, ALL[3].name, ALL[4].name];
        vec![
            Control::Choice { name: "polygon", value: &mut self.polygon, names: NAMES },
            Control::Count { name: "triangles added", value: &mut self.step, range: 1..=MOST_TRIANGLES },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        self.outline().iter().chain([&self.origin]).map(|&point| self.shown(point)).collect()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        let Shown { scale, place, .. } = ALL[self.polygon];
        let to = Point::from((to - Point::from(place)) / scale);
        match self.corners[self.polygon].get_mut(handle) {
            Some(corner) => *corner = to,
            None => self.origin = to,
        }
    }

    fn report(&self) -> Vec<String> {
        let (mut fan, count) = (self.fan(), self.outline().len());
        fan.truncate(self.step);
        let measures = polygon_measures(self.outline().iter().copied());
        let mut lines: Vec<String> = (fan.iter().enumerate())
            .map(|(i, one)| format!("triangle {i}: {:.3} m², inertia {:.3} m⁴", one.area, one.inertia))
            .collect();
        let area: f32 = fan.iter().map(|one| one.area).sum();
        lines.push(format!("sum of {} of {count}: {area:.3} m²", fan.len()));
        let moment = fan.iter().fold(Vec2::zeros(), |sum, one| sum + one.barycentre.coords * one.area);
        if area.abs() > 0.0 {
            let mean = moment / area;
            lines.push(format!("their barycentres, weighted: ({:.3}, {:.3})", mean.x, mean.y));
        }
        lines.push(format!("area by the engine: {:.3} m²", measures.area));
        let inertia: f32 = fan.iter().map(|one| one.inertia).sum();
        let magnitudes: f32 = fan.iter().map(|one| one.inertia.abs()).sum();
        lines.push(format!("inertia about the origin of the fan: {inertia:.3} m⁴"));
        lines.push(format!("of magnitudes, as the text adds them: {magnitudes:.3} m⁴"));
        lines.push(format!("centroid: ({:.3}, {:.3})", measures.centroid.x, measures.centroid.y));
        match MassProperties::of_polygon(self.outline().iter().copied(), 1.0) {
            Ok(mass) => {
                lines.push(format!("inertia about the centroid at 1 kg/m²: {:.3} kg m²", mass.inertia));
            }
            Err(error) => lines.push(format!("no mass: {error}")),
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let dot = DOT * canvas.pixel();
        for one in self.fan().into_iter().take(self.step) {
            let color = if one.area < 0.0 { NO } else { colors::B };
            pen::outline(canvas, &one.corners.map(|corner| self.shown(corner)), Paint::stroke(color, 1.0));
            let barycentre = self.shown(one.barycentre);
            canvas.circle(barycentre, dot, Paint::fill(color));
            pen::note(canvas, barycentre, format!("{:.2}", one.area), color);
        }
        let outline: Vec<Point> = self.outline().iter().map(|&corner| self.shown(corner)).collect();
        pen::outline(canvas, &outline, Paint::stroke(colors::A, 2.5));
        for &corner in &outline {
            pen::handle(canvas, corner, colors::A);
        }
        pen::handle(canvas, self.shown(self.origin), INK);
        let centroid = self.shown(polygon_measures(self.outline().iter().copied()).centroid);
        canvas.circle(centroid, 1.5 * dot, Paint::fill(YES));
        pen::note(canvas, centroid, "centroid", YES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fan gives the engine's area, centroid and inertia wherever its origin lies.
    #[test]
    fn fan_gives_area_centroid_and_inertia_from_any_origin() {
        let mut one = FanExplorer::new();
        for polygon in 0..ALL.len() {
            for origin in [[0.0, 0.0], [-2.0, 1.5], [1.0, 1.0]] {
                (one.polygon, one.origin) = (polygon, origin.into());
                let (fan, outline) = (one.fan(), one.outline().to_vec());
                let measures = polygon_measures(outline.iter().copied());
                let area: f32 = fan.iter().map(|one| one.area).sum();
                assert!((area - measures.area).abs() < 2e-5);
                let moment =
                    fan.iter().fold(Vec2::zeros(), |sum, one| sum + one.barycentre.coords * one.area);
                assert!((moment / area - measures.centroid.coords).norm() < 2e-5);
                let mass = MassProperties::of_polygon(outline, 1.0).unwrap();
                let inertia: f32 = fan.iter().map(|one| one.inertia).sum();
                assert!((inertia - mass.inertia_about(one.origin)).abs() < 1e-4 * inertia.abs().max(1.0));
            }
        }
    }

    /// The worked examples of the text: 5.0 and 4.5 m^2, the centroid of the pentagon, the recentred one,
    /// and the inertia of the hexagon, of which the text prints the sum of magnitudes.
    #[test]
    fn worked_examples_of_the_text() {
        let mut one = FanExplorer::new();
        let mut measures = |name: &str| {
            one.polygon = ALL.iter().position(|shown| shown.name == name).unwrap();
            let inertia = |sign: fn(f32) -> f32| one.fan().iter().map(|one| sign(one.inertia)).sum::<f32>();
            (polygon_measures(one.outline().iter().copied()), inertia(|x| x), inertia(f32::abs))
        };
        assert!((measures("house").0.area - 5.0).abs() < 1e-4);
        assert!((measures("triangle").0.area - 4.5).abs() < 1e-4);
        let centroid = measures("pentagon").0.centroid.coords;
        assert!((centroid - Vec2::new(0.569_958_85, 0.296_296_3)).norm() < 1e-5);
        assert!(measures("recentred").0.centroid.coords.norm() < 1e-5);
        let (_, signed, magnitudes) = measures("hexagon");
        assert!((signed - 139.505_75).abs() < 1e-3 && (magnitudes - 315.363_92).abs() < 1e-3);
    }
}
