//! Passive worlds of loose bodies.

use super::super::builder::Builder;
use geom::{Point, Pose, Shape, Vec2};

pub fn piles(b: &mut Builder) {
    let columns = b.random.count(2, 5);
    let count = b.random.count(3, 20);
    let cell = 1.7 * b.size;
    b.bin(0.55 * cell * columns as f32 + 0.2 * b.size, 4.0 * b.size);
    let base = b.length(0.9, 3.0);
    for i in 0..count {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        let (column, row) = (i % columns, i / columns);
        let x = cell * (column as f32 - 0.5 * (columns as f32 - 1.0));
        let at = Point::new(x + 0.02 * b.size * b.random.signed(), base + cell * row as f32);
        let angle = b.random.between(-3.0, 3.0);
        b.dynamic(&shapes, at, angle);
    }
    let most = b.random.between(0.0, 3.0);
    b.push(most);
}

pub fn stacks(b: &mut Builder) {
    b.floor(20.0 * b.size);
    let gap = b.size * b.random.pick(&[0.0, 0.001, 0.01, 0.1]);
    let stands = b.random.count(1, 3);
    for stand in 0..stands {
        let x = 2.6 * b.size * stand as f32;
        let mut y = gap;
        for _ in 0..b.random.count(2, 10) {
            let half = [b.length(0.3, 0.6), b.length(0.1, 0.5)];
            let shapes = b.rectangle(half[0], half[1]);
            let lean = 0.1 * half[0] * b.random.signed();
            b.dynamic(&shapes, Point::new(x + lean, y + half[1]), 0.0);
            y += 2.0 * half[1] + gap;
        }
        if b.random.chance(0.3) {
            let size = b.length(0.5, 1.5);
            let shapes = b.shapes(size);
            b.dynamic(&shapes, Point::new(x, y + size), 0.0);
        }
    }
}

pub fn elastic(b: &mut Builder) {
    b.elastic();
    let columns = b.random.count(2, 4);
    let half = 0.9 * b.size * columns as f32 + 0.3 * b.size;
    let thick = Shape::rectangle(2.0 * half, half).unwrap();
    let walls: Vec<Shape> = [[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
        .into_iter()
        .map(|[x, y]| {
            let turned = if x == 0.0 { 0.0 } else { std::f32::consts::FRAC_PI_2 };
            thick.transformed(Pose::new([x * half, y * half], turned))
        })
        .collect();
    b.fixed(&walls, Point::origin());
    let cell = 1.7 * b.size;
    let middle = 0.5 * (columns as f32 - 1.0);
    for i in 0..b.random.count(2, columns * columns) {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        let at = Point::new(cell * ((i % columns) as f32 - middle), cell * ((i / columns) as f32 - middle));
        let body = b.dynamic(&shapes, at, 0.0);
        let speed = b.random.between(0.0, 5.0);
        let velocity = [speed * b.random.signed(), speed * b.random.signed()];
        b.level.bodies[body as usize].velocity = velocity.into();
    }
    b.level.bodies[1].velocity = Vec2::new(b.random.between(0.5, 5.0), 1.0);
}
