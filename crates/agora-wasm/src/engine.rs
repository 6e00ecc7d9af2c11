//! The engine of an instance.
#![allow(unsafe_code)] // the name of the exported function

use std::cell::RefCell;
use std::io::{self, Write};

use agon_engine::ugi::Agon;
use protocol::server::{ServeSettings, serve};

use crate::text::{self, input};

thread_local! {
    static ENGINE: RefCell<Agon> = RefCell::new(Agon::new());
}

struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        text::write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs lines of UGI.
#[unsafe(no_mangle)]
extern "C" fn commands() {
    search::clock::set_clock(text::now);
    agon_engine::games::set_network_reader(text::network);
    let settings = ServeSettings { search_stack: None, ..ServeSettings::default() };
    ENGINE.with_borrow_mut(|engine| serve(input().as_bytes(), Output, engine, &settings));
}
