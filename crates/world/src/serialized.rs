//! How `serde` writes the numbers of a level that JSON and other texts cannot hold.
//!
//! | number | in a text | in a binary format |
//! |---|---|---|
//! | a limit, force or torque that may be infinite | a number, `"inf"` or `"-inf"` | `f32` |
//! | user data | a number below 2^64, else hexadecimal digits: `"0x1f"` | `u128` |
//! | categories | a number below 2^53, which JavaScript does not round, else hexadecimal digits | `u64` |
//! | which contacts are swept | its name; `true` in older levels is `"All"`, `false` `"Nothing"` | `u8` |
//!
//! Otherwise `serde_json` would write infinity as `null` and refuse to read it, and JSON readers would round
//! user data. A field that may be infinite is marked `serde(with = "crate::serialized::number")`; two of
//! them, `limits`. Turned down: `null` for infinity, which has no sign; leaving out what is infinite, since
//! formats without field names cannot.

use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

struct Number(f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f32::INFINITY if serializer.is_human_readable() => serializer.serialize_str("inf"),
            f32::NEG_INFINITY if serializer.is_human_readable() => serializer.serialize_str("-inf"),
            number => serializer.serialize_f32(number),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberVisitor)
        } else {
            f32::deserialize(deserializer).map(Self)
        }
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\" or \"-inf\"")
    }

    fn visit_f32<E: Error>(self, number: f32) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
        Ok(Number(number as f32))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number as f32))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number as f32))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        match text {
            "inf" => Ok(Number(f32::INFINITY)),
            "-inf" => Ok(Number(f32::NEG_INFINITY)),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }
}

pub(crate) mod number {
    use super::{Deserialize, Deserializer, Number, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(number: &f32, serializer: S) -> Result<S::Ok, S::Error> {
        Number(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        Ok(Number::deserialize(deserializer)?.0)
    }
}

pub(crate) mod limits {
    use super::{Deserialize, Deserializer, Number, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(limits: &[f32; 2], serializer: S) -> Result<S::Ok, S::Error> {
        limits.map(Number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f32; 2], D::Error> {
        Ok(<[Number; 2]>::deserialize(deserializer)?.map(|number| number.0))
    }
}

pub(crate) mod user_data {
    use super::{Deserialize, Deserializer, Error, Serializer, Unexpected, Visitor, fmt};

    pub(crate) fn serialize<S: Serializer>(data: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(*data) {
            _ if !serializer.is_human_readable() => serializer.serialize_u128(*data),
            Ok(small) => serializer.serialize_u64(small),
            Err(_) => serializer.collect_str(&format_args!("{data:#x}")),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(DataVisitor)
        } else {
            u128::deserialize(deserializer)
        }
    }

    struct DataVisitor;

    impl Visitor<'_> for DataVisitor {
        type Value = u128;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number, or one of 128 bits such as \"0x1f\"")
        }

        fn visit_u64<E: Error>(self, data: u64) -> Result<u128, E> {
            Ok(data.into())
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<u128, E> {
            let digits = text.strip_prefix("0x").map(|digits| u128::from_str_radix(digits, 16));
            let refused = || E::invalid_value(Unexpected::Str(text), &self);
            digits.and_then(Result::ok).ok_or_else(refused)
        }
    }
}

pub(crate) mod mask {
    use super::{Deserialize, Deserializer, Error, Serializer, Unexpected, user_data};

    pub(crate) fn serialize<S: Serializer>(mask: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() && *mask >= 1 << 53 {
            serializer.collect_str(&format_args!("{mask:#x}"))
        } else {
            serializer.serialize_u64(*mask)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        if !deserializer.is_human_readable() {
            return u64::deserialize(deserializer);
        }
        let mask = user_data::deserialize(deserializer)?;
        let wrong = Unexpected::Other("a number of more than 64 bits");
        u64::try_from(mask).map_err(|_| D::Error::invalid_value(wrong, &"a whole number of 64 bits"))
    }
}

pub(crate) fn infinity() -> f32 {
    f32::INFINITY
}

pub(crate) fn yes() -> bool {
    true
}

/// A boolean in older levels, of which zero and one are the bytes.
pub(crate) mod continuous {
    use super::{Deserialize, Deserializer, Error, Serializer, Unexpected, Visitor, fmt};
    use crate::settings::Continuous;

    /// By the byte in a binary format.
    const ALL: [(&str, Continuous); 3] = [
        ("Nothing", Continuous::Nothing),
        ("All", Continuous::All),
        ("AgainstStatic", Continuous::AgainstStatic),
    ];

    pub(crate) fn serialize<S: Serializer>(value: &Continuous, serializer: S) -> Result<S::Ok, S::Error> {
        let index = ALL.iter().position(|(_, one)| one == value).unwrap_or_default();
        if serializer.is_human_readable() {
            serializer.serialize_str(ALL[index].0)
        } else {
            serializer.serialize_u8(index as u8)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Continuous, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(NameVisitor);
        }
        let index = u8::deserialize(deserializer)?;
        let one = ALL.get(usize::from(index)).map(|(_, one)| *one);
        one.ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(index.into()), &NameVisitor))
    }

    struct NameVisitor;

    impl Visitor<'_> for NameVisitor {
        type Value = Continuous;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("\"All\", \"AgainstStatic\", \"Nothing\", true or false")
        }

        fn visit_bool<E: Error>(self, is_continuous: bool) -> Result<Continuous, E> {
            Ok(is_continuous.into())
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Continuous, E> {
            let one = ALL.iter().find(|(known, _)| *known == name).map(|(_, one)| *one);
            one.ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
        }
    }
}
