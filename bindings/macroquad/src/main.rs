//! The window: the mouse in, the picture out. The rules are in the library.

mod draw;

use macroquad::prelude::{
    Conf, KeyCode, MouseButton, get_frame_time, get_screen_data, is_key_pressed, is_mouse_button_pressed,
    is_mouse_button_released, mouse_position, next_frame,
};
use physics::prelude::FixedStep;
use tower_game::{DT, Game, Input, Phase, SLING};

fn conf() -> Conf {
    Conf {
        window_title: "Tower".to_owned(),
        window_width: 960,
        window_height: 540,
        high_dpi: true,
        ..Conf::default()
    }
}

/// `--screenshot FILE FRAMES`: plays by itself, saves a picture and ends.
struct Demo {
    file: String,
    frames: u32,
}

impl Demo {
    fn from_arguments() -> Result<Option<Self>, String> {
        let words: Vec<String> = std::env::args().skip(1).collect();
        match &words[..] {
            [] => Ok(None),
            [flag, file, frames] if flag == "--screenshot" => {
                let frames =
                    frames.parse().map_err(|_| format!("FRAMES is {frames}: it must be a number"))?;
                Ok(Some(Self { file: file.clone(), frames }))
            }
            _ => Err("usage: tower_game [--screenshot FILE FRAMES]".to_owned()),
        }
    }

    /// Presses at the title, pulls, and lets go.
    fn input(&self, frame: u32, phase: Phase) -> Input {
        let pointer = [SLING[0] - 1.9, SLING[1] - 0.3];
        let press = frame == 20 || (phase == Phase::Aim && frame.is_multiple_of(90));
        Input { pointer, press, release: frame % 90 == 60, restart: false }
    }
}

fn fail(text: &str) -> ! {
    eprintln!("{text}");
    std::process::exit(1);
}

fn player_input() -> Input {
    Input {
        pointer: draw::Camera::of_screen().to_world(mouse_position()),
        press: is_mouse_button_pressed(MouseButton::Left) || is_key_pressed(KeyCode::Space),
        release: is_mouse_button_released(MouseButton::Left),
        restart: is_key_pressed(KeyCode::R),
    }
}

#[macroquad::main(conf)]
async fn main() {
    let demo = Demo::from_arguments().unwrap_or_else(|error| fail(&error));
    let mut clock =
        FixedStep::new((1.0 / DT).round() as u32).unwrap_or_else(|error| fail(&error.to_string()));
    let mut game = Game::new();
    let mut held = Input::default();
    for frame in 0.. {
        let (input, steps, alpha) = match &demo {
            // A step in each frame, so that the picture does not depend on the speed of the machine.
            Some(demo) => (demo.input(frame, game.phase()), 1, 1.0),
            None => (player_input(), clock.advance_seconds(f64::from(get_frame_time())), clock.alpha()),
        };
        // A press in a frame without a step counts in the next step.
        held.pointer = input.pointer;
        held.press |= input.press;
        held.release |= input.release;
        held.restart |= input.restart;
        for _ in 0..steps {
            game.step(held);
            held = Input { pointer: held.pointer, ..Input::default() };
        }
        draw::frame(&game, input.pointer, alpha);
        if let Some(demo) = demo.as_ref().filter(|demo| frame >= demo.frames) {
            get_screen_data().export_png(&demo.file);
            return;
        }
        next_frame().await;
    }
}
