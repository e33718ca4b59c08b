/**
 * How a master key reaches a new server over a line that others read: the database's. A code that
 * people carry proves each side to the other, and X25519 keys of this one exchange seal what is
 * handed over: who has all that was sent, and learns the code afterwards, opens nothing.
 *
 * A code is `NAME-SECRET`: 5 characters that name the invitation and 20 (100 bits) that never
 * leave the two programs.
 */
import {
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { sealer } from '../vault/seal.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Letters of a group, as the expression below parts them. */
const GROUP = 5
const LENGTH = 25
const SEALED_FOR = 'node join 1: master key'

export const JoinRequest = z.object({
  kind: z.literal('ask'),
  name: z.string(),
  /** Of the server that wants the key, in base64; it names the request as well. */
  publicKey: z.base64(),
  /** `host:pid`. */
  process: z.string().max(200),
  proof: z.base64(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

export const JoinAnswer = z.object({
  kind: z.literal('answer'),
  /** Public key of the request. */
  to: z.string(),
  /** Null: the code is not the one. */
  given: z.object({ publicKey: z.base64(), sealed: z.base64() }).nullable(),
})
export type JoinAnswer = z.infer<typeof JoinAnswer>

export interface JoinCode {
  /** As people read it. */
  text: string
  name: string
  secret: Buffer
}

export function newJoinCode(): JoinCode {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return readJoinCode(letters.join(''))
}

/** As typed: in any case, with or without hyphens. @throws {AppError} `join_code_invalid` */
export function readJoinCode(typed: string): JoinCode {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  const isCode = letters.length === LENGTH && [...letters].every((one) => ALPHABET.includes(one))
  if (!isCode)
    throw new AppError(
      'invalid',
      'join_code_invalid',
      'That is no code: it has five groups of five letters and digits. A new one: svcctl node invite, at a server that has the key.',
    )
  const groups = letters.match(/.{5}/g) ?? []
  return {
    text: groups.join('-'),
    name: letters.slice(0, GROUP),
    secret: Buffer.from(letters.slice(GROUP)),
  }
}

/** The side that wants the key. */
export function joinSide({ name, secret }: JoinCode, process: string) {
  const own = generateKeyPairSync('x25519')
  const publicKey = exported(own.publicKey)
  const request: JoinRequest = {
    kind: 'ask',
    name,
    publicKey,
    process,
    proof: proofOf({ name, publicKey, process }, secret),
  }
  return {
    request,
    /** @throws {AppError} `join_code_refused` */
    open({ given }: JoinAnswer): Uint8Array {
      if (!given) throw refused()
      const key = sharedKey(own.privateKey, given.publicKey, secret, [publicKey, given.publicKey])
      try {
        return sealer(key).open(Buffer.from(given.sealed, 'base64'), SEALED_FOR)
      } catch {
        throw refused()
      }
    },
  }
}

/** The side that has it. @returns null where the request was made without the code */
export function answerTo(
  request: JoinRequest,
  { name, secret }: JoinCode,
  handedOver: Uint8Array,
): JoinAnswer | null {
  const told = Buffer.from(request.proof)
  const right = Buffer.from(proofOf({ ...request, name }, secret))
  if (told.length !== right.length || !timingSafeEqual(told, right)) return null
  const own = generateKeyPairSync('x25519')
  const publicKey = exported(own.publicKey)
  const names = [request.publicKey, publicKey]
  const key = sharedKey(own.privateKey, request.publicKey, secret, names)
  const sealed = Buffer.from(sealer(key).seal(handedOver, SEALED_FOR)).toString('base64')
  return { kind: 'answer', to: request.publicKey, given: { publicKey, sealed } }
}

function proofOf(
  { name, publicKey, process }: Pick<JoinRequest, 'name' | 'publicKey' | 'process'>,
  secret: Buffer,
): string {
  const key = Buffer.from(hkdfSync('sha256', secret, name, 'node join 1: proof', 32))
  return createHmac('sha256', key)
    .update(JSON.stringify([name, publicKey, process]))
    .digest('base64')
}

function sharedKey(
  privateKey: KeyObject,
  other: string,
  secret: Buffer,
  publicKeys: readonly string[],
): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.from(other, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const agreed = diffieHellman({ privateKey, publicKey })
  const about = `node join 1: ${publicKeys.join(' ')}`
  return Buffer.from(hkdfSync('sha256', agreed, secret, about, 32))
}

function exported(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}

function refused(): AppError {
  return new AppError(
    'forbidden',
    'join_code_refused',
    'The code is not the one of that invitation. Nothing was handed over. After five wrong ones it ends.',
  )
}
