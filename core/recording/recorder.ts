/**
 * Recording: from `start` to the statement of what is held (DESIGN §5.1).
 *
 * The disk is the truth. Positions come from the audio store, which scans its files when it opens
 * them; rows only say that a recording exists and how it ended. So nothing has to be repaired
 * between the two after a crash.
 *
 * A consultation has one open recording at a time. One that its client left open stays resumable
 * until another recording of the consultation starts (the sound then goes on there), or nothing is
 * heard of it for 12 hours. What such a recording no longer takes is not lost either: the client
 * still has it, is told `recording_finished`, and may send it as a finished file.
 */
import type { Consultation } from '../consultation/consultation.ts'
import type { ChannelPosition, RecordingState, RecordingStatement } from '../contract/channel.ts'
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'
import { consentGate } from './consent-gate.ts'
import { keyedQueue } from './keyed-queue.ts'
import { lostSound } from './lost-sound.ts'
import { infoOf, type OpenRecordings, openRecordings, positionsOf } from './open-recordings.ts'
import type { AudioReader } from './ports.ts'
import { type RecorderDeps, type RecorderLimits, soleLeases } from './recorder-deps.ts'
import {
  admitVisit,
  consultationReport,
  createRecording,
  endRecording,
  removeRecording,
  type StartRecording,
} from './recording-lifecycle.ts'
import { idTaken, recordingElsewhere, requireConsent, unknownRecording } from './refusals.ts'
import { useOfSound } from './sound-use.ts'
import { type ChannelClaim, lacksFrames } from './statement.ts'
import type { Gap, HeldChannel, StoredRecording } from './storage.ts'
import { takeFrame } from './take-frame.ts'
import { upkeep } from './upkeep.ts'

export interface FinishRecording {
  recordingId: string
  /** Null when we are the sender ourselves (an uploaded file): what is held is what there is. */
  claims: readonly ChannelClaim[] | null
  /** The client no longer has the frames that are missing. */
  acceptGaps: boolean
  /** By the connection that sent the sound. */
  isSpoken?: boolean
  /** Parts of an uploaded file that its decoder could not use. */
  unused?: readonly UnusedPart[]
}

export type { FrameOutcome } from './take-frame.ts'

export type Recorder = ReturnType<typeof recorder>

const DEFAULT_LIMITS: RecorderLimits = {
  maxDurationMs: 12 * 3_600_000,
  abandonedAfterMs: 12 * 3_600_000,
  activeForMs: 120_000,
}

export function recorder(deps: RecorderDeps) {
  const { recordings, store, listener, now, log, leases = soleLeases } = deps
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  const inConsultation = keyedQueue()
  const open: OpenRecordings = openRecordings({ recordings, store, leases, now, log })
  const consent = consentGate(deps.consentFirst ?? false)
  const report = consultationReport({ ...deps, open })
  const end = endRecording({ ...deps, open, report })
  const { discard, remove } = removeRecording({ ...deps, open, own, report })
  const create = createRecording({ ...deps, open, own, end, activeForMs: limits.activeForMs })

  leases.onLost(async (recordingId) => {
    await open
      .close(recordingId)
      .catch((err: unknown) => log.warn('recording.close_failed', { recordingId, err }))
    await listener.onLost?.(recordingId)
  })

  /**
   * Before anything is written of it. What this server believes to hold it does not ask for again:
   * the write itself finds out, so a server that was paused takes nothing back.
   */
  async function own(recordingId: string): Promise<void> {
    if (!leases.holds(recordingId)) await leases.take(recordingId)
  }

  /** For a connection that speaks for it: once another server has it, it speaks no more. */
  function requireOwn(recordingId: string): void {
    if (!leases.holds(recordingId)) throw recordingElsewhere()
  }

  /** For a client that begins or goes on with it here. */
  async function take(one: StoredRecording): Promise<void> {
    const wasOurs = leases.holds(one.id)
    await leases.take(one.id)
    if (!wasOurs) listener.onTaken?.(infoOf(one))
  }

  async function settledSummary(one: StoredRecording): Promise<HeldChannel[]> {
    const audio = await open.audio(one)
    await audio.settled()
    return audio.summary()
  }

  async function get(recordingId: string): Promise<StoredRecording> {
    const found = await recordings.find(recordingId)
    if (!found) throw unknownRecording()
    return found
  }

  async function stateOf(one: StoredRecording): Promise<RecordingState> {
    const channels = await positions(one)
    return { recording_id: one.id, state: one.state, channels }
  }

  async function positions(one: StoredRecording): Promise<ChannelPosition[]> {
    if (one.state === 'finished') return one.held.map(positionOfHeld)
    return positionsOf(one, await open.audio(one))
  }

  const reader: AudioReader = {
    getRecording: async (recordingId) => infoOf(await get(recordingId)),
    positions: async (recordingId) => positions(await get(recordingId)),
    async read(recordingId, channel, from, to) {
      const one = await get(recordingId)
      // Its files may still be open somewhere.
      if (channel >= one.channels || one.soundErasedAt) return new Int16Array(0)
      return (await open.audio(one)).read(channel, from, to)
    },
  }

  return {
    ...reader,

    /**
     * Starts a recording, or answers how it stands when it was started before.
     * @throws {AppError} `consent_refused`, `consultation_canceled`, `recording_conflict`,
     * `recording_in_progress`, `sound_quota_exceeded`, `storage_full`, `draining`
     */
    start(input: StartRecording): Promise<RecordingState> {
      const { consultation, recordingId } = input
      return inConsultation(consultation.id, async () => {
        consent.admit(consultation)
        const existing = await recordings.find(recordingId)
        const one = existing ?? (await create(input))
        if (!isSame(one, input)) throw idTaken()
        if (one.state !== 'finished') await take(one)
        const state = await stateOf(one)
        if (!existing && one.source === 'live') await report(consultation.id)
        return state
      })
    },

    /** Before anybody has spoken. @throws {AppError} `draining` */
    admit: (consultationId: string): Promise<void> => admitVisit(deps, consultationId),

    /** How a recording stands. @throws {AppError} `not_found` */
    state: async (recordingId: string) => stateOf(await get(recordingId)),

    /** Null until it ended. @throws {AppError} `not_found` */
    statement: async (recordingId: string): Promise<RecordingStatement | null> =>
      (await get(recordingId)).statement,

    /**
     * How much of its sound is there: null until it ended. @throws {AppError} `not_found`
     */
    async soundUse(recordingId: string): Promise<InputUse | null> {
      const { use, statement } = await get(recordingId)
      return use ?? (statement && useOfSound(statement, []))
    },

    /**
     * Stretches of a channel, in samples, that were held when the recording ended and that its
     * files do not have any more. @throws {AppError} `not_found`
     */
    async missingSound(recordingId: string, channel: number): Promise<Gap[]> {
      const one = await get(recordingId)
      const held = one.held.find((ended) => ended.channel === channel)
      if (!held || one.soundErasedAt) return []
      const found = (await (await open.audio(one)).summary())[channel]
      return found ? lostSound(held, found) : []
    },

    /** In order of start. */
    async list(consultationId: string): Promise<RecordingState[]> {
      const states: RecordingState[] = []
      for (const one of await recordings.listByConsultation(consultationId))
        states.push(await stateOf(one))
      return states
    },

    /** For frames that come one by one, each perhaps to another server. */
    own,

    frame: takeFrame({ ...deps, open, consent, ...limits }),

    /** @throws {AppError} `consent_refused`, `consent_required`, `consultation_canceled` */
    requireConsent: (consultation: Consultation) => requireConsent(consultation, deps.consentFirst),

    /**
     * The patient's answer, as it is from now on: without it no frame is taken, and what is open is
     * paused.
     */
    async consentChanged(consultation: Consultation): Promise<void> {
      if (consent.judge(consultation)) return
      await inConsultation(consultation.id, async () => {
        for (const one of await recordings.listByConsultation(consultation.id)) {
          if (one.state !== 'recording') continue
          await own(one.id)
          await (await open.audio(one)).settled()
          const paused = await open.change(one, { state: 'paused' })
          await report(consultation.id)
          listener.onPaused(infoOf(paused))
        }
      })
    },

    /** Sound that was already on its way is still taken. @throws {AppError} `not_found` */
    async pause(recordingId: string): Promise<RecordingState> {
      const { consultationId } = await get(recordingId)
      return inConsultation(consultationId, async () => {
        const one = await get(recordingId)
        if (one.state === 'finished') return stateOf(one)
        requireOwn(recordingId)
        await (await open.audio(one)).settled()
        const paused = await open.change(one, { state: 'paused' })
        await report(consultationId)
        listener.onPaused(infoOf(paused))
        return stateOf(paused)
      })
    },

    /**
     * Goes on with a paused recording, or with one whose connection or server was lost. A finished
     * one is answered as it is.
     * @throws {AppError} `not_found`, `consent_refused`, `consultation_canceled`
     */
    resume(consultation: Consultation, recordingId: string): Promise<RecordingState> {
      return inConsultation(consultation.id, async () => {
        const one = await get(recordingId)
        if (one.consultationId !== consultation.id) throw unknownRecording()
        if (one.state === 'finished') return stateOf(one)
        consent.admit(consultation)
        await take(one)
        // Until then another server may have ended it, for the same client.
        const taken = await get(recordingId)
        if (taken.state === 'finished') return stateOf(taken)
        const resumed = await open.change(taken, { state: 'recording' })
        await report(consultation.id)
        return stateOf(resumed)
      })
    },

    /**
     * Ends a recording and states what is held. Repeated, it answers the same. Frames the client
     * says it sent and that are not here are asked for (`missing`), unless it says that it has lost
     * them.
     * @throws {AppError} `not_found`, `storage_failed`
     */
    async finish(input: FinishRecording): Promise<FinishOutcome> {
      const { consultationId } = await get(input.recordingId)
      return inConsultation(consultationId, async () => {
        const one = await get(input.recordingId)
        if (one.endedBy === 'client' && one.statement)
          return { kind: 'finished', statement: one.statement }
        if (input.isSpoken) requireOwn(input.recordingId)
        else await own(input.recordingId)
        const held = one.state === 'finished' ? one.held : await settledSummary(one)
        const claims = input.claims ?? held.map(claimOfHeld)
        const missing = held.filter((channel) => lacksFrames(channel, claims))
        if (missing.length > 0 && !input.acceptGaps && one.state !== 'finished')
          return { kind: 'missing', positions: missing.map(positionOfHeld) }
        const statement = await end(one, 'client', claims, input.unused)
        return { kind: 'finished', statement }
      })
    },

    /**
     * What its client never captured, per channel, in ms since the start; the largest number
     * counts. @throws {AppError} `not_found`
     */
    async lost(recordingId: string, lostMs: ReadonlyMap<number, number>): Promise<void> {
      const { consultationId } = await get(recordingId)
      await inConsultation(consultationId, async () => {
        requireOwn(recordingId)
        const one = await get(recordingId)
        const known = Array.from({ length: one.channels }, (_, channel) =>
          Math.max(one.lostMs[channel] ?? 0, lostMs.get(channel) ?? 0),
        )
        await open.change(one, { lostMs: known })
      })
    },

    discard,

    /**
     * Somebody erased the consultation beside us: from here on its recordings take nothing, and
     * nothing of its sound is left.
     */
    async forgetConsultation(consultationId: string): Promise<void> {
      await open.forgetConsultation(consultationId)
      await store.emptyJournal()
    },

    /** Their sound was erased beside us: nothing of it stays open, nor in the journal. */
    async forgetSound(recordingIds: readonly string[]): Promise<void> {
      if (recordingIds.length === 0) return
      for (const id of recordingIds) await open.close(id)
      await store.emptyJournal()
    },

    /** Erases it with its text. @throws {AppError} `not_found`, `legal_hold` */
    async remove(recordingId: string): Promise<void> {
      const { consultationId } = await get(recordingId)
      await inConsultation(consultationId, async () => {
        await deps.refuseWhileHeld(consultationId)
        await remove(await get(recordingId))
      })
    },

    ...upkeep({ ...deps, leases, open, own, end, discard, inConsultation, ...limits }),
  }
}

export type FinishOutcome =
  | { kind: 'finished'; statement: RecordingStatement }
  | { kind: 'missing'; positions: ChannelPosition[] }

function claimOfHeld(held: HeldChannel): ChannelClaim {
  const { channel, nextSequence, nextOffset, sha256 } = held
  return { channel, lastSequence: nextSequence - 1, samples: nextOffset, sha256 }
}

function positionOfHeld(held: HeldChannel): ChannelPosition {
  const { channel, nextSequence, nextOffset } = held
  return { channel, next_sequence: nextSequence, next_offset: nextOffset }
}

function isSame(
  existing: StoredRecording,
  { consultation, channels, source }: StartRecording,
): boolean {
  const isOfThisVisit = existing.consultationId === consultation.id
  return isOfThisVisit && existing.channels === channels && existing.source === source
}
