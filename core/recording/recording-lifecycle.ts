/**
 * The life of a recording: its place on the consultation's timeline, and what becomes of others
 * that are open; its report to the consultation; its end and its removal.
 */

import type { Consultation } from '../consultation/consultation.ts'
import type { RecordingStatement } from '../contract/channel.ts'
import { AppError } from '../errors.ts'
import type { UnusedPart } from '../input-use/input-use.ts'
import { infoOf, locationOf, type OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps } from './recorder-deps.ts'
import { useOfSound } from './sound-use.ts'
import { type ChannelClaim, makeStatement } from './statement.ts'
import type { RecordingEnd, StoredRecording } from './storage.ts'

type ReportDeps = Pick<RecorderDeps, 'recordings' | 'consultations'> & { open: OpenRecordings }

/**
 * Tells the consultation its recorded time and its state. The state is that of live recordings: an
 * uploaded file changes nothing in what the doctor is doing.
 */
export function consultationReport({ recordings, consultations, open }: ReportDeps) {
  return async (consultationId: string): Promise<void> => {
    const all = await recordings.listByConsultation(consultationId)
    const going = all.find(({ source, state }) => source === 'live' && state !== 'finished')
    let recordedMs = 0
    for (const one of all) recordedMs += await open.durationMs(one)
    // A file that was sent alone leaves the recorder as it was: the doctor may still begin.
    const live = all.filter(({ source }) => source === 'live')
    const ends = live.flatMap(({ finishedAt }) => finishedAt?.getTime() ?? [])
    await consultations.updateRecorded(consultationId, {
      status: going?.state ?? (live.length > 0 ? 'finished' : 'open'),
      recordedMs,
      finishedAt: going || ends.length === 0 ? null : new Date(Math.max(...ends)),
    })
  }
}

/** Before anything is written of it, where several servers might. */
export type OwnRecording = (recordingId: string) => Promise<void>

type EndDeps = RecorderDeps & {
  open: OpenRecordings
  /** Tells the consultation how its recordings stand. */
  report(consultationId: string): Promise<void>
}

export interface EndRecording {
  /** Ends it, or states again what an ended one holds when its client speaks up later. */
  (
    one: StoredRecording,
    endedBy: RecordingEnd,
    claims?: readonly ChannelClaim[],
    /** Unused parts of a file, by its decoder: nothing else then looks for silent channels. */
    read?: readonly UnusedPart[],
  ): Promise<RecordingStatement>
  /** Tells consultation and listener; what fails stays unannounced, to be told again. */
  announce(one: StoredRecording): Promise<void>
}

/** Ends the row first; then notifies consultation and listener, again later where that fails. */
export function endRecording(deps: EndDeps): EndRecording {
  const { recordings, listener, now, log, open, report } = deps

  async function end(
    one: StoredRecording,
    endedBy: RecordingEnd,
    claims: readonly ChannelClaim[] | null = null,
    read: readonly UnusedPart[] | null = null,
  ): Promise<RecordingStatement> {
    if (one.state === 'finished') return restate(one, endedBy, claims)
    const silent = read ? [] : await open.silent(one)
    const { ended, statement } = await open.shut(one, { state: 'finished' }, async (audio) => {
      await audio.settled()
      const held = await audio.summary()
      const statement = makeStatement(one.id, held, claims, one.lostMs, silent)
      const use = useOfSound(statement, read ?? [])
      const change = {
        state: 'finished',
        finishedAt: now(),
        endedBy,
        statement,
        use,
        held,
      } as const
      return { ended: await open.change(one, change), statement }
    })
    await announce(ended)
    log.info('recording.finished', { recordingId: one.id, endedBy, complete: statement.complete })
    return statement
  }

  async function restate(
    one: StoredRecording,
    endedBy: RecordingEnd,
    claims: readonly ChannelClaim[] | null,
  ): Promise<RecordingStatement> {
    const silent = one.statement?.channels.filter(({ silent }) => silent) ?? []
    const numbers = silent.map(({ channel }) => channel)
    const statement = makeStatement(one.id, one.held, claims, one.lostMs, numbers)
    await recordings.update(one.id, { endedBy, statement, use: useOfSound(statement, []) })
    return statement
  }

  async function announce(one: StoredRecording): Promise<void> {
    try {
      await report(one.consultationId)
      await listener.onFinished(infoOf(one))
      await recordings.update(one.id, { announced: true })
    } catch (err) {
      log.error('recording.announce_failed', { recordingId: one.id, err })
    }
  }

  return Object.assign(end, { announce })
}

/**
 * Recordings that go away: text first, then sound, the row last, so that what breaks off can be
 * asked for again.
 */

type RemoveDeps = Pick<RecorderDeps, 'recordings' | 'store' | 'listener' | 'now' | 'log'> & {
  open: OpenRecordings
  own: OwnRecording
  report(consultationId: string): Promise<void>
}

export function removeRecording({
  recordings,
  store,
  listener,
  now,
  log,
  open,
  own,
  report,
}: RemoveDeps) {
  async function erase(one: StoredRecording): Promise<void> {
    await store.remove(locationOf(one))
    await recordings.remove(one.id)
    // A frame that came meanwhile was refused, and had opened the files again.
    await open.close(one.id)
  }

  return {
    /**
     * Removes what never became a recording: an upload that could not be read. Nobody was told of
     * it.
     */
    async discard(recordingId: string): Promise<void> {
      const one = await recordings.find(recordingId)
      if (!one) return
      await own(one.id)
      await open.close(one.id)
      await erase(one)
    },

    /**
     * The doctor wants it gone, with its text. To be called for one consultation at a time. @throws
     * {AppError} `legal_hold`
     */
    async remove(one: StoredRecording): Promise<void> {
      const at = now()
      await own(one.id)
      // From here on it takes no frame, and nothing is on its way to the files that go.
      if (one.state !== 'finished')
        await open.shut(one, { soundErasedAt: at }, async (audio) => {
          await audio.settled()
          await recordings.markSoundForDeletion(one, at)
        })
      else {
        await open.close(one.id)
        await recordings.markSoundForDeletion(one, at)
      }
      await listener.onRemoved(infoOf(one))
      await erase(one)
      await report(one.consultationId)
      log.info('recording.removed', { recordingId: one.id })
    },
  }
}

export interface StartRecording {
  consultation: Consultation
  /** Chosen by the client, so that a start whose answer was lost can be repeated. */
  recordingId: string
  channels: number
  source: StoredRecording['source']
}

type CreateDeps = Pick<
  RecorderDeps,
  'recordings' | 'now' | 'requireRoom' | 'requireQuota' | 'requireOpen'
> & {
  open: OpenRecordings
  own: OwnRecording
  end: EndRecording
  activeForMs: number
}

/** To be called for one consultation at a time. */
export function createRecording(deps: CreateDeps) {
  const { recordings, now, open, own, end, activeForMs } = deps

  /**
   * A live recording ends another that was left open: the sound goes on in the new one. An uploaded
   * file does not end one that is running, and a live one does not wait for an upload, which ends
   * by itself.
   */
  async function makeRoom({ consultation, recordingId, source }: StartRecording) {
    for (const other of await recordings.listByConsultation(consultation.id)) {
      // Its client was with another server a moment ago, which has just made it.
      if (other.state === 'finished' || other.id === recordingId) continue
      if (source === 'upload') refuseWhileActive(await open.touchedAt(other))
      else if (other.source === 'upload') continue
      await own(other.id)
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

  /** @returns it, or the one that another server has just made for the same client */
  return async (input: StartRecording): Promise<StoredRecording> => {
    const { consultation, recordingId, channels, source } = input
    deps.requireRoom?.()
    await deps.requireQuota?.(consultation.id)
    await admitVisit(deps, consultation.id)
    await makeRoom(input)
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
    try {
      await recordings.create(created)
    } catch (error) {
      const made = await recordings.find(recordingId)
      if (!made) throw error
      return made
    }
    open.made(created.id)
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
