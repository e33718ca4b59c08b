/** The doctor's PIN for this browser: what is kept tells no more than whether one is the same. */
import { keep, kept } from './kept.ts'

interface KeptPin {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  /** Signs, and cannot be read out. */
  key: CryptoKey
  signature: ArrayBuffer
}

const ROUNDS = 600_000
const SIGNS = { name: 'HMAC', hash: 'SHA-256' } as const

export async function hasPin(): Promise<boolean> {
  return (await kept('pin')) !== undefined
}

/** Four digits to twelve; not one digit again and again, nor a row of neighbours. */
export function isGoodPin(pin: string): boolean {
  if (!/^\d{4,12}$/.test(pin)) return false
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  return !steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

export async function newPin(pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const made = await crypto.subtle.generateKey(SIGNS, false, ['sign', 'verify'])
  const key = made as CryptoKey
  const signature = await crypto.subtle.sign(SIGNS, key, await slowDigest(pin, salt, ROUNDS))
  await keep('pin', { salt, rounds: ROUNDS, key, signature } satisfies KeptPin)
}

export async function isPin(pin: string): Promise<boolean> {
  const held = await kept<KeptPin>('pin')
  if (!held) return false
  const { salt, rounds, key, signature } = held
  return crypto.subtle.verify(SIGNS, key, signature, await slowDigest(pin, salt, rounds))
}

async function slowDigest(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const bytes = new TextEncoder().encode(pin)
  const from = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, from, 256)
}
