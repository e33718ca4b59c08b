import type { DocumentInput, Template } from '../../core/document/models/ports.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'

export function segment(text: string, more: Partial<TranscriptSegment> = {}): TranscriptSegment {
  return {
    id: 'segment-1',
    consultationId: 'consultation',
    recordingId: 'recording',
    sequence: 0,
    startMs: 0,
    endMs: 900,
    text,
    channel: 'mic',
    speaker: null,
    confidence: 0.9,
    final: true,
    ...more,
  }
}

/** One after the other, a second each. */
export function segments(texts: string[]): TranscriptSegment[] {
  return texts.map((text, index) =>
    segment(text, {
      id: `segment-${index + 1}`,
      sequence: index,
      startMs: index * 1000,
      endMs: index * 1000 + 900,
    }),
  )
}

/** One field of each type. */
export const SMALL_TEMPLATE: Template = {
  id: 'smallTemplate',
  slug: 'modelo-pequeno',
  name: 'Modelo pequeno',
  purpose: 'Para os testes',
  group: 'own',
  version: 3,
  pendingClinicalReview: false,
  fields: [
    { name: 'Queixa Principal', type: 'string' },
    { name: 'Orientações', type: 'string[]' },
    { name: 'Risco', type: 'dict', keys: ['Autoagressão', 'Fatores de Proteção'] },
  ],
}

export function documentInput(parts: Partial<DocumentInput> = {}): DocumentInput {
  return {
    template: SMALL_TEMPLATE,
    segments: [],
    contextMarkdown: '',
    backgroundHistory: null,
    files: [],
    ...parts,
  }
}
