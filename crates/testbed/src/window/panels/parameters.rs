//! The parameters of a scene as sliders.

use super::heading;
use crate::parameters::Parameter;
use eframe::egui::{self, Slider};

/// Shows a slider for each parameter, and returns the values that the user has set.
pub fn parameters(ui: &mut egui::Ui, parameters: &[Parameter], values: &[f32]) -> Option<Vec<f32>> {
    if parameters.is_empty() {
        return None;
    }
    heading(ui, "scene");
    let mut values = values.to_vec();
    let mut changed = false;
    for (parameter, value) in parameters.iter().zip(&mut values) {
        let [least, most] = parameter.range;
        // Where the greatest value is a hundred times the least, each decade has the same room.
        let logarithmic = least > 0.0 && most / least > 100.0;
        let slider = Slider::new(value, least..=most).text(parameter.name).suffix(parameter.unit);
        let slider = if parameter.is_whole { slider.step_by(1.0).fixed_decimals(0) } else { slider };
        let response = ui.add(slider.logarithmic(logarithmic));
        changed |= response.on_hover_text("the scene begins anew").changed();
    }
    changed.then_some(values)
}
