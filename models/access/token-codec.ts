/**
 * Tokens as JSON Web Tokens: HS256 with a `kid`, `iss`, `aud`, and the claims of SPEC-GAPS 1.6. The
 * algorithm is fixed on both sides: what a token says about its own (`none`, another one) is never
 * believed.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { OpenSigningKey, TokenCodec } from '../../core/access/ports.ts'
import { type TokenClaims, usualHolder } from '../../core/access/token-claims.ts'
import { AppError } from '../../core/errors.ts'

const issuer = 'svc'
const audience = 'svc-api'
const algorithm = 'HS256'
/**
 * Issued later than this from now, it was made under a clock that was wrong, and would be good for
 * too long. Nodes differ by less.
 */
const FURTHEST_AHEAD_S = 600
/** No token of ours comes near; whoever sends more is not heard out. */
const longestToken = 4096

const Payload = z.object({
  jti: z.string(),
  sub: z.string(),
  scope: z.enum(['session', 'consultation', 'device']),
  key: z.string(),
  gen: z.tuple([z.int(), z.int()]),
  doctor_id: z.string().optional(),
  patient_id: z.string().optional(),
  consultation_id: z.string().optional(),
  // Of tokens from before there was a difference nothing says so.
  holder: z.enum(['page', 'backend']).optional(),
  iat: z.int(),
  exp: z.int(),
})

export function tokenCodec(): TokenCodec {
  const prepared = new WeakMap<OpenSigningKey, PreparedKey>()

  function prepare(key: OpenSigningKey): PreparedKey {
    const known = prepared.get(key)
    if (known) return known
    const header = encode({ alg: algorithm, typ: 'JWT', kid: key.id })
    const made = { header, keyObject: createSecretKey(key.secret) }
    prepared.set(key, made)
    return made
  }

  return {
    sign(claims, key) {
      // RFC 7515 §5.1 in three lines, half the cost of `jwt.sign`, which checks again what the
      // types have said. Reading, where the dangers are, is the library's.
      const { header, keyObject } = prepare(key)
      const signed = `${header}.${encode(payload(claims))}`
      const signature = createHmac('sha256', keyObject).update(signed).digest('base64url')
      return `${signed}.${signature}`
    },
    keyIdOf(token) {
      if (token.length > longestToken) return undefined
      try {
        return jwt.decode(token, { complete: true })?.header.kid
      } catch {
        return undefined
      }
    },
    verify(token, key, nowS) {
      if (token.length > longestToken) throw invalid()
      const told = claims(
        read(() =>
          jwt.verify(token, prepare(key).keyObject, {
            algorithms: [algorithm],
            issuer,
            audience,
            clockTimestamp: Math.floor(nowS),
          }),
        ),
      )
      if (told.issuedAtS > nowS + FURTHEST_AHEAD_S) throw invalid()
      return told
    },
  }
}

/** What all tokens under one key have in common. */
interface PreparedKey {
  /** Encoded. */
  header: string
  keyObject: KeyObject
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function payload(claims: TokenClaims) {
  return {
    iss: issuer,
    aud: audience,
    sub: claims.organizationId,
    jti: claims.tokenId,
    iat: claims.issuedAtS,
    exp: claims.expiresAtS,
    scope: claims.kind,
    holder: claims.holder,
    key: claims.keyId,
    gen: [claims.generations.key, claims.generations.user],
    // JSON leaves out what is undefined.
    doctor_id: claims.doctorId ?? undefined,
    patient_id: claims.patientId ?? undefined,
    consultation_id: claims.consultationId ?? undefined,
  }
}

function claims(value: unknown): TokenClaims {
  const parsed = Payload.safeParse(value)
  if (!parsed.success) throw invalid(parsed.error)
  const { data } = parsed
  const bounds = {
    kind: data.scope,
    doctorId: data.doctor_id ?? null,
    patientId: data.patient_id ?? null,
    consultationId: data.consultation_id ?? null,
  }
  return {
    ...bounds,
    tokenId: data.jti,
    holder: data.holder ?? usualHolder(bounds),
    organizationId: data.sub,
    keyId: data.key,
    generations: { key: data.gen[0], user: data.gen[1] },
    issuedAtS: data.iat,
    expiresAtS: data.exp,
  }
}

function read(verify: () => unknown): unknown {
  try {
    return verify()
  } catch (cause) {
    if (cause instanceof jwt.TokenExpiredError)
      throw new AppError('unauthenticated', 'token_expired', 'O token expirou. Obtenha um novo.', {
        cause,
      })
    throw invalid(cause)
  }
}

const invalid = (cause?: unknown) =>
  new AppError('unauthenticated', 'invalid_token', 'O token não é válido. Obtenha um novo.', {
    cause,
  })
