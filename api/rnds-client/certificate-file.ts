/**
 * Reads certificate files. Node itself opens neither PKCS#12 into its parts nor the RC2 and 3DES of
 * files that older authorities still issue (OpenSSL 3 keeps those in its legacy provider), so
 * node-forge takes the file apart; what is inside is judged by Node.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { AppError } from '../../core/errors.ts'
import { isCnpj } from '../../core/identifiers.ts'
import type {
  CertificateFile,
  ClientCertificate,
  ReadCertificateFile,
} from '../../core/rnds/certificate.ts'

/** An ICP-Brasil file has a key and three or four certificates: a few kilobytes. */
const LARGEST_BYTES = 256 * 1024

/**
 * @throws {AppError} `certificate_password`, `certificate_invalid`, `certificate_key_mismatch`,
 * `certificate_on_card`
 */
export const readCertificateFile: ReadCertificateFile = (file, password) => {
  if (file.bytes.length > LARGEST_BYTES) throw invalid('The file is too large for a certificate.')
  const bare = bareCertificate(file.bytes)
  if (bare && !file.keyBytes) throw withoutKey([bare])
  const { key, certificates } = isPem(file.bytes)
    ? readPem(file, password)
    : readPkcs12(file, password)
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key))
  if (!own)
    throw new AppError(
      'invalid',
      'certificate_key_mismatch',
      'The key does not belong to the certificate. Are both files of the same one?',
    )
  return describe(own, certificates, key)
}

interface Parts {
  key: KeyObject
  certificates: X509Certificate[]
}

function isPem(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4096)).includes('-----BEGIN ')
}

function readPem({ bytes, keyBytes }: CertificateFile, password: string | null): Parts {
  const text = Buffer.from(bytes).toString('latin1')
  const keyText = keyBytes ? Buffer.from(keyBytes).toString('latin1') : text
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const keyBlock = keyBlockOf(keyText)
  if (blocks.length === 0) throw invalid('The file holds no certificate.')
  const certificates = blocks.map(openCertificate)
  if (!keyBlock) throw withoutKey(certificates)
  return { key: openKey(keyBlock, password), certificates }
}

/** What a browser or the program of a card saves as `.cer`: a certificate, and nothing else. */
function bareCertificate(bytes: Uint8Array): X509Certificate | null {
  if (isPem(bytes)) return null
  try {
    return new X509Certificate(bytes)
  } catch {
    return null
  }
}

/** The key of an A3 cannot be in a file: naming another one would not help. */
function withoutKey(certificates: readonly X509Certificate[]): AppError {
  if (certificates.some(isOfACard))
    return new AppError(
      'invalid',
      'certificate_on_card',
      'This is an A3: its key never leaves the card or token, and nobody is there to type the PIN when a record is sent. Ask the authority for an e-CNPJ A1 of the same establishment, and register that one in the portal of the RNDS.',
    )
  return invalid(
    'The file holds no private key. Name the file that does with --key key.pem, or export the .pfx again with its key. The key of an A3 (card or token) cannot be exported: it takes an A1.',
  )
}

/** From the first key's beginning to the end that follows. */
function keyBlockOf(text: string): string | undefined {
  const begun = text.slice(/-----BEGIN [A-Z ]*PRIVATE KEY-----/.exec(text)?.index ?? text.length)
  const end = /-----END [A-Z ]*PRIVATE KEY-----/.exec(begun)
  return end ? begun.slice(0, end.index + end[0].length) : undefined
}

function openKey(pem: string, password: string | null): KeyObject {
  const encrypted = pem.includes('ENCRYPTED')
  try {
    return createPrivateKey({ key: pem, ...(password !== null && { passphrase: password }) })
  } catch (cause) {
    if (encrypted) throw wrongPassword(cause)
    throw invalid('The private key is damaged, or of a kind that is not understood.', cause)
  }
}

function readPkcs12({ bytes, keyBytes }: CertificateFile, password: string | null): Parts {
  if (keyBytes) throw invalid('A PKCS#12 file holds its own key: leave --key out.')
  const { safeContents } = openPkcs12(bytes, password ?? '')
  const bags = safeContents.flatMap(({ safeBags }) => safeBags)
  const keys = bags.filter(({ type }) => KEY_BAGS.has(type))
  const [key, ...others] = keys
  if (others.length > 0) throw invalid('The file holds several private keys. Export only one.')
  const certificates = bags
    .filter(({ type }) => type === forge.pki.oids.certBag)
    .map((bag) => openCertificate(derOf(certificateAsn1(bag))))
  if (!key) throw withoutKey(certificates)
  if (certificates.length === 0) throw invalid('The file holds no certificate.')
  return { key: openPkcs8(key), certificates }
}

const KEY_BAGS: ReadonlySet<string> = new Set([
  forge.pki.oids.keyBag ?? '',
  forge.pki.oids.pkcs8ShroudedKeyBag ?? '',
])

function openPkcs12(bytes: Uint8Array, password: string) {
  let parsed: forge.asn1.Asn1
  try {
    parsed = forge.asn1.fromDer(forge.util.createBuffer(binary(bytes)))
  } catch (cause) {
    throw invalid('This is neither a PKCS#12 file (.pfx, .p12) nor PEM.', cause)
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(parsed, false, password)
  } catch (cause) {
    const utf8 = forge.util.encodeUtf8(password)
    if (utf8 === password) throw explained(cause)
    return openWithAccents(parsed, utf8)
  }
}

/**
 * Newer files want an accented password in UTF-16 for their seal and in UTF-8 for their content;
 * forge knows one spelling at a time. Without the seal the content judges the password: what is
 * decrypted with another one is no ASN.1.
 */
function openWithAccents(parsed: forge.asn1.Asn1, utf8: string) {
  const unsealed = Array.isArray(parsed.value)
    ? { ...parsed, value: parsed.value.slice(0, 2) }
    : parsed
  try {
    return forge.pkcs12.pkcs12FromAsn1(unsealed, false, utf8)
  } catch (cause) {
    throw explained(cause)
  }
}

/** forge has no codes, only messages; they quote nothing of the file. */
function explained(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : ''
  if (/password|MAC|decrypt/i.test(message)) return wrongPassword(cause)
  return invalid(
    'This PKCS#12 file is damaged, or encrypted in a way that is not understood. Export it again, or convert it: openssl pkcs12 -in file.pfx -out file.pem -nodes',
    cause,
  )
}

/** forge understands RSA only; anything else it leaves as ASN.1, which Node understands. */
function certificateAsn1(bag: forge.pkcs12.Bag): forge.asn1.Asn1 {
  if (bag.cert) return forge.pki.certificateToAsn1(bag.cert)
  if (bag.asn1) return bag.asn1
  throw invalid('A certificate in the file is damaged.')
}

function openPkcs8(bag: forge.pkcs12.Bag): KeyObject {
  const asn1 = bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1
  if (!asn1) throw invalid('The private key in the file is damaged.')
  try {
    return createPrivateKey({ key: derOf(asn1), format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw invalid('The private key in the file is of a kind that is not understood.', cause)
  }
}

function openCertificate(pemOrDer: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(pemOrDer)
  } catch (cause) {
    throw invalid('A certificate in the file is damaged.', cause)
  }
}

function describe(
  own: X509Certificate,
  all: readonly X509Certificate[],
  key: KeyObject,
): ClientCertificate {
  return {
    subject: oneLine(own.subject),
    issuer: oneLine(own.issuer),
    serial: own.serialNumber,
    notBefore: new Date(own.validFrom),
    notAfter: new Date(own.validTo),
    cnpj: cnpjOf(own),
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    keyPem: String(key.export({ type: 'pkcs8', format: 'pem' })),
    chainPem: chainOf(own, all).map(String).join(''),
  }
}

/** From the certificate up to where the file ends; what does not belong to it is left out. */
function chainOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own]
  for (let last = own; ; ) {
    const issuer = all.find((other) => !chain.includes(other) && last.checkIssued(other))
    if (!issuer) return chain
    chain.push(issuer)
    last = issuer
  }
}

const oneLine = (name: string) => name.split('\n').reverse().join(', ')

const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const derOf = (asn1: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')

function wrongPassword(cause: unknown): AppError {
  return new AppError('invalid', 'certificate_password', 'The password of the file is not right.', {
    cause,
  })
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid', 'certificate_invalid', message, { cause })
}

const ALTERNATIVE_NAMES = '2.5.29.17'
const CNPJ_NAME = '2.16.76.1.3.3'

/**
 * The CNPJ to which an ICP-Brasil certificate was issued: an `otherName` of the subject's
 * alternative names (2.16.76.1.3.3), and at the end of the common name (`HOSPITAL:00394544000185`).
 *
 * null: of a person, or of another authority.
 */
function cnpjOf(certificate: X509Certificate): string | null {
  const named = [alternativeName(certificate), commonNameEnd(certificate)]
  return named.find((written) => written !== null && isCnpj(written)) ?? null
}

function commonNameEnd({ subject }: X509Certificate): string | null {
  return /^CN=.*:([0-9A-Z]{14})$/m.exec(subject)?.[1] ?? null
}

function alternativeName({ raw }: X509Certificate): string | null {
  const extension = sequenceOf(parsed(raw.toString('latin1')), ALTERNATIVE_NAMES)
  const names = extension?.at(-1)?.value
  const name = typeof names === 'string' ? sequenceOf(parsed(names), CNPJ_NAME) : null
  const written = name?.at(-1)
  // The string, or the string in its tag: authorities differ.
  const text = written && textIn(written)
  return text ? text.trim() : null
}

function textIn({ value }: forge.asn1.Asn1): string | null {
  if (typeof value === 'string') return value
  const [inner] = value
  return inner ? textIn(inner) : null
}

/**
 * Extensions of certificates that Node does not read.
 *
 * The elements of the first sequence that begins with this object identifier, at any depth.
 */
function sequenceOf(at: forge.asn1.Asn1, oid: string): forge.asn1.Asn1[] | null {
  if (typeof at.value === 'string') return null
  const [first] = at.value
  if (
    first?.type === forge.asn1.Type.OID &&
    typeof first.value === 'string' &&
    forge.asn1.derToOid(first.value) === oid
  )
    return at.value
  for (const inner of at.value) {
    const found = sequenceOf(inner, oid)
    if (found) return found
  }
  return null
}

/** Bytes that happen to be ASN.1 stay bytes. */
function parsed(der: string): forge.asn1.Asn1 {
  const options = { parseAllBytes: true, decodeBitStrings: false, strict: true }
  return forge.asn1.fromDer(forge.util.createBuffer(der), options as never)
}

const POLICIES = '2.5.29.32'
const ON_A_CARD = /^2\.16\.76\.1\.2\.(3|4)\./

/**
 * Which kind of ICP-Brasil certificate it is, by its policies (DOC-ICP-04): 2.16.76.1.2.1.n is an
 * A1, whose key is in a file; 2.16.76.1.2.3.n an A3 and 2.16.76.1.2.4.n an A4, whose key never
 * leaves a card, a USB token or another device.
 */
function isOfACard({ raw }: X509Certificate): boolean {
  const policies = sequenceOf(parsed(raw.toString('latin1')), POLICIES)?.at(-1)?.value
  if (typeof policies !== 'string') return false
  const { value: each } = parsed(policies)
  if (typeof each === 'string') return false
  return each.some(({ value }) => {
    const [id] = typeof value === 'string' ? [] : value
    return typeof id?.value === 'string' && ON_A_CARD.test(forge.asn1.derToOid(id.value))
  })
}
