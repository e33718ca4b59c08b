/**
 * Recordings that go away: text first, then sound, the row last, so that what breaks off can be
 * asked for again.
 */
import { infoOf, locationOf, type OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps } from './recorder-deps.ts'
import type { StoredRecording } from './storage.ts'

type Deps = Pick<RecorderDeps, 'recordings' | 'store' | 'listener' | 'now' | 'log'> & {
  open: OpenRecordings
  report(consultationId: string): Promise<void>
}

export function removeRecording({ recordings, store, listener, now, log, open, report }: Deps) {
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
      await open.close(one.id)
      await erase(one)
    },

    /**
     * The doctor wants it gone, with its text. To be called for one consultation at a time. @throws
     * {AppError} `legal_hold`
     */
    async remove(one: StoredRecording): Promise<void> {
      const at = now()
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
