/**
 * AES-256-GCM around small secrets: `version (1) | nonce (12) | ciphertext | tag (16)`.
 *
 * Nonces are random. Their safe number under one key (2^32, NIST SP 800-38D §8.3) is far beyond the
 * number of keys an appliance will ever wrap. Audio is another matter, see
 * models/audio/frame-seal.ts.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { Sealer } from '../../core/vault/ports.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key 32 bytes; the caller keeps no copy */
export function sealer(key: Uint8Array): Sealer {
  return {
    seal(plain, context = '') {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = [Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final()]
      return Buffer.concat([...sealed, cipher.getAuthTag()])
    },
    open(sealed, context = '') {
      if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw damaged()
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(body), decipher.final()])
      } catch (cause) {
        throw damaged(cause)
      }
    },
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'vault_damaged',
    'Uma chave de proteção não pôde ser aberta. Restaure a pasta keys do mesmo backup que o banco de dados.',
    { cause },
  )
}
