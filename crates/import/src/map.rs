//! Affine maps from the coordinates of a file to metres, and the flattening of curves.
//!
//! ```text
//!   x' = a x + c y + e          [a, b, c, d, e, f], the order of SVG and Godot
//!   y' = b x + d y + f
//! ```
//!
//! Everything is mapped in f64 and rounded once, when a shape is made. A cubic in n chords is nearer to them
//! than `tolerance` if n^2 >= 3/4 m / tolerance, with m the greatest second difference of its four points
//! (Wang 1984); a circle if each chord spans less than 2 acos(1 - tolerance / radius).

/// A point of a file.
pub(crate) type Xy = [f64; 2];

/// More chords than any drawing needs: a bound for what a bad file asks for.
const MAX_CHORDS: f64 = 256.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Map(pub [f64; 6]);

impl Map {
    pub(crate) const IDENTITY: Self = Self::scale(1.0, 1.0);

    pub(crate) const fn scale(x: f64, y: f64) -> Self {
        Self([x, 0.0, 0.0, y, 0.0, 0.0])
    }

    pub(crate) const fn at([x, y]: Xy) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Turns x towards y by an angle, rad.
    pub(crate) fn turn(angle: f64) -> Self {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        Self([cos, sin, -sin, cos, 0.0, 0.0])
    }

    /// Applies `inner` first.
    pub(crate) fn of(self, inner: Self) -> Self {
        let [a, b, c, d, ..] = inner.0;
        let ([p, q], [r, s], [x, y]) = (self.vector([a, b]), self.vector([c, d]), self.point(inner.origin()));
        Self([p, q, r, s, x, y])
    }

    pub(crate) fn vector(self, [x, y]: Xy) -> Xy {
        let [a, b, c, d, ..] = self.0;
        [a * x + c * y, b * x + d * y]
    }

    pub(crate) fn point(self, at: Xy) -> Xy {
        let [x, y] = self.vector(at);
        [x + self.0[4], y + self.0[5]]
    }

    pub(crate) fn origin(self) -> Xy {
        [self.0[4], self.0[5]]
    }

    /// The angle of the mapped x axis, rad.
    pub(crate) fn angle(self) -> f64 {
        libm::atan2(self.0[1], self.0[0])
    }

    /// At least what it stretches any length by.
    pub(crate) fn stretch(self) -> f64 {
        self.0[..4].iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// The factor of all lengths, if there is one: then circles stay circles.
    pub(crate) fn factor(self) -> Option<f64> {
        let [a, b, c, d, ..] = self.0;
        let (x, y, dot) = (a * a + b * b, c * c + d * d, a * c + b * d);
        ((x - y).abs() <= 1e-9 * x && dot.abs() <= 1e-9 * x).then(|| x.sqrt())
    }
}

fn chords(count: f64) -> usize {
    // NaN becomes 1.
    count.ceil().clamp(1.0, MAX_CHORDS).max(1.0) as usize
}

/// Adds the points of a cubic after its first. `tolerance` in its own units.
pub(crate) fn cubic(points: &mut Vec<Xy>, [p, q, r, s]: [Xy; 4], tolerance: f64) {
    let bend = |a: Xy, b: Xy, c: Xy| libm::hypot(a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]);
    let count = chords((0.75 * bend(p, q, r).max(bend(q, r, s)) / tolerance).sqrt());
    for i in 1..=count {
        let t = i as f64 / count as f64;
        let u = 1.0 - t;
        let at =
            |k: usize| u * u * u * p[k] + 3.0 * u * u * t * q[k] + 3.0 * u * t * t * r[k] + t * t * t * s[k];
        points.push(if i == count { s } else { [at(0), at(1)] });
    }
}

/// The points of an arc of an ellipse from one angle to another, rad, both ends included.
pub(crate) fn arc(center: Xy, [rx, ry]: Xy, from: f64, to: f64, tolerance: f64) -> Vec<Xy> {
    let step = 2.0 * libm::acos((1.0 - tolerance / rx.max(ry)).clamp(-1.0, 1.0));
    let least = ((to - from).abs() / std::f64::consts::FRAC_PI_4).ceil();
    let count = chords(((to - from).abs() / step).max(least));
    let point = |i: usize| {
        let angle = from + (to - from) * i as f64 / count as f64;
        [center[0] + rx * libm::cos(angle), center[1] + ry * libm::sin(angle)]
    };
    (0..=count).map(point).collect()
}
