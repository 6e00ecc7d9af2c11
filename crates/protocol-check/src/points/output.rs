//! What came on the engine's output, in all points before.

use crate::point::{Miss, Point};

pub(super) const POINTS: &[Point] = &[Point {
    group: "output",
    name: "protocol-only",
    says: "says nothing but the protocol on its output, in all points before",
    required: false,
    after: Some("greeting"),
    run: |probe| match probe.strays {
        [] => Ok(()),
        [first, ..] => Miss::failed(format!("{first}; what is for people belongs on the error stream")),
    },
}];
