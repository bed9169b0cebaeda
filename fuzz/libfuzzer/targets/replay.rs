//! The target `replay` under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    (fuzz::find("replay").expect("a target of the list").run)(bytes);
});
