/**
 * What is done for recordings that nobody speaks for: their clients stayed away, or the process
 * that took them died.
 */

import type { KeyedQueue } from './keyed-queue.ts'
import type { OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps, RecordingLeases } from './recorder-deps.ts'
import type { EndRecording, OwnRecording } from './recording-lifecycle.ts'
import type { StoredRecording } from './storage.ts'

type Deps = Pick<RecorderDeps, 'recordings' | 'now' | 'log'> & {
  leases: RecordingLeases
  open: OpenRecordings
  own: OwnRecording
  end: EndRecording
  discard(recordingId: string): Promise<void>
  inConsultation: KeyedQueue
  /** Nothing was heard of it for so long. */
  abandonedAfterMs: number
}

export function upkeep(deps: Deps) {
  const {
    recordings,
    leases,
    now,
    log,
    open,
    own,
    end,
    discard,
    inConsultation,
    abandonedAfterMs,
  } = deps

  async function endIfAbandoned(recordingId: string): Promise<void> {
    const one = await recordings.find(recordingId)
    if (!one || one.state === 'finished') return
    const idleMs = now().getTime() - (await open.touchedAt(one)).getTime()
    if (idleMs <= abandonedAfterMs) return
    await own(one.id)
    await end(one, 'abandoned')
    log.info('recording.abandoned', { recordingId })
  }

  async function announceAgain(recordingId: string): Promise<void> {
    const one = await recordings.find(recordingId)
    if (one && !one.announced) await end.announce(one)
  }

  /**
   * Ends what was left open too long, and tells again of ends that could not be told. To be called
   * now and then, hourly for example. What fails is logged and does not keep the others.
   */
  async function endAbandoned(): Promise<void> {
    for (const one of await recordings.listOpen()) await inTurn(one, endIfAbandoned)
    for (const one of await recordings.listUnannounced()) await inTurn(one, announceAgain)
  }

  /**
   * A doctor may go on with it, or remove it, while we get there: each is looked at when its turn
   * has come.
   */
  async function inTurn(
    { id: recordingId, consultationId }: StoredRecording,
    task: (recordingId: string) => Promise<void>,
  ): Promise<void> {
    await inConsultation(consultationId, () => task(recordingId)).catch((err: unknown) =>
      log.error('recording.not_ended', { recordingId, err }),
    )
  }

  /** At start, once the listener is ready: what a crash interrupted. */
  async function recover(): Promise<void> {
    // An upload that was cut off was never confirmed, so its sender still has it.
    for (const { id: recordingId, source } of await recordings.listOpen())
      if (source === 'upload' && (await leases.isFree(recordingId)))
        await discard(recordingId).catch((err: unknown) =>
          log.error('recording.not_discarded', { recordingId, err }),
        )
    await endAbandoned()
  }

  return { endAbandoned, recover }
}
