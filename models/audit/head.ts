/**
 * Where this machine last saw the chain end, kept beside the database and signed: a database whose
 * newest entries were cut off says so itself, before the day is sealed. It may lag behind, never
 * lead.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainEnd } from './chain.ts'
import { type AuditKeys, isSigned } from './keys.ts'

const FILE = 'head.json'

export type HeadOnFile = { kind: 'none' } | { kind: 'broken' } | ({ kind: 'head' } & ChainEnd)

export async function writeAuditHead(
  folder: string,
  keys: Pick<AuditKeys, 'sign'>,
  { sequence, mac }: ChainEnd,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const signature = keys.sign(headText({ sequence, mac }))
  const path = join(folder, `${FILE}.${randomBytes(4).toString('hex')}.new`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ sequence, mac, signature })}\n`)
    // Renamed before its content is there, a power cut would leave an empty head, which looks like
    // a deed.
    await file.datasync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(path, join(folder, FILE))
}

export async function readAuditHead(
  folder: string,
  { publicKey }: Pick<AuditKeys, 'publicKey'>,
): Promise<HeadOnFile> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { kind: 'none' }
  try {
    const { sequence, mac, signature } = JSON.parse(text) as ChainEnd & { signature: string }
    // One spelling: a byte that changes nothing was changed all the same.
    if (text !== `${JSON.stringify({ sequence, mac, signature })}\n`) return { kind: 'broken' }
    if (!isSigned(headText({ sequence, mac }), signature, publicKey)) return { kind: 'broken' }
    return { kind: 'head', sequence, mac }
  } catch {
    return { kind: 'broken' }
  }
}

function headText({ sequence, mac }: ChainEnd): string {
  return JSON.stringify(['svc audit head 1', sequence, mac])
}
