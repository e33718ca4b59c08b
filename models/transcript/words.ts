import type { HeardWord } from '../../core/transcription/ports.ts'
import { openText, sealText } from './seal.ts'

/** Words as rows of [from, to, startMs, endMs, confidence], sealed with the consultation's key; null for none. */
export function sealWords(
  key: Uint8Array,
  segmentId: string,
  words: readonly HeardWord[] | undefined,
): Buffer | null {
  if (!words || words.length === 0) return null
  const rows = words.map(({ from, to, startMs, endMs, confidence }) => [
    ...[from, to, startMs, endMs],
    confidence,
  ])
  return sealText(key, `segment ${segmentId} words`, JSON.stringify(rows))
}

export function openWords(key: Uint8Array, segmentId: string, sealed: Uint8Array): HeardWord[] {
  const rows = JSON.parse(openText(key, `segment ${segmentId} words`, sealed)) as Row[]
  return rows.map(([from, to, startMs, endMs, confidence]) => ({
    ...{ from, to, startMs, endMs, confidence },
  }))
}

type Row = [number, number, number, number, number | null]
