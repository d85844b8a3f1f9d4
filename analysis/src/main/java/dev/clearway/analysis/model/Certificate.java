package dev.clearway.analysis.model;

/**
 * What a server's certificate says, as far as it tells who made it.
 *
 * @param subject common name of the subject
 * @param issuer common name of the issuer, or its organisation where it has none
 * @param issuerOrganisation organisation of the issuer; empty if it names none
 * @param days how long it is valid, in days; -1 if not known
 * @param key digest of the public key: equal for certificates that share one; empty if not known
 * @param logged whether it carries signed timestamps of certificate transparency (RFC 6962), as certificates of public
 *     authorities do
 */
public record Certificate(
        String subject, String issuer, String issuerOrganisation, long days, String key, boolean logged) {
    /** The issuer as one reads it: name and organisation where they differ. */
    public String issuerText() {
        if (issuerOrganisation.isEmpty() || issuerOrganisation.equals(issuer)) {
            return issuer;
        }
        return issuer.isEmpty() ? issuerOrganisation : issuer + " (" + issuerOrganisation + ")";
    }
}
