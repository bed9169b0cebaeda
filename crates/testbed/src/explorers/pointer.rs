//! What the pointer does, for the explorers in which it moves points or a pair of polygons: methods of
//! [`Explore`](super::Explore), written once.

/// Each handle is a point of an array or a list, which is this field.
macro_rules! moves_points {
    ($points:ident) => {
        fn handles(&self) -> Vec<Point> {
            self.$points.to_vec()
        }

        fn drag(&mut self, handle: usize, to: Point) {
            self.$points[handle] = to;
        }
    };
}

/// Each handle is a field.
macro_rules! moves {
    ($($point:ident),+) => {
        fn handles(&self) -> Vec<Point> {
            vec![$(self.$point),+]
        }

        fn drag(&mut self, handle: usize, to: Point) {
            *[$(&mut self.$point),+][handle] = to;
        }
    };
}

/// The handles are the polygons of the field `pair`.
macro_rules! moves_pair {
    () => {
        fn handles(&self) -> Vec<Point> {
            self.pair.handles()
        }

        fn drag(&mut self, handle: usize, to: Point) {
            self.pair.drag(handle, to);
        }

        fn grab(&self, at: Point, _: f32) -> Option<usize> {
            self.pair.at(at)
        }

        fn turn(&mut self, handle: usize, angle: f32) {
            self.pair.turn(handle, angle);
        }

        fn hint(&self) -> &'static str {
            Pair::HINT
        }
    };
}

pub(super) use {moves, moves_pair, moves_points};
