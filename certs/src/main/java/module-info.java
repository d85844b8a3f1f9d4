/** A local certificate authority, leaf certificates, and TLS contexts with ALPN. */
module dev.clearway.certs {
    requires static transitive org.jspecify;
    requires transitive io.netty.handler;
    requires io.netty.common;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;

    exports dev.clearway.certs;
}
