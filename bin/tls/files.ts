/**
 * The certificate the service shows when it speaks TLS itself. Both files are read together and
 * proven to belong together, so that a certificate that is being renewed, half written or mixed up
 * is noticed before anybody is shown it.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { Config } from '../../config/settings.ts'
import { AppError } from '../../core/errors.ts'

export interface TlsFiles {
  /** PEM: the certificate, and behind it those that lead to its authority. */
  cert: string
  key: string
  /** Of the certificate itself. */
  validUntil: Date
  validFrom: Date
  /** Host names and addresses it is for: `DNS:svc.hospital.example, IP Address:10.0.0.5`. */
  names: string
  matches(host: string): boolean
}

/** Settings that name both files; null: plain HTTP. */
export function tlsPaths({ tlsCertificateFile, tlsKeyFile }: TlsSettings) {
  return tlsCertificateFile && tlsKeyFile ? { tlsCertificateFile, tlsKeyFile } : null
}

export type TlsSettings = Pick<Config, 'tlsCertificateFile' | 'tlsKeyFile'>

/**
 * @throws {AppError} `tls_file_unreadable`, `tls_certificate_damaged`, `tls_key_damaged` (also one
 * under a passphrase), `tls_key_mismatch`, `tls_certificate_order` with the `position` of the one
 * that belongs to the key. Dates are not judged: an expired certificate is shown rather than
 * nothing, and said aloud.
 */
export async function readTlsFiles(paths: {
  tlsCertificateFile: string
  tlsKeyFile: string
}): Promise<TlsFiles> {
  const [cert, key] = await Promise.all([
    readPem(paths.tlsCertificateFile),
    readPem(paths.tlsKeyFile),
  ])
  const certificate = orRefuse(() => new X509Certificate(cert), {
    code: 'tls_certificate_damaged',
    message: `${paths.tlsCertificateFile} holds no certificate in PEM form.`,
  })
  const privateKey = orRefuse(() => createPrivateKey(key), {
    code: 'tls_key_damaged',
    message: `${paths.tlsKeyFile} holds no private key in PEM form, or one under a passphrase.`,
  })
  if (!certificate.checkPrivateKey(privateKey)) {
    // An authority's file set in front, as `cat ca.pem cert.pem` does: what stands first is what
    // browsers are shown.
    const behind = certificatesIn(cert).findIndex((one) => one.checkPrivateKey(privateKey))
    if (behind > 0)
      throw new AppError(
        'rejected',
        'tls_certificate_order',
        `${paths.tlsCertificateFile} begins with the certificate of an authority; the one that ${paths.tlsKeyFile} belongs to comes after it, and must stand first.`,
        { details: [{ position: behind + 1 }] },
      )
    throw new AppError(
      'rejected',
      'tls_key_mismatch',
      `${paths.tlsKeyFile} is not the key of ${paths.tlsCertificateFile}.`,
    )
  }
  // What else OpenSSL objects to: a chain that does not parse, a key that is too short.
  orRefuse(() => createSecureContext({ cert, key }), {
    code: 'tls_certificate_damaged',
    message: `${paths.tlsCertificateFile} cannot be used for TLS.`,
  })
  return {
    cert,
    key,
    validFrom: new Date(certificate.validFrom),
    validUntil: new Date(certificate.validTo),
    names: certificate.subjectAltName ?? certificate.subject,
    // Either refuses the other's kind of name with an exception.
    matches: (host) =>
      (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
  }
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why =
      code === 'ENOENT' ? 'does not exist' : `cannot be read by this account (${code ?? 'unknown'})`
    throw new AppError(
      'unavailable',
      'tls_file_unreadable',
      `${path} ${why}; the setting tlsCertificateFile or tlsKeyFile names it.`,
      { cause },
    )
  }
}

function orRefuse<Value>(read: () => Value, refusal: { code: string; message: string }): Value {
  try {
    return read()
  } catch {
    // OpenSSL's words go no further: they may quote the file.
    throw new AppError('rejected', refusal.code, refusal.message)
  }
}

/**
 * Authorities that this machine's administrator or system believes: Debian's place, and Red Hat's.
 */
const SYSTEM = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt']
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Whether what stands behind a certificate leads to an authority that browsers may know.
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
function certificatesIn(pem: string): X509Certificate[] {
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
