//! The target `level_text` under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    (fuzz::find("level_text").expect("a target of the list").run)(bytes);
});
