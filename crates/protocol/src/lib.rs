//! UGI and UCI as types, the engine's loop, and the driver of another engine's process.
