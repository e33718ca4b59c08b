/**
 * The beginning of a recording: its place on the consultation's timeline, and what becomes of
 * others that are open.
 */
import type { Consultation } from '../consultation/consultation.ts'
import { AppError } from '../errors.ts'
import type { EndRecording } from './end-recording.ts'
import type { OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps } from './recorder-deps.ts'
import type { StoredRecording } from './storage.ts'

export interface StartRecording {
  consultation: Consultation
  /** Chosen by the client, so that a start whose answer was lost can be repeated. */
  recordingId: string
  channels: number
  source: StoredRecording['source']
}

type Deps = Pick<
  RecorderDeps,
  'recordings' | 'now' | 'requireRoom' | 'requireQuota' | 'requireOpen'
> & {
  open: OpenRecordings
  end: EndRecording
  activeForMs: number
}

/** To be called for one consultation at a time. */
export function createRecording(deps: Deps) {
  const { recordings, now, open, end, activeForMs } = deps

  /**
   * A live recording ends another that was left open: the sound goes on in the new one. An uploaded
   * file does not end one that is running, and a live one does not wait for an upload, which ends
   * by itself.
   */
  async function makeRoom(consultationId: string, source: StoredRecording['source']) {
    for (const other of await recordings.listByConsultation(consultationId)) {
      if (other.state === 'finished') continue
      if (source === 'upload') refuseWhileActive(await open.touchedAt(other))
      else if (other.source === 'upload') continue
      await end(other, 'superseded')
    }
  }

  function refuseWhileActive(touchedAt: Date) {
    const idleMs = now().getTime() - touchedAt.getTime()
    if (idleMs > activeForMs) return
    throw new AppError(
      'conflict',
      'recording_in_progress',
      'Há uma gravação em andamento nesta consulta. Finalize a gravação e envie o arquivo de novo.',
      { retryAfterS: 30 },
    )
  }

  async function timelineEnd(consultationId: string): Promise<number> {
    let endMs = 0
    for (const one of await recordings.listByConsultation(consultationId))
      endMs = Math.max(endMs, one.startMs + (await open.durationMs(one)))
    return endMs
  }

  return async ({ consultation, recordingId, channels, source }: StartRecording) => {
    deps.requireRoom?.()
    await deps.requireQuota?.(consultation.id)
    await admitVisit(deps, consultation.id)
    await makeRoom(consultation.id, source)
    const startedAt = now()
    const created: StoredRecording = {
      id: recordingId,
      consultationId: consultation.id,
      organizationId: consultation.organizationId,
      channels,
      source,
      state: 'recording',
      startMs: await timelineEnd(consultation.id),
      startedAt,
      touchedAt: startedAt,
      finishedAt: null,
      endedBy: null,
      statement: null,
      use: null,
      announced: false,
      held: [],
      lostMs: [],
    }
    await recordings.create(created)
    return created
  }
}

/**
 * While the service drains, a visit that was being recorded when that began goes on, whatever its
 * page does: loaded anew, after a pause, with what a browser kept. @throws {AppError} `draining`
 */
export async function admitVisit(
  { recordings, requireOpen }: Pick<RecorderDeps, 'recordings' | 'requireOpen'>,
  consultationId: string,
): Promise<void> {
  if (!requireOpen) return
  const live = (await recordings.listByConsultation(consultationId)).filter(
    ({ source }) => source === 'live',
  )
  requireOpen(live.map(({ startedAt, finishedAt }) => ({ from: startedAt, until: finishedAt })))
}
