/**
 * The files of master keys in `keys/`. `master.key` holds a key itself, 32 bytes, for its owner alone; `master.json` says how
 * one is got at: under a passphrase (scrypt), or from a command of the hospital's (TPM, HSM, KMS). A key that is being
 * introduced lies beside the old one as `master-<fingerprint>.…` until the database says that it is in force: so at every
 * moment the file of the key in force is there.
 */
import { createHmac } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { syncFolder } from '../durable-file.ts'

export const KEY_BYTES = 32
const OTHERS = 0o077
const NAME = /^master(-[0-9a-f]{16})?\.(key|json)$/

const Described = z.object({
  version: z.literal(1),
  fingerprint: z.string(),
  protection: z.discriminatedUnion('source', [
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
  ]),
})

export type Protection = z.infer<typeof Described>['protection']

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

/** All there are, the one under its plain name first. @throws {AppError} `key_permissions`, `vault_damaged` */
export async function listKeyFiles(keysDir: string): Promise<KeyFile[]> {
  const names = await readdir(keysDir).catch(noneIfMissing)
  const files: KeyFile[] = []
  for (const name of names.filter((one) => NAME.test(one)).sort(byLength)) {
    const file = await readKeyFile(join(keysDir, name))
    if (file) files.push(file)
  }
  return files
}

/** Durable when it resolves. @returns its path; `plain`: under its plain name, and null when that is taken */
export async function writeKeyFile(
  keysDir: string,
  fingerprint: string,
  content: KeyFile['content'],
  plain = false,
): Promise<string | null> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  const path = join(keysDir, nameOf(content, plain ? null : fingerprint))
  let file: FileHandle
  try {
    file = await open(path, plain ? 'wx' : 'w', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
  try {
    await file.writeFile(bytesOf(fingerprint, content))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(keysDir)
  return path
}

/** The key is in force: its file gets the plain name, which takes an older one's place, and no other key stays. */
export async function settleKeyFiles(keysDir: string, inForce: KeyFile): Promise<void> {
  const plain = join(keysDir, nameOf(inForce.content, null))
  if (inForce.path !== plain) await rename(inForce.path, plain)
  await syncFolder(keysDir)
  for (const name of await readdir(keysDir)) {
    const path = join(keysDir, name)
    if (NAME.test(name) && path !== plain) await rm(path, { force: true })
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
  // A key that is half written after a crash is refused by its length, never replaced: it might be the only one.
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

function byLength(one: string, other: string): number {
  return one.length - other.length || one.localeCompare(other)
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
