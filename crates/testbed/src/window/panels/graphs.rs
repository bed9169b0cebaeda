//! Graphs over time, beside each other below the picture.

use crate::draw::Color;
use crate::window::canvas::to_color32;
use crate::window::meters::{Graph, LENGTH};
use crate::window::theme_of;
use eframe::egui::{self, Align2, FontId, Pos2, Rect, Sense, Stroke};

/// Least width of a graph, px: with less they stand in several rows.
const WIDTH: f32 = 150.0;
/// Height of a graph, px.
const HEIGHT: f32 = 84.0;
/// Size of the letters, px.
const SMALL: f32 = 10.5;

/// Colours of the curves of a graph, dark enough to be read as text on white.
const COLORS: [Color; 6] = [
    Color([0x1d, 0x5f, 0xb8]),
    Color([0xc0, 0x3a, 0x2b]),
    Color([0x2e, 0x7d, 0x4f]),
    Color([0x8a, 0x5a, 0x00]),
    Color([0x7a, 0x3f, 0xa8]),
    Color([0x55, 0x5b, 0x66]),
];

/// Shows the graphs in as many columns as there is room for.
pub fn graphs(ui: &mut egui::Ui, graphs: &[Graph]) {
    let columns = ((ui.available_width() / WIDTH) as usize).clamp(1, graphs.len().max(1));
    for row in graphs.chunks(columns) {
        ui.columns(columns, |cells| {
            for (ui, graph) in cells.iter_mut().zip(row) {
                show(ui, graph);
            }
        });
    }
}

fn show(ui: &mut egui::Ui, graph: &Graph) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), HEIGHT), Sense::hover());
    let name = format!("graph of {}", graph.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let (ink, faint) = (ui.visuals().text_color(), Stroke::new(1.0, ui.visuals().weak_text_color()));
    let small = FontId::proportional(SMALL);
    let [least, most] = graph.range();
    let title = format!(
        "{}  {}{}{}",
        graph.name,
        number(most),
        if graph.unit.is_empty() { "" } else { " " },
        graph.unit
    );
    painter.text(rect.min, Align2::LEFT_TOP, title, small.clone(), ink);
    let plot = Rect::from_min_max(rect.min + egui::vec2(0.0, 14.0), rect.max - egui::vec2(0.0, 13.0));
    let place = |i: usize, value: f32| {
        let x = plot.left() + plot.width() * i as f32 / (LENGTH - 1) as f32;
        Pos2::new(x, plot.bottom() - plot.height() * (value - least) / (most - least))
    };
    painter.line_segment([place(0, 0.0), place(LENGTH - 1, 0.0)], faint);
    let mut x = rect.left();
    let theme = theme_of(ui.ctx());
    let colors = COLORS.into_iter().cycle().map(|color| to_color32(theme.of(color)));
    for (curve, color) in graph.curves.iter().zip(colors) {
        let first = LENGTH - curve.series.values().len();
        let points = curve.series.values().enumerate().map(|(i, value)| place(first + i, value)).collect();
        painter.add(egui::Shape::line(points, Stroke::new(1.0, color)));
        let last = curve.series.last().map_or(String::new(), number);
        let label = format!("{} {last}", curve.name);
        let shown =
            painter.text(Pos2::new(x, rect.bottom()), Align2::LEFT_BOTTOM, label, small.clone(), color);
        x = shown.right() + 8.0;
    }
    response.on_hover_ui(|ui| {
        ui.strong(graph.name);
        for curve in &graph.curves {
            ui.label(format!(
                "{}: {} {}",
                curve.name,
                curve.series.last().map_or(String::new(), number),
                graph.unit
            ));
        }
    });
}

/// A number with about three digits.
fn number(value: f32) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 1e5 => format!("{value:.2e}"),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 1e-3 => format!("{value:.3}"),
        _ => format!("{value:.1e}"),
    }
}
