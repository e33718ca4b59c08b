/** Recordings in use now, so that a frame needs neither a query nor a scan of its file. */

import { consultationErased } from '../consultation/open-consultation.ts'
import type { ChannelPosition } from '../contract/channel.ts'
import { type AudioFrame, samplesChecksum } from '../contract/frames.ts'
import type { Log } from '../log.ts'
import { type ChannelLevel, channelLevel, silentChannels } from './channel-level.ts'
import { lostSound } from './lost-sound.ts'
import type { RecordingInfo } from './ports.ts'
import { type RecordingLeases, soleLeases } from './recorder-deps.ts'
import { recordingElsewhere, unknownRecording } from './refusals.ts'
import { toMs } from './statement.ts'
import type {
  AudioStore,
  FrameFacts,
  RecordingAudio,
  RecordingChange,
  RecordingRepository,
  StoredRecording,
} from './storage.ts'

interface Deps {
  recordings: RecordingRepository
  store: AudioStore
  leases?: RecordingLeases
  now: () => Date
  log: Log
}

interface Entry {
  one: StoredRecording
  audio: RecordingAudio
  touchedAt: Date
  /** Per channel; null where sound was there before anybody listened to its level. */
  levels: ChannelLevel[] | null
}

interface Use {
  entry: Promise<Entry>
  /**
   * Last use of any kind, in ms; written before anything is waited for, so that nobody closes what
   * is wanted.
   */
  usedAtMs: number
}

/** How often a sign of life is written down. */
const TOUCH_EVERY_MS = 60_000
/** Beyond so many in use, those idle for so long are closed; the next call opens them again. */
const KEEP_OPEN = 128
const IDLE_MS = 600_000

const NOTHING = { gaps: [], nextOffset: 0 }

export type OpenRecordings = ReturnType<typeof openRecordings>

export function openRecordings({ recordings, store, leases = soleLeases, now, log }: Deps) {
  const uses = new Map<string, Use>()
  /**
   * Recordings in use when somebody erased their consultation: what still comes for them is told
   * why.
   */
  const erased = new Set<string>()
  /** Made here and not opened yet. */
  const made = new Set<string>()

  async function load(one: StoredRecording): Promise<Entry> {
    const location = locationOf(one)
    const takesNone = one.state === 'finished' || one.soundErasedAt
    const isMade = made.delete(one.id)
    const audio = takesNone
      ? await store.openFinished(location)
      : await store.open(location, isMade)
    if (one.state === 'finished' && !one.soundErasedAt) await tellMissing(one, audio)
    const isNew = channelsOf(one).every((channel) => audio.next(channel).nextSequence === 0)
    const levels = isNew && !takesNone ? channelsOf(one).map(channelLevel) : null
    return { one, audio, touchedAt: one.touchedAt, levels }
  }

  /** Logs sound that the row says was held and the files do not have. */
  async function tellMissing({ id: recordingId, held }: StoredRecording, audio: RecordingAudio) {
    const found = await audio.summary()
    for (const { channel, ...ended } of held) {
      const lost = lostSound(ended, found[channel] ?? NOTHING)
      const samples = lost.reduce((sum, { from, to }) => sum + to - from, 0)
      if (samples > 0) log.error('audio.missing', { recordingId, channel, samples })
    }
  }

  async function closeIdle(): Promise<void> {
    if (uses.size <= KEEP_OPEN) return
    for (const [recordingId, use] of [...uses])
      if (now().getTime() - use.usedAtMs > IDLE_MS)
        await close(recordingId).catch((err: unknown) =>
          log.warn('recording.close_failed', { recordingId, err }),
        )
  }

  async function close(recordingId: string): Promise<void> {
    uses.delete(recordingId)
    await store.release(recordingId)
  }

  /**
   * By its row of this moment: one that the caller read earlier may have ended since, and would be
   * opened for sound again.
   */
  function entry(recordingId: string): Promise<Entry> {
    if (erased.has(recordingId)) return Promise.reject(consultationErased())
    const present = uses.get(recordingId)
    if (present) {
      present.usedAtMs = now().getTime()
      return present.entry
    }
    if (!leases.holds(recordingId)) return elsewhere(recordingId)
    return keep(
      recordingId,
      recordings.find(recordingId).then((one) => {
        if (!one) throw unknownRecording()
        return load(one)
      }),
    )
  }

  function keep(recordingId: string, loading: Promise<Entry>): Promise<Entry> {
    const use: Use = { entry: loading, usedAtMs: now().getTime() }
    uses.set(recordingId, use)
    loading.then(closeIdle, () => {
      if (uses.get(recordingId) === use) uses.delete(recordingId)
    })
    return loading
  }

  /** Another server writes it, or none does: read, and kept only where nothing changes any more. */
  async function elsewhere(recordingId: string): Promise<Entry> {
    const one = await recordings.find(recordingId)
    if (!one) throw unknownRecording()
    if (one.state === 'finished')
      return uses.get(recordingId)?.entry ?? keep(recordingId, load(one))
    return { one, audio: await store.peek(locationOf(one)), touchedAt: one.touchedAt, levels: null }
  }

  return {
    /** For a frame. @throws {AppError} `recording_elsewhere` */
    async get(recordingId: string): Promise<Entry> {
      if (!leases.holds(recordingId)) {
        const one = await recordings.find(recordingId)
        if (one && one.state !== 'finished') throw recordingElsewhere()
      }
      return entry(recordingId)
    },

    /** Its consultation was erased: nothing more is taken. */
    async forgetConsultation(consultationId: string): Promise<void> {
      for (const [recordingId, { entry: opening }] of [...uses]) {
        const one = await opening.then(
          (entry) => entry.one,
          () => null,
        )
        if (one?.consultationId !== consultationId) continue
        erased.add(recordingId)
        await close(recordingId)
      }
    },

    audio: async (one: StoredRecording): Promise<RecordingAudio> => (await entry(one.id)).audio,

    /** Writes a change of the row and of what is in use at once. */
    async change(one: StoredRecording, change: RecordingChange): Promise<StoredRecording> {
      const touchedAt = now()
      await recordings.update(one.id, { touchedAt, ...change })
      const changed = { ...one, touchedAt, ...change }
      const present = await uses.get(one.id)?.entry
      if (present) Object.assign(present, { one: changed, touchedAt })
      return changed
    },

    /**
     * Channels that never had a sound, from 0: none are told of a recording that was followed only
     * in part.
     */
    async silent(one: StoredRecording): Promise<number[]> {
      const { levels } = await entry(one.id)
      return levels ? silentChannels(levels.map((level) => level.loudest())) : []
    },

    async touch(recordingId: string): Promise<void> {
      const present = await uses.get(recordingId)?.entry
      if (!present) return
      present.touchedAt = now()
      if (present.touchedAt.getTime() - present.one.touchedAt.getTime() < TOUCH_EVERY_MS) return
      present.one = { ...present.one, touchedAt: present.touchedAt }
      await recordings.update(recordingId, { touchedAt: present.touchedAt })
    },

    touchedAt: async (one: StoredRecording): Promise<Date> =>
      (await uses.get(one.id)?.entry)?.touchedAt ?? one.touchedAt,

    /** Length of the longest channel. */
    async durationMs(one: StoredRecording): Promise<number> {
      if (one.state === 'finished') return longest(one.held.map(({ nextOffset }) => nextOffset))
      const { audio } = await entry(one.id)
      return longest(channelsOf(one).map((channel) => audio.durable(channel).nextOffset))
    },

    /** It was made just now. */
    made: (recordingId: string) => void made.add(recordingId),

    /** Ends its use; the next call opens it again. */
    close,

    /**
     * Takes no frame from this moment on, so that nothing is acknowledged behind the back of the
     * statement.
     */
    async shut<T>(
      { id }: StoredRecording,
      as: { state: 'finished' } | { soundErasedAt: Date },
      finish: (audio: RecordingAudio) => Promise<T>,
    ): Promise<T> {
      const present = await entry(id)
      const before = present.one
      present.one = { ...before, ...as }
      try {
        const result = await finish(present.audio)
        await close(id)
        return result
      } catch (error) {
        present.one = before // still open: the end may be asked for again
        throw error
      }
    },
  }
}

/** What transcription is told of a recording. */
export function infoOf(one: StoredRecording): RecordingInfo {
  const { id, consultationId, organizationId, channels, state, startMs, soundErasedAt } = one
  const info = { id, consultationId, organizationId, channels, state, startMs }
  return soundErasedAt ? { ...info, soundErasedAt } : info
}

export function locationOf({ id, consultationId, channels }: StoredRecording) {
  return { recordingId: id, consultationId, channels }
}

export function positionsOf(one: StoredRecording, audio: RecordingAudio): ChannelPosition[] {
  return channelsOf(one).map((channel) => {
    const { nextSequence, nextOffset } = audio.durable(channel)
    return { channel, next_sequence: nextSequence, next_offset: nextOffset }
  })
}

export function frameFacts({ offset, samples }: AudioFrame): FrameFacts {
  return { offset, count: samples.length, checksum: samplesChecksum(samples) }
}

function channelsOf({ channels }: StoredRecording): number[] {
  return Array.from({ length: channels }, (_, channel) => channel)
}

function longest(samples: number[]): number {
  return toMs(Math.max(0, ...samples))
}
