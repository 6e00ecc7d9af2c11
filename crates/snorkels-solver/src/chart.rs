//! Proof and disproof numbers over the nodes of a search, drawn as an SVG image.

use std::fmt::Write as _;

/// The numbers in the lines of progress of a log: nodes, proof number, disproof number.
#[must_use]
pub fn progress_points(log: &str) -> Vec<[f64; 3]> {
    let number = |line: &str, name: &str| {
        let mut words = line.split(' ').skip_while(|&word| word != name);
        words.nth(1)?.parse::<f64>().ok().filter(|&number| number > 0.0)
    };
    let point = |line| Some([number(line, "nodes")?, number(line, "proof")?, number(line, "disproof")?]);
    log.lines().filter(|line| line.starts_with("progress ")).filter_map(point).collect()
}

/// The size of the plane, and the margins that hold the labels, in pixels.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 48.0;

/// A logarithmic axis from one tick, a multiple of a power of ten by 1, 2 or 5, to another.
struct Axis {
    ticks: Vec<f64>,
    length: f64,
}

impl Axis {
    /// An axis with room for all values, and with two ticks at least.
    fn new(values: impl Iterator<Item = f64> + Clone, length: f64) -> Axis {
        let most = values.clone().fold(1.0, f64::max);
        let least = values.fold(most, f64::min);
        let all: Vec<f64> =
            (0..16).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power))).collect();
        let first = all.iter().rposition(|&tick| tick <= least).unwrap_or(0);
        let first = first.min(all.len() - 2);
        let last = all.iter().position(|&tick| tick >= most).unwrap_or(all.len() - 1).max(first + 1);
        Axis { ticks: all[first..=last].to_vec(), length }
    }

    /// The distance of a value from the start of the axis.
    fn at(&self, value: f64) -> f64 {
        let (first, last) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        (value / first).ln() / (last / first).ln() * self.length
    }
}

/// Draws proof and disproof numbers over nodes, with logarithmic axes. A point is nodes, proof number, disproof number;
/// all are positive.
#[must_use]
pub fn chart(title: &str, points: &[[f64; 3]]) -> String {
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    let across = Axis::new(points.iter().map(|point| point[0]), WIDTH);
    let up = Axis::new(points.iter().flat_map(|point| [point[1], point[2]]), HEIGHT);
    let (x, y) = (|value| LEFT + across.at(value), |value| TOP + HEIGHT - up.at(value));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{title}</text>\n"
    );
    let line = |svg: &mut String, [x1, y1, x2, y2]: [f64; 4]| {
        let _ = writeln!(svg, "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#ddd\"/>");
    };
    let text = |svg: &mut String, x: f64, y: f64, anchor: &str, text: &str| {
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    };
    for &tick in &across.ticks {
        line(&mut svg, [x(tick), TOP, x(tick), TOP + HEIGHT]);
        text(&mut svg, x(tick), TOP + HEIGHT + 18.0, "middle", &short(tick));
    }
    for &tick in &up.ticks {
        line(&mut svg, [LEFT, y(tick), LEFT + WIDTH, y(tick)]);
        text(&mut svg, LEFT - 8.0, y(tick) + 4.0, "end", &short(tick));
    }
    text(&mut svg, LEFT + WIDTH / 2.0, height - 8.0, "middle", "nodes");
    for (number, name, colour) in [(1, "proof number", "#1f77b4"), (2, "disproof number", "#c0392b")] {
        let path: Vec<String> =
            points.iter().map(|point| format!("{:.1} {:.1}", x(point[0]), y(point[number]))).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{}\" y=\"20\" fill=\"{colour}\" text-anchor=\"end\">{name}</text>",
            path.join("L"),
            LEFT + WIDTH - if number == 1 { 130.0 } else { 0.0 },
        );
    }
    svg + "</svg>\n"
}

/// A tick with a unit: 20 k, 5 M, 1 G.
fn short(number: f64) -> String {
    let units = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    let unit = units.iter().find(|&&(size, _)| number >= size);
    unit.map_or(number.to_string(), |(size, unit)| format!("{}{unit}", number / size))
}
