import { randomBytes } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import jwt from 'jsonwebtoken'
import type { TokenClaims } from '../../core/access/token-claims.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'

const codec = tokenCodec()
const key = { id: 'key-1', secret: new Uint8Array(randomBytes(32)) }
const nowS = 1_767_268_800

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
const claims: fc.Arbitrary<TokenClaims> = fc.record({
  tokenId: fc.uuid(),
  kind: fc.constantFrom('session' as const, 'consultation' as const),
  holder: fc.constantFrom('page' as const, 'backend' as const),
  organizationId: fc.uuid(),
  keyId: fc.uuid(),
  generations: fc.record({ key: fc.nat(), user: fc.nat() }),
  doctorId: fc.option(text),
  patientId: fc.option(text),
  consultationId: fc.option(text),
  issuedAtS: fc.constant(nowS),
  expiresAtS: fc.integer({ min: nowS + 60, max: nowS + 86_400 }),
})

test('a signed token reads back as it was signed', (t) => {
  fc.assert(
    fc.property(claims, (said) => {
      const token = codec.sign(said, key)
      t.is(codec.keyIdOf(token), key.id)
      t.deepEqual(codec.verify(token, key, nowS), said)
    }),
  )
})

test('a token that was changed anywhere never verifies', (t) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '
  fc.assert(
    fc.property(
      claims,
      fc.nat(),
      fc.constantFrom(...alphabet),
      fc.constantFrom('replace', 'insert', 'remove', 'cut'),
      (said, seed, character, how) => {
        const token = codec.sign(said, key)
        const at = seed % token.length
        const tail = {
          replace: character + token.slice(at + 1),
          insert: character + token.slice(at),
        }
        const changed =
          token.slice(0, at) +
          (how === 'remove' ? token.slice(at + 1) : how === 'cut' ? '' : tail[how])
        fc.pre(changed !== token)
        t.throws(() => codec.verify(changed, key, nowS), { code: 'invalid_token' })
      },
    ),
    { numRuns: 2000 },
  )
})

test('parts of two good tokens do not make a third', (t) => {
  fc.assert(
    fc.property(claims, claims, fc.integer({ min: 1, max: 6 }), (one, other, mask) => {
      const parts = [codec.sign(one, key), codec.sign(other, key)].map((token) => token.split('.'))
      const mixed = [0, 1, 2].map((index) => parts[(mask >> index) & 1]?.[index]).join('.')
      fc.pre(mixed !== parts[0]?.join('.') && mixed !== parts[1]?.join('.'))
      t.throws(() => codec.verify(mixed, key, nowS), { code: 'invalid_token' })
    }),
  )
})

test('another key, algorithm, issuer or audience is never believed', (t) => {
  const [said] = fc.sample(claims, 1) as [TokenClaims]
  const token = codec.sign(said, key)
  const payload = jwt.decode(token) as jwt.JwtPayload
  const { exp: _, ...withoutExpiry } = payload
  const secret = Buffer.from(key.secret)
  const forge = (changes: object, options: jwt.SignOptions = {}) =>
    jwt.sign({ ...payload, ...changes }, options.algorithm === 'none' ? '' : secret, {
      algorithm: 'HS256',
      keyid: key.id,
      ...options,
    })
  t.notThrows(() => codec.verify(forge({}), key, nowS), 'the forge itself works')
  const bad = {
    'another secret': codec.sign(said, { ...key, secret: new Uint8Array(randomBytes(32)) }),
    'no signature': forge({}, { algorithm: 'none' }),
    'another algorithm': forge({}, { algorithm: 'HS512' }),
    'another issuer': forge({ iss: 'somebody' }),
    'another audience': forge({ aud: 'something' }),
    'claims of another shape': forge({ gen: 'latest' }),
    'no expiry': jwt.sign(withoutExpiry, secret, { algorithm: 'HS256', keyid: key.id }),
  }
  for (const [what, forged] of Object.entries(bad))
    t.throws(() => codec.verify(forged, key, nowS), { code: 'invalid_token' }, what)
})

test('a token is good until the second it says, and not in it', (t) => {
  const [said] = fc.sample(claims, 1) as [TokenClaims]
  const token = codec.sign(said, key)
  t.notThrows(() => codec.verify(token, key, said.expiresAtS - 0.001))
  t.throws(() => codec.verify(token, key, said.expiresAtS), { code: 'token_expired' })
})
