/**
 * Context and history are texts that people go on writing in after a document was written, so a
 * place in them says nothing a minute later. A source in them keeps its words.
 */
import type { Contradiction, Evidence, EvidenceFinding, EvidenceSpan } from '../../contract/api.ts'

/** As the consultation had them when the document was written. */
export interface WrittenTexts {
  contextMarkdown: string
  backgroundHistory: string | null
}

export function withQuotedWords(
  { evidence, contradictions }: { evidence: Evidence[]; contradictions: Contradiction[] },
  { contextMarkdown, backgroundHistory }: WrittenTexts,
): { evidence: Evidence[]; contradictions: Contradiction[] } {
  const texts = { context: contextMarkdown, background: backgroundHistory ?? '' }
  const quoted = (spans: EvidenceSpan[]) =>
    spans.map((span) =>
      span.source === 'context' || span.source === 'background'
        ? { ...span, words: texts[span.source].slice(span.start, span.end) }
        : span,
    )
  const ofFinding = <One extends EvidenceFinding>(one: One): One => ({
    ...one,
    spans: quoted(one.spans),
    ...(one.nearest ? { nearest: quoted(one.nearest) } : {}),
  })
  return {
    evidence: evidence.map((one) => ({
      ...ofFinding(one),
      ...(one.parts ? { parts: one.parts.map(ofFinding) } : {}),
    })),
    contradictions: contradictions.map((one) => ({ ...one, spans: quoted(one.spans) })),
  }
}
