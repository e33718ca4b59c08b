/**
 * The seal of a day: where the chain stood, signed, and tied to the seal before. It lies as a file
 * outside the database and, word for word, as an entry in the chain: whoever cuts off or rebuilds
 * the one is told on by the other. A copy that somebody else keeps (a backup, a printed line) binds
 * the box itself.
 */
import type { AuditFacts } from './ports.ts'

export interface DaySeal {
  format: 1
  /** UTC, `2026-11-22`. */
  day: string
  /** The last entry it covers, and its MAC. */
  lastSequence: number
  lastMac: string
  /** Entries since the seal before. */
  count: number
  /** SHA-256 of the text of the seal before, hex; null for the first. */
  previous: string | null
  /** Ed25519, base64: who holds it can check seals and cannot make any. */
  publicKey: string
  /** Signature of `sealText`, base64. */
  signature: string
}

/** What is signed. */
export function sealText({ day, lastSequence, lastMac, count, previous }: Unsigned): string {
  return JSON.stringify(['svc audit seal 1', day, lastSequence, lastMac, count, previous])
}

export type Unsigned = Pick<DaySeal, 'day' | 'lastSequence' | 'lastMac' | 'count' | 'previous'>

/** The file, byte for byte: one seal has one spelling. */
export function sealFileText(seal: DaySeal): string {
  return `${JSON.stringify({ format: seal.format, ...sealFacts(seal) }, null, 2)}\n`
}

/** A seal as the facts of its entry. */
export function sealFacts(seal: DaySeal): AuditFacts {
  return {
    day: seal.day,
    last_sequence: seal.lastSequence,
    last_mac: seal.lastMac,
    count: seal.count,
    previous: seal.previous,
    public_key: seal.publicKey,
    signature: seal.signature,
  }
}

/**
 * The seal that a file, or the facts of an entry, tell; null when they tell none. @throws what is
 * no JSON
 */
export function readSeal(text: string): DaySeal | null {
  const told = JSON.parse(text) as Record<string, unknown>
  const { day, last_sequence, last_mac, count, previous, public_key, signature } = told
  if (
    typeof day !== 'string' ||
    typeof last_sequence !== 'number' ||
    typeof last_mac !== 'string' ||
    typeof count !== 'number' ||
    typeof public_key !== 'string' ||
    typeof signature !== 'string'
  )
    return null
  return {
    format: 1,
    day,
    count,
    signature,
    lastSequence: last_sequence,
    lastMac: last_mac,
    publicKey: public_key,
    previous: typeof previous === 'string' ? previous : null,
  }
}
