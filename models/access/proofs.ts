/**
 * Proofs by a device's key as JSON Web Tokens: ES256, `dpop+jwt`, with the public key in the header
 * (RFC 9449). What a proof says about its own algorithm is never believed.
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Proof, Proofs } from '../../core/access/ports.ts'
import { invalidProof } from '../../core/access/proof-checks.ts'
import { validationError } from '../../core/errors.ts'

const LONGEST = 4096

/** Without `d`: whoever sends a private key has given it away. */
const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().regex(/^[\w-]{43}$/),
  y: z.string().regex(/^[\w-]{43}$/),
  d: z.undefined().optional(),
})
type PublicKey = z.infer<typeof PublicKey>

const Header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: PublicKey,
})
const Payload = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().min(16).max(128),
})

export const proofs: Proofs = {
  thumbprint(publicKey) {
    const parsed = PublicKey.safeParse(publicKey)
    if (!parsed.success || !keyOf(parsed.data))
      throw validationError([{ field: 'public_key', issue: 'invalid' }])
    return thumbprintOf(parsed.data)
  },
  read(proof) {
    if (proof.length > LONGEST) throw invalidProof('proof')
    const header = Header.safeParse(decoded(proof)?.header)
    const key = header.success && keyOf(header.data.jwk)
    if (!header.success || !key) throw invalidProof('proof')
    const payload = Payload.safeParse(verified(proof, key))
    if (!payload.success) throw invalidProof('proof')
    return proofOf(thumbprintOf(header.data.jwk), payload.data)
  },
}

function proofOf(thumbprint: string, { htm, htu, iat, jti }: z.infer<typeof Payload>): Proof {
  return { thumbprint, method: htm, address: htu, issuedAtS: iat, id: jti }
}

/** Undefined for what is no point on the curve. */
function keyOf({ kty, crv, x, y }: PublicKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch {
    return undefined
  }
}

function decoded(proof: string) {
  try {
    return jwt.decode(proof, { complete: true })
  } catch {
    return null
  }
}

/** Its times are looked at elsewhere, by the clock of the service. */
function verified(proof: string, key: KeyObject): unknown {
  try {
    const options = { algorithms: ['ES256' as const], ignoreExpiration: true }
    return jwt.verify(proof, key, { ...options, ignoreNotBefore: true })
  } catch (cause) {
    throw invalidProof('proof', undefined, cause)
  }
}

function thumbprintOf({ crv, kty, x, y }: PublicKey): string {
  const canonical = JSON.stringify({ crv, kty, x, y })
  return createHash('sha256').update(canonical).digest('base64url')
}
