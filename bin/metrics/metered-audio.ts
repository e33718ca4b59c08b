import { Counter, Histogram, type Registry } from 'prom-client'
import type { AudioStore, RecordingAudio } from '../../core/recording/storage.ts'

const RATE_HZ = 16_000

/**
 * A store that tells `/metrics` how long a frame waits for the disk: every acknowledgement waits as
 * long (DESIGN §5.1).
 */
export function meteredAudio(store: AudioStore, registry: Registry): AudioStore {
  const seconds = new Histogram({
    name: 'svc_audio_durable_seconds',
    help: 'From a frame’s arrival until it is on the disk.',
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  const held = new Counter({
    name: 'svc_audio_held_seconds_total',
    help: 'Seconds of sound put on the disk, over all channels.',
    registers: [registry],
  })
  const metered = new WeakMap<RecordingAudio, RecordingAudio>()

  function timed(audio: RecordingAudio): RecordingAudio {
    const known = metered.get(audio)
    if (known) return known
    const own: RecordingAudio = {
      ...audio,
      async append(frame) {
        const stop = seconds.startTimer()
        await audio.append(frame)
        stop()
        held.inc(frame.samples.length / RATE_HZ)
      },
    }
    metered.set(audio, own)
    return own
  }

  return {
    ...store,
    open: async (...request) => timed(await store.open(...request)),
    openFinished: async (location) => timed(await store.openFinished(location)),
  }
}
