import type { UnusedPart } from '../../core/input-use/input-use.ts'

/** Keeps the parts of a file's sound that are not there, in order of time. */
export interface UnusedSound {
  gap(fromMs: number, toMs: number): void
  truncated(atMs: number): void
  parts(): UnusedPart[]
}

/** Gaps that lie nearer together are told as one: a damaged stretch, not each packet of it. */
const TOGETHER_MS = 250
/** More are told as one that reaches to the last of them. */
const MOST = 50

export function unusedSound(): UnusedSound {
  const parts: { code: 'audio_gap' | 'audio_truncated'; fromMs: number; toMs: number }[] = []
  return {
    gap(fromMs, toMs) {
      const last = parts.at(-1)
      const isNear = last && (fromMs - last.toMs <= TOGETHER_MS || parts.length >= MOST)
      if (isNear && last.code === 'audio_gap') last.toMs = Math.max(last.toMs, toMs)
      else parts.push({ code: 'audio_gap', fromMs, toMs })
    },
    truncated(atMs) {
      parts.push({ code: 'audio_truncated', fromMs: atMs, toMs: atMs })
    },
    parts: () => parts,
  }
}
