//! One error type for programs: every error of the engine converts into it.

use thiserror::Error;

/// Any error of the engine: a program that returns it may put `?` behind every call.
///
/// ```
/// use geom::{Polygon, Shape};
/// use world::{BodyDef, BodyId, ColliderDef, World};
///
/// /// Adds the parts of a broken pane of 2 m x 1 m to a world.
/// fn break_pane(world: &mut World) -> Result<Vec<BodyId>, toolkit::Error> {
///     let pane = Polygon::rectangle(1.0, 0.5)?; // ShapeError
///     let fracture = pane.fracture([[-0.4, 0.3], [0.2, -0.1], [0.7, 0.2]])?; // FractureError
///     let mut bodies = Vec::new();
///     for cell in fracture.cells {
///         let body = world.add_body(BodyDef::dynamic())?; // DefError
///         world.add_collider(body, ColliderDef::new(Shape::Polygon(cell.polygon)))?;
///         bodies.push(body);
///     }
///     Ok(bodies)
/// }
///
/// let mut world = World::default();
/// assert_eq!(break_pane(&mut world)?.len(), 3);
/// # Ok::<(), toolkit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// Something was not added or changed.
    #[error(transparent)]
    Def(#[from] world::DefError),
    /// A handle of a removed thing or of another world.
    #[error(transparent)]
    Handle(#[from] world::HandleError),
    /// An invariant of the world does not hold.
    #[error(transparent)]
    Invalid(#[from] world::Invalid),
    /// Bytes are no level, or the level makes no world.
    #[error(transparent)]
    Level(#[from] world::LevelError),
    /// A snapshot was not restored or not read.
    #[error(transparent)]
    Snapshot(#[from] world::SnapshotError),
    /// Bytes are no recording.
    #[error(transparent)]
    Recording(#[from] world::RecordingError),
    /// A replay differs from its recording, or cannot go on.
    #[error(transparent)]
    Replay(#[from] world::ReplayError),
    /// Bytes are no save file.
    #[error(transparent)]
    SaveFile(#[from] crate::SaveFileError),
    /// A setting of a solver is out of its range.
    #[error(transparent)]
    Settings(#[from] world::solver::SettingsError),
    /// The numbers do not make a shape.
    #[error(transparent)]
    Shape(#[from] geom::ShapeError),
    /// The shape and the density do not make a finite mass.
    #[error(transparent)]
    Mass(#[from] geom::MassError),
    /// The points have no convex hull.
    #[error(transparent)]
    Hull(#[from] geom::HullError),
    /// The rings do not make an outline.
    #[error(transparent)]
    Outline(#[from] geom::OutlineError),
    /// The outline cannot be decomposed.
    #[error(transparent)]
    Decompose(#[from] geom::DecomposeError),
    /// The shape cannot be cut.
    #[error(transparent)]
    Cut(#[from] geom::CutError),
    /// The outline cannot be fractured.
    #[error(transparent)]
    Fracture(#[from] geom::FractureError),
    /// A body of a world was not cut or broken.
    #[error(transparent)]
    Destruction(#[from] crate::DestructionError),
    /// The line cannot be simplified.
    #[error(transparent)]
    Simplify(#[from] geom::SimplifyError),
    /// A broad phase was given a box or a key that it does not take.
    #[error(transparent)]
    Broadphase(#[from] broadphase::BroadphaseError),
    /// The cells of a grid have no valid size.
    #[error(transparent)]
    CellSize(#[from] broadphases::InvalidCellSize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Level, Recording, Snapshot, World};

    /// What a game does that saves, loads and replays: `?` behind every call.
    fn save_and_load(world: &mut World, bytes: &[u8]) -> Result<(), Error> {
        let mut snapshot = Snapshot::default();
        world.save(&mut snapshot);
        world.restore(&snapshot)?; // SnapshotError
        let level = Level::from_bytes(&world.to_level().to_bytes())?; // LevelError
        World::load(&level)?; // DefError
        Recording::from_bytes(bytes)?; // RecordingError
        Ok(())
    }

    #[test]
    fn errors_of_saved_data_convert_and_keep_their_text() {
        let found = save_and_load(&mut World::default(), b"no recording").unwrap_err();
        assert!(matches!(found, Error::Recording(_)), "{found:?}");
        let expected = Recording::from_bytes(b"no recording").unwrap_err();
        assert_eq!(found.to_string(), expected.to_string());
    }
}
