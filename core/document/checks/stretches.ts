import type { EvidenceSpan } from '../../contract/api.ts'
import type { DocumentInput } from '../models/ports.ts'
import type { Stretch } from './explanation.ts'

/** The words that spans show, in what a document was written from. */
export function stretchReader(input: DocumentInput): (span: EvidenceSpan) => Stretch {
  const segments = new Map(input.segments.map((segment) => [segment.id, segment]))
  const files = new Map(input.files.map((file) => [file.id, file]))
  const untimed = { startMs: null, endMs: null, speaker: null }
  return (span) => {
    switch (span.source) {
      case 'segment': {
        const segment = segments.get(span.segment_id)
        return {
          source: 'transcript',
          startMs: span.start_ms,
          endMs: span.end_ms,
          speaker: segment?.speaker ?? null,
          words: segment?.text.slice(span.start, span.end) ?? '',
        }
      }
      case 'file': {
        const page = files.get(span.file_id)?.pages[(span.page ?? 1) - 1] ?? ''
        return { source: 'file', ...untimed, words: page.slice(span.start, span.end) }
      }
      case 'derived':
        return { source: 'derived', ...untimed, words: span.from.join(', ') }
      default: {
        const text = span.source === 'context' ? input.contextMarkdown : input.backgroundHistory
        const words = span.words ?? (text ?? '').slice(span.start, span.end)
        return { source: span.source, ...untimed, words }
      }
    }
  }
}
