/**
 * A case as a generator gets it: what was said, one segment a turn, and what was written beside it.
 */
import type { DocumentInput, Template } from '../document/models/ports.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'
import type { EvaluationCase } from './case.ts'

/** How fast people talk in these cases, and how long they wait. */
const MS_PER_WORD = 400
const PAUSE_MS = 800

type Spoken = Pick<EvaluationCase, 'id' | 'modality' | 'turns'>

/** @param segments what the speech engine heard, in place of what was said */
export function caseInput(
  one: Spoken & Pick<EvaluationCase, 'context' | 'background' | 'files'>,
  template: Template,
  segments: TranscriptSegment[] = spokenSegments(one),
): DocumentInput {
  return {
    template,
    segments,
    contextMarkdown: one.context,
    backgroundHistory: one.background,
    files: one.files.map(({ name, pages }, index) => ({ id: `f${index}`, name, pages })),
  }
}

/** Every turn as a perfect recognizer would write it; channels only where the visit had two. */
function spokenSegments({ id, modality, turns }: Spoken): TranscriptSegment[] {
  let startMs = 0
  return turns.map(({ by, text }, sequence): TranscriptSegment => {
    const endMs = startMs + text.split(/\s+/).length * MS_PER_WORD
    const segment: TranscriptSegment = {
      id: `s${sequence}`,
      consultationId: id,
      recordingId: 'r',
      sequence,
      startMs,
      endMs,
      text,
      channel: modality === 'telemedicine' && by !== 'doctor' ? 'remote' : 'mic',
      speaker: null,
      confidence: null,
      final: true,
    }
    startMs = endMs + PAUSE_MS
    return segment
  })
}
