//! Encrypted connections to PostgreSQL.

use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use rustls_native_certs::{load_certs_from_paths, load_native_certs};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::error::{Attempt, refused};
use super::address::{PostgresAddress, SslMode};

/// Encrypts a connection, and verifies the server as far as the address says.
pub(super) fn connector(address: &PostgresAddress) -> Attempt<MakeRustlsConnect> {
    let provider = Arc::new(ring::default_provider());
    let authority = if address.ssl_mode >= SslMode::VerifyCa {
        let (roots, provider) = (Arc::new(roots(address)?), Arc::clone(&provider));
        Some(WebPkiServerVerifier::builder_with_provider(roots, provider).build().map_err(refused)?)
    } else {
        None
    };
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(refused)?;
    let verifier = Verifier { provider, authority, name: address.ssl_mode == SslMode::VerifyFull };
    let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(MakeRustlsConnect::new(builder.with_no_client_auth()))
}

/// The authorities whose certificates are trusted.
fn roots(address: &PostgresAddress) -> Attempt<RootCertStore> {
    let found = match &address.root_certificates {
        Some(file) => load_certs_from_paths(Some(file), None),
        None => load_native_certs(),
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let why = found.errors.first().map(|error| format!(" ({error})")).unwrap_or_default();
        return Err(refused(format!(
            "the server's certificate cannot be verified: no certificate of an authority was found{why}; name a file \
             of them by `sslrootcert=FILE` in the address or by the environment variable SSL_CERT_FILE, or set \
             `sslmode`"
        )));
    }
    Ok(roots)
}

/// Verifies a server's certificate.
#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    /// Verifies the authority and the name; none: any certificate will do.
    authority: Option<Arc<WebPkiServerVerifier>>,
    /// Whether the certificate must be for the server's name.
    name: bool,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext};
        let Some(authority) = &self.authority else { return Ok(ServerCertVerified::assertion()) };
        match authority.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // The name is verified last.
            Err(Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. })) if !self.name => {
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
