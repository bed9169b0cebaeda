//! Codes, the last error of a thread, and the guard of every entry.
//!
//! A failing function returns a code and keeps a text for the thread that called it: a message, and where
//! they are known the field and its value. It has changed nothing. No panic of the engine leaves the guard.

use crate::host;
use physics::geom::{MassError, ShapeError};
use physics::world::{DefError, HandleError, LevelError, RecordingError, ReplayError, SnapshotError};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function returns: `P2_OK`, or why it did nothing.
pub type P2Result = u32;

/// The call has done what it should.
pub const P2_OK: P2Result = 0;
/// A pointer is NULL, or is not aligned as its type must be.
pub const P2_NULL_POINTER: P2Result = 1;
/// A handle is null, or of another kind than the function takes.
pub const P2_INVALID_HANDLE: P2Result = 2;
/// What the handle named has been removed, or its world destroyed or cleared.
pub const P2_STALE_HANDLE: P2Result = 3;
/// Two handles are of different worlds.
pub const P2_FOREIGN_HANDLE: P2Result = 4;
/// A number is out of its range: `p2_last_error_field` and `p2_last_error_value` name it.
pub const P2_OUT_OF_RANGE: P2Result = 5;
/// The call does not fit the thing: a force on a static body, a joint of another kind, a shape that is none.
pub const P2_REFUSED: P2Result = 6;
/// The array is too short for the answer: it has been filled, and the count says how long it must be.
pub const P2_TOO_SHORT: P2Result = 7;
/// Another thread, or a call in progress of this one, uses the world.
pub const P2_BUSY: P2Result = 8;
/// A panic has interrupted a change of this world. It can only be destroyed.
pub const P2_POISONED: P2Result = 9;
/// There is no room for more: of worlds 1024 at a time, of bodies, colliders and joints 4,194,304 in a world.
pub const P2_FULL: P2Result = 10;
/// Bytes or a text that cannot be read.
pub const P2_BAD_DATA: P2Result = 11;
/// A mistake in the engine. Please report it with the message.
pub const P2_PANIC: P2Result = 12;

/// What messages of the engine say of Rust, and what a program in C can do in its place.
const IN_C: [(&str, &str); 4] = [
    ("`geom::cleaned` and `Polygon::cleaned` leave out repeated vertices", "Leave out repeated points"),
    (", or use `Polygon::from_any_winding`", ""),
    (
        "`Polygon::cleaned` leaves out straight corners; `Outline` takes what is not convex",
        "Leave out straight corners; make several colliders of what is not convex",
    ),
    ("Replay::set_contact_hook", "it cannot be checked here"),
];

/// A message in the words of C.
fn in_c(message: &str) -> String {
    IN_C.iter().fold(message.to_owned(), |text, (rust, c)| text.replace(rust, c))
}

/// Why a call failed. In a box, so that what succeeds does not carry the room for it.
#[derive(Debug)]
pub struct Failure(Box<Details>);

#[derive(Debug)]
struct Details {
    code: P2Result,
    field: String,
    value: f64,
    message: String,
}

impl Failure {
    /// A failure without a field.
    #[cold]
    pub fn new(code: P2Result, message: impl Display) -> Self {
        let message = in_c(&message.to_string());
        Self(Box::new(Details { code, field: String::new(), value: f64::NAN, message }))
    }

    /// The code.
    pub fn code(&self) -> P2Result {
        self.0.code
    }

    /// The same, about a field and its value.
    pub fn at(mut self, field: impl Display, value: impl Into<f64>) -> Self {
        (self.0.field, self.0.value) = (field.to_string(), value.into());
        self
    }

    /// A number out of its range.
    pub fn range(field: &str, value: impl Into<f64>, expected: impl Display) -> Self {
        let value = value.into();
        Self::new(P2_OUT_OF_RANGE, format_args!("{field} is {value}: it must be {expected}")).at(field, value)
    }
}

/// What a function inside returns.
pub type Outcome<T = ()> = Result<T, Failure>;

/// The last error of a thread.
struct Last {
    code: P2Result,
    value: f64,
    field: CString,
    message: CString,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// A text for C. No message of the engine holds a NUL; one of the program might.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// Runs an entry: keeps its failure, and turns a panic into a code.
#[inline(always)]
pub fn guard(entry: impl FnOnce() -> Outcome) -> P2Result {
    match catch_unwind(AssertUnwindSafe(entry)) {
        Ok(Ok(())) => P2_OK,
        Ok(Err(failure)) => keep(failure),
        Err(panic) => keep(of_panic(panic.as_ref())),
    }
}

#[cold]
fn of_panic(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
    Failure::new(P2_PANIC, format_args!("the engine has panicked: {text}"))
}

/// Makes a failure the last error of this thread, and returns its code.
#[cold]
fn keep(Failure(details): Failure) -> P2Result {
    let Details { code, field, value, message } = *details;
    let (field, message) = (c_text(&field), c_text(&message));
    host::log(host::P2_LOG_ERROR, &message);
    LAST.set(Some(Last { code, value, field, message }));
    code
}

/// The code of the last call of this thread that failed; `P2_OK` if none has. A call that succeeds leaves it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_last_error_code() -> P2Result {
    LAST.with_borrow(|last| last.as_ref().map_or(P2_OK, |last| last.code))
}

/// Its message, a sentence in English: what is wrong, and what it must be. Valid until the next call of this
/// thread that fails; never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn p2_last_error_message() -> *const c_char {
    LAST.with_borrow(|last| last.as_ref().map_or(c"".as_ptr(), |last| last.message.as_ptr()))
}

/// The field, the argument or the vertex that is wrong, empty if it is none; as long valid as the message.
#[unsafe(no_mangle)]
pub extern "C" fn p2_last_error_field() -> *const c_char {
    LAST.with_borrow(|last| last.as_ref().map_or(c"".as_ptr(), |last| last.field.as_ptr()))
}

/// The value of that field; NaN if it is no number, or is NaN.
#[unsafe(no_mangle)]
pub extern "C" fn p2_last_error_value() -> f64 {
    LAST.with_borrow(|last| last.as_ref().map_or(f64::NAN, |last| last.value))
}

/// The name of a code, such as `P2_OUT_OF_RANGE`; never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn p2_result_name(code: P2Result) -> *const c_char {
    let name = match code {
        P2_OK => c"P2_OK",
        P2_NULL_POINTER => c"P2_NULL_POINTER",
        P2_INVALID_HANDLE => c"P2_INVALID_HANDLE",
        P2_STALE_HANDLE => c"P2_STALE_HANDLE",
        P2_FOREIGN_HANDLE => c"P2_FOREIGN_HANDLE",
        P2_OUT_OF_RANGE => c"P2_OUT_OF_RANGE",
        P2_REFUSED => c"P2_REFUSED",
        P2_TOO_SHORT => c"P2_TOO_SHORT",
        P2_BUSY => c"P2_BUSY",
        P2_POISONED => c"P2_POISONED",
        P2_FULL => c"P2_FULL",
        P2_BAD_DATA => c"P2_BAD_DATA",
        P2_PANIC => c"P2_PANIC",
        _ => c"unknown",
    };
    name.as_ptr()
}

/// What a pointer points to.
#[inline(always)]
pub fn input<'a, T>(pointer: *const T, name: &str) -> Outcome<&'a T> {
    check_pointer(pointer, name)?;
    // SAFETY: it is aligned and not NULL; that a `T` lies there is what the head of the header asks for.
    Ok(unsafe { &*pointer })
}

/// Where an answer goes. What lies there may be uninitialized, so it is only written.
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Writes the answer.
    pub fn put(self, value: T) {
        // SAFETY: `output` has checked the pointer; that a `T` has room there is what the header asks for.
        unsafe { self.0.write(value) }
    }
}

/// Where an answer goes.
#[inline(always)]
pub fn output<T>(pointer: *mut T, name: &str) -> Outcome<Out<T>> {
    check_pointer(pointer, name)?;
    Ok(Out(pointer))
}

/// An array of the program; NULL stands for one without elements.
pub fn array<'a, T>(pointer: *const T, count: u32, name: &str) -> Outcome<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check_pointer(pointer, name)?;
    check_length::<T>(count, name)?;
    // SAFETY: it is aligned and not NULL; that `count` elements lie there is what the header asks for.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count as usize) })
}

/// An array to be filled.
pub struct Fill<T> {
    to: *mut T,
    capacity: u32,
    count: Out<u32>,
}

/// An array to be filled: NULL with a capacity of 0 asks for the count alone.
pub fn fill<T>(to: *mut T, capacity: u32, count: *mut u32, name: &str) -> Outcome<Fill<T>> {
    if capacity > 0 {
        check_pointer(to, name)?;
        check_length::<T>(capacity, name)?;
    }
    Ok(Fill { to, capacity, count: output(count, "count")? })
}

impl<T> Fill<T> {
    /// Fills it with as many as have room, and says how many there are.
    pub fn put(self, items: impl Iterator<Item = T>) -> Outcome {
        let mut count = 0_u32;
        for item in items {
            if count < self.capacity {
                // SAFETY: `count` is below the capacity, for which the header asks for room.
                unsafe { self.to.add(count as usize).write(item) }
            }
            count = count.saturating_add(1);
        }
        self.count.put(count);
        if self.capacity == 0 || count <= self.capacity {
            return Ok(());
        }
        let message =
            format_args!("the answer has {count} elements, but the array has room for {}", self.capacity);
        Err(Failure::new(P2_TOO_SHORT, message).at("capacity", self.capacity))
    }
}

/// A text of the program.
pub fn text<'a>(pointer: *const c_char, name: &str) -> Outcome<&'a str> {
    check_pointer(pointer, name)?;
    // SAFETY: it is not NULL; that a NUL ends it is what the header asks for.
    let text = unsafe { std::ffi::CStr::from_ptr(pointer) };
    text.to_str()
        .map_err(|_| Failure::new(P2_BAD_DATA, format_args!("{name} is not UTF-8")).at(name, f64::NAN))
}

#[inline(always)]
fn check_pointer<T>(pointer: *const T, name: &str) -> Outcome {
    if !pointer.is_null() && pointer.is_aligned() {
        return Ok(());
    }
    Err(refused_pointer(pointer.is_null(), name))
}

#[cold]
fn refused_pointer(is_null: bool, name: &str) -> Failure {
    let what = if is_null { "NULL" } else { "not aligned as its type must be" };
    Failure::new(P2_NULL_POINTER, format_args!("{name} is {what}")).at(name, f64::NAN)
}

/// No array is longer than half of the memory.
fn check_length<T>(count: u32, name: &str) -> Outcome {
    let bytes = (count as usize).checked_mul(size_of::<T>());
    match bytes.filter(|&bytes| isize::try_from(bytes).is_ok()) {
        Some(_) => Ok(()),
        None => Err(Failure::range(name, count, "an array that memory can hold")),
    }
}

impl From<HandleError> for Failure {
    fn from(error: HandleError) -> Self {
        let code = match error {
            HandleError::ForeignWorld { .. } => P2_FOREIGN_HANDLE,
            HandleError::Removed { .. } => P2_STALE_HANDLE,
        };
        Self::new(code, error)
    }
}

impl From<DefError> for Failure {
    fn from(error: DefError) -> Self {
        let refused = |code, field: &str, value: f32| Self::new(code, error).at(field, value);
        match error {
            DefError::Handle(error) => error.into(),
            DefError::Shape(error) => error.into(),
            DefError::Mass(error) => error.into(),
            DefError::Value { field, value, .. } => refused(P2_OUT_OF_RANGE, field, value),
            DefError::Large { field, value, .. } => Self::new(P2_OUT_OF_RANGE, error).at(field, value),
            DefError::Limits { lower, .. } => refused(P2_OUT_OF_RANGE, "limits", lower),
            DefError::Index { field, index, .. } => Self::new(P2_BAD_DATA, error).at(field, index),
            DefError::BodyKind { .. } => refused(P2_REFUSED, "kind", f32::NAN),
            DefError::JointKind { .. } => refused(P2_REFUSED, "joint", f32::NAN),
            DefError::NoAnchors { .. } => refused(P2_REFUSED, "anchor", f32::NAN),
            DefError::SameBody => refused(P2_REFUSED, "body_b", f32::NAN),
            DefError::GearWithoutTurn { .. } => refused(P2_REFUSED, "gear", f32::NAN),
            DefError::EndlessOnDynamic => refused(P2_REFUSED, "shape", f32::NAN),
        }
    }
}

impl From<MassError> for Failure {
    fn from(error: MassError) -> Self {
        Self::new(P2_OUT_OF_RANGE, error).at("density", f64::NAN)
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Self {
        let all = |field: String, value: f32| Self::new(P2_OUT_OF_RANGE, error).at(field, value);
        match error {
            ShapeError::NotFinite { field, value } | ShapeError::Length { field, value, .. } => {
                all(field.to_owned(), value)
            }
            ShapeError::VertexNotFinite { index, x, y } => {
                all(format!("points[{index}]"), if x.is_finite() { y } else { x })
            }
            ShapeError::VertexCount(count) | ShapeError::ChainTooShort { count } => {
                all("count".to_owned(), count as f32)
            }
            _ => Self::new(P2_REFUSED, error).at("points", f64::NAN),
        }
    }
}

impl From<LevelError> for Failure {
    fn from(error: LevelError) -> Self {
        match error {
            LevelError::Refused { error: cause, .. } => {
                // The sentence names the part of the level, too.
                let mut failure = Self::from(cause);
                failure.0.message = error.to_string();
                failure
            }
            other => Self::new(P2_BAD_DATA, other),
        }
    }
}

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Self {
        Self::new(P2_BAD_DATA, error)
    }
}

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        Self::new(P2_BAD_DATA, error)
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::new(P2_REFUSED, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sources of the engine that have messages which name items of Rust: each of these is translated.
    #[test]
    fn no_message_names_an_item_of_rust() {
        for source in [
            include_str!("../../../crates/geom/src/shape/error.rs"),
            include_str!("../../../crates/world/src/error.rs"),
            include_str!("../../../crates/world/src/id.rs"),
            include_str!("../../../crates/world/src/snapshot/error.rs"),
            include_str!("../../../crates/world/src/recording/replay.rs"),
            include_str!("../../../crates/world/src/recording/file.rs"),
        ] {
            // The text in quotes, without the arguments behind it.
            let messages = source.split("#[error(\"").skip(1).filter_map(|rest| rest.split('"').next());
            for message in messages {
                let text = in_c(message);
                assert!(!text.contains("::"), "{text}");
            }
        }
    }

    #[test]
    fn all_names_of_the_header_have_the_prefix() {
        let header = include_str!("../include/physics2d.h");
        let lines = header.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines.filter(|line| !line.starts_with("#if") && !line.starts_with("#e")) {
            let name = match line.split_once(' ') {
                Some(("#define", rest)) => rest.split([' ', '(']).next().unwrap(),
                Some(("typedef", _)) if line.contains("(*") => {
                    line.split("(*").nth(1).unwrap().split(')').next().unwrap()
                }
                Some(("typedef", rest)) if rest.ends_with(';') => {
                    rest.trim_end_matches(';').rsplit(' ').next().unwrap()
                }
                Some(("}", rest)) if !rest.contains("//") => rest.trim_end_matches(';'),
                _ if !line.starts_with([' ', '#', '}']) && line.contains('(') => {
                    line.split('(').next().unwrap().rsplit([' ', '*']).next().unwrap()
                }
                _ => continue,
            };
            let has_prefix = name == "PHYSICS2D_H" || name.starts_with("P2") || name.starts_with("p2_");
            assert!(has_prefix, "{name}: {line}");
        }
    }
}
