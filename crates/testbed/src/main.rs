//! The program `testbed`; what it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    testbed::run_command(std::env::args_os().skip(1))
}
