//! The wheel zooms a view.

use super::view::View;
use eframe::egui::Response;

/// Zooms about the pointer.
pub fn look(view: &mut View, response: &Response) {
    /// Turning the wheel by this much makes everything e times as large, px.
    const WHEEL: f32 = 300.0;
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = response.ctx.input(|input| (input.smooth_scroll_delta.y, input.zoom_delta()));
        let factor = (scroll / WHEEL).exp() * pinch;
        if factor != 1.0 {
            view.zoom(factor, (pointer - response.rect.min).into());
        }
    }
}
