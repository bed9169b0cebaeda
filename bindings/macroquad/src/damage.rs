//! What hits break. A hit takes its impulse from the strength of both sides; what has none left breaks: glass
//! into shards, everything else is gone.

use crate::tower::{Material, Piece};
use physics::prelude::{BodyId, Point, World, fracture_body};
use std::collections::BTreeMap;

/// Bodies are kept in the order of their handles, so that a game goes the same way each time.
pub(crate) type Pieces = BTreeMap<BodyId, Piece>;

/// Applies the hits of the last step. Returns what has broken, in the order of handles.
pub(crate) fn apply(world: &mut World, pieces: &mut Pieces) -> Vec<Material> {
    let mut at: BTreeMap<BodyId, Point> = BTreeMap::new();
    for hit in world.events().hits() {
        for body in [hit.a.body, hit.b.body] {
            if let Some(piece) = pieces.get_mut(&body) {
                piece.strength -= hit.impulse;
                if piece.strength <= 0.0 {
                    at.insert(body, hit.point);
                }
            }
        }
    }
    at.into_iter().filter_map(|(body, point)| shatter(world, pieces, body, point)).collect()
}

/// Breaks one body at a point of the world.
fn shatter(world: &mut World, pieces: &mut Pieces, body: BodyId, point: Point) -> Option<Material> {
    let piece = pieces.remove(&body)?;
    if piece.material != Material::Glass {
        let _ = world.remove_body(body);
        return Some(piece.material);
    }
    // Cells about six sites around the hit.
    let sites = [(0.0, 0.0), (0.2, 0.3), (-0.2, 0.35), (0.15, -0.3), (-0.15, -0.35), (0.0, 0.8)];
    let sites = sites.map(|(x, y)| [f64::from(point.x + x), f64::from(point.y + y)]);
    let shards = fracture_body(world, body, sites).map(|found| found.bodies).unwrap_or_default();
    let shard = Piece { material: Material::Shard, strength: Material::Shard.strength() };
    pieces.extend(shards.into_iter().map(|id| (id, shard)));
    Some(piece.material)
}
