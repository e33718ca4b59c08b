/**
 * The files of master keys in `keys/`. `master.key` holds a key itself, 32 bytes, for its owner
 * alone; `master.json` says how one is got at: under a passphrase (scrypt), or from a command of
 * the hospital's (TPM, HSM, KMS). A key that is being introduced lies beside the old one as
 * `master-<fingerprint>.…` until the database says that it is in force: so at every moment the file
 * of the key in force is there. Each is there whole or not at all.
 */
import { createHmac } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { syncFolder, writeDurably, writeOnce } from '../durable-file.ts'

export const KEY_BYTES = 32
const OTHERS = 0o077
const NAME = /^master(-[0-9a-f]{16})?\.(key|json)$/
/** What somebody who was killed left of one, the key in it. */
const DRAFT = /^master(-[0-9a-f]{16})?\.(key|json)\.[0-9a-f]{8}\.new$/

export const Protection = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('passphrase'),
    kdf: z.object({
      name: z.literal('scrypt'),
      // 2^10 to 2^20: a damaged file must not eat all memory.
      N: z.int().min(1024).max(1_048_576),
      r: z.int().min(1).max(32),
      p: z.int().min(1).max(16),
      salt: z.base64(),
    }),
    /** The key, sealed by what the passphrase gives. */
    sealed: z.base64(),
  }),
  z.object({ source: z.literal('command') }),
])
export type Protection = z.infer<typeof Protection>

const Described = z.object({
  version: z.literal(1),
  fingerprint: z.string(),
  protection: Protection,
})

/** A master key on the disk: the key itself, or how to get at it. */
export interface KeyFile {
  path: string
  fingerprint: string
  content: { source: 'file'; key: Buffer } | Protection
}

/** Names a key and tells nothing of it. */
export function fingerprintOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('svc master key').digest('hex').slice(0, 16)
}

/**
 * All there are, the one under its plain name first. @throws {AppError} `key_permissions`,
 * `vault_damaged`
 */
export async function listKeyFiles(keysDir: string): Promise<KeyFile[]> {
  const names = await readdir(keysDir).catch(noneIfMissing)
  const files: KeyFile[] = []
  if (names.length > 0) await refuseSharedFolder(keysDir)
  for (const name of names.filter((one) => NAME.test(one)).sort(byLength)) {
    const file = await readKeyFile(join(keysDir, name))
    if (file) files.push(file)
  }
  return files
}

/**
 * Durable when it resolves. @returns its path; `plain`: under its plain name, and null when that is
 * taken
 */
export async function writeKeyFile(
  keysDir: string,
  fingerprint: string,
  content: KeyFile['content'],
  plain = false,
): Promise<string | null> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  const path = join(keysDir, nameOf(content, plain ? null : fingerprint))
  const bytes = bytesOf(fingerprint, content)
  if (plain) return (await writeOnce(path, bytes)) ? path : null
  await writeDurably(path, bytes).catch((error: NodeJS.ErrnoException) => {
    // Another rotation settled meanwhile and took the draft for one that was left: whoever came too
    // late is told by the database.
    if (error.code !== 'ENOENT') throw error
    return writeDurably(path, bytes)
  })
  return path
}

/**
 * The key is in force: its file gets the plain name, which takes an older one's place, and no other
 * key stays.
 */
export async function settleKeyFiles(keysDir: string, inForce: KeyFile): Promise<void> {
  const plain = join(keysDir, nameOf(inForce.content, null))
  if (inForce.path !== plain) await rename(inForce.path, plain)
  await syncFolder(keysDir)
  for (const name of await readdir(keysDir)) {
    const path = join(keysDir, name)
    if ((NAME.test(name) && path !== plain) || DRAFT.test(name)) await rm(path, { force: true })
  }
  await syncFolder(keysDir)
}

export async function removeKeyFile(path: string): Promise<void> {
  await rm(path, { force: true })
}

function nameOf({ source }: KeyFile['content'], fingerprint: string | null): string {
  const ending = source === 'file' ? 'key' : 'json'
  return fingerprint === null ? `master.${ending}` : `master-${fingerprint}.${ending}`
}

function bytesOf(fingerprint: string, content: KeyFile['content']): Uint8Array {
  if (content.source === 'file') return content.key
  const described: z.infer<typeof Described> = { version: 1, fingerprint, protection: content }
  return Buffer.from(`${JSON.stringify(described, null, 2)}\n`)
}

/** Null when it went away meanwhile: somebody settled. */
async function readKeyFile(path: string): Promise<KeyFile | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  const bytes = await file.readFile().finally(() => file.close())
  await refuseSharedFile(path)
  if (path.endsWith('.json')) return describedKey(path, bytes)
  // A damaged key is refused, never replaced: it might be the only one.
  if (bytes.length !== KEY_BYTES)
    throw new AppError(
      'unavailable',
      'vault_damaged',
      `The master key ${path} is damaged (${bytes.length} of ${KEY_BYTES} bytes). Restore it from a backup of the keys folder.`,
    )
  return { path, fingerprint: fingerprintOf(bytes), content: { source: 'file', key: bytes } }
}

function describedKey(path: string, bytes: Buffer): KeyFile {
  try {
    const { fingerprint, protection } = Described.parse(JSON.parse(bytes.toString('utf8')))
    return { path, fingerprint, content: protection }
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'vault_damaged',
      `${path} is damaged. Restore it from a backup of the keys folder.`,
      { cause },
    )
  }
}

async function refuseSharedFile(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & OTHERS) === 0) return
  throw new AppError(
    'unavailable',
    'key_permissions',
    `The master key ${path} can be read by others. Run: chmod 600 ${path}`,
  )
}

async function refuseSharedFolder(keysDir: string): Promise<void> {
  const { mode } = await stat(keysDir)
  if ((mode & OTHERS) === 0) return
  throw new AppError(
    'unavailable',
    'key_permissions',
    `The folder of the master key, ${keysDir}, is open to others. Run: chmod 700 ${keysDir}`,
  )
}

function byLength(one: string, other: string): number {
  return one.length - other.length || one.localeCompare(other)
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
