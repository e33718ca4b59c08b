/** A doctor's browser, as far as tokens go: a key pair that stays, and proofs. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'

export interface DeviceKey {
  privateKey: KeyObject
  publicKey: Record<string, unknown>
}

export function deviceKey(): DeviceKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, publicKey: publicKey.export({ format: 'jwk' }) }
}

/** @param address the base of the box */
export function proofOf(
  { privateKey, publicKey }: DeviceKey,
  address: string,
  claims: Record<string, unknown> = {},
): string {
  const htu = `${address}/extension/token`
  const iat = Math.floor(Date.now() / 1000)
  const payload = { htm: 'POST', htu, iat, jti: randomUUID(), ...claims }
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey }
  return jwt.sign(payload, privateKey, { algorithm: 'ES256', header })
}
