//! Operations whose results differ between platforms are banned from the libraries up to `world`, except in
//! tests.
//!
//! IEEE 754 defines the bits of + - * / and of the square root. It does not define those of other functions.
//!
//! `min` and `max` of floats may return either zero. Integers and lanes have methods of the same name, so
//! this check finds those calls of which the text shows that they are of floats: by a literal, a constant of
//! `f32` or `f64`, two coordinates, or a norm ([`is_of_floats`]). It cannot find others, nor nalgebra's dense
//! products, which fuse multiplication and addition.

use super::Problem;
use super::source::{Source, is_word};
use super::text::occurrences;

/// Methods of `f32` and `f64` that the platform computes, or that round once where a product and a sum round
/// twice.
const METHODS: &[&str] = &[
    "mul_add", "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "hypot", "powf", "powi", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log",
    "log2", "log10", "cbrt", "slerp",
];

/// Methods of floats, integers and lanes.
const EXTREMES: &[&str] = &["min", "max"];

/// Names, or parts of names, that are banned for one reason and replaced in one way.
struct Ban {
    names: &'static [&'static str],
    why: &'static str,
    mend: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        names: &["UnitComplex::new(", "UnitComplex::from_angle(", "Rotation2::new(", "Isometry2::new("],
        why: "it takes the platform's sine and cosine",
        mend: "use Rot and Pose of geom",
    },
    Ban { names: &["libm::"], why: "all trigonometry is in one module", mend: "use compute::math" },
    Ban {
        names: &["fmaf", "_fmadd", "_fmsub", "_fnmadd", "_fnmsub"],
        why: "it rounds once where a product and a sum round twice",
        mend: "write a product and a sum",
    },
    Ban {
        names: &["_rcp_", "_rcp14_", "_rsqrt_", "_rsqrt14_"],
        why: "the approximation differs between processors",
        mend: "divide, or take the square root",
    },
    Ban {
        names: &["HashMap", "HashSet"],
        why: "its order differs from run to run",
        mend: "use a sorted vector or a BTreeMap",
    },
];

/// Exceptions: file, name and the reason.
const ALLOWED: &[(&str, &str, &str)] =
    &[("crates/compute/src/math.rs", "libm::", "this is the module of trigonometry")];

/// The uses of banned names in a file of a library.
pub fn check(source: &Source) -> Vec<Problem> {
    let code = source.compiled();
    let mut problems = Vec::new();
    for (at, name) in occurrences(&code, METHODS).filter(|(at, name)| is_float_method(&code, *at, name)) {
        let why = "its bits differ between platforms";
        let mend = "use compute::math, or write a product and a sum";
        problems.push(source.problem(at, format!("`{name}` of a float"), why, mend));
    }
    for (at, name) in occurrences(&code, EXTREMES).filter(|(at, name)| is_of_floats(&code, *at, name)) {
        let (why, mend) = ("it may return either zero", "use min and max of compute::math");
        problems.push(source.problem(at, format!("`{name}` of floats"), why, mend));
    }
    for ban in BANS {
        let allowed = |name: &str| ALLOWED.iter().any(|(file, n, _)| source.path == *file && name == *n);
        for (at, name) in occurrences(&code, ban.names).filter(|(_, name)| !allowed(name)) {
            problems.push(source.problem(at, format!("`{name}`"), ban.why, ban.mend));
        }
    }
    problems.sort_by_key(|problem| problem.line);
    problems
}

/// Whether `name` at byte `at` is called as a method or named as `f32::name`. `math::sin_cos` is neither.
fn is_float_method(code: &str, at: usize, name: &str) -> bool {
    let (before, after) = (&code[..at], &code[at + name.len()..]);
    let of_type = before.ends_with("f32::") || before.ends_with("f64::");
    (before.ends_with('.') && after.starts_with('(')) || (of_type && !after.starts_with(is_word))
}

/// Whether the text of a call of `min` or `max` at byte `at` shows that it is one of floats.
fn is_of_floats(code: &str, at: usize, name: &str) -> bool {
    let (before, after) = (&code[..at], &code[at + name.len()..]);
    if before.ends_with("f32::") || before.ends_with("f64::") {
        return !after.starts_with(is_word);
    }
    let (Some(receiver), Some(rest)) = (before.strip_suffix('.'), after.strip_prefix('(')) else {
        return false;
    };
    let argument = argument(rest);
    let is_coordinate = |text: &str| text.ends_with(".x") || text.ends_with(".y");
    let is_norm = [".norm()", ".norm_squared()", ".length()"].iter().any(|norm| receiver.ends_with(norm));
    let is_lanes = argument.contains("splat(") || argument.contains("::new(");
    let of_type = argument.contains("f32::") || argument.contains("f64::");
    let is_scalar = !is_lanes && (of_type || has_float_literal(argument));
    is_scalar || is_norm || (is_coordinate(receiver) && is_coordinate(argument))
}

/// What stands before the parenthesis that closes a call, of which `rest` begins after the opening one.
fn argument(rest: &str) -> &str {
    let mut depth = 0_usize;
    let end = rest.find(|c| {
        depth += usize::from(c == '(');
        let is_end = c == ')' && depth == 0;
        depth -= usize::from(c == ')' && depth > 0);
        is_end
    });
    rest[..end.unwrap_or(rest.len())].trim()
}

/// Whether a number with a point in it stands in the text.
fn has_float_literal(text: &str) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    text.as_bytes().windows(3).any(|three| is_digit(&three[0]) && three[1] == b'.' && is_digit(&three[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> usize {
        check(&Source::new(code, "crates/solver/src/a.rs")).len()
    }

    #[test]
    fn every_banned_method_is_found_once_in_each_form_of_call() {
        for name in METHODS {
            assert_eq!(found(&format!("let y = x.{name}(z);")), 1, "{name}");
            assert_eq!(found(&format!("let y = f32::{name}(x);")), 1, "{name}");
            assert_eq!(found(&format!("xs.map(f64::{name})")), 1, "{name}");
        }
    }

    #[test]
    fn every_banned_name_is_found() {
        for name in BANS.iter().flat_map(|ban| ban.names) {
            assert_eq!(found(&format!("let y = a{name}b);")), 1, "{name}");
        }
    }

    #[test]
    fn min_and_max_are_found_where_the_text_shows_floats() {
        for bad in [
            "x.max(0.0)",
            "(a + b).min(1.0 - f32::EPSILON)",
            "last.max(f32::MIN_POSITIVE)",
            "p.x.min(q.x)",
            "v.norm().max(w)",
            "xs.fold(0.0, f64::max)",
            "f32::min(a, b)",
            "a.max(g(b) * 2.5)",
        ] {
            assert_eq!(found(bad), 1, "{bad}");
        }
        for good in [
            "len.min(count)",
            "x.max(L::splat(0.5))",
            "a.slot.max(b.slot)",
            "max(x, 0.0)",
            "math::max(x, 0.0)",
            "(2 * n).max(1)",
            "x.minimum(0.0)",
            "pairs.iter().max()",
            "f(a.max(b), 0.5)",
        ] {
            assert_eq!(found(good), 0, "{good}");
        }
    }

    #[test]
    fn own_functions_fields_longer_names_comments_and_tests_pass() {
        for good in [
            "let (s, c) = math::sin_cos(a);",
            "let r = self.cos; rot.sin * x",
            "x.exponent(); x.sqrt(); x.lnk(); x.min(y); n.pow(2); Rot::from_angle(a)",
            "// x.sin()\n/// x.mul_add(y, z)\nlet s = \".cos(\";",
            "#[cfg(test)]\nmod tests { fn f() { x.sin(); HashMap::new(); } }",
            "BTreeMap::new()",
        ] {
            assert_eq!(found(good), 0, "{good}");
        }
    }

    #[test]
    fn an_exception_holds_for_its_file_and_its_name_only() {
        let (file, name, _) = ALLOWED[0];
        assert_eq!(check(&Source::new(format!("{name}x"), file)).len(), 0);
        assert_eq!(check(&Source::new("x.sin()", file)).len(), 1);
        assert_eq!(check(&Source::new(format!("{name}x"), "crates/geom/src/math.rs")).len(), 1);
    }

    #[test]
    fn report_names_the_line_also_below_text_that_is_not_ascii() {
        let problems = check(&Source::new("//! Größe.\n\nfn f() {}\nx.tan()", "crates/geom/src/a.rs"));
        assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [4]);
    }
}
