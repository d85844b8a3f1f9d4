package dev.clearway.certs;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.util.List;

/**
 * The authority that signs.
 *
 * @param chain its certificate, then those above it that servers are to send along
 * @param key its private key, EC or RSA
 */
record Issuer(List<X509Certificate> chain, PrivateKey key) {
    private static final int BITS_OF_P256 = 256;

    Issuer {
        chain = List.copyOf(chain);
    }

    /** An authority with nothing above it. */
    Issuer(X509Certificate certificate, PrivateKey key) {
        this(List.of(certificate), key);
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    /** By what it signs: ECDSA over a hash as strong as the curve, or RSA over SHA-256, which every client knows. */
    String signatureAlgorithm() {
        if (key instanceof ECKey ec) {
            return ec.getParams().getOrder().bitLength() > BITS_OF_P256 ? "SHA384withECDSA" : "SHA256withECDSA";
        }
        return "SHA256withRSA";
    }

    /** Whether the key is that of the certificate. */
    boolean belongsTogether() throws GeneralSecurityException {
        boolean ecKey = key instanceof ECKey;
        if (ecKey != (certificate().getPublicKey() instanceof ECKey)) {
            return false;
        }
        byte[] probe = {1, 2, 3, 4};
        Signature signature = Signature.getInstance(signatureAlgorithm());
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(certificate().getPublicKey());
        signature.update(probe);
        return signature.verify(signed);
    }

    @Override
    public String toString() {
        return "Issuer[" + certificate().getSubjectX500Principal().getName() + "]";
    }
}
