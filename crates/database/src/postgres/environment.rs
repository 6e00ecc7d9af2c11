//! What PostgreSQL's own programs take from the environment: `PGUSER`, `PGPASSWORD`, and the password file.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use postgres::Config;
use postgres::config::Host;

use crate::password::PASSWORD_VARIABLES;

/// The port of an address that names none.
const DEFAULT_PORT: u16 = 5432;

/// An environment variable; an empty one counts as missing.
type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Completes an address by the user and the password of the environment. Without a password, returns what can be done
/// about it: the server may ask for none.
pub(super) fn complete(config: &mut Config, variable: Variable<'_>) -> Option<String> {
    if config.get_user().is_none()
        && let Some(user) = variable("PGUSER")
    {
        config.user(&user.to_string_lossy());
    }
    if config.get_password().is_some() {
        return None;
    }
    let [of_password, of_file] = PASSWORD_VARIABLES;
    if let Some(password) = variable(of_password) {
        config.password(password.as_encoded_bytes());
        return None;
    }
    let advice = format!("set the environment variable {of_password}, or name a password file by {of_file}");
    let Some(file) = password_file(variable) else { return Some(advice) };
    match read(&file).map(|text| password(&text, config)) {
        Ok(Some(password)) => {
            config.password(password);
            None
        }
        Ok(None) => Some(format!("{advice}: `{}` has no line for this address", file.display())),
        Err(problem) => Some(format!("{advice}: `{}` {problem}", file.display())),
    }
}

/// The file that a variable names, else the one in the user's folder.
fn password_file(variable: Variable<'_>) -> Option<PathBuf> {
    variable(PASSWORD_VARIABLES[1]).map(PathBuf::from).or_else(|| {
        let (folder, file) =
            if cfg!(windows) { ("APPDATA", "postgresql/pgpass.conf") } else { ("HOME", ".pgpass") };
        Some(Path::new(&variable(folder)?).join(file))
    })
}

/// Reads a password file, unless others can read it, too.
fn read(file: &Path) -> Result<String, String> {
    let failed = |error| format!("cannot be read: {error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if fs::metadata(file).map_err(failed)?.permissions().mode() & 0o077 != 0 {
            return Err("is not used, since other users may access it (`chmod 600` forbids that)".to_owned());
        }
    }
    fs::read_to_string(file).map_err(failed)
}

/// The password for a server. Of several servers, all must have the same one: the driver sends one password to all.
fn password(text: &str, config: &Config) -> Option<String> {
    let user = config.get_user().map_or_else(|| whoami::username().ok(), |user| Some(user.to_owned()))?;
    let database = config.get_dbname().unwrap_or(&user);
    let names = |host: &Host| match host {
        Host::Tcp(name) => vec![name.clone()],
        #[cfg(unix)]
        Host::Unix(folder) => vec![folder.to_string_lossy().into_owned(), "localhost".to_owned()],
    };
    let mut hosts: Vec<Vec<String>> = config.get_hosts().iter().map(names).collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(|address| vec![address.to_string()]).collect();
    }
    let ports = config.get_ports();
    let passwords = hosts.iter().enumerate().map(|(number, names)| {
        let port = ports.get(number).or(ports.first()).unwrap_or(&DEFAULT_PORT).to_string();
        text.lines().find_map(|line| password_of(line, names, [&port, database, &user]))
    });
    let passwords: Vec<_> = passwords.collect();
    let first = passwords.first()?;
    passwords.iter().all(|password| password == first).then(|| first.clone())?
}

/// The password of a line `host:port:database:user:password` if it is about a host of one of these names.
fn password_of(line: &str, hosts: &[String], others: [&str; 3]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let fields = fields(line);
    let [host, of_others @ .., password] = &fields[..] else { return None };
    let fits = |field: &str, value: &str| field == "*" || field == value;
    let all = of_others.len() == others.len()
        && hosts.iter().any(|name| fits(host, name))
        && of_others.iter().zip(others).all(|(field, value)| fits(field, value));
    all.then(|| password.clone())
}

/// The first five fields of a line, without the backslashes that escape `:` and `\`.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field) = (Vec::new(), String::new());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ':' => fields.push(std::mem::take(&mut field)),
            '\\' => field.push(characters.next().unwrap_or('\\')),
            other => field.push(other),
        }
    }
    fields.push(field);
    fields.truncate(5);
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A password file with these permissions, removed at the end.
    struct PasswordFile(PathBuf);

    impl PasswordFile {
        fn new(name: &str, text: &str, mode: u32) -> PasswordFile {
            let path = std::env::temp_dir().join(format!("database-{name}-{}", std::process::id()));
            fs::write(&path, text).unwrap();
            #[cfg(unix)]
            fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
            #[cfg(not(unix))]
            let _ = mode;
            PasswordFile(path)
        }
    }

    impl Drop for PasswordFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// The user and password of an address in an environment, and the advice.
    fn completed(address: &str, environment: &[(&str, &str)]) -> (String, Option<String>, Option<String>) {
        let mut config: Config = address.parse().unwrap();
        let variable = |name: &str| environment.iter().find(|(known, _)| *known == name);
        let advice = complete(&mut config, &|name| variable(name).map(|(_, value)| value.into()));
        let password = config.get_password().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        (config.get_user().unwrap_or_default().to_owned(), password, advice)
    }

    #[test]
    fn the_address_comes_before_the_environment_and_the_variable_before_the_file() {
        let file = PasswordFile::new("order", "*:*:*:*:of-file\n", 0o600);
        let file = file.0.to_str().unwrap();
        let all = [("PGUSER", "bob"), ("PGPASSWORD", "of-variable"), ("PGPASSFILE", file)];
        let is = |address, environment: &[_], user: &str, password: &str| {
            let expected = (user.to_owned(), Some(password.to_owned()), None);
            assert_eq!(completed(address, environment), expected);
        };
        is("postgres://ann:own@h/d", &all, "ann", "own");
        is("postgres://ann@h/d", &all, "ann", "of-variable");
        is("postgres://h/d", &all, "bob", "of-variable");
        is("postgres://h/d", &[all[0], all[2]], "bob", "of-file");
    }

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# h:5432:d:u:comment\nother:5432:d:u:1\nh:5433:d:u:2\nh:5432:d:v:3\nh:5432:d\n\
            h:*:d:u:a\\:b\\\\c:more\r\n*:*:*:u:last\nlocalhost:*:*:s:socket\n";
        for (address, password) in [
            ("postgres://u@h/d", Some("a:b\\c")),
            ("postgres://u@h:5433/d", Some("2")),
            ("postgres://u@h/other", Some("last")),
            ("postgres://v@h/d", Some("3")),
            ("postgres://w@h/d", None),
            ("postgres://u@other,h/d", None),
            ("postgres://u@h,h/d", Some("a:b\\c")),
            ("postgres:///d?host=/run/postgresql&user=s", Some("socket")),
        ] {
            let config: Config = address.parse().unwrap();
            assert_eq!(super::password(text, &config).as_deref(), password, "{address}");
        }
    }

    #[test]
    fn without_a_password_there_is_advice_that_shows_none() {
        let with = |file: &str| completed("postgres://u@h/d", &[("PGPASSFILE", file)]).2.unwrap();
        let other = PasswordFile::new("other", "other:*:*:*:secret\n", 0o600);
        let advice = with(other.0.to_str().unwrap());
        assert!(
            advice.contains("PGPASSWORD") && advice.ends_with("` has no line for this address"),
            "{advice}"
        );
        assert!(!advice.contains("secret"));
        assert!(with("/no/such/file").contains("`/no/such/file` cannot be read: "));
        assert!(completed("postgres://u@h/d", &[]).2.unwrap().ends_with("by PGPASSFILE"));
        #[cfg(unix)]
        {
            let open = PasswordFile::new("open", "*:*:*:*:secret\n", 0o640);
            let (_, password, advice) =
                completed("postgres://u@h/d", &[("PGPASSFILE", open.0.to_str().unwrap())]);
            assert_eq!(password, None);
            assert!(advice.unwrap().contains("is not used, since other users may access it"));
        }
    }
}
