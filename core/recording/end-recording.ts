/**
 * The end of a recording: its row first, then consultation and listener, who are told again if that
 * fails.
 */
import type { RecordingStatement } from '../contract/channel.ts'
import type { UnusedPart } from '../input-use/input-use.ts'
import { infoOf, type OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps } from './recorder-deps.ts'
import { useOfSound } from './sound-use.ts'
import { type ChannelClaim, makeStatement } from './statement.ts'
import type { RecordingEnd, StoredRecording } from './storage.ts'

type Deps = RecorderDeps & {
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
    /** Of a file, by its decoder: then nobody else has to listen for silent channels. */
    read?: readonly UnusedPart[],
  ): Promise<RecordingStatement>
  /** Tells consultation and listener; what fails stays unannounced, to be told again. */
  announce(one: StoredRecording): Promise<void>
}

export function endRecording(deps: Deps): EndRecording {
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
