//! A save file with the game's own data.

use proptest::prelude::*;
use toolkit::SaveFile;

proptest! {
    /// Any parts come back, and any change of the bytes is an error, never a panic.
    #[test]
    fn parts_come_back_and_damage_is_found(
        parts in prop::collection::btree_map(".{0,12}", prop::collection::vec(any::<u8>(), 0..200), 0..8),
        at in any::<prop::sample::Index>(), change in 1_u8..255, cut in any::<prop::sample::Index>(),
    ) {
        let mut file = SaveFile::default();
        for (name, data) in &parts {
            file.set(name.clone(), data.clone());
        }
        let bytes = file.to_bytes();
        let back = SaveFile::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&back, &file);
        prop_assert!(back.names().eq(parts.keys()));
        prop_assert!(parts.iter().all(|(name, data)| back.get(name) == Some(&data[..])));
        let mut damaged = bytes.clone();
        damaged[at.index(bytes.len())] ^= change;
        prop_assert!(SaveFile::from_bytes(&damaged).is_err());
        prop_assert!(SaveFile::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
        damaged.clone_from(&bytes);
        damaged.push(change);
        prop_assert!(SaveFile::from_bytes(&damaged).is_err());
    }

    /// Strange bytes are an error, also those that promise more than there is.
    #[test]
    fn strange_bytes_are_refused(tail in prop::collection::vec(any::<u8>(), 0..100)) {
        let mut bytes = b"2DSAVE\0\x01".to_vec();
        bytes.extend(tail);
        prop_assert!(SaveFile::from_bytes(&bytes).is_err());
        prop_assert!(SaveFile::from_bytes(&bytes[1..]).is_err());
    }
}
