//! The disc and the T.

use tasks::batch::Batch;
use tasks::{Options, PushT, PushTDef};

fn batch(worlds: usize) -> Batch<PushT> {
    PushTDef::default().build(Options { worlds, threads: 2, ..Options::default() }).expect("valid options")
}

/// With 100 / s^2 and 20 / s the disc is critically damped: after 2 s it is at its point.
#[test]
fn the_disc_comes_to_its_point() {
    let mut batch = batch(8);
    for _ in 0..20 {
        batch.step(&[40.0, 480.0].repeat(8)).expect("8 actions");
    }
    for row in batch.observations().chunks(5) {
        assert!((row[0] - 40.0).abs() < 0.1 && (row[1] - 480.0).abs() < 0.1, "{row:?}");
    }
}

/// A T that nothing touches stays where it is, and so does its reward.
#[test]
fn a_tee_moves_only_while_it_is_pushed() {
    let mut batch = batch(64);
    let still = |batch: &Batch<PushT>| -> Vec<[f32; 3]> {
        batch.observations().chunks(5).map(|row| [row[2], row[3], row[4]]).collect()
    };
    let park = [20.0, 20.0].repeat(64);
    for _ in 0..30 {
        batch.step(&park).expect("64 actions");
    }
    let (first, rewards) = (still(&batch), batch.rewards().to_vec());
    for _ in 0..10 {
        batch.step(&park).expect("64 actions");
    }
    assert_eq!(first, still(&batch));
    assert_eq!(rewards, batch.rewards());
    // Across the floor: most are pushed.
    for _ in 0..20 {
        batch.step(&[480.0, 480.0].repeat(64)).expect("64 actions");
    }
    let moved = first.iter().zip(still(&batch)).filter(|(old, new)| *old != new).count();
    assert!(moved > 20, "{moved} of 64");
}
