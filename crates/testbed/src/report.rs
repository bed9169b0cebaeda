//! The report of a run: a line of JSON for programs and a summary for people, from the same numbers.

use serde::{Serialize, Serializer};
use std::fmt;

/// The report. Its fields, in this order, are the keys of the line of JSON. Numbers that are not finite
/// become null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the scene.
    pub scene: &'static str,
    /// Which solver.
    pub solver: &'static str,
    /// Which broad phase.
    pub broadphase: &'static str,
    /// How many threads.
    pub threads: usize,
    /// Which lanes the soft solver used.
    pub width: &'static str,
    /// Bodies at the end.
    pub bodies: usize,
    /// Colliders at the end.
    pub colliders: usize,
    /// Pairs of colliders that touch at the end.
    pub contacts: usize,
    /// Joints at the end.
    pub joints: usize,
    /// How many steps were taken.
    pub steps: u32,
    /// Number of steps at whose end a body was awake.
    pub awake_steps: u32,
    /// The median of the durations of these steps, ms. The first step, which allocates memory, does not
    /// count.
    pub ms_median: f64,
    /// The duration that 95 of 100 of these steps do not exceed, ms.
    pub ms_p95: f64,
    /// The mean duration of each stage of these steps, ms, by name and in order.
    pub ms_stages: Stages,
    /// With a trace: for how long of each stage, finer than those, fewer than two threads worked; means, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms_alone: Option<Stages>,
    /// The deepest overlap near the end, m.
    pub max_penetration_m: f32,
    /// How far a dynamic body is from where it began, horizontally; the greatest, m.
    pub max_sideways_drift_m: f32,
    /// Kinetic energy at the end, J.
    pub kinetic_energy_j: f64,
    /// 16 hexadecimal digits over the bits of every body's pose and velocity at the end.
    pub state_hash: String,
}

/// Durations of stages, ms, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stages(pub Vec<(&'static str, f64)>);

impl Serialize for Stages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, duration)) in self.0.iter().enumerate() {
            write!(f, "{}{name} {duration:.4}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl Report {
    /// The report as one line of JSON, including the line break.
    ///
    /// # Errors
    /// The message of the serializer; strings and numbers cause none.
    pub fn json(&self) -> Result<String, String> {
        let line = serde_json::to_string(self).map_err(|error| format!("the report as JSON: {error}"))?;
        Ok(line + "\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scene, steps, awake) = (self.scene, self.steps, self.awake_steps);
        writeln!(f, "{scene}, {steps} steps of 1/60 s, {awake} of them with a body awake")?;
        let Self { solver, broadphase, threads, width, .. } = self;
        writeln!(f, "  solver {solver}, broadphase {broadphase}, threads {threads}, width {width}")?;
        writeln!(
            f,
            "  bodies {}, colliders {}, joints {}, touching contacts {}",
            self.bodies, self.colliders, self.joints, self.contacts
        )?;
        writeln!(
            f,
            "  an awake step    {:.4} ms (median), {:.4} ms (95 of 100)",
            self.ms_median, self.ms_p95
        )?;
        writeln!(f, "  its stages, ms   {}", self.ms_stages)?;
        if let Some(alone) = &self.ms_alone {
            let sum: f64 = alone.0.iter().map(|stage| stage.1).sum();
            writeln!(f, "  one thread alone {sum:.4} ms: {alone}")?;
        }
        writeln!(f, "  deepest overlap  {:.3} mm in the last second", 1000.0 * self.max_penetration_m)?;
        writeln!(f, "  sideways drift   {:.3} mm at most", 1000.0 * self.max_sideways_drift_m)?;
        writeln!(f, "  kinetic energy   {:.6} J", self.kinetic_energy_j)?;
        writeln!(f, "  state hash       {}", self.state_hash)
    }
}

/// The smallest of `values` that is greater than or equal to a fraction `share` (0 to 1) of them (the
/// nearest-rank percentile, so the result is one of the values). NaN if there are none. Sorts `values`.
pub fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (share * values.len() as f64).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report {
            scene: "tower",
            solver: "soft",
            broadphase: "tree",
            threads: 1,
            width: "sse2",
            bodies: 11,
            colliders: 11,
            contacts: 10,
            joints: 0,
            steps: 600,
            awake_steps: 100,
            ms_median: 0.0625,
            ms_p95: f64::NAN,
            ms_stages: Stages(vec![("pairs", 0.5), ("solve", 0.25)]),
            ms_alone: None,
            max_penetration_m: 0.001,
            max_sideways_drift_m: 2.5e-5,
            kinetic_energy_j: 0.0,
            state_hash: "0123456789abcdef".to_owned(),
        }
    }

    /// One line; keys in the documented order; each f32 as short as possible; NaN as null.
    #[test]
    fn json_line_holds_every_key_in_order() {
        assert_eq!(
            report().json().unwrap(),
            concat!(
                r#"{"scene":"tower","solver":"soft","broadphase":"tree","threads":1,"width":"sse2","#,
                r#""bodies":11,"colliders":11,"contacts":10,"joints":0,"steps":600,"awake_steps":100,"ms_median":0.0625,"ms_p95":null,"#,
                r#""ms_stages":{"pairs":0.5,"solve":0.25},"#,
                r#""max_penetration_m":0.001,"max_sideways_drift_m":0.000025,"kinetic_energy_j":0.0,"#,
                r#""state_hash":"0123456789abcdef"}"#,
                "\n"
            )
        );
    }

    /// What is measured only on demand is left out otherwise.
    #[test]
    fn times_of_one_thread_alone_follow_those_of_stages() {
        let alone = Some(Stages(vec![("clamp", 0.25), ("boxes", 0.5)]));
        let traced = Report { ms_alone: alone, ..report() };
        assert!(traced.json().unwrap().contains(r#""solve":0.25},"ms_alone":{"clamp":0.25,"boxes":0.5},"#));
        assert!(traced.to_string().contains("alone 0.7500 ms: clamp 0.2500, boxes 0.5000"));
        assert!(!report().to_string().contains("alone"));
    }

    #[test]
    fn summary_shows_the_same_numbers() {
        let summary = report().to_string();
        for part in
            ["tower, 600", "tree", "0.0625 ms", "solve 0.2500", "1.000 mm", "0.025 mm", "0123456789abcdef"]
        {
            assert!(summary.contains(part), "{part} in\n{summary}");
        }
    }

    /// A percentile is one of the values, whatever their order and number.
    #[test]
    fn percentile_is_one_of_the_values() {
        let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(percentile(&mut hundred, 0.5), 50.0);
        assert_eq!(percentile(&mut hundred, 0.95), 95.0);
        assert_eq!(percentile(&mut hundred, 1.0), 100.0);
        assert_eq!(percentile(&mut hundred, 0.0), 1.0);
        assert_eq!(percentile(&mut [3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(percentile(&mut [7.0], 0.95), 7.0);
        assert!(percentile(&mut [], 0.5).is_nan());
    }
}
