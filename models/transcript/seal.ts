/**
 * Text of a transcript, sealed with its consultation's key (AES-256-GCM): with the key destroyed,
 * the words are gone from every copy of the database. What the text is and of which row is
 * authenticated, so that rows cannot be exchanged.
 *
 * Layout: "SVT2", then as `models/vault/seal.ts` (version, nonce, cipher text, tag). What releases
 * before 2 wrote is nonce (12), tag (16), cipher text, bound to its consultation only; it still
 * opens, and is bound to its row the next time it is written.
 */
import { createDecipheriv } from 'node:crypto'
import type { HeardWord } from '../../core/transcription/ports.ts'
import { sealer } from '../vault/seal.ts'

/** `segment 3f2a… text`: what the text is, and which row's; not stored. */
export type TextPlace =
  | `segment ${string} ${'text' | 'earlier' | 'words'}`
  | `recognition ${string} pieces`

const MAGIC = Buffer.from('SVT2')

export function sealText(key: Uint8Array, place: TextPlace, text: string): Buffer {
  return Buffer.concat([MAGIC, sealer(key).seal(Buffer.from(text), place)])
}

/** @throws when the bytes were altered, sealed with another key or for another place */
export function openText(key: Uint8Array, place: TextPlace, sealed: Uint8Array): string {
  if (!isBound(sealed)) return openUnbound(key, sealed)
  return Buffer.from(sealer(key).open(sealed.subarray(MAGIC.length), place)).toString('utf8')
}

/**
 * An unbound text begins with its nonce: one of 2^32 begins like a bound one, and is then refused.
 */
function isBound(sealed: Uint8Array): boolean {
  return MAGIC.equals(sealed.subarray(0, MAGIC.length))
}

function openUnbound(key: Uint8Array, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(CONTEXT).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CONTEXT = Buffer.from('svc.transcript.v1')

/**
 * Words as rows of [from, to, startMs, endMs, confidence], and behind them the words heard and the
 * name offered where there are such, and a 1 for a soft voice, sealed with the consultation's key;
 * null for none.
 */
export function sealWords(
  key: Uint8Array,
  segmentId: string,
  words: readonly HeardWord[] | undefined,
): Buffer | null {
  if (!words || words.length === 0) return null
  const rows = words.map(({ from, to, startMs, endMs, confidence, heard, offered, soft }): Row => {
    const times: Times = [from, to, startMs, endMs, confidence]
    if (soft) return [...times, heard ?? null, offered ?? null, 1]
    return heard === undefined && offered === undefined
      ? times
      : [...times, heard ?? null, offered ?? null]
  })
  return sealText(key, `segment ${segmentId} words`, JSON.stringify(rows))
}

export function openWords(key: Uint8Array, segmentId: string, sealed: Uint8Array): HeardWord[] {
  const rows = JSON.parse(openText(key, `segment ${segmentId} words`, sealed)) as Row[]
  return rows.map(([from, to, startMs, endMs, confidence, heard, offered, soft]) => ({
    from,
    to,
    startMs,
    endMs,
    confidence,
    ...(typeof heard === 'string' ? { heard } : {}),
    ...(typeof offered === 'string' ? { offered } : {}),
    ...(soft === 1 ? { soft: true as const } : {}),
  }))
}

type Times = [from: number, to: number, startMs: number, endMs: number, confidence: number | null]
type Names = [heard: string | null, offered: string | null]
type Row = Times | [...Times, ...Names] | [...Times, ...Names, soft: 1]
