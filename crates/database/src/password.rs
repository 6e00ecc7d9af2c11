/// The environment variables for addresses without a password, as in PostgreSQL's own programs: the password, and the file
/// that has it.
pub const PASSWORD_VARIABLES: [&str; 2] = ["PGPASSWORD", "PGPASSFILE"];
