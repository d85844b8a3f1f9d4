package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Products that intercept TLS, by how their certificates name their issuer. That an issuer is not here acquits nobody:
 * companies give their own authorities free names.
 */
final class Interceptors {
    /** A part of the issuer's name or organisation, in lower case, and the product. */
    private static final List<Map.Entry<String, String>> BY_ISSUER = List.of(
            Map.entry("mitmproxy", "mitmproxy"),
            Map.entry("clearway proxy", "the Clearway proxy"),
            Map.entry("zscaler", "Zscaler"),
            Map.entry("fortigate ca", "Fortinet FortiGate"),
            Map.entry("fortinet", "Fortinet"),
            Map.entry("blue coat", "Blue Coat ProxySG (Broadcom)"),
            Map.entry("elastica", "Symantec CloudSOC (Elastica)"),
            Map.entry("securly", "Securly"),
            Map.entry("netskope", "Netskope"),
            Map.entry("cisco umbrella", "Cisco Umbrella"),
            Map.entry("forcepoint", "Forcepoint"),
            Map.entry("mcafee web gateway", "Skyhigh (McAfee) Web Gateway"),
            Map.entry("smoothwall", "Smoothwall"),
            Map.entry("https management certificate for sonicwall", "SonicWall"),
            Map.entry("sophos ssl ca", "Sophos"),
            Map.entry("sophos_ca", "Sophos"),
            Map.entry("sophosutm proxy ca", "Sophos UTM"),
            Map.entry("sophos web appliance", "Sophos Web Appliance"),
            Map.entry("contentkeeper appliance", "ContentKeeper"),
            Map.entry("cyberoam", "Cyberoam"),
            Map.entry("netspark", "NetSpark"),
            Map.entry("iwss.trend", "Trend Micro InterScan"),
            Map.entry("avast! web/mail shield", "the Avast web shield"),
            Map.entry("bitdefender personal ca", "the Bitdefender web shield"),
            Map.entry("kaspersky anti-virus personal root", "the Kaspersky web shield"),
            Map.entry("portswigger ca", "Burp"),
            Map.entry("charles proxy ca", "Charles"),
            Map.entry("do_not_trust_fiddlerroot", "Fiddler"),
            Map.entry("owasp zed attack proxy", "ZAP"),
            Map.entry("zed attack proxy root ca", "ZAP"));

    /** Sites that only publicly known authorities certify, by registered name. */
    private static final Set<String> PUBLIC_SITES = Set.of(
            "google.com",
            "googleapis.com",
            "gstatic.com",
            "googleusercontent.com",
            "youtube.com",
            "doubleclick.net",
            "facebook.com",
            "microsoft.com",
            "microsoftonline.com",
            "bing.com",
            "office.com",
            "live.com",
            "apple.com",
            "icloud.com",
            "amazon.com",
            "cloudflare.com",
            "github.com",
            "wikipedia.org",
            "mozilla.org",
            "linkedin.com");

    private Interceptors() {}

    /** The product that issued {@code certificate}, if its issuer is known as one. */
    static Optional<String> product(Certificate certificate) {
        return product(certificate.issuer() + "\n" + certificate.issuerOrganisation());
    }

    /** The product that {@code issuer} names, if it is known as one. */
    static Optional<String> product(String issuer) {
        String text = issuer.toLowerCase(Locale.ROOT);
        return BY_ISSUER.stream()
                .filter(known -> text.contains(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether a certificate for {@code registered} from a private authority can only be an interceptor's. */
    static boolean publicSite(String registered) {
        return PUBLIC_SITES.contains(registered);
    }
}
