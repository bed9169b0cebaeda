//! Laws of all explorers: what they tell of themselves, what changes them, and what hostile input does.

use super::*;
use crate::draw::Svg;

/// How often each explorer is tried.
const ROUNDS: usize = 25;

fn picture(explorer: &dyn Explore) -> String {
    let mut svg = Svg::new(AREA);
    draw_of(explorer, &mut svg);
    svg.finish()
}

/// Names differ, and each explorer has a sentence, and a section if a text has it.
#[test]
fn explorers_have_a_name_a_sentence_and_a_section() {
    let of_no_text = ["batch"];
    for (i, explorer) in EXPLORERS.iter().enumerate() {
        assert!(EXPLORERS[..i].iter().all(|other| other.name != explorer.name), "{}", explorer.name);
        assert!(explorer.about.ends_with('.'), "{}", explorer.name);
        assert_eq!(explorer.sections.is_empty(), of_no_text.contains(&explorer.name), "{}", explorer.name);
    }
}

/// Every value can go to both ends of its range and every handle anywhere, also onto another handle, far
/// away and to NaN: the explorer says what it sees, and draws.
#[test]
fn no_input_makes_an_explorer_panic() {
    for explorer in EXPLORERS {
        let mut one = (explorer.new)();
        let handles = one.handles();
        assert!(!one.report().is_empty() && picture(&*one).len() > 1000, "{}", explorer.name);
        let count = one.controls().len();
        for place in 0..count {
            for end in 0..Control::ENDS {
                one.controls()[place].go_to_end(end);
                assert!(!one.report().is_empty(), "{}", explorer.name);
                picture(&*one);
            }
        }
        one = (explorer.new)();
        let targets = handles.iter().copied().chain([
            Point::origin(),
            Point::new(1e6, -1e6),
            Point::new(f32::NAN, 0.0),
            Point::new(f32::INFINITY, 1.0),
        ]);
        for target in targets {
            for handle in 0..handles.len() {
                one.drag(handle, target);
                one.turn(handle, 0.7);
                assert!(!one.report().is_empty(), "{}", explorer.name);
                let shown = report_of(&*one);
                assert!(shown.iter().all(|line| !line.contains("NaN")), "{}: {shown:?}", explorer.name);
                picture(&*one);
            }
        }
    }
}

/// Each handle changes what is shown, and each value too.
#[test]
fn every_handle_and_every_value_changes_the_picture_or_the_report() {
    for explorer in EXPLORERS {
        let shown = |one: &dyn Explore| (one.report(), picture(one));
        let first = shown(&*(explorer.new)());
        for handle in 0..(explorer.new)().handles().len() {
            let mut one = (explorer.new)();
            let from = one.handles()[handle];
            one.drag(handle, from + Vec2::new(0.31, 0.17));
            assert_ne!(shown(&*one), first, "{}, handle {handle}", explorer.name);
        }
        for place in 0..(explorer.new)().controls().len() {
            let changes = (0..Control::ENDS).any(|end| {
                let mut one = (explorer.new)();
                one.controls()[place].go_to_end(end);
                shown(&*one) != first
            });
            assert!(changes, "{}, value {place}", explorer.name);
        }
    }
}

/// Numbers that look random, the same in every run: xorshift of 64 bits (Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }

    /// A number from 0 to 1.
    fn share(&mut self) -> f32 {
        self.roll(1 << 20) as f32 / (1 << 20) as f32
    }

    /// A coordinate, m: mostly in the picture, but also far away, very small, and no number.
    fn coordinate(&mut self) -> f32 {
        const SPECIAL: [f32; 16] = [
            0.0,
            -0.0,
            1e-45,
            f32::MIN_POSITIVE,
            -1e-20,
            1e-6,
            1e-3,
            1e4,
            -1e6,
            1e12,
            -1e19,
            1e20,
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NAN,
        ];
        if self.roll(4) == 0 { SPECIAL[self.roll(SPECIAL.len())] } else { 8.0 * self.share() - 4.0 }
    }

    /// Where to drag so many handles, m: anywhere, all to one point, all to a line, or close together.
    fn places(&mut self, count: usize) -> Vec<Point> {
        let [a, b] = [0; 2].map(|_| Point::new(self.coordinate(), self.coordinate()));
        let way = self.roll(5);
        (0..count)
            .map(|_| match way {
                0 => a,
                1 => a + (b - a) * self.share(),
                2 => a + Vec2::new(self.share(), self.share()) * 1e-6,
                3 => Point::new(a.x, self.coordinate()),
                _ => Point::new(self.coordinate(), self.coordinate()),
            })
            .collect()
    }

    /// Sets a value to an end of its range, to one in between, or to one of its names.
    fn set(&mut self, control: &mut Control<'_>) {
        let share = [0.0, 1.0, self.share()][self.roll(3)];
        match control {
            Control::Number { value, range, .. } => {
                **value = range.start() + (range.end() - range.start()) * share;
            }
            Control::Count { value, range, .. } => {
                **value = range.start() + ((range.end() - range.start()) as f32 * share) as usize;
            }
            Control::Switch { value, .. } => **value = self.roll(2) == 0,
            Control::Choice { value, names, .. } => **value = self.roll(names.len()),
        }
    }
}

/// What an explorer tells and draws, in words: no number in it is NaN.
#[track_caller]
fn check_words(explorer: &dyn Explore, what: &str) {
    let shown = report_of(explorer);
    assert!(!shown.is_empty() && shown.iter().all(|line| !line.contains("NaN")), "{what}: {shown:?}");
    let picture = picture(explorer);
    assert!(!picture.contains("NaN"), "{what}: {:?}", picture.lines().find(|line| line.contains("NaN")));
}

/// Whatever the handles and the values are together, also all handles on one point or on a line, far away,
/// closer together than f32 can tell, infinite and NaN: each explorer says what it sees and draws, and no
/// number that it shows is NaN. What was dragged to nowhere can be dragged back.
#[test]
fn no_drags_and_values_together_make_an_explorer_panic_or_show_nan() {
    for explorer in EXPLORERS {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        // For a picture of `batch` 256 worlds are stepped, and it has no handles.
        let rounds = if explorer.name == "batch" { 3 } else { ROUNDS };
        for round in 0..rounds {
            let mut one = (explorer.new)();
            for turn in 0..4 {
                for mut control in one.controls() {
                    dice.set(&mut control);
                }
                let places = dice.places(one.handles().len());
                for (handle, place) in places.iter().enumerate() {
                    if dice.roll(4) > 0 {
                        one.drag(handle, *place);
                    }
                    if dice.roll(4) == 0 {
                        one.turn(handle, 10.0 * dice.share() - 5.0);
                    }
                }
                one.grab(Point::new(dice.coordinate(), dice.coordinate()), 0.1);
                check_words(&*one, &format!("{}, round {round}, turn {turn}: {places:?}", explorer.name));
            }
            let first = (explorer.new)().handles();
            for (handle, place) in first.iter().enumerate().take(one.handles().len()) {
                one.drag(handle, *place);
            }
            check_words(&*one, explorer.name);
        }
    }
}
