//! Colours and marks that colour-blind readers can tell apart, on light and on dark paper.

use plotters::style::RGBColor;

use crate::chart::Line;

/// A colour that stands for that of the text around the figure.
pub(crate) const INK: RGBColor = RGBColor(1, 1, 1);

/// How [`INK`] is written, and its replacement.
pub(crate) const INK_WRITTEN: (&str, &str) = ("#010101", "currentColor");

/// The palette of Okabe and Ito 2008, its blue a little lighter for dark paper, and ink.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x0f, 0x7f, 0xc4),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    INK,
];

/// The corners of each mark around its point.
const MARKS: [&[(i32, i32)]; 6] = [
    &[(-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2), (-4, -2)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 0), (0, 5), (-5, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[
        (-1, -4),
        (1, -4),
        (1, -1),
        (4, -1),
        (4, 1),
        (1, 1),
        (1, 4),
        (-1, 4),
        (-1, 1),
        (-4, 1),
        (-4, -1),
        (-1, -1),
    ],
];

pub(crate) fn colour(style: usize) -> RGBColor {
    COLOURS[style % COLOURS.len()]
}

pub(crate) fn mark(style: usize) -> &'static [(i32, i32)] {
    // Styles of one colour have different marks.
    MARKS[(style + style / COLOURS.len()) % MARKS.len()]
}

/// The entry of a legend.
pub(crate) fn swatch(style: usize, line: Line) -> String {
    let RGBColor(r, g, b) = colour(style);
    let colour =
        if colour(style) == INK { INK_WRITTEN.1.to_owned() } else { format!("#{r:02x}{g:02x}{b:02x}") };
    let stroke = match line {
        Line::Scattered => String::new(),
        _ => {
            format!("<path d=\"M0 7H30\" stroke=\"{colour}\" stroke-width=\"2\"/>")
        }
    };
    let corners: Vec<String> = mark(style).iter().map(|(x, y)| format!("{},{}", x + 15, y + 7)).collect();
    let shape = match line {
        Line::Marked | Line::Scattered => {
            format!("<polygon points=\"{}\" fill=\"{colour}\"/>", corners.join(" "))
        }
        _ => String::new(),
    };
    format!("<svg class=\"swatch\" viewBox=\"0 0 30 14\" aria-hidden=\"true\">{stroke}{shape}</svg>")
}
