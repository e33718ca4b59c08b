/**
 * What an erasure leaves as its proof: what, when, by whom, how much; no clinical word, no name, no
 * identifier of the host's.
 */

/** How much there was of a consultation. */
export interface ErasedContent {
  consultationId: string
  /** Rows, by table. */
  rows: Record<string, number>
  audioBytes: number
  fileBytes: number
  /** Names the destroyed key and tells nothing of it; null when it had none. */
  keyFingerprint: string | null
}

export interface Certificate {
  format: 1
  certificateId: string
  organizationId: string
  /** ISO 8601, UTC. */
  erasedAt: string
  by: string
  forced: boolean
  method: string
  /**
   * States of the data folder that upgrades kept, below it: they hold the keys still. Absent in
   * certificates of earlier versions.
   */
  keptCopies?: string[]
  consultations: ErasedContent[]
  /** Digest of everything above, as `certificateText` writes it: SHA-256, hex. */
  sha256: string
}

const METHOD =
  'The AES-256 data key of each consultation was overwritten and deleted; rows and files were deleted; free pages and the write-ahead log of the database were cleared.'
const NOT_COVERED = 'What the national network holds is not covered.'
const NOWHERE_ELSE = 'Copies of the data elsewhere cannot be opened with what is left here.'

/** What was done, and what was not. */
function methodOf(keptCopies: readonly string[]): string {
  if (keptCopies.length === 0) return `${METHOD} ${NOWHERE_ELSE} ${NOT_COVERED}`
  const where = keptCopies.join(', ')
  return `${METHOD} NOT ERASED when this was written: what an upgrade kept of the time before it, with the keys of then, in ${where}. It opens what it holds of these consultations until it is removed (svcctl bundle forget). ${NOT_COVERED}`
}

interface Facts {
  certificateId: string
  erasedAt: Date
  by: string
  forced: boolean
  /** Paths below the data folder. */
  keptCopies: readonly string[]
  erasables: readonly (ErasedContent & { organizationId: string })[]
}

/** Without its digest, which is taken of its text where digests are made. */
export function makeCertificate(facts: Facts): Certificate {
  const { certificateId, erasedAt, by, forced, keptCopies, erasables } = facts
  return {
    format: 1,
    certificateId,
    organizationId: erasables[0]?.organizationId ?? '',
    erasedAt: erasedAt.toISOString(),
    by,
    forced,
    method: methodOf(keptCopies),
    keptCopies: [...keptCopies],
    consultations: erasables.map(
      ({ consultationId, rows, audioBytes, fileBytes, keyFingerprint }) => ({
        consultationId,
        rows,
        audioBytes,
        fileBytes,
        keyFingerprint,
      }),
    ),
    sha256: '',
  }
}

/** What the digest is taken of. */
export function certificateText(certificate: Certificate): string {
  return JSON.stringify({ ...certificate, sha256: '' })
}

/** For people, and for paper. */
export function readableCertificate(certificate: Certificate): string {
  const { certificateId, organizationId, erasedAt, by, forced, method, consultations } = certificate
  return [
    'CERTIFICATE OF ERASURE',
    '',
    `Certificate   ${certificateId}`,
    `Organization  ${organizationId}`,
    `Erased at     ${erasedAt}`,
    `By            ${by}${forced ? '  (forced)' : ''}`,
    `Digest        SHA-256 ${certificate.sha256}`,
    '',
    method,
    '',
    ...consultations.flatMap(({ consultationId, rows, audioBytes, fileBytes, keyFingerprint }) => [
      `Consultation  ${consultationId}`,
      `  key destroyed  ${keyFingerprint ?? 'none'}`,
      `  sound          ${audioBytes} bytes`,
      `  files          ${fileBytes} bytes`,
      ...Object.entries(rows)
        .filter(([, count]) => count > 0)
        .map(([table, count]) => `  ${table.padEnd(18)} ${count}`),
      '',
    ]),
  ].join('\n')
}
