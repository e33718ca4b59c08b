import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'

/** With what an installation signs, and who its extension is to browsers. */
export interface SigningIdentity {
  privateKey: KeyObject
  /** SubjectPublicKeyInfo, in DER. */
  publicKey: Buffer
  /** The first half of the public key's SHA-256. */
  crxId: Buffer
  /** The same in letters from a to p, as browsers write it. */
  id: string
}

/** @param key PKCS #8, in DER */
export function signingIdentity(key: Uint8Array): SigningIdentity {
  const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const crxId = hash('sha256', publicKey, 'buffer').subarray(0, 16)
  const id = crxId.toString('hex').replace(/[0-9a-f]/g, letterOf)
  return { privateKey, publicKey, crxId, id }
}

function letterOf(digit: string): string {
  return String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16))
}
