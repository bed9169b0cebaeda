//! Markdown tables that are also readable as text on a terminal.

use std::fmt::Write;

/// A table: rows of cells under headings.
#[derive(Clone, Debug)]
pub struct Table {
    /// The headings come first; all rows have the same length.
    rows: Vec<Vec<String>>,
    /// Number of columns, from the first, that hold words and not figures.
    words: usize,
}

impl Table {
    /// An empty table whose first `words` columns hold words.
    pub fn new(words: usize, headings: impl IntoIterator<Item = String>) -> Self {
        Self { rows: vec![headings.into_iter().collect()], words }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If its length differs from that of the headings.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.rows[0].len(), "{cells:?}");
        self.rows.push(cells);
    }

    /// The table in Markdown: each column as wide as its widest cell, figures aligned right; empty without
    /// rows.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        if self.rows.len() < 2 {
            return text;
        }
        let widths: Vec<usize> = (0..self.rows[0].len())
            .map(|column| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(2))
            .collect();
        for (i, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let padding = " ".repeat(width - cell.chars().count());
                let (left, right) = if column < self.words { ("", &*padding) } else { (&*padding, "") };
                let _ = write!(text, "| {left}{cell}{right} ");
            }
            text.push_str("|\n");
            if i == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width - 1);
                    let _ = if column < self.words {
                        write!(text, "| -{dashes} ")
                    } else {
                        write!(text, "| {dashes}: ")
                    };
                }
                text.push_str("|\n");
            }
        }
        text
    }
}

/// A figure with three significant digits; a dash if there is none.
#[must_use]
pub fn figure(value: Option<f64>) -> String {
    let Some(value) = value.filter(|value| value.is_finite()) else { return "-".to_owned() };
    let magnitude = value.abs();
    match magnitude {
        0.0 => "0".to_owned(),
        m if !(1e-3..1e6).contains(&m) => format!("{value:.1e}"),
        m if m >= 99.95 => format!("{value:.0}"),
        m if m >= 9.995 => format!("{value:.1}"),
        m if m >= 0.9995 => format!("{value:.2}"),
        m if m >= 0.09995 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words are aligned left, figures right, and the Markdown header says so.
    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(1, ["scene", "ms"].map(str::to_owned));
        assert_eq!(table.markdown(), "");
        table.row(["tiles", "0.512"].map(str::to_owned));
        table.row(["a", "12"].map(str::to_owned));
        assert_eq!(
            table.markdown(),
            "| scene |    ms |\n| ----- | ----: |\n| tiles | 0.512 |\n| a     |    12 |\n"
        );
    }

    /// Three significant digits, wherever the decimal point is.
    #[test]
    fn figures_have_three_digits() {
        let cases = [
            (0.0, "0"),
            (0.000_123_4, "1.2e-4"),
            (0.012_34, "0.0123"),
            (0.5, "0.500"),
            (1.0, "1.00"),
            (9.999, "10.0"),
            (12.34, "12.3"),
            (-123.4, "-123"),
            (14_950.0, "14950"),
            (2.5e6, "2.5e6"),
        ];
        for (value, text) in cases {
            assert_eq!(figure(Some(value)), text);
        }
        assert_eq!((figure(None), figure(Some(f64::NAN))), ("-".to_owned(), "-".to_owned()));
    }
}
