package dev.clearway.lab.page.load;

import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/** The name in a distinguished name. */
public final class CommonName {
    private CommonName() {}

    /** Its common name; all of it where it has none. */
    public static String of(X500Principal principal) {
        String whole = principal.getName();
        try {
            for (Rdn part : new LdapName(whole).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    return part.getValue().toString();
                }
            }
        } catch (InvalidNameException e) {
            return whole;
        }
        return whole;
    }
}
