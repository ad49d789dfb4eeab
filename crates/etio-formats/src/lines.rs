//! Lines of a text, for errors.

/// Number of line ends in a piece of a text.
pub(crate) fn line_ends(piece: &[u8]) -> u64 {
    piece.split(|&byte| byte == b'\n').skip(1).count() as u64
}
