import type { Principal } from '../access/principal.ts'
import type { Consultation } from '../consultation/consultation.ts'
import type { Segment, Speaker } from '../contract/api.ts'
import { AppError, notFound } from '../errors.ts'
import type { TranscriptSegment, TranscriptStore } from './ports.ts'
import { presentSegment } from './present-segment.ts'
import type { NameSpeakers } from './speakers.ts'

export interface SegmentPatch {
  text?: string | undefined
  was?: string | undefined
  speaker?: Speaker | null | undefined
}

export type CorrectSegment = (
  principal: Pick<Principal, 'doctorId'>,
  consultation: Consultation,
  segmentId: string,
  patch: SegmentPatch,
) => Promise<Segment>

interface Deps {
  store: Pick<TranscriptStore, 'correct'>
  nameSpeakers: NameSpeakers
  tell(consultationId: string, segments: readonly TranscriptSegment[]): Promise<void>
  now: () => Date
}

/** Far longer than anything that is said without a breath. */
export const longestSegment = 5000

/**
 * What a person says was really said (SPEC-GAPS 2.5), told to everybody who watches. The
 * recognizer's words stay on record, and the correction outlives the final pass.
 * @throws {AppError} `not_found`, `segment_changed` when other words stand there than the person
 * saw
 */
export function correctSegment({ store, nameSpeakers, tell, now }: Deps): CorrectSegment {
  return async ({ doctorId }, consultation, segmentId, { text, was, speaker }) => {
    const corrected = await store.correct(consultation.id, segmentId, {
      ...(text === undefined ? {} : { text: oneLine(text) }),
      ...(was === undefined ? {} : { was }),
      ...(speaker === undefined ? {} : { speaker }),
      by: doctorId ?? consultation.externalDoctorId,
      at: now(),
    })
    if (!corrected) throw notFound('Este trecho não existe mais.')
    if (corrected === 'changed')
      throw new AppError('conflict', 'segment_changed', 'O trecho mudou enquanto você corrigia.')
    await tell(consultation.id, [corrected])
    const [named] = await nameSpeakers([corrected])
    return presentSegment(named ?? corrected)
  }
}

/** A segment is a line: what was typed or pasted with breaks becomes one. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
