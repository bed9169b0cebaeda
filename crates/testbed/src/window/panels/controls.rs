//! The controls of a scene: forces, what the pointer does, what is drawn; for experts, how the step computes.

use super::{heading, one_of};
use crate::draw::DrawOptions;
use crate::options::BroadphaseKind;
use crate::window::controls::Controls;
use crate::window::hand::Grip;
use crate::window::overlay::Extra;
use crate::window::session::Tool;
use eframe::egui::{self, Slider};
use physics::prelude::{Continuous, Vec2};
use physics::textbook::{ClassicSettings, ImpulseMethod, Integrator, PositionCorrection, StepOrder};
use physics::world::{ManifoldMethod, Method};

/// Slowest and fastest passing of time: slow enough to count the steps, fast enough to skip what is dull.
const MIN_SPEED: f32 = 0.05;
const MAX_SPEED: f32 = 4.0;
/// Greatest gravity in either direction, m/s^2: more than twice the earth's.
const MAX_GRAVITY: f32 = 25.0;
/// Greatest number of sub-steps; more change no scene visibly.
const MAX_SUBSTEPS: u32 = 16;
/// Greatest number of sweeps in a sub-step; more change no scene visibly.
const MAX_SWEEPS: u32 = 16;
/// Greatest number of iterations of the classic solver; more change no scene visibly.
const MAX_ITERATIONS: u32 = 60;
/// Greatest overlap that a correction may leave, m: it can be seen.
const MAX_SLOP: f32 = 0.1;
/// Greatest approach speed without a bounce, m/s: that of a fall of five metres.
const MAX_BOUNCE_THRESHOLD: f32 = 10.0;
/// Greatest coefficient of friction: more than that of any floor.
const MAX_FRICTION: f32 = 1.5;
const FLASHES: &str = "where bodies hit each other";
const TRAILS: &str = "the ways of bodies in the last second";
/// Greatest damping rate, 1/s: everything comes to rest in half a second.
const MAX_DRAG: f32 = 8.0;

/// What anyone may want to change.
pub fn controls(ui: &mut egui::Ui, controls: &mut Controls) {
    ui.spacing_mut().slider_width = 110.0;
    heading(ui, "world");
    gravity(ui, &mut controls.settings.gravity);
    materials(ui, [&mut controls.friction, &mut controls.restitution, &mut controls.drag]);
}

/// What of the picture anyone may want to change.
pub fn looks(ui: &mut egui::Ui, draw: &mut DrawOptions, extra: &mut Extra) {
    heading(ui, "draw");
    ui.checkbox(&mut draw.contacts, "contacts");
    ui.checkbox(&mut extra.flashes, "flashes").on_hover_text(FLASHES);
    ui.checkbox(&mut extra.trails, "trails").on_hover_text(TRAILS);
}

/// How the step computes, and how bodies are held.
pub fn methods(ui: &mut egui::Ui, controls: &mut Controls, grip: &mut Grip) {
    ui.checkbox(&mut controls.settings.sleeping, "sleeping");
    heading(ui, "swept contacts");
    let swept = [
        ("with all", Continuous::All),
        ("with static bodies", Continuous::AgainstStatic),
        ("with nothing", Continuous::Nothing),
    ];
    one_of(ui, &mut controls.settings.continuous, swept);
    solver(ui, controls);
    heading(ui, "manifolds");
    let manifolds = [
        ("separating axes", ManifoldMethod::SeparatingAxes),
        ("GJK and EPA", ManifoldMethod::GjkEpa),
        ("mean point", ManifoldMethod::MeanPoint),
        ("support average", ManifoldMethod::SupportAverage),
    ];
    one_of(ui, &mut controls.settings.manifolds, manifolds);
    heading(ui, "broadphase");
    one_of(ui, &mut controls.broadphase, BroadphaseKind::ALL.map(|kind| (kind.name(), kind)));
    grips(ui, grip);
}

/// Shows what the pointer can do, side by side.
pub fn tools(ui: &mut egui::Ui, tool: &mut Tool) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (name, each) in Tool::ALL {
            let is_chosen = *tool == each;
            let button = ui.add(egui::Button::new(name).selected(is_chosen).frame_when_inactive(is_chosen));
            button.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, name));
            if button.clicked() {
                *tool = each;
            }
        }
    });
}

pub fn grips(ui: &mut egui::Ui, grip: &mut Grip) {
    heading(ui, "hold by");
    one_of(ui, grip, Grip::ALL);
}

/// Shows how fast time passes: 1 in real time.
pub fn speed(ui: &mut egui::Ui, speed: &mut f32) {
    let slider = Slider::new(speed, MIN_SPEED..=MAX_SPEED).logarithmic(true).text("speed");
    ui.add(slider).on_hover_text("how fast time passes: 1 in real time; the steps stay the same");
}

pub fn layers(ui: &mut egui::Ui, draw: &mut DrawOptions) {
    heading(ui, "draw");
    for (name, drawn) in [
        ("contacts", &mut draw.contacts),
        ("normals of contacts", &mut draw.normals),
        ("normals of edges", &mut draw.edge_normals),
        ("boxes", &mut draw.boxes),
        ("shortened bodies", &mut draw.shortened),
        ("centres of mass", &mut draw.centers),
        ("numbers of bodies", &mut draw.names),
    ] {
        ui.checkbox(drawn, name);
    }
}

pub fn extra_layers(ui: &mut egui::Ui, extra: &mut Extra) {
    for (name, drawn, hint) in [
        ("flashes", &mut extra.flashes, FLASHES),
        ("trails", &mut extra.trails, TRAILS),
        ("impulses", &mut extra.impulses, "of contacts; the greatest has a fixed length"),
        ("velocities", &mut extra.velocities, "the way of a tenth of a second"),
        ("islands", &mut extra.islands, "bodies that touch or are joined: they fall asleep together"),
        (
            "strips",
            &mut extra.strips,
            "of the solver: threads solve them side by side; large scenes have several",
        ),
        (
            "colours",
            &mut extra.colors,
            "of contacts: those of one colour share no body, and are solved at once",
        ),
        ("tree or grid", &mut extra.parts, "how the broad phase divides the boxes; a tree by depth"),
        (
            "seams",
            &mut extra.seams,
            "crosses where a contact is left out or replaced, since a neighbour covers it",
        ),
        ("fast ways", &mut extra.sweeps, "of bodies in the last step, and squares where they were stopped"),
    ] {
        ui.checkbox(drawn, name).on_hover_text(hint);
    }
}

/// Shows the components of gravity, m/s^2.
pub fn gravity(ui: &mut egui::Ui, gravity: &mut Vec2) {
    for (name, component) in ["gravity x", "gravity y"].into_iter().zip(gravity.iter_mut()) {
        ui.add(Slider::new(component, -MAX_GRAVITY..=MAX_GRAVITY).text(name).suffix(" m/s²"));
    }
}

/// Shows what can be set for everything: friction, restitution, drag.
pub fn materials(ui: &mut egui::Ui, [friction, restitution, drag]: [&mut Option<f32>; 3]) {
    own(ui, "friction", friction, 0.6, MAX_FRICTION, "");
    own(ui, "restitution", restitution, 0.5, 1.0, "");
    own(ui, "drag", drag, 1.0, MAX_DRAG, " /s");
}

/// A value that can be set for all bodies; the checkbox decides whether it is.
fn own(ui: &mut egui::Ui, name: &str, value: &mut Option<f32>, start: f32, most: f32, unit: &str) {
    let mut same = value.is_some();
    let hint = format!("the same {name} for everything; else as the scene has it");
    if ui.checkbox(&mut same, format!("set {name}")).on_hover_text(hint).changed() {
        *value = same.then_some(start);
    }
    if let Some(value) = value {
        ui.add(Slider::new(value, 0.0..=most).text(name).suffix(unit));
    }
}

fn solver(ui: &mut egui::Ui, controls: &mut Controls) {
    heading(ui, "solver");
    let settings = &mut controls.settings;
    one_of(ui, &mut settings.method, [("soft", Method::Soft), ("classic", Method::Classic)]);
    match settings.method {
        Method::Soft => {
            ui.add(Slider::new(&mut settings.solver.substeps, 1..=MAX_SUBSTEPS).text("sub-steps"));
            let sweeps = Slider::new(&mut settings.solver.biased_sweeps, 1..=MAX_SWEEPS).text("iterations");
            ui.add(sweeps).on_hover_text("sweeps over all constraints in each sub-step");
            bounce_threshold(ui, &mut settings.solver.bounce_threshold);
        }
        Method::Classic => classic(ui, &mut settings.classic),
    }
}

fn bounce_threshold(ui: &mut egui::Ui, speed: &mut f32) {
    let slider = Slider::new(speed, 0.0..=MAX_BOUNCE_THRESHOLD).text("bounce threshold").suffix(" m/s");
    ui.add(slider).on_hover_text("what approaches more slowly does not bounce");
}

/// The variants of the classic solver.
fn classic(ui: &mut egui::Ui, classic: &mut ClassicSettings) {
    ui.add(Slider::new(&mut classic.iterations, 1..=MAX_ITERATIONS).text("iterations"));
    ui.checkbox(&mut classic.warm_start, "warm start");
    bounce_threshold(ui, &mut classic.bounce_threshold);
    ui.label("impulses");
    one_of(
        ui,
        &mut classic.impulses,
        [
            ("accumulated", ImpulseMethod::Accumulated),
            ("separate", ImpulseMethod::Separate),
            ("by depth", ImpulseMethod::DepthWeighted),
            ("none, only moved apart", ImpulseMethod::Displacement),
            ("none, velocity clamped", ImpulseMethod::Clamp),
        ],
    );
    ui.label("overlap");
    let defaults = [
        ("left", PositionCorrection::None),
        ("by velocity", PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 }),
        ("by projection", PositionCorrection::Projection { fraction: 0.4, slop: 0.01 }),
        ("split", PositionCorrection::Split { fraction: 0.4 }),
    ];
    // The sliders below change the numbers of the chosen one, so buttons compare the kind only.
    let kind = std::mem::discriminant(&classic.correction);
    let mut shown =
        defaults.map(|(_, each)| each).into_iter().find(|each| std::mem::discriminant(each) == kind);
    let before = shown;
    one_of(ui, &mut shown, defaults.map(|(name, each)| (name, Some(each))));
    if let (true, Some(chosen)) = (shown != before, shown) {
        classic.correction = chosen;
    }
    let share = |ui: &mut egui::Ui, name: &str, value: &mut f32| {
        ui.add(Slider::new(value, 0.0..=1.0).text(name));
    };
    match &mut classic.correction {
        PositionCorrection::None => {}
        PositionCorrection::Baumgarte { factor, slop } => {
            share(ui, "bias factor", factor);
            ui.add(Slider::new(slop, 0.0..=MAX_SLOP).text("slop").suffix(" m"));
        }
        PositionCorrection::Projection { fraction, slop } => {
            share(ui, "percent", fraction);
            ui.add(Slider::new(slop, 0.0..=MAX_SLOP).text("slop").suffix(" m"));
        }
        PositionCorrection::Split { fraction } => share(ui, "beta", fraction),
    }
    ui.label("integration");
    let integrators =
        [("symplectic Euler", Integrator::Symplectic), ("explicit Euler", Integrator::Explicit)];
    one_of(ui, &mut classic.integrator, integrators);
    ui.label("order");
    let orders =
        [("constraints first", StepOrder::ConstraintsFirst), ("positions first", StepOrder::PositionsFirst)];
    one_of(ui, &mut classic.order, orders);
    let each = ui.checkbox(&mut classic.detect_each_iteration, "detect in each iteration");
    each.on_hover_text("collisions are found again before each iteration, as one of the texts does");
    let impact = ui.checkbox(&mut classic.resolve_at_impact, "go back to the impact");
    impact.on_hover_text("the step is cut where something fast first touches; needs swept contacts");
}
