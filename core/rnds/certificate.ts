/**
 * The certificate with which an establishment proves itself to the network (ICP-Brasil A1: a file,
 * RNDS.md §3.1). Whoever holds the key can sign for the establishment, so it is sealed at rest,
 * leaves the store only for a TLS handshake, and the password of the file it came in is never kept.
 */
import { AppError } from '../errors.ts'
import { isCnpj } from '../identifiers.ts'
import type { Establishment } from './compile-record/establishment.ts'

/** What may be shown. The subject of an e-CPF names a person: not for logs. */
export interface CertificateFacts {
  /** On one line: `CN=…, O=…`. */
  subject: string
  issuer: string
  /** Hex. */
  serial: string
  notBefore: Date
  notAfter: Date
  /**
   * To which legal person it was issued; null of a person's (e-CPF), and of those that were
   * imported before it was looked at.
   */
  cnpj: string | null
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string
}

export interface ClientCertificate extends CertificateFacts {
  /** PKCS#8, not encrypted. */
  keyPem: string
  /** The certificate itself first, then those that issued it, as far as the file held them. */
  chainPem: string
}

/**
 * A file as somebody got it from a certification authority: PKCS#12, or PEM with its key inside or
 * beside it.
 */
export interface CertificateFile {
  bytes: Uint8Array
  keyBytes?: Uint8Array
}

/**
 * @param password null: the file has none
 * @throws {AppError} `certificate_password`, `certificate_invalid`, `certificate_key_mismatch`,
 * `certificate_on_card`
 */
export type ReadCertificateFile = (
  file: CertificateFile,
  password: string | null,
) => ClientCertificate

/** One certificate per organization, its key sealed. */
export interface CertificateStore {
  find(organizationId: string): Promise<ClientCertificate | null>
  save(organizationId: string, certificate: ClientCertificate, at: Date): Promise<void>
  /** @returns whether there was one */
  remove(organizationId: string): Promise<boolean>
}

interface Deps {
  store: CertificateStore
  /** At once, or when what reads has been loaded. */
  read(...file: Parameters<ReadCertificateFile>): ClientCertificate | Promise<ClientCertificate>
  now: () => Date
}

export interface ManageCertificates {
  /** What `importCertificate` would keep; throws as it does. */
  lookAt(file: CertificateFile, password: string | null): Promise<CertificateFacts>
  /**
   * Reads, checks and keeps it, instead of the one there was.
   * @throws {AppError} `certificate_expired`, `certificate_not_yet_valid`, and what reading throws
   */
  importCertificate(
    organizationId: string,
    file: CertificateFile,
    password: string | null,
  ): Promise<CertificateFacts>
  findCertificate(organizationId: string): Promise<CertificateFacts | null>
  removeCertificate(organizationId: string): Promise<boolean>
}

export function manageCertificates({ store, read, now }: Deps): ManageCertificates {
  async function readValid(file: CertificateFile, password: string | null) {
    const certificate = await read(file, password)
    refuseOutOfTime(certificate, now())
    return certificate
  }

  return {
    lookAt: async (file, password) => factsOf(await readValid(file, password)),
    async importCertificate(organizationId, file, password) {
      const certificate = await readValid(file, password)
      await store.save(organizationId, certificate, now())
      return factsOf(certificate)
    },
    async findCertificate(organizationId) {
      const certificate = await store.find(organizationId)
      return certificate && factsOf(certificate)
    },
    removeCertificate: (organizationId) => store.remove(organizationId),
  }
}

function refuseOutOfTime({ notBefore, notAfter }: CertificateFacts, now: Date): void {
  if (notAfter <= now)
    throw new AppError(
      'invalid',
      'certificate_expired',
      `This certificate expired on ${day(notAfter)}. Ask your certification authority for a new one.`,
    )
  if (notBefore > now)
    throw new AppError(
      'invalid',
      'certificate_not_yet_valid',
      `This certificate is only valid from ${day(notBefore)} on. Is the clock of this machine right?`,
    )
}

/**
 * Its issuer says so, as all of ICP-Brasil do. Whether that is true only the network proves; what
 * is not even said to be is refused there.
 */
export function isOfIcpBrasil({ issuer }: Pick<CertificateFacts, 'issuer'>): boolean {
  return issuer.split(', ').includes('O=ICP-Brasil')
}

/**
 * The CNPJ in the requester's id (`10302910000182A`; others are a bare number, RNDS.md §2), where
 * it is not that of the certificate: one of both is another house's. The head office may hold the
 * certificate of its branches: they share eight characters.
 * @returns null where nothing can be compared, or they agree
 */
export function requesterOfAnother(
  { cnpj }: Pick<CertificateFacts, 'cnpj'>,
  { requesterId }: Pick<Establishment, 'requesterId'>,
): string | null {
  const written = requesterId?.slice(0, 14) ?? ''
  if (cnpj === null || !isCnpj(written)) return null
  return written.slice(0, 8) === cnpj.slice(0, 8) ? null : written
}

function factsOf(certificate: ClientCertificate): CertificateFacts {
  const { subject, issuer, serial, notBefore, notAfter, cnpj, fingerprint } = certificate
  return { subject, issuer, serial, notBefore, notAfter, cnpj, fingerprint }
}

const day = (date: Date) => date.toISOString().slice(0, 10)
