import type { HeardWord } from '../core/transcription/ports.ts'
import { openText, sealText } from './segment-seal.ts'

/** Words as rows of [from, to, startMs, endMs, confidence], sealed with the consultation's key; null for none. */
export function sealWords(key: Uint8Array, words: readonly HeardWord[] | undefined): Buffer | null {
  if (!words || words.length === 0) return null
  const rows = words.map(({ from, to, startMs, endMs, confidence }) => [
    ...[from, to, startMs, endMs],
    confidence,
  ])
  return sealText(key, JSON.stringify(rows))
}

export function openWords(key: Uint8Array, sealed: Uint8Array): HeardWord[] {
  const rows = JSON.parse(openText(key, sealed)) as Row[]
  return rows.map(([from, to, startMs, endMs, confidence]) => ({
    ...{ from, to, startMs, endMs, confidence },
  }))
}

type Row = [number, number, number, number, number | null]
