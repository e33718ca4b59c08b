import type { HeardWord } from '../../core/transcription/ports.ts'
import { openText, sealText } from './seal.ts'

/**
 * Words as rows of [from, to, startMs, endMs, confidence], and behind them the words heard and the
 * name offered where there are such, sealed with the consultation's key; null for none.
 */
export function sealWords(
  key: Uint8Array,
  segmentId: string,
  words: readonly HeardWord[] | undefined,
): Buffer | null {
  if (!words || words.length === 0) return null
  const rows = words.map(({ from, to, startMs, endMs, confidence, heard, offered }): Row => {
    const row: Row = [from, to, startMs, endMs, confidence]
    return heard === undefined && offered === undefined
      ? row
      : [...row, heard ?? null, offered ?? null]
  })
  return sealText(key, `segment ${segmentId} words`, JSON.stringify(rows))
}

export function openWords(key: Uint8Array, segmentId: string, sealed: Uint8Array): HeardWord[] {
  const rows = JSON.parse(openText(key, `segment ${segmentId} words`, sealed)) as Row[]
  return rows.map(([from, to, startMs, endMs, confidence, heard, offered]) => ({
    from,
    to,
    startMs,
    endMs,
    confidence,
    ...(typeof heard === 'string' ? { heard } : {}),
    ...(typeof offered === 'string' ? { offered } : {}),
  }))
}

type Times = [from: number, to: number, startMs: number, endMs: number, confidence: number | null]
type Row = Times | [...Times, heard: string | null, offered: string | null]
