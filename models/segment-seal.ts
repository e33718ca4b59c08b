import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Seals text of a consultation with that consultation's key (AES-256-GCM): with the key destroyed, the words are
 * gone from every copy of the database. Layout: nonce (12), tag (16), cipher text.
 */
export function sealText(key: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(CONTEXT)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws when the bytes were altered or sealed with another key */
export function openText(key: Uint8Array, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(CONTEXT).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Sound is sealed with the same key: neither can be taken for the other. */
const CONTEXT = Buffer.from('svc.transcript.v1')
