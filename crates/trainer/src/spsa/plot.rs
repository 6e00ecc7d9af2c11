//! A picture of the course.

use std::fmt::Write as _;

use super::course::Course;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 150.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 20.0;
const RIGHT: f64 = 14.0;
/// Maximum number of points of a line.
const POINTS: usize = 600;

/// The course of each parameter as SVG: one panel each, with the values from its minimum to its maximum against the
/// iterations; the dashed line is the start.
pub fn plot(course: &Course) -> String {
    let height = PANEL * course.parameters().len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let states = course.states();
    let last = states.len() - 1;
    for (index, parameter) in course.parameters().iter().enumerate() {
        let top = PANEL * index as f64 + TOP;
        let bottom = PANEL * (index + 1) as f64 - BOTTOM;
        let y =
            |value: f64| bottom - (value - parameter.min) / (parameter.max - parameter.min) * (bottom - top);
        let x = |iteration: usize| LEFT + (WIDTH - LEFT - RIGHT) * iteration as f64 / last.max(1) as f64;
        let every = states.len().div_ceil(POINTS);
        let shown = (0..=last).filter(|iteration| iteration % every == 0 || *iteration == last);
        let points: Vec<_> = shown
            .map(|iteration| format!("{:.1},{:.1}", x(iteration), y(states[iteration][index])))
            .collect();
        let (name, value) = (escape(&parameter.name), states[last][index]);
        let (left, right, start) = (LEFT, WIDTH - RIGHT, y(parameter.start));
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{title:.1}\">{name}: {from} to {value:.2} after {last} iterations</text>\n\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>\n\
             <text x=\"{label}\" y=\"{top_label:.1}\" text-anchor=\"end\">{max}</text>\n\
             <text x=\"{label}\" y=\"{bottom}\" text-anchor=\"end\">{min}</text>\n\
             <path d=\"M{left},{start:.1}H{right}\" stroke=\"#999\" stroke-dasharray=\"4\"/>\n\
             <polyline points=\"{points}\" fill=\"none\" stroke=\"#1769aa\" stroke-width=\"1.5\"/>\n",
            title = top - 8.0,
            from = parameter.start,
            width = right - left,
            height = bottom - top,
            label = left - 6.0,
            top_label = top + 10.0,
            max = parameter.max,
            min = parameter.min,
            points = points.join(" "),
        );
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    printable::line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
