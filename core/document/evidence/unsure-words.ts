/**
 * What the recognizer was not sure of is not sure in a document either. A value that rests on such
 * words is told with them, so that the doctor listens before signing. Words that a person wrote in
 * the recognizer's place are sure.
 */
import type { Evidence, EvidenceFinding, EvidenceSpan } from '../../contract/api.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'

/**
 * The recognizer's opinion of a word below which it is told, 0 to 1. What is no word was misheard
 * more often than not (decision 35).
 */
export const WORD_UNSURE_BELOW = 0.3
export const STRANGE_UNSURE_BELOW = 0.75

/** "de", "um", "foi": misheard, they rarely change what is written. */
const SHORTEST = 4

/** Whether a folded word is known: of the language, or the name of a medicine. */
export type IsWord = (folded: string) => boolean

/** @param segments those that the document was written from */
export function withUnsureWords(
  evidence: readonly Evidence[],
  segments: readonly TranscriptSegment[],
  isWord: IsWord,
): Evidence[] {
  const heard = new Map(segments.map((segment) => [segment.id, segment]))
  const ofFinding = <One extends EvidenceFinding>(one: One): One => {
    if (one.verdict !== 'supported') return one
    const unsure = one.spans.flatMap((span) => unsureIn(span, heard, isWord))
    return unsure.length > 0 ? { ...one, unsure: [...new Set(unsure)] } : one
  }
  return evidence.map((one) => ({
    ...ofFinding(one),
    ...(one.parts ? { parts: one.parts.map(ofFinding) } : {}),
  }))
}

function unsureIn(
  span: EvidenceSpan,
  heard: ReadonlyMap<string, TranscriptSegment>,
  isWord: IsWord,
): string[] {
  if (span.source !== 'segment') return []
  const segment = heard.get(span.segment_id)
  if (!segment?.words || segment.earlier?.length) return []
  return segment.words.flatMap(({ from, to, confidence }) => {
    if (to <= span.start || from >= span.end || confidence === null) return []
    const word = trimmed(segment.text.slice(from, to))
    const hasDigit = /\d/.test(word)
    if (word.length < SHORTEST && !hasDigit) return []
    const isStrange =
      !hasDigit &&
      !fold(word)
        .split(/[^\p{L}]+/u)
        .every(isWord)
    return confidence < (isStrange ? STRANGE_UNSURE_BELOW : WORD_UNSURE_BELOW) ? [word] : []
  })
}

function trimmed(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
