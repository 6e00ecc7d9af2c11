//! Charts as SVG, inline in a page whose style has the colours `--c0` to `--c7`.

use std::fmt::Write as _;

use super::text::cut;

const WIDTH: f64 = 760.0;
/// Width of the names to the left of a chart and of the texts to its right.
const NAMES: f64 = 200.0;
const TEXTS: f64 = 150.0;
/// Height of a row, and of an axis with its label.
const ROW: f64 = 24.0;
const AXIS: f64 = 42.0;
/// Number of colours.
const COLOURS: usize = 8;
/// Number of characters of a name that fit to the left of a chart.
const FITTING: usize = 24;

/// A text for HTML on one line, made printable.
pub(super) fn escape(text: &str) -> String {
    let escaped = printable::line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}

/// A value with its interval.
pub(super) struct Interval<'a> {
    pub(super) name: &'a str,
    pub(super) low: f64,
    pub(super) value: f64,
    pub(super) high: f64,
    pub(super) text: String,
}

/// Rows of values with their intervals on an axis that contains 0.
pub(super) fn intervals(title: &str, unit: &str, rows: &[Interval<'_>]) -> String {
    let low = rows.iter().map(|row| row.low).fold(-10.0, f64::min);
    let high = rows.iter().map(|row| row.high).fold(10.0, f64::max);
    let scale = Scale { low, high, start: NAMES, end: WIDTH - TEXTS };
    let bottom = ROW * rows.len() as f64;
    let mut svg = open(title, bottom + AXIS);
    x_axis(&mut svg, &scale, bottom, unit, true);
    for (row, number) in rows.iter().zip(0_u32..) {
        let y = ROW * (f64::from(number) + 0.5);
        name(&mut svg, row.name, y);
        let [low, value, high] = [row.low, row.value, row.high].map(|value| scale.at(value));
        let _ = write!(
            svg,
            "<path class=\"bar\" d=\"M{low:.1} {y}H{high:.1}M{low:.1} {0}v10M{high:.1} {0}v10\"/>\
             <circle class=\"dot\" cx=\"{value:.1}\" cy=\"{y}\" r=\"5\"/>",
            y - 5.0
        );
        text(&mut svg, WIDTH - TEXTS + 12.0, y, "start", &row.text);
    }
    svg + "</svg>\n"
}

/// Rows of bars by their names, each of three parts. The longest bar fills the chart.
pub(super) fn stacks(title: &str, kinds: [&str; 3], rows: &[(String, [u64; 3])]) -> String {
    let most = rows.iter().map(|(_, parts)| parts.iter().sum::<u64>()).max().unwrap_or(0).max(1);
    let mut svg = open(title, ROW * rows.len() as f64);
    for ((full, parts), number) in rows.iter().zip(0_u32..) {
        let y = ROW * (f64::from(number) + 0.5);
        name(&mut svg, full, y);
        let mut x = NAMES;
        for ((&part, kind), class) in parts.iter().zip(kinds).zip(["won", "drawn", "lost"]) {
            let width = (WIDTH - TEXTS - NAMES) * part as f64 / most as f64;
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"16\"><title>{kind}: {part}</title></rect>",
                y - 8.0
            );
            x += width;
        }
        text(&mut svg, WIDTH - TEXTS + 12.0, y, "start", &parts.map(|part| part.to_string()).join(" - "));
    }
    svg + &legend(["won", "drawn", "lost"].map(str::to_owned).into_iter().zip(kinds))
}

/// A line of a chart: its name, and its points from left to right.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) points: Vec<(f64, f64)>,
}

/// Lines over a common axis, which counts things. The vertical axis contains the values of `range`; its numbers are followed
/// by `unit`.
pub(super) fn lines(
    title: &str,
    x_label: &str,
    range: (f64, f64),
    unit: &str,
    series: &[Line<'_>],
) -> String {
    const HEIGHT: f64 = 260.0;
    let points = || series.iter().flat_map(|line| &line.points);
    let right = points().map(|point| point.0).fold(1.0, f64::max);
    let (low, high) = points().fold(range, |(low, high), point| (low.min(point.1), high.max(point.1)));
    let across = Scale { low: 0.0, high: right, start: 64.0, end: WIDTH - 20.0 };
    let up = Scale { low, high, start: HEIGHT, end: 12.0 };
    let mut svg = open(title, HEIGHT + AXIS);
    x_axis(&mut svg, &across, HEIGHT, x_label, false);
    for (value, label) in up.ticks(0.0, false) {
        let y = up.at(value);
        let _ = write!(svg, "<path class=\"grid\" d=\"M{:.1} {y:.1}H{:.1}\"/>", across.start, across.end);
        text(&mut svg, across.start - 8.0, y, "end", &(label + unit));
    }
    for (number, line) in series.iter().enumerate() {
        let mut path = String::new();
        for (i, &(x, y)) in line.points.iter().enumerate() {
            let command = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", across.at(x), up.at(y));
        }
        let (colour, name) = (number % COLOURS, escape(line.name));
        let _ = write!(svg, "<path class=\"line c{colour}\" d=\"{path}\"><title>{name}</title></path>");
    }
    svg + &legend(
        (0..).map(|number| format!("c{}", number % COLOURS)).zip(series.iter().map(|line| line.name)),
    )
}

/// The end of a chart, and a list of the names of its classes.
fn legend<'a>(names: impl Iterator<Item = (String, &'a str)>) -> String {
    let names = names.map(|(class, name)| format!("<li class=\"{class}\">{}</li>", escape(name)));
    format!("</svg>\n<ul class=\"legend\">{}</ul>\n", names.collect::<String>())
}

/// Values from `low` to `high`, drawn from `start` to `end`.
struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        let part = if span > 0.0 { (value - self.low) / span } else { 0.5 };
        self.start + part * (self.end - self.start)
    }

    /// At most ten round values, with this distance or more, each with its text: as many decimals as tell it from its
    /// neighbours, and a sign if positive values have one, too.
    fn ticks(&self, least: f64, signed: bool) -> Vec<(f64, String)> {
        let rough = ((self.high - self.low) / 5.0).max(least).max(f64::MIN_POSITIVE);
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|&step| step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil();
        // One decimal for a step of 0.1, 0.2 or 0.5.
        let decimals = (-step.log10() - 1e-9).ceil().max(0.0) as usize;
        let ticks = (0..10).map(|number| (first + f64::from(number)) * step + 0.0);
        let ticks = ticks.take_while(|&tick| tick <= self.high + step * 1e-9);
        let sign = |value: f64| if signed && value > 0.0 { "+" } else { "" };
        ticks.map(|value| (value, format!("{}{value:.decimals$}", sign(value)))).collect()
    }
}

fn open(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    )
}

fn x_axis(svg: &mut String, scale: &Scale, bottom: f64, label: &str, signed: bool) {
    for (value, label) in scale.ticks(1.0, signed) {
        let (x, class) = (scale.at(value), if value == 0.0 { "zero" } else { "grid" });
        let _ = write!(svg, "<path class=\"{class}\" d=\"M{x:.1} 0V{bottom:.1}\"/>");
        text(svg, x, bottom + 12.0, "middle", &label);
    }
    text(svg, f64::midpoint(scale.start, scale.end), bottom + 32.0, "middle", label);
}

/// The name of a row, shortened if it is too long.
fn name(svg: &mut String, full: &str, y: f64) {
    let (full, short) = (escape(full), escape(&cut(full, FITTING)));
    let x = NAMES - 12.0;
    let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{short}<title>{full}</title></text>");
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    let words = escape(words);
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("<a href='x'>&\"\u{1b}[0m"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\\u{1b}[0m");
    }

    fn ticks(low: f64, high: f64, least: f64) -> Vec<String> {
        let ticks = Scale { low, high, start: 0.0, end: 1.0 }.ticks(least, true);
        ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(-130.0, 260.0, 0.0), ["-100", "0", "+100", "+200"]);
        assert_eq!(ticks(0.0, 1.0, 0.0), ["0.0", "+0.2", "+0.4", "+0.6", "+0.8", "+1.0"]);
        assert_eq!(ticks(0.0, 3.0, 1.0), ["0", "+1", "+2", "+3"]);
        assert_eq!(ticks(0.0, 0.0, 0.0).len(), 1);
    }

    #[test]
    fn no_two_ticks_have_the_same_label() {
        let mut high = 1e-6;
        while high < 1e9 {
            for low in [0.0, -high / 3.0, high * 0.9] {
                for least in [0.0, 1.0] {
                    let ticks = ticks(low, high, least);
                    let distinct: std::collections::BTreeSet<_> = ticks.iter().collect();
                    assert_eq!(distinct.len(), ticks.len(), "{low} {high}: {ticks:?}");
                    assert!((2..=10).contains(&ticks.len()) || least > 0.0, "{low} {high}: {ticks:?}");
                }
            }
            high *= 1.37;
        }
    }
}
