import { createHash } from 'node:crypto'
import type { ConsultationFeed, ConsultationNews } from '../../core/consultation/feed.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import { readAhead } from '../../core/document/generation/read-ahead.ts'
import type { DocumentInput, Template, TextGenerator } from '../../core/document/models/ports.ts'
import type { DraftingGenerator } from '../../core/document/notes/draft.ts'
import { type PhraseAhead, phraseAhead } from '../../core/document/notes/phrase-ahead.ts'
import { piecesAhead } from '../../core/document/notes/phrase-piece.ts'
import type { PieceWriter } from '../../core/document/notes/piece-writer.ts'
import { readableSources } from '../../core/document/pieces/visit-budget.ts'
import type { GenerationQueue } from '../../core/engine/generation-queue.ts'
import type { Log } from '../../core/log.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import type { TranscriptionService } from '../../core/transcription/transcription-service.ts'

/** An engine that says in other words what rules have put together. */
export interface PhrasingEngine {
  rules: DraftingGenerator
  writer(visit: string): PieceWriter
}

export interface PhraseAheadSources extends Pick<ReadAheadSources, 'files' | 'textsOf'> {
  settled: TranscriptionService['settled']
  /** Of the document that is likely to be asked for. */
  templateOf(consultationId: string): Promise<Template>
  feed: Pick<ConsultationFeed, 'watch'>
  queue: GenerationQueue
  log: Log
  /** For tests. */
  everyMs?: number
}

/** Lines of running visits are written ahead. Null where no model phrases. */
export function composePhraseAhead(
  deps: PhraseAheadSources,
  engine: PhrasingEngine | undefined,
): PhraseAhead | null {
  if (!engine) return null
  const { settled, templateOf, files, textsOf, feed, ...how } = deps
  const ahead = phraseAhead({
    ...how,
    writer: engine.writer,
    async read(id) {
      const texts = await textsOf(id)
      if (!texts) return null
      const { segments, goesOn } = await settled(id)
      if (segments.length === 0) return null
      const template = await templateOf(id)
      const input = readableSources({ ...texts, template, segments, files: await files(id) })
      const digest = createHash('sha256')
        .update(JSON.stringify([input, goesOn]))
        .digest('hex')
      return {
        digest,
        pieces: (signal) => piecesAhead(engine.rules, input, { goesOn, signal }),
      }
    },
  })
  const unwatch = feed.watch((id, { type }) => {
    if (READ_AGAIN.has(type)) ahead.changed(id)
  })
  return {
    ...ahead,
    async close() {
      unwatch()
      await ahead.close()
    },
  }
}

/** News after which more may stand for good: the status comes with each window that was heard. */
const READ_AGAIN: ReadonlySet<ConsultationNews['type']> = new Set([
  'transcription.status',
  'transcription.segments',
  'transcription.replaced',
  'file.changed',
  'file.removed',
])

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
    if (READ_VISIT_AGAIN.has(type)) reading.changed(id)
  })
  return async () => {
    unwatch()
    await reading.close()
  }
}

/** News after which a document would rest on something else than before. */
const READ_VISIT_AGAIN: ReadonlySet<ConsultationNews['type']> = new Set([
  'transcription.segments',
  'transcription.replaced',
  'file.changed',
  'file.removed',
])
