//! Shows an example in a window: `bevy_physics2d_window EXAMPLE [--screenshot FILE FRAMES]`.
//!
//! With `--screenshot` the frames have a fixed length and keys are pressed by themselves, so that the picture
//! does not depend on the speed of the machine.

#[path = "../../examples/character/game.rs"]
mod character;
#[allow(dead_code, reason = "its test reads more")]
#[path = "../../examples/ldtk/game.rs"]
mod ldtk;
#[path = "../../examples/one_way/game.rs"]
mod one_way;
#[allow(dead_code, reason = "its test reads more")]
#[path = "../../examples/pile/game.rs"]
mod pile;
#[allow(dead_code, reason = "its test reads more")]
#[path = "../../examples/tiled/game.rs"]
mod tiled_map;

use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy_physics2d::PhysicsGizmosPlugin;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str =
    "usage: bevy_physics2d_window (pile | character | one_way | ldtk | tiled) [--screenshot FILE FRAMES]";

const MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../crates/import/tests/files/sample.tmx");

/// Frames between the picture and the end: it is written on another thread.
const FRAMES_TO_WRITE: u32 = 120;

/// A picture to be taken.
#[derive(Resource)]
struct Picture {
    file: String,
    frame: u32,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let picture = match &words[..] {
        [_] => None,
        [_, flag, file, frame] if flag == "--screenshot" => match frame.parse() {
            Ok(frame) => Some(Picture { file: file.clone(), frame }),
            Err(_) => return fail(&format!("FRAMES is {frame}: it must be a number")),
        },
        _ => return fail(USAGE),
    };
    let window = Window {
        title: format!("physics: {}", words[0]),
        resolution: WindowResolution::new(960, 540),
        ..Window::default()
    };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin {
        primary_window: Some(window),
        exit_condition: ExitCondition::OnPrimaryClosed,
        ..WindowPlugin::default()
    }));
    // The middle of the picture and its height, m.
    let (middle, height) = match words[0].as_str() {
        "pile" => {
            app.add_plugins(pile::GamePlugin);
            (Vec2::new(0.0, 6.0), 16.0)
        }
        "character" => {
            app.add_plugins(character::GamePlugin).add_systems(PreUpdate, read_keys);
            (Vec2::new(5.0, 3.0), 16.0)
        }
        "one_way" => {
            app.add_plugins(one_way::GamePlugin);
            (Vec2::new(0.0, 4.0), 12.0)
        }
        "ldtk" => {
            app.add_plugins(ldtk::GamePlugin);
            (Vec2::new(14.0, -6.0), 16.0)
        }
        "tiled" => {
            app.add_plugins(tiled_map::GamePlugin(MAP));
            (Vec2::new(15.0, -7.0), 17.0)
        }
        other => return fail(&format!("there is no example `{other}`\n{USAGE}")),
    };
    app.add_plugins(PhysicsGizmosPlugin).insert_resource(ClearColor(Color::srgb(0.96, 0.97, 0.98)));
    app.add_systems(Startup, move |mut commands: Commands<'_, '_>| {
        let projection = OrthographicProjection {
            scaling_mode: ScalingMode::FixedVertical { viewport_height: height },
            ..OrthographicProjection::default_2d()
        };
        let place = Transform::from_translation(middle.extend(0.0));
        commands.spawn((Camera2d, Projection::Orthographic(projection), place));
    });
    if let Some(picture) = picture {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
        app.insert_resource(picture).add_systems(Update, take);
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(_) => ExitCode::FAILURE,
    }
}

fn fail(text: &str) -> ExitCode {
    eprintln!("{text}");
    ExitCode::FAILURE
}

/// The keys of the character. In a picture it runs to the right and jumps on the stairs.
fn read_keys(
    mut held: ResMut<'_, character::Keys>,
    keys: Res<'_, ButtonInput<KeyCode>>,
    picture: Option<Res<'_, Picture>>,
) {
    if picture.is_some() {
        held.run = 1.0;
        return;
    }
    let is_held = |names: [KeyCode; 2]| keys.any_pressed(names);
    let right = f32::from(u8::from(is_held([KeyCode::ArrowRight, KeyCode::KeyD])));
    let left = f32::from(u8::from(is_held([KeyCode::ArrowLeft, KeyCode::KeyA])));
    held.run = right - left;
    held.jump = is_held([KeyCode::Space, KeyCode::ArrowUp]);
    held.down = is_held([KeyCode::ArrowDown, KeyCode::KeyS]);
}

/// Takes the picture in its frame, and ends when it is written.
fn take(
    mut commands: Commands<'_, '_>,
    picture: Res<'_, Picture>,
    mut frame: Local<'_, u32>,
    mut exit: MessageWriter<'_, AppExit>,
) {
    *frame += 1;
    if *frame == picture.frame {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(picture.file.clone()));
    }
    if *frame > picture.frame + FRAMES_TO_WRITE {
        exit.write(AppExit::Success);
    }
}
