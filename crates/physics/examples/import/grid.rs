//! Merges the solid cells of a grid into few rectangles: fewer colliders, fewer pairs, fewer seams.
//!
//! ```text
//!   . # # # .        . 0 0 0 .
//!   . # # # .   ->   . 0 0 0 .     A run of cells in a row grows downward while the same run is solid there.
//!   # # . . .        1 1 . . .
//! ```

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    pub(crate) column: u32,
    pub(crate) row: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Rectangles that cover the solid cells, each cell once.
pub(crate) fn rectangles(columns: u32, rows: u32, is_solid: impl Fn(u32, u32) -> bool) -> Vec<Cells> {
    let mut is_left: Vec<bool> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(c, r)| is_solid(c, r))
        .collect();
    let at = |column: u32, row: u32| (row * columns + column) as usize;
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if !is_left[at(column, row)] {
                continue;
            }
            let width = (column..columns).take_while(|&c| is_left[at(c, row)]).count() as u32;
            let is_run = |r: &u32| (column..column + width).all(|c| is_left[at(c, *r)]);
            let height = (row..rows).take_while(is_run).count() as u32;
            for r in row..row + height {
                is_left[at(column, r)..at(column, r) + width as usize].fill(false);
            }
            found.push(Cells { column, row, width, height });
        }
    }
    found
}
