import type { ConsultationFeed, ConsultationNews } from '../../core/consultation/feed.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import { readAhead } from '../../core/document/generation/read-ahead.ts'
import type { DocumentInput, TextGenerator } from '../../core/document/models/ports.ts'
import { readableSources } from '../../core/document/pieces/visit-budget.ts'
import type { Log } from '../../core/log.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'

export interface ReadAheadSources {
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[] }>
  /** Texts of uploaded files. */
  files(consultationId: string): Promise<DocumentInput['files']>
  textsOf: ConsultationStore['textsOf']
  feed: Pick<ConsultationFeed, 'watch'>
  log: Log
}

/** The language model reads along, where there is one that gains by it. @returns what ends it */
export function composeReadAhead(
  { feed, transcript, files, textsOf, log }: ReadAheadSources,
  text: TextGenerator | null,
): () => Promise<void> {
  if (!text?.readAhead) return async () => {}
  const reading = readAhead({
    text,
    async sources(id) {
      const texts = await textsOf(id)
      if (!texts) return null
      const { segments } = await transcript(id)
      return readableSources({ ...texts, segments, files: await files(id) })
    },
    log,
  })
  const unwatch = feed.watch((id, { type }) => {
    if (READ_AGAIN.has(type)) reading.changed(id)
  })
  return async () => {
    unwatch()
    await reading.close()
  }
}

/** News after which a document would rest on something else than before. */
const READ_AGAIN: ReadonlySet<ConsultationNews['type']> = new Set([
  'transcription.segments',
  'transcription.replaced',
  'file.changed',
  'file.removed',
])
