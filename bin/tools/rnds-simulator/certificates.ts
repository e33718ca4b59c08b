/**
 * The simulator's own certification authority. Keys come from Node (fast); forge writes
 * certificates and PKCS#12, which Node cannot. Nothing here protects anything: the authority is
 * trusted by one simulator and by clients that were pointed at it.
 */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

export interface SimulatorIdentity {
  /** PEM; what a client of the simulator trusts instead of the public authorities. */
  caPem: string
  caKeyPem: string
  serverPem: string
  serverKeyPem: string
  /** PKCS#12 under `CLIENT_PASSWORD`. */
  clientPfx: Buffer
}

/**
 * Printed wherever the file is named: it keeps nobody out, it makes importing as it will be with a
 * real certificate.
 */
export const CLIENT_PASSWORD = 'simulador'

export interface ClientOptions {
  /** Subject's common name. */
  name?: string
  /** As ICP-Brasil writes it beside the name; null: not at all. */
  cnpj?: string | null
  notBefore?: Date
  notAfter?: Date
  /** How the file is encrypted: 3des as older authorities do. */
  algorithm?: 'aes256' | '3des'
  password?: string
}

const YEAR_MS = 365 * 86_400_000
const SIMULATED_CNPJ = '00394544000185'
const SIMULATED_ESTABLISHMENT = `HOSPITAL SIMULADO:${SIMULATED_CNPJ}`

/** Authority, server and client certificates, valid for a year from a day before `now`. */
export async function makeIdentity(now: Date): Promise<SimulatorIdentity> {
  const [ca, server] = await Promise.all([newKey(), newKey()])
  const span = { notBefore: new Date(now.getTime() - 86_400_000), notAfter: later(now) }
  const caName = [
    { name: 'organizationName', value: 'Simulador da RNDS' },
    { name: 'commonName', value: 'AC do simulador (sem valor)' },
  ]
  const caCertificate = sign({ subject: caName, issuer: caName, key: ca, signer: ca, ...span }, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ])
  const serverCertificate = sign(
    {
      subject: [{ name: 'commonName', value: 'localhost' }],
      issuer: caName,
      key: server,
      signer: ca,
      ...span,
    },
    [
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  )
  const identity = {
    caPem: forge.pki.certificateToPem(caCertificate),
    caKeyPem: ca.pem,
    serverPem: forge.pki.certificateToPem(serverCertificate),
    serverKeyPem: server.pem,
  }
  return { ...identity, clientPfx: await makeClientPfx(identity, { ...span }) }
}

/** Another client of the same authority: one that has expired, say. */
export async function makeClientPfx(
  authority: Pick<SimulatorIdentity, 'caPem' | 'caKeyPem'>,
  options: ClientOptions & { notBefore: Date; notAfter: Date },
): Promise<Buffer> {
  const { name = SIMULATED_ESTABLISHMENT, cnpj = SIMULATED_CNPJ, notBefore, notAfter } = options
  const { algorithm = 'aes256', password = CLIENT_PASSWORD } = options
  const key = await newKey()
  const ca = forge.pki.certificateFromPem(authority.caPem)
  const certificate = sign(
    {
      subject: [
        { name: 'countryName', value: 'BR' },
        { name: 'organizationName', value: 'Simulador da RNDS' },
        { name: 'commonName', value: name },
      ],
      issuer: ca.subject.attributes,
      key,
      signer: { pem: authority.caKeyPem },
      notBefore,
      notAfter,
    },
    [
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', clientAuth: true },
      ...(cnpj === null ? [] : [cnpjExtension(cnpj)]),
    ],
  )
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key.pem),
    [certificate, ca],
    password,
    { algorithm },
  )
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')
}

/** Forge writes no `otherName`. */
function cnpjExtension(cnpj: string): object {
  const { asn1 } = forge
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class
  const oid = asn1.oidToDer('2.16.76.1.3.3').getBytes()
  const name = asn1.create(CONTEXT_SPECIFIC, 0, true, [
    asn1.create(UNIVERSAL, asn1.Type.OID, false, oid),
    asn1.create(CONTEXT_SPECIFIC, 0, true, [
      asn1.create(UNIVERSAL, asn1.Type.PRINTABLESTRING, false, cnpj),
    ]),
  ])
  const value = asn1.toDer(asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [name])).getBytes()
  return { id: '2.5.29.17', value }
}

interface Order {
  subject: forge.pki.CertificateField[]
  issuer: forge.pki.CertificateField[]
  key: { pem: string }
  signer: { pem: string }
  notBefore: Date
  notAfter: Date
}

function sign(order: Order, extensions: object[]): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  const key = forge.pki.privateKeyFromPem(order.key.pem)
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  // Positive, and never used twice.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = order.notBefore
  certificate.validity.notAfter = order.notAfter
  certificate.setSubject(order.subject)
  certificate.setIssuer(order.issuer)
  certificate.setExtensions(extensions)
  certificate.sign(forge.pki.privateKeyFromPem(order.signer.pem), forge.md.sha256.create())
  return certificate
}

async function newKey(): Promise<{ pem: string }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { pem: String(privateKey.export({ type: 'pkcs1', format: 'pem' })) }
}

const later = (now: Date) => new Date(now.getTime() + YEAR_MS)
