import type { OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps } from './recorder-deps.ts'

type Deps = Pick<RecorderDeps, 'recordings' | 'consultations'> & { open: OpenRecordings }

/**
 * Tells the consultation its recorded time and its state. The state is that of live recordings: an
 * uploaded file changes nothing in what the doctor is doing.
 */
export function consultationReport({ recordings, consultations, open }: Deps) {
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
