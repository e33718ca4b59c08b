/**
 * Recording over plain HTTP, for hosts without a WebSocket: the same frames, the same rules, the
 * same answers as the channel (DESIGN §5.1). And finished audio files. These routes read their own
 * bodies.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Router } from '@koa/router'
import type { Consultation, OpenConsultation } from '../../../core/consultation/consultation.ts'
import { maskAsNotFound } from '../../../core/consultation/open-consultation.ts'
import type { NotUnderstood } from '../../../core/contract/api.ts'
import type {
  ChannelPosition,
  RecordingState,
  RecordingStatement,
} from '../../../core/contract/channel.ts'
import type { AudioFrame } from '../../../core/contract/frames.ts'
import type { ShareOf } from '../../../core/engine/fair-shares.ts'
import { AppError, isAppError, validationError } from '../../../core/errors.ts'
import { type InputUse, presentUse } from '../../../core/input-use/input-use.ts'
import { type ImportedAudio, importAudio } from '../../../core/recording/import-audio.ts'
import { keyedQueue } from '../../../core/recording/keyed-queue.ts'
import type { DecodeAudio, OpenUploadSpool } from '../../../core/recording/ports.ts'
import type { FrameOutcome, Recorder } from '../../../core/recording/recorder.ts'
import { unknownRecording } from '../../../core/recording/refusals.ts'
import { withSpeech } from '../../../core/transcription/speech-use.ts'
import type { TranscriptionService } from '../../../core/transcription/transcription-service.ts'
import { countNotUnderstood } from '../../../core/transcription/understood-segments.ts'
import { useFacts } from '../../../core/visit-use/use-facts.ts'
import { costOfFrames } from '../../channel/pace.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { inTime } from '../../middleware/json-body.ts'
import { readInput } from '../../read-input.ts'
import { CompleteRecording, GetRecording, StartRecording, UploadAudio } from './describe.ts'
import { countFrames, framePace, receiveUpload, splitFrames } from './receive-upload.ts'

export interface RecordingRouteDeps {
  openConsultation: OpenConsultation
  recorder: Recorder
  decodeAudio: DecodeAudio
  openSpool: OpenUploadSpool
  transcript: TranscriptionService['transcript']
  newId: () => string
  /** Whose turn it is where files are decoded. */
  shareOf?: ShareOf | undefined
  uploads?: { maxBytes: number }
  /** To which erased consultation a recording belonged; null: there was none. */
  erasedConsultationOf: (recordingId: string) => Promise<string | null>
}

/** Two minutes of sound in one request. */
const MAX_FRAMES_BYTES = 4 << 20
/** An eighth of a megabyte, where each holds a second of sound. */
const FRAMES_AT_ONCE = 4
/** What is spoken now comes in bodies of so many: a gateway may send many visits by one token. */
const MOST_LIVE_FRAMES = 2
const MAX_UPLOAD_BYTES = 500 << 20

type Context = Parameters<typeof principalOf>[0]

export function recordingRoutes(deps: RecordingRouteDeps): Router<ApiState> {
  const { openConsultation, recorder, openSpool, newId } = deps
  const maxUploadBytes = deps.uploads?.maxBytes ?? MAX_UPLOAD_BYTES
  const paceMs = framePace()
  /** Bodies of one recording go one after the other: each continues the last one. */
  const inRecording = keyedQueue()
  /** And backlogs of one token: however many it sends at once, others' sound waits for one. */
  const inToken = keyedQueue()
  const { shareOf } = deps
  const importFile = importAudio({ recorder, decode: deps.decodeAudio, shareOf })

  /**
   * The consultation is the gate to its recordings: what it refuses does not exist, and what was
   * erased says so (`consultation_erased`).
   */
  async function openRecording(ctx: Context, recordingId: string): Promise<Consultation> {
    const consultationId = await consultationOf(recordingId)
    return maskAsNotFound(openConsultation(principalOf(ctx), consultationId), unknownRecording)
  }

  async function consultationOf(recordingId: string): Promise<string> {
    try {
      return (await recorder.getRecording(recordingId)).consultationId
    } catch (error) {
      const erased = isAppError(error) && (await deps.erasedConsultationOf(recordingId))
      if (erased) return erased
      throw error
    }
  }

  /**
   * A few at a time: whatever a body holds, no more than that of it is before others' sound on its
   * way to the disk. @returns false where frames before them are missing
   */
  async function takeFrames(recordingId: string, frames: readonly AudioFrame[]): Promise<boolean> {
    for (let from = 0; from < frames.length; from += FRAMES_AT_ONCE) {
      const few = frames.slice(from, from + FRAMES_AT_ONCE)
      const results = await Promise.allSettled(
        few.map((frame) => recorder.frame(recordingId, frame)),
      )
      const failed = results.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      if (results.some(isMissing)) return false
    }
    return true
  }

  async function keepPace(tokenId: string, bytes: number) {
    const waitMs = paceMs(tokenId, bytes)
    if (waitMs > 0) await wait(waitMs)
  }

  return new Router<ApiState>()
    .post('/ehrs/:id/recordings', async (ctx) => {
      ctx.request.body = await readJson(ctx.req)
      const { ehrId, recordingId = newId(), channels } = readInput(StartRecording, ctx)
      const consultation = await openConsultation(principalOf(ctx), ehrId)
      const input = { consultation, recordingId, channels, source: 'live' as const }
      ctx.status = 201
      const begun = { statement: null, use: null, notUnderstood: null }
      ctx.body = presentRecording(await recorder.start(input), begun)
    })
    .get('/recordings/:rid', async (ctx) => {
      const { recordingId } = readInput(GetRecording, ctx)
      const consultation = await openRecording(ctx, recordingId)
      const statement = await recorder.statement(recordingId)
      const { segments, finished } = await deps.transcript(consultation.id)
      const own = segments.filter((segment) => segment.recordingId === recordingId)
      const notUnderstood = finished ? countNotUnderstood(own) : null
      const sound = await recorder.soundUse(recordingId)
      const { startMs } = await recorder.getRecording(recordingId)
      const use = sound && finished ? withSpeech(sound, startMs, own) : sound
      const facts = { statement, use, notUnderstood }
      ctx.body = presentRecording(await recorder.state(recordingId), facts)
    })
    .delete('/recordings/:rid', async (ctx) => {
      const { recordingId } = readInput(GetRecording, ctx)
      await openRecording(ctx, recordingId)
      await recorder.remove(recordingId)
      ctx.status = 204
    })
    .put('/recordings/:rid/frames', async (ctx) => {
      const { recordingId } = readInput(GetRecording, ctx)
      const consultation = await openRecording(ctx, recordingId)
      recorder.requireConsent(consultation)
      const { tokenId } = principalOf(ctx)
      // Before it is read: what is refused takes time, too, and what waits lies with its sender.
      const announced = Math.min(ctx.request.length ?? 0, MAX_FRAMES_BYTES)
      await keepPace(tokenId, announced)
      const body = await readBytes(ctx.req, MAX_FRAMES_BYTES)
      await keepPace(tokenId, costOfFrames(body.length, countFrames(body)) - announced)
      const frames = await splitFrames(body)
      const take = () =>
        inRecording(recordingId, async () => {
          await recorder.own(recordingId)
          return takeFrames(recordingId, frames)
        })
      const isLive = frames.length <= MOST_LIVE_FRAMES
      const isWhole = await (isLive ? take() : inToken(tokenId, take))
      const positions = await recorder.positions(recordingId)
      if (!isWhole) throw framesMissing(positions)
      ctx.body = presentPositions(recordingId, positions)
    })
    .post('/recordings/:rid/complete', async (ctx) => {
      ctx.request.body = await readJson(ctx.req)
      const input = readInput(CompleteRecording, ctx)
      await openRecording(ctx, input.recordingId)
      const outcome = await recorder.finish(input)
      if (outcome.kind === 'missing') throw framesMissing(outcome.positions)
      const sound = await recorder.soundUse(input.recordingId)
      if (sound) ctx.state.auditFacts = useFacts([sound])
      ctx.body = outcome.statement
    })
    .post('/ehrs/:id/audio', async (ctx) => {
      const { ehrId, recordingId = newId(), channels } = readInput(UploadAudio, ctx)
      const consultation = await openConsultation(principalOf(ctx), ehrId)
      await using spool = await openSpool()
      await receiveUpload(ctx.req, spool, maxUploadBytes)
      const sent = { consultation, recordingId, audio: spool.content, channels }
      const imported = await importFile({ ...sent, signal: abortedWith(ctx) })
      ctx.status = 201
      ctx.state.auditFacts = useFacts([imported.use])
      ctx.body = presentUpload(imported)
    })
}

function isMissing(result: PromiseSettledResult<FrameOutcome>): boolean {
  return result.status === 'fulfilled' && result.value.kind === 'missing'
}

/** Says where to go on, so that no answer can be taken for "all held" by mistake. */
function framesMissing(positions: Awaited<ReturnType<Recorder['positions']>>): AppError {
  return new AppError(
    'conflict',
    'frames_missing',
    'Faltam trechos de áudio. Envie de novo a partir das posições indicadas.',
    { details: positions.map((position) => ({ ...position })) },
  )
}

/** Nobody waits any more when the connection closes before the answer is out. */
function abortedWith({ res }: { res: ServerResponse }): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new Error('client disconnected'))
  })
  return controller.signal
}

interface RecordingFacts {
  statement: RecordingStatement | null
  /** Null until the recording ended. */
  use: InputUse | null
  /** Null until it is transcribed. */
  notUnderstood: NotUnderstood | null
}

function presentRecording(
  state: RecordingState,
  { statement, use, notUnderstood }: RecordingFacts,
) {
  return { ...state, statement, use: use && presentUse(use), not_understood: notUnderstood }
}

/** Everything before these positions is on the disk. */
function presentPositions(recordingId: string, channels: ChannelPosition[]) {
  return { recording_id: recordingId, channels }
}

function presentUpload(imported: ImportedAudio) {
  const { recordingId, format, durationMs, statement } = imported
  const use = presentUse(imported.use)
  return {
    recording_id: recordingId,
    format,
    duration_ms: durationMs,
    statement,
    use,
    warnings: use.unused.map(({ code, message }) => ({ code, message })),
  }
}

/** The bytes of a small body. @throws {AppError} `payload_too_large`, `request_timeout` */
function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return inTime(request, maxBytes, collect(request, maxBytes))
}

async function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The stream stays alive when we stop early, or the refusal could not be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/**
 * A JSON body where the route reads its own; empty is `{}`. @throws {AppError} `validation_error`,
 * `payload_too_large`
 */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request, MAX_JSON_BYTES)).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw validationError([{ field: 'body', issue: 'invalid' }])
  }
}

const MAX_JSON_BYTES = 64 << 10

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    'payload_too_large',
    `O envio passa do limite de ${Math.floor(maxBytes / 1024)} KiB.`,
  )
}
