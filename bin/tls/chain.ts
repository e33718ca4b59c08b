/** Whether what stands behind a certificate leads to an authority that browsers may know. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'

/**
 * Authorities that this machine's administrator or system believes: Debian's place, and Red Hat's.
 */
const SYSTEM = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt']
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * @param pem the certificate, and behind it in any order those that lead to its authority
 * @returns the name of who issued it, where that one's certificate is not there and nobody here
 * knows it as an authority; else null
 */
export async function missingIssuer(pem: string): Promise<string | null> {
  const [leaf, ...behind] = certificatesIn(pem)
  if (!leaf || isIssued(leaf, leaf) || behind.some((one) => isIssued(leaf, one))) return null
  const system = await Promise.all(SYSTEM.map((path) => readFile(path, 'utf8').catch(() => '')))
  const isKnown = [...rootCertificates, ...system]
    .flatMap(certificatesIn)
    .some((root) => isIssued(leaf, root))
  return isKnown ? null : (/^CN=(.*)$/m.exec(leaf.issuer)?.[1] ?? leaf.issuer.replace(/\n/g, ', '))
}

/** In the order of the file; what is none is passed over. */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).flatMap((one) => {
    try {
      return new X509Certificate(one)
    } catch {
      return []
    }
  })
}

function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
