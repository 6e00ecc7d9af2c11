//! Secrets that give access.

/// A new secret: 128 bits from the random source of the system, as 32 hexadecimal digits.
pub(crate) fn new_key() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Compares without telling by the time how much of the secret is right.
pub(crate) fn equal(given: &str, secret: &str) -> bool {
    let differences = given.bytes().zip(secret.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == secret.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_only_the_same_key_is_equal() {
        let keys = [(); 3].map(|()| new_key().unwrap());
        for (i, key) in keys.iter().enumerate() {
            assert!(key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
            for (j, other) in keys.iter().enumerate() {
                assert_eq!(equal(key, other), i == j);
            }
            assert!(!equal(&key[1..], key) && !equal(&format!("{key}0"), key) && !equal("", key));
        }
    }
}
