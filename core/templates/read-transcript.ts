/**
 * A conversation as people type it, for trying a model: a turn a line, `Médico: …` or `Paciente:
 * …`, with or without a time in front (`00:35`, `[01m 20s]`). A line without a name goes on with
 * the one before it.
 */
import type { TranscriptSegment } from '../transcription/ports.ts'

const MS_PER_WORD = 400
const PAUSE_MS = 800

const WHO: readonly [RegExp, TranscriptSegment['speaker']][] = [
  [/^(?:m|d|m[eé]dic[oa]|m[eé]dico\(a\)|doutora?|dra?\.?|doctor|profissional)$/i, 'doctor'],
  [/^(?:p|pac|paciente|patient)$/i, 'patient'],
  [/^(?:a|acompanhante|m[aã]e|pai|filh[oa]|espos[oa]|companion)$/i, 'companion'],
]
const TURN =
  /^\s*(?:\[?(?:\d{1,2}:)?\d{1,3}(?:m\s?|:)\d{2}s?\]?\s*[-–]?\s*)?(?:([\p{L}().]{1,20}):\s+)?(.+)$/su

export function readTranscript(text: string): TranscriptSegment[] {
  const segments: TranscriptSegment[] = []
  let startMs = 0
  for (const line of text.split(/\r?\n/)) {
    const [, name, said] = TURN.exec(line) ?? []
    if (!said?.trim()) continue
    const known = name === undefined ? undefined : WHO.find(([pattern]) => pattern.test(name))
    const isTurn = known !== undefined || segments.length === 0
    // "Retorno: em 30 dias" is something said, not somebody who speaks.
    const words = known || name === undefined ? said.trim() : `${name}: ${said.trim()}`
    const last = segments.at(-1)
    const endMs = startMs + words.split(/\s+/).length * MS_PER_WORD
    if (!isTurn && last) {
      last.text = `${last.text} ${words}`
      last.endMs = endMs
    } else
      segments.push({
        id: `s${segments.length}`,
        consultationId: 'preview',
        recordingId: 'preview',
        sequence: segments.length,
        startMs,
        endMs,
        text: words,
        channel: 'mic' as const,
        speaker: known?.[1] ?? null,
        confidence: null,
        final: true,
      })
    startMs = endMs + PAUSE_MS
  }
  return segments
}
