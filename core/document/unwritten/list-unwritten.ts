import type { EvidenceSpan } from '../../contract/api.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import type { Sources } from '../pieces/statements.ts'
import { withinBudget } from '../pieces/visit-budget.ts'
import type { DocumentRecord } from '../record/document-store.ts'
import type { Unwritten } from './unwritten.ts'

export interface ListUnwrittenDeps {
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[] }>
  textsOf(consultationId: string): Promise<{ contextMarkdown: string } | null>
  /**
   * Reads both (`unwrittenReader`), apart from the thread that acknowledges sound.
   * @throws {AppError} `reading_timeout`, `reading_failed`
   */
  read(sources: Sources, document: DocumentRecord): Promise<Unwritten[]>
}

export type ListUnwritten = (record: DocumentRecord) => Promise<Unwritten[]>

/**
 * What the visit says by now and the document does not, without what the doctor dismissed; none of
 * a document that is not there yet.
 */
export function listUnwritten({ transcript, textsOf, read }: ListUnwrittenDeps): ListUnwritten {
  return async (record) => {
    const { status, consultationId, dismissed = [] } = record
    if (status !== 'draft' && status !== 'reviewed') return []
    const { segments } = await transcript(consultationId)
    const contextMarkdown = (await textsOf(consultationId))?.contextMarkdown ?? ''
    const sources = { segments, contextMarkdown, backgroundHistory: null, files: [] }
    const items = await read(withinBudget(sources).sources, record)
    return items
      .filter(({ id }) => !dismissed.includes(id))
      .map((item) => ({ ...item, spans: item.spans.map((span) => quoted(span, contextMarkdown)) }))
  }
}

/** People go on writing in the context: a place in it keeps its words. */
function quoted(span: EvidenceSpan, context: string): EvidenceSpan {
  return span.source === 'context' ? { ...span, words: context.slice(span.start, span.end) } : span
}
