import type { EvidenceSpan } from '../../core/contract/api.ts'
import { measure } from '../../core/document/measures/measure.ts'
import type { MeasureId } from '../../core/document/measures/measures.ts'
import type { DocumentInput, Template } from '../../core/document/models/ports.ts'
import { withoutRetractions } from '../../core/document/pieces/retractions.ts'
import { readStatements } from '../../core/document/pieces/statements.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'

/** One segment per turn, ten seconds apart, on one microphone as in a consulting room. */
export function buildSegments(turns: string[]): TranscriptSegment[] {
  return turns.map((text, index) => ({
    id: `s${index}`,
    consultationId: 'c',
    recordingId: 'r',
    sequence: index,
    startMs: index * 10_000,
    endMs: index * 10_000 + 5000,
    text,
    channel: 'mic',
    speaker: null,
    confidence: null,
    final: true,
  }))
}

/** A document model of a test's own. */
export function sampleTemplate(fields: Template['fields']): Template {
  return {
    id: 'sample',
    slug: 'exemplo',
    name: 'Exemplo',
    purpose: 'Para os testes',
    group: 'specialty',
    version: 1,
    pendingClinicalReview: false,
    fields,
  }
}

export function buildInput(
  template: Template,
  turns: string[],
  more: Partial<DocumentInput> = {},
): DocumentInput {
  return {
    template,
    segments: buildSegments(turns),
    contextMarkdown: '',
    backgroundHistory: null,
    files: [],
    ...more,
  }
}

/**
 * What is measured or told in a conversation, as text: "120/80", "72.5", or "null". Turns are
 * separated by " | ", a child's visit begins "child: ".
 */
export function measured(id: MeasureId, conversation: string): string {
  const isChild = conversation.startsWith('child: ')
  const turns = conversation.replace('child: ', '').split(' | ')
  const { chosen, told } = measure(
    withoutRetractions(readStatements({ ...NOTHING, segments: buildSegments(turns) })),
    isChild,
  )
  return (chosen.get(id) ?? told.get(id))?.values.join('/') ?? 'null'
}

/** Lines "phrase => value"; blank lines and lines of "#" are layout. */
export function phrases(table: string): [phrase: string, expected: string][] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [phrase, expected] = line.split(' => ')
      if (phrase === undefined || expected === undefined) throw new Error(`no "=>" in: ${line}`)
      return [phrase, expected]
    })
}

/** The words a span points at, or undefined when it points nowhere. */
export function quoted(input: DocumentInput, span: EvidenceSpan): string | undefined {
  if (span.source === 'derived') return undefined
  const { start, end } = span
  if (!(start >= 0 && start < end)) return undefined
  if (span.source === 'segment') {
    const segment = input.segments.find(({ id }) => id === span.segment_id)
    return segment && end <= segment.text.length ? segment.text.slice(start, end) : undefined
  }
  if (span.source === 'file') {
    const page = input.files.find(({ id }) => id === span.file_id)?.pages[(span.page ?? 1) - 1]
    return page?.slice(start, end)
  }
  return (
    span.source === 'context' ? input.contextMarkdown : (input.backgroundHistory ?? '')
  ).slice(start, end)
}

const NOTHING = { contextMarkdown: '', backgroundHistory: null, files: [] }
