//! Pictures of the window without a display, to look at: egui's triangles, filled by a short program.

use super::*;
use crate::draw::{Theme, palette};
use crate::window::canvas::to_color32;
use crate::window::panels::SHOWCASE;
use egui::{Color32, Pos2, TextureId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

/// Width, height and pixels of each texture.
type Textures = Rc<RefCell<HashMap<TextureId, ([usize; 2], Vec<Color32>)>>>;

/// Keeps the textures that egui makes.
struct Keeper(Textures);

impl egui_kittest::TestRenderer for Keeper {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        let mut textures = self.0.borrow_mut();
        delta.free.clear();
        let changes = delta.set.drain().flat_map(|(id, all)| all.into_iter().map(move |change| (id, change)));
        for (id, change) in changes {
            let egui::ImageData::Color(image) = &change.image;
            let [left, top] = change.pos.unwrap_or([0, 0]);
            if change.pos.is_none() {
                textures.insert(id, (image.size, image.pixels.clone()));
            } else if let Some((size, pixels)) = textures.get_mut(&id) {
                for (y, row) in image.pixels.chunks_exact(image.size[0]).enumerate() {
                    let from = (top + y) * size[0] + left;
                    pixels[from..from + row.len()].copy_from_slice(row);
                }
            }
        }
    }
}

/// Fills the triangles of a frame.
fn filled(window: &Harness<'_, App>, textures: &Textures, size: [u16; 2]) -> tiny_skia::Pixmap {
    let scale = window.ctx.pixels_per_point();
    let [width, height] = size.map(|length| (f32::from(length) * scale) as u16);
    let mut pixmap = tiny_skia::Pixmap::new(width.into(), height.into()).unwrap();
    let bytes = pixmap.data_mut();
    let textures = textures.borrow();
    for clipped in window.ctx.tessellate(window.output().shapes.clone(), scale) {
        let egui::epaint::Primitive::Mesh(mesh) = clipped.primitive else { continue };
        let Some((size, texels)) = textures.get(&mesh.texture_id) else { continue };
        let clip = clipped.clip_rect * scale;
        for corners in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| {
                let vertex = mesh.vertices[corners[i] as usize];
                egui::epaint::Vertex { pos: vertex.pos * scale, ..vertex }
            });
            let area = (b.pos - a.pos).rot90().dot(c.pos - a.pos);
            let bounds = egui::Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip);
            if area == 0.0 || !bounds.is_positive() {
                continue;
            }
            let last = |end: f32, most: u16| (end.ceil() as usize).min(usize::from(most));
            for y in bounds.top().floor().max(0.0) as usize..last(bounds.bottom(), height) {
                for x in bounds.left().floor().max(0.0) as usize..last(bounds.right(), width) {
                    let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
                    let share = |p: Pos2, q: Pos2| (q - p).rot90().dot(at - p) / area;
                    let weights = [share(b.pos, c.pos), share(c.pos, a.pos), share(a.pos, b.pos)];
                    // Neighbours share an edge: a pixel on it belongs to one of them, mostly.
                    if weights.iter().any(|weight| *weight < 0.0) || !clip.contains(at) {
                        continue;
                    }
                    let mix = |of: &dyn Fn(usize) -> f32| (0..3).map(|i| weights[i] * of(i)).sum::<f32>();
                    let vertices = [a, b, c];
                    // Between the four nearest texels.
                    let place = |axis: usize| mix(&|i| vertices[i].uv[axis]) * size[axis] as f32 - 0.5;
                    let (left, top) = (place(0), place(1));
                    let color_of = |x: f32, y: f32, channel: usize| {
                        let at = |value: f32, axis: usize| (value.max(0.0) as usize).min(size[axis] - 1);
                        f32::from(texels[at(y, 1) * size[0] + at(x, 0)].to_array()[channel])
                    };
                    let (x0, y0) = (left.floor(), top.floor());
                    let (u, v) = (left - x0, top - y0);
                    let texel: [f32; 4] = std::array::from_fn(|channel| {
                        let row =
                            |y| color_of(x0, y, channel) * (1.0 - u) + color_of(x0 + 1.0, y, channel) * u;
                        row(y0) * (1.0 - v) + row(y0 + 1.0) * v
                    });
                    let ink: [f32; 4] = std::array::from_fn(|channel| {
                        let color = mix(&|i| f32::from(vertices[i].color.to_array()[channel]));
                        color * texel[channel] / 255.0
                    });
                    let pixel = &mut bytes[4 * (y * usize::from(width) + x)..][..4];
                    for (channel, byte) in pixel.iter_mut().enumerate() {
                        *byte = (ink[channel] + f32::from(*byte) * (1.0 - ink[3] / 255.0)).round() as u8;
                    }
                }
            }
        }
    }
    pixmap
}

/// Writes the chosen scenes after two seconds, on a desktop and a phone, light and dark, into the folder that
/// `TESTBED_SCREENS` names; `TESTBED_SCENES` names others.
#[test]
#[ignore = "writes pictures"]
fn screens() {
    let folder = PathBuf::from(std::env::var_os("TESTBED_SCREENS").expect("TESTBED_SCREENS names a folder"));
    let named = std::env::var("TESTBED_SCENES").unwrap_or_else(|_| SHOWCASE.join(" "));
    let sizes: [(&str, [u16; 2]); 3] =
        [("desktop", [1280, 800]), ("phone", [390, 844]), ("landscape", [844, 390])];
    for (scene, (i, (what, size))) in
        named.split(' ').flat_map(|scene| sizes.iter().enumerate().map(move |size| (scene, size)))
    {
        for theme in Theme::ALL {
            // Dark ones of every third only: they differ in their colours.
            if theme == Theme::Dark && (i + scene.len()) % 3 != 0 {
                continue;
            }
            let Ok(Command::Run(options)) = parse(["--scene", scene, "--theme", theme.name()]) else {
                panic!("{scene}")
            };
            let textures = Textures::default();
            let app = App::new(&options).unwrap();
            let window = Harness::builder().with_size(size.map(f32::from)).with_step_dt(1.0 / 60.0);
            let window = window.renderer(Keeper(Rc::clone(&textures)));
            let mut window = window.build_ui_state(|ui, app: &mut App| app.show(ui), app);
            crate::window::dress(&window.ctx, options.theme);
            window.run_steps(120);
            let picture = filled(&window, &textures, *size);
            let paper = to_color32(theme.of(palette::BACKGROUND));
            let blank = picture.pixels().iter().filter(|pixel| {
                [pixel.red(), pixel.green(), pixel.blue()] == [paper.r(), paper.g(), paper.b()]
            });
            println!(
                "{scene}, {what}: {:.0}% paper",
                100.0 * blank.count() as f32 / picture.pixels().len() as f32
            );
            let file = folder.join(format!("{scene}-{what}-{}.png", theme.name()));
            std::fs::write(file, picture.encode_png().unwrap()).unwrap();
        }
    }
}
