/**
 * The key that bundles are signed with: Ed25519, made once, kept readable by its owner only.
 * Whoever has it can make programs that installed machines take for ours; its fingerprint is what
 * administrators are told, by another way than the bundle.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { writeOnce } from '../../models/durable-file.ts'

export interface SigningKey {
  /**
   * SHA-256 of the public key in its DER form, in hex: `openssl pkey -pubin -in signer.pem -outform
   * DER | sha256sum`.
   */
  fingerprint: string
  publicPem: string
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * Reads it, or makes it. @throws {AppError} `bundle_key_refused` when others may read it, or it is
 * none
 */
export async function signingKey(path: string): Promise<SigningKey & { isNew: boolean }> {
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw refused(`${path} cannot be read (${error.code}).`)
  })
  if (found !== null && ((await stat(path)).mode & 0o077) !== 0)
    throw refused(`Others may read ${path}. Run: chmod 600 ${path}`)
  const pem = found ?? (await makeKey(path))
  const secret = privateKey(pem, path)
  const publicKey = createPublicKey(secret)
  return {
    isNew: found === null,
    fingerprint: fingerprintOf(publicKey),
    publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (bytes) => sign(null, bytes, secret),
  }
}

/** The key's fingerprint when it signed these bytes; null when it did not, or is no key. */
export function signerOf(bytes: Uint8Array, signature: Uint8Array, publicPem: string) {
  try {
    const key = createPublicKey(publicPem)
    if (key.asymmetricKeyType !== 'ed25519') return null
    return verify(null, bytes, key, signature) ? fingerprintOf(key) : null
  } catch {
    return null
  }
}

async function makeKey(path: string): Promise<string> {
  const { privateKey: made } = generateKeyPairSync('ed25519')
  const pem = String(made.export({ type: 'pkcs8', format: 'pem' }))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Somebody was faster: theirs counts.
  if (!(await writeOnce(path, pem))) return readFile(path, 'utf8')
  return pem
}

function privateKey(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // OpenSSL's words stay here: they may quote the file.
  }
  throw refused(`${path} holds no Ed25519 key in PEM form.`)
}

function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

function refused(message: string): AppError {
  return new AppError('forbidden', 'bundle_key_refused', message)
}
