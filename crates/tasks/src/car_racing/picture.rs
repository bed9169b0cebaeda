//! What the driver sees, after the picture of Gymnasium: the car in the lower part, looking up; the road with
//! its kerbs, two greens in squares; a black band with bars for speed, spins of wheels, steering and turning.
//!
//! The number of the return, which Gymnasium writes into its corner, is left out.

use super::track::{HALF_WIDTH, Tile};
use super::{CarRacing, CarState, FIELD, RADIUS, SCALE, STEP, WHEEL};
use crate::canvas::{Camera, Canvas, Rgb};
use compute::math::{max, min, sin_cos};
use geom::{Point, Pose, Vec2};
use world::World;

/// Width and height of the picture, in units of a fortieth of its sides.
const UNITS: f32 = 40.0;
/// Pixels in Gymnasium's picture, of which a metre has so many at the beginning and after a second.
const SIZE: [f32; 2] = [1000.0, 800.0];
const ZOOM: [f32; 2] = [0.6, 16.2];
/// m, of a square of grass.
const SQUARE: f32 = FIELD / 20.0;
/// m, the width of a kerb.
const KERB: f32 = 8.0 / 6.0;
/// By which the grey of every second and third tile is lighter.
const SHADES: [u8; 3] = [0, 2, 5];

const GRASS: [Rgb; 2] = [[102, 204, 102], [102, 230, 102]];
const ROAD: Rgb = [102, 102, 102];
const WHITE: Rgb = [255, 255, 255];
const RED: Rgb = [255, 0, 0];
const BLACK: Rgb = [0, 0, 0];
const HULL: Rgb = [204, 0, 0];
const STRIPE: Rgb = [77, 77, 77];

/// Zooms in within the first second. The car lies a quarter of the height above the lower side.
pub(super) fn camera(task: &CarRacing, world: &World, state: &CarState) -> Camera {
    let shown = min((state.steps + 1) as f32 * STEP, 1.0);
    let size = SIZE.map(|pixels| pixels / (ZOOM[0] + (ZOOM[1] - ZOOM[0]) * shown));
    let pose = world.body(task.hull).map_or(Pose::at([0.0, 0.0]), world::BodyRef::pose);
    let middle = pose * Point::new(0.0, 0.25 * size[1]);
    Camera { pose: Pose { position: middle, rotation: pose.rotation }, size }
}

/// Draws it all.
pub(super) fn paint(task: &CarRacing, world: &World, state: &CarState, canvas: &mut Canvas<'_>) {
    canvas.clear(BLACK);
    let Ok(hull) = world.body(task.hull) else { return };
    let camera = camera(task, world, state);
    let (middle, size) = (camera.pose.position, camera.size);
    canvas.look(camera);
    // m, from the middle to a corner.
    let reach = 0.5 * Vec2::new(size[0], size[1]).norm();
    paint_field(middle, reach, canvas);
    paint_road(&state.track.tiles, middle, reach, canvas);
    paint_car(task, world, state, canvas);
    let bars = Bars { speed: hull.velocity().norm(), turning: hull.angular_velocity() };
    let steering = world.joint(task.joints[0]).map_or(0.0, world::JointRef::angle);
    bars.paint(state, steering, canvas);
}

fn paint_field(middle: Point, reach: f32, canvas: &mut Canvas<'_>) {
    let square = |x: f32, y: f32, size: f32| {
        [[x, y], [x + size, y], [x + size, y + size], [x, y + size]].map(Point::from)
    };
    canvas.polygon(square(-FIELD, -FIELD, 2.0 * FIELD), GRASS[0]);
    let near = |x: f32, y: f32| {
        (x + 0.5 * SQUARE - middle.x).abs() < reach + SQUARE
            && (y + 0.5 * SQUARE - middle.y).abs() < reach + SQUARE
    };
    let grid = || (-10..10).map(|i| 2.0 * SQUARE * i as f32);
    let corners = grid().flat_map(|x| grid().map(move |y| (x, y))).filter(|&(x, y)| near(x, y));
    canvas.polygons(corners.map(|(x, y)| square(x, y, SQUARE)), GRASS[1]);
}

fn paint_road(tiles: &[Tile], middle: Point, reach: f32, canvas: &mut Canvas<'_>) {
    let reach = reach + HALF_WIDTH + KERB + super::SPACING;
    let near = || {
        let is_near = move |tile: &Tile| (tile.middle - middle).norm_squared() < reach * reach;
        tiles.iter().enumerate().filter(move |(_, tile)| is_near(tile))
    };
    for (shade, lighter) in SHADES.into_iter().enumerate() {
        // A tile that has been touched is plain.
        let has_shade = |i: usize, tile: &Tile| if tile.is_visited { shade == 0 } else { i % 3 == shade };
        let outlines = near().filter(|&(i, tile)| has_shade(i, tile)).map(|(_, tile)| tile.corners);
        canvas.polygons(outlines, ROAD.map(|part| part + lighter));
    }
    for (odd, color) in [WHITE, RED].into_iter().enumerate() {
        let kerbs = near().filter(|&(i, tile)| tile.kerb != 0 && i % 2 == odd);
        canvas.polygons(kerbs.map(|(_, tile)| kerb(tile)), color);
    }
}

/// The kerb beside a tile: its side, and that side moved away from the road.
fn kerb(tile: &Tile) -> [Point; 4] {
    let [far_left, far_right, near_right, near_left] = tile.corners;
    let out = KERB / (2.0 * HALF_WIDTH);
    if tile.kerb > 0 {
        [
            far_right,
            far_right + (far_right - far_left) * out,
            near_right + (near_right - near_left) * out,
            near_right,
        ]
    } else {
        [
            far_left,
            far_left + (far_left - far_right) * out,
            near_left + (near_left - near_right) * out,
            near_left,
        ]
    }
}

fn paint_car(task: &CarRacing, world: &World, state: &CarState, canvas: &mut Canvas<'_>) {
    let [half_width, half_length] = WHEEL.map(|length| SCALE * length);
    for (id, tyre) in task.wheels.into_iter().zip(&state.tyres) {
        let Ok(wheel) = world.body(id) else { continue };
        let pose = wheel.pose();
        let across = |lower: f32, upper: f32| {
            [[-half_width, lower], [half_width, lower], [half_width, upper], [-half_width, upper]]
                .map(|corner| pose * Point::from(corner))
        };
        canvas.polygon(across(-half_length, half_length), BLACK);
        // A stripe on the tread, 1.2 rad long, while some of it is above.
        let [from, to] = [tyre.phase, tyre.phase + 1.2].map(|angle| {
            let (sin, cos) = sin_cos(angle);
            (sin > 0.0, if sin > 0.0 { cos.signum() } else { cos })
        });
        if !(from.0 && to.0) {
            let [from, to] = [from.1 * RADIUS, to.1 * RADIUS];
            canvas.polygon(across(min(from, to), max(from, to)), STRIPE);
        }
    }
    if let Ok(hull) = world.body(task.hull) {
        let pose = hull.pose();
        let outlines = super::HULL
            .into_iter()
            .map(|outline| outline.iter().map(move |[x, y]| pose * Point::new(SCALE * x, SCALE * y)));
        canvas.polygons(outlines, HULL);
    }
}

/// What the bars show.
struct Bars {
    /// m/s.
    speed: f32,
    /// rad/s.
    turning: f32,
}

impl Bars {
    fn paint(&self, state: &CarState, steering: f32, canvas: &mut Canvas<'_>) {
        canvas.look(Camera::of([0.0, 0.0, UNITS, UNITS]));
        let bar = |[left, lower, right, upper]: [f32; 4]| {
            [[left, lower], [right, lower], [right, upper], [left, upper]].map(Point::from)
        };
        canvas.polygon(bar([0.0, 0.0, UNITS, 5.0]), BLACK);
        let upright = |place: f32, length: f32| bar([place, 1.0, place + 1.0, 1.0 + length]);
        let level = |place: f32, length: f32| bar([place, 2.0, place + length, 4.0]);
        canvas.polygon(upright(5.0, 0.02 * self.speed), WHITE);
        for (place, (tyre, color)) in
            (7_u8..).zip(state.tyres.iter().zip([[0, 0, 255], [0, 0, 255], [51, 0, 255], [51, 0, 255]]))
        {
            canvas.polygon(upright(f32::from(place), 0.01 * tyre.spin), color);
        }
        canvas.polygon(level(20.0, -10.0 * steering), [0, 255, 0]);
        canvas.polygon(level(30.0, -0.8 * self.turning), RED);
    }
}
