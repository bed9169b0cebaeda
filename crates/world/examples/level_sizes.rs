//! How long levels are as bytes and as JSON. `docs/levels.md` quotes it.
//!
//! `cargo run -p physics2d-world --features serde --example level_sizes`

use world::Level;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["ragdoll", "car", "pyramid", "large_pyramid", "circles5k", "joint_grid"] {
        let scene = scenes::find(name).ok_or("no such scene")?;
        let level = (scene.level)();
        let bytes = level.to_bytes();
        let text = serde_json::to_string(&level)?;
        assert_eq!(Level::from_bytes(&bytes)?, level);
        assert_eq!(serde_json::from_str::<Level>(&text)?, level);
        let Level { bodies, colliders, joints, .. } = &level;
        let lengths = [bytes.len(), text.len()];
        let counts = [bodies.len(), colliders.len(), joints.len()].into_iter().chain(lengths);
        let row: Vec<String> = counts.map(|count| count.to_string()).collect();
        println!("| {name} | {} |", row.join(" | "));
    }
    Ok(())
}
