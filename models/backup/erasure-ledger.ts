/**
 * What was erased, kept beside the backups, so that a restore does not bring it back: `erasures/`
 * in the folder of backups holds the certificate of every erasure (ids, times and digests; no name,
 * no clinical word). It is written when something is erased and again with every backup. A restore
 * lays what its backup does not know into the data folder, and the first start does it again before
 * anybody is served.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Certificate, certificateText } from '../../core/vault/erasure-certificate.ts'
import { writeDurably } from '../durable-file.ts'

const FOLDER = 'erasures'
const PENDING = 'erasures-to-repeat.json'

const StoredCertificate = z.looseObject({
  format: z.literal(1),
  certificateId: z.uuid(),
  erasedAt: z.iso.datetime(),
  consultations: z.array(z.looseObject({ consultationId: z.uuid() })),
  sha256: z.string(),
})

export interface ErasureLedger {
  /** Null: there is none. */
  folder: string | null
  certificates: Certificate[]
  /** Files that are no certificates, or not as they were written. */
  damaged: string[]
}

export function ledgerBeside(backupFolder: string): string {
  return join(backupFolder, FOLDER)
}

/** Brings the ledger up to what `certificatesFolder` knows. @returns how many it lacked */
export async function writeLedger(certificatesFolder: string, ledger: string): Promise<number> {
  const has = new Set(await namesIn(ledger))
  const lacking = (await namesIn(certificatesFolder)).filter((name) => !has.has(name))
  if (lacking.length === 0) return 0
  await mkdir(ledger, { recursive: true, mode: 0o700 })
  for (const name of lacking) {
    await writeDurably(join(ledger, name), await readFile(join(certificatesFolder, name)))
  }
  return lacking.length
}

export async function readLedger(folder: string): Promise<ErasureLedger> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return { folder: null, certificates: [], damaged: [] }
  const ledger: ErasureLedger = { folder, certificates: [], damaged: [] }
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const certificate = certificateIn(await readFile(join(folder, name), 'utf8').catch(() => ''))
    if (certificate) ledger.certificates.push(certificate)
    else ledger.damaged.push(name)
  }
  return ledger
}

/** Those that the data folder's own certificates do not name. */
export async function unknownTo(
  certificatesFolder: string,
  { certificates }: ErasureLedger,
): Promise<Certificate[]> {
  const known = new Set(await namesIn(certificatesFolder))
  return certificates.filter(({ certificateId }) => !known.has(`${certificateId}.json`))
}

/** Laid into a restored data folder; durable when it resolves. */
export async function keepPending(dataDir: string, certificates: readonly Certificate[]) {
  if (certificates.length === 0) return
  await writeDurably(join(dataDir, PENDING), `${JSON.stringify(certificates, null, 2)}\n`)
}

/** Null when nothing waits. @throws when what waits cannot be read: then nobody may be served */
export async function readPending(dataDir: string): Promise<Certificate[] | null> {
  const text = await readFile(join(dataDir, PENDING), 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as Certificate[])
}

export const dropPending = (dataDir: string) => rm(join(dataDir, PENDING), { force: true })

function certificateIn(text: string): Certificate | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!StoredCertificate.safeParse(parsed).success) return null
    const certificate = parsed as Certificate
    const digest = createHash('sha256').update(certificateText(certificate)).digest('hex')
    return digest === certificate.sha256 ? certificate : null
  } catch {
    return null
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))
}
