/**
 * The seal of a day: where the chain stood, signed, and tied to the seal before. It lies as a file outside the database and, word
 * for word, as an entry in the chain: whoever cuts off or rebuilds the one is told on by the other. A copy that somebody else
 * keeps (a backup, a printed line) binds the box itself.
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
  /** Of `sealText`, base64. */
  signature: string
}

/** What is signed. */
export function sealText({ day, lastSequence, lastMac, count, previous }: Unsigned): string {
  return JSON.stringify(['svc audit seal 1', day, lastSequence, lastMac, count, previous])
}

export type Unsigned = Pick<DaySeal, 'day' | 'lastSequence' | 'lastMac' | 'count' | 'previous'>

/** The file, byte for byte: one seal has one spelling. */
export function sealFileText(seal: DaySeal): string {
  const { format, day, lastSequence, lastMac, count, previous, publicKey, signature } = seal
  const ordered = { format, day, lastSequence, lastMac, count, previous, publicKey, signature }
  return `${JSON.stringify(ordered, null, 2)}\n`
}

/** A seal as the facts of its entry. */
export function sealFacts({ format: _format, ...seal }: DaySeal): AuditFacts {
  return { ...seal }
}

/** The seal that an entry's facts tell; null when they tell none. */
export function sealOfFacts(facts: string): DaySeal | null {
  const { day, lastSequence, lastMac, count, previous, publicKey, signature } = JSON.parse(
    facts,
  ) as Partial<DaySeal>
  if (
    typeof day !== 'string' ||
    typeof lastSequence !== 'number' ||
    typeof lastMac !== 'string' ||
    typeof count !== 'number' ||
    typeof publicKey !== 'string' ||
    typeof signature !== 'string'
  )
    return null
  return {
    format: 1,
    ...{ day, lastSequence, lastMac, count, previous: previous ?? null, publicKey, signature },
  }
}
