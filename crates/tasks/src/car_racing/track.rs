//! The road: a closed loop of tiles around the origin.
//!
//! ```text
//!        _______             Twelve checkpoints lie around the origin, about pi / 6 apart, at random
//!      /    3    \           distances. A point goes from one to the next in steps of 3.5 m and turns
//!     | 4       2 |          towards it, the faster the farther the checkpoint is to its side. It goes
//!      \  .   1  /           around several times; the second last lap is the road, if its ends meet.
//!        -------
//! ```
//!
//! Source: the track of Gymnasium's `CarRacing-v3`, whose distributions it has (test
//! `tracks_have_the_statistics_of_gymnasium`).

use batch::Random;
use compute::math::{atan2, max, min, sin_cos};
use geom::{Point, Vec2};
use std::f32::consts::{PI, TAU};

/// Checkpoints of a lap.
const CHECKPOINTS: usize = 12;
/// m, from the origin to a checkpoint, at most; the first and the last lie half as far again.
const RADIUS: f32 = 150.0;
/// m, from the middle of a tile to that of the next one.
pub(super) const SPACING: f32 = 3.5;
/// m, from the middle of the road to its side.
pub(super) const HALF_WIDTH: f32 = 40.0 / 6.0;
/// rad, by which the road turns from one tile to the next, at most.
const GREATEST_TURN: f32 = 0.31;
/// Turn in rad for each metre to the side at which the checkpoint lies; none below the second number.
const TURN: [f32; 2] = [0.006, 0.05];
/// Steps after which a road that has not gone around five times is given up.
const GREATEST_LENGTH: usize = 2500;
/// Laps to go.
const LAPS: u32 = 5;
/// Tiles in a row that must turn the same way by a fifth of [`GREATEST_TURN`], for a kerb on them.
const KERB: usize = 4;
/// Draws after which a circle is taken; of ten draws of Gymnasium about one fails.
const DRAWS: u32 = 100;

/// A piece of the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    /// m, of the middle of its far end.
    pub(super) middle: Point,
    /// rad, of the direction across the road, to the right; whole turns counted.
    pub(super) across: f32,
    /// m: left and right of its far end, right and left of its near end. Counter-clockwise or clockwise.
    pub(super) corners: [Point; 4],
    /// A kerb: 1 on the right, -1 on the left, 0 none.
    pub(super) kerb: i8,
    /// Whether a wheel has touched it.
    pub(super) is_visited: bool,
}

/// A checkpoint, or a point of the walk: its angle about the origin, and its place.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    angle: f32,
    at: Point,
}

/// A step of the walk.
#[derive(Clone, Copy, Debug)]
struct Pace {
    place: Place,
    across: f32,
}

/// The tiles of a lap, in the order in which they are driven.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) tiles: Vec<Tile>,
    /// Empty but while a road is drawn.
    walk: Vec<Pace>,
}

impl Track {
    /// Draws a road.
    pub(super) fn draw(&mut self, random: &mut Random) {
        let is_drawn = (0..DRAWS).any(|_| {
            self.walk(&draw_checkpoints(random));
            self.close()
        });
        if !is_drawn {
            self.go_in_a_circle();
        }
        // Ten times as long as the tiles, which each world keeps.
        self.walk = Vec::new();
        self.tiles.shrink_to_fit();
    }

    /// Walks around the origin from checkpoint to checkpoint.
    fn walk(&mut self, checkpoints: &[Place; CHECKPOINTS]) {
        self.walk.clear();
        let (mut at, mut across) = (Point::new(1.5 * RADIUS, 0.0), 0.0_f32);
        let (mut next, mut laps, mut was_below) = (0, 0, false);
        while laps < LAPS && self.walk.len() < GREATEST_LENGTH {
            let mut angle = atan2(at.y, at.x);
            if was_below && angle > 0.0 {
                laps += 1;
                was_below = false;
            }
            if angle < 0.0 {
                was_below = true;
                angle += TAU;
            }
            // The next checkpoint that is not behind, in this lap or from the first one on.
            loop {
                if angle <= checkpoints[next].angle {
                    break;
                }
                next += 1;
                if next == CHECKPOINTS {
                    next = 0;
                    angle -= TAU;
                }
            }
            while across - angle > 1.5 * PI {
                across -= TAU;
            }
            while across - angle < -1.5 * PI {
                across += TAU;
            }
            let (sin, cos) = sin_cos(across);
            let to = checkpoints[next].at - at;
            // m, by which the checkpoint lies to the right.
            let aside = cos * to.x + sin * to.y;
            let before = across;
            if aside.abs() > TURN[1] {
                across -= min(GREATEST_TURN, TURN[0] * aside.abs()) * aside.signum();
            }
            at += Vec2::new(-sin, cos) * SPACING;
            self.walk.push(Pace { place: Place { angle, at }, across: 0.5 * (before + across) });
        }
    }

    /// Makes tiles of the second last lap. `false` if it does not close, or there are not so many laps.
    fn close(&mut self) -> bool {
        // The start lies half a checkpoint before angle 0.
        let start = -PI / CHECKPOINTS as f32;
        let is_start = |i: &usize| {
            let [before, here] = [*i - 1, *i].map(|i| self.walk[i].place.angle);
            before <= start && here > start
        };
        let mut starts = (1..self.walk.len()).rev().filter(is_start);
        let (Some(end), Some(begin)) = (starts.next(), starts.next()) else { return false };
        if end < begin + 2 * KERB {
            return false;
        }
        let lap = &self.walk[begin..end - 1];
        let (first, last) = (lap[0], lap[lap.len() - 1]);
        let gap = first.place.at - last.place.at;
        let (sin, cos) = sin_cos(first.across);
        // Only what of the gap lies across the road, each coordinate by its factor, as in Gymnasium.
        if Vec2::new(cos * gap.x, sin * gap.y).norm() > SPACING {
            return false;
        }
        self.tiles.clear();
        for i in 0..lap.len() {
            let (far, near) = (lap[i], lap[(i + lap.len() - 1) % lap.len()]);
            let [far_side, near_side] = [far, near].map(|pace| {
                let (sin, cos) = sin_cos(pace.across);
                Vec2::new(cos, sin) * HALF_WIDTH
            });
            let (a, b) = (far.place.at, near.place.at);
            self.tiles.push(Tile {
                middle: a,
                across: far.across,
                corners: [a - far_side, a + far_side, b + near_side, b - near_side],
                kerb: 0,
                is_visited: false,
            });
        }
        self.add_kerbs();
        true
    }

    /// Puts kerbs on the inside of hard turns.
    fn add_kerbs(&mut self) {
        let count = self.tiles.len();
        let turn = |tiles: &[Tile], i: usize| tiles[i].across - tiles[(i + count - 1) % count].across;
        for i in 0..count {
            let turns: [f32; KERB] =
                std::array::from_fn(|back| turn(&self.tiles, (i + count - back) % count));
            let is_hard = turns.iter().all(|turn| turn.abs() > 0.2 * GREATEST_TURN);
            let is_one_way = turns.iter().all(|turn| turn.signum() == turns[0].signum());
            if is_hard && is_one_way {
                for back in 0..KERB {
                    let tile = (i + count - back) % count;
                    self.tiles[tile].kerb = if turn(&self.tiles, tile) > 0.0 { -1 } else { 1 };
                }
            }
        }
    }

    /// A road that always closes, for a generator that has had no luck.
    fn go_in_a_circle(&mut self) {
        self.walk.clear();
        let count = (TAU * RADIUS / SPACING) as usize;
        // From one start to the next but one, and a tile beyond.
        for i in 0..2 * count + 2 {
            let angle = -PI / CHECKPOINTS as f32 + TAU * (i as f32 - 0.5) / count as f32;
            let (sin, cos) = sin_cos(angle);
            let at = Point::new(cos, sin) * RADIUS;
            let turns = (angle / TAU + 0.5).floor();
            self.walk.push(Pace { place: Place { angle: angle - turns * TAU, at }, across: angle });
        }
        let _closed = self.close();
    }

    /// The tile whose far end is nearest.
    pub(super) fn nearest(&self, point: Point) -> usize {
        let mut best = (0, f32::INFINITY);
        for (index, tile) in self.tiles.iter().enumerate() {
            let distance = (tile.middle - point).norm_squared();
            if distance < best.1 {
                best = (index, distance);
            }
        }
        best.0
    }
}

/// One checkpoint in each of twelve sectors.
fn draw_checkpoints(random: &mut Random) -> [Place; CHECKPOINTS] {
    let sector = TAU / CHECKPOINTS as f32;
    std::array::from_fn(|i| {
        let mut angle = sector * i as f32 + random.between(0.0, sector);
        let mut radius = random.between(RADIUS / 3.0, RADIUS);
        if i == 0 {
            (angle, radius) = (0.0, 1.5 * RADIUS);
        }
        if i == CHECKPOINTS - 1 {
            (angle, radius) = (sector * i as f32, 1.5 * RADIUS);
        }
        let (sin, cos) = sin_cos(angle);
        Place { angle, at: Point::new(cos, sin) * radius }
    })
}

/// Whether two convex quadrilaterals share a point: no side of either has the other beyond it.
pub(super) fn overlap(a: &[Point; 4], b: &[Point; 4]) -> bool {
    !separates(a, b) && !separates(b, a)
}

/// Whether a side of `a` has all of `b` beyond it.
fn separates(a: &[Point; 4], b: &[Point; 4]) -> bool {
    let area = |i: usize, p: Point| {
        let (from, to) = (a[i], a[(i + 1) % 4]);
        (to - from).perp(&(p - from))
    };
    // Positive for a counter-clockwise outline.
    let sense = (area(0, a[2]) + area(2, a[0])).signum();
    (0..4).any(|i| {
        let greatest = b.iter().map(|&p| sense * area(i, p)).fold(f32::NEG_INFINITY, max);
        greatest < 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gymnasium, seeds 0 to 999: 293.4 tiles in the mean, deviation 22.6, 59.6 of them with kerbs.
    #[test]
    fn tracks_have_the_statistics_of_gymnasium() {
        let mut track = Track::default();
        let count = 500;
        let (mut sum, mut squares, mut kerbs) = (0.0, 0.0, 0.0);
        for episode in 0..count {
            track.draw(&mut Random::new(9, 0, episode));
            let tiles = track.tiles.len() as f32;
            sum += tiles;
            squares += tiles * tiles;
            kerbs += track.tiles.iter().filter(|tile| tile.kerb != 0).count() as f32;
        }
        let mean = sum / count as f32;
        let deviation = (squares / count as f32 - mean * mean).sqrt();
        // Three deviations of what 500 and 1000 draws give: 1.2 for the mean, 0.9 for the deviation. That of
        // the number of kerbs is 16 in a track.
        assert!((mean - 293.4).abs() < 3.6, "{mean}");
        assert!((deviation - 22.6).abs() < 2.7, "{deviation}");
        let kerbs = kerbs / count as f32;
        assert!((kerbs - 59.6).abs() < 2.7, "{kerbs}");
    }

    /// Tiles join: the near end of each is the far end of the one before, and the road turns by at most
    /// 0.31 rad but where the ends of the lap meet.
    #[test]
    fn each_tile_begins_where_the_last_one_ends() {
        let mut track = Track::default();
        for episode in 0..50 {
            track.draw(&mut Random::new(3, 0, episode));
            let count = track.tiles.len();
            for i in 0..count {
                let (tile, before) = (&track.tiles[i], &track.tiles[(i + count - 1) % count]);
                assert_eq!(tile.corners[3], before.corners[0]);
                assert_eq!(tile.corners[2], before.corners[1]);
                assert!(!tile.is_visited);
                if i > 0 {
                    let [a, b] = [tile, before].map(|tile| geom::Rot::from_angle(tile.across));
                    assert!(a.angle_to(b).abs() <= GREATEST_TURN + 1e-4);
                    assert!(((tile.middle - before.middle).norm() - SPACING).abs() < 1e-4);
                }
                assert_eq!(track.nearest(tile.middle), i);
            }
        }
    }

    /// The lap leaves out two steps of the walk at its end, as Gymnasium's does.
    #[test]
    fn a_circle_closes() {
        let mut track = Track::default();
        track.go_in_a_circle();
        let [first, last] = [0, track.tiles.len() - 1].map(|i| track.tiles[i].middle);
        assert!(track.tiles.len() > 200 && (first - last).norm() < 2.1 * SPACING, "{first} {last}");
    }

    /// Beside points: some corner or the middle of one in the other, or of many random points.
    #[test]
    fn overlap_is_that_of_sampled_points() {
        let square = |x: f32, y: f32, angle: f32, half: f32| {
            let (sin, cos) = sin_cos(angle);
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[u, v]| Point::new(x + half * (u * cos - v * sin), y + half * (u * sin + v * cos)))
        };
        let base = square(0.0, 0.0, 0.0, 1.0);
        let mut random = Random::new(4, 0, 0);
        let mut both = [0; 2];
        for _ in 0..2000 {
            let mut draw = |size: f32| random.between(-size, size);
            let other = square(draw(3.0), draw(3.0), draw(3.0), 1.0);
            // Sampled on a grid of 0.05: an overlap below that may be missed, none may be made up.
            let is_in = |quad: &[Point; 4], p: Point| {
                (0..4).all(|i| (quad[(i + 1) % 4] - quad[i]).perp(&(p - quad[i])) >= 0.0)
            };
            let grid = (0..41).flat_map(|i| (0..41).map(move |j| (i, j)));
            let sampled = grid
                .map(|(i, j)| Point::new(-1.0 + 0.05 * i as f32, -1.0 + 0.05 * j as f32))
                .any(|p| is_in(&base, p) && is_in(&other, p));
            let found = overlap(&base, &other);
            assert!(found || !sampled, "{other:?}");
            let mut mirrored = other;
            mirrored.reverse();
            assert_eq!(overlap(&base, &mirrored), found);
            if found == sampled {
                both[usize::from(found)] += 1;
            }
        }
        // All but thin overlaps agree, and both cases are met.
        assert!(both[0] + both[1] > 1950 && both[0] > 500 && both[1] > 500, "{both:?}");
    }
}
