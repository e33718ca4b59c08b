import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import busboy from 'busboy'
import {
  type AudioFrame,
  decodeFrame,
  FRAME_HEADER_BYTES,
  FrameError,
  LEAST_FRAME_SAMPLES,
  MAX_FRAME_SAMPLES,
} from '../../../core/contract/frames.ts'
import { AppError, validationError } from '../../../core/errors.ts'
import type { UploadSpool } from '../../../core/recording/ports.ts'
import { type Pace, pace } from '../../channel/pace.ts'

/**
 * Streams the audio of a request into the spool: the body itself, or the first file of a form. The
 * declared type and name are not looked at.
 * @throws {AppError} `audio_too_large`, `validation_error` for a form without a file, and those of
 * the spool
 */
export async function receiveUpload(
  request: IncomingMessage,
  spool: UploadSpool,
  maxBytes: number,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  if (isForm) await receiveForm(request, spool, maxBytes)
  else await store(request, spool, maxBytes)
}

async function store(stream: Readable, spool: UploadSpool, maxBytes: number) {
  let size = 0
  // The stream stays alive when we stop early, or the refusal could not be sent.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    await spool.append(chunk as Buffer)
  }
}

/**
 * Not by `pipeline`: it would destroy the request when the file is refused, and the refusal with
 * it.
 */
async function receiveForm(request: IncomingMessage, spool: UploadSpool, maxBytes: number) {
  const form = openForm(request)
  let storing: Promise<void> | undefined
  // Not every error of the form ends it as a stream, so what it told is kept.
  const told = new Set<unknown>()
  form.on('error', (error) => told.add(error))
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (_name, file) => {
        // What goes wrong with a part is told by the form; without a listener it ends the process.
        file.on('error', (error) => told.add(error))
        if (storing) return void file.resume()
        storing = store(file, spool, maxBytes)
        storing.catch(reject)
      })
      finished(form).then(resolve, reject)
      finished(request, { writable: false }).catch(reject)
      request.pipe(form)
    })
    await storing
  } catch (error) {
    const isBroken = told.has(error) || error === request.errored
    throw isBroken ? validationError([{ field: 'body', issue: 'invalid' }]) : error
  } finally {
    request.unpipe(form)
    form.destroy()
  }
  if (!storing) throw validationError([{ field: 'file', issue: 'required' }])
}

function openForm(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: { files: 1, fields: 10, fieldSize: 1024 } })
  } catch {
    throw validationError([{ field: 'content-type', issue: 'invalid' }])
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    'audio_too_large',
    `O arquivo de áudio passa do limite de ${Math.floor(maxBytes / (1 << 20))} MB.`,
  )
}

/**
 * How fast the frames of one token are taken over HTTP: an hour of sound that waited comes in
 * within half a minute, and nobody else's sound waits for it.
 */
const LIMITS = { bytesPerSecond: 4 << 20, burstBytes: 16 << 20 }
/** Callers that were silent as long have their whole burst again, and are forgotten. */
const FORGOTTEN_AFTER_MS = 60_000

/**
 * @returns a function that says how long a token waits before so many bytes of it are taken, in ms;
 * what is refused was taken, too
 */
export function framePace(nowMs: () => number = () => performance.now()) {
  const callers = new Map<string, { pace: Pace; atMs: number }>()

  return (tokenId: string, bytes: number): number => {
    const atMs = nowMs()
    for (const [id, known] of callers)
      if (atMs - known.atMs > FORGOTTEN_AFTER_MS) callers.delete(id)
    const own = callers.get(tokenId)?.pace ?? pace(LIMITS, nowMs)
    callers.set(tokenId, { pace: own, atMs })
    return own.spend(bytes)
  }
}

/**
 * The frames of a body that holds one or many, one after the other: each header says how long its
 * frame is. Others have their turn in between: sums over four megabytes take tens of milliseconds.
 * @throws {AppError} `validation_error` naming the frame and its fault
 */
export async function splitFrames(body: Buffer): Promise<AudioFrame[]> {
  const frames: AudioFrame[] = []
  let turnEndsAt = TURN_BYTES
  for (let at = 0; at < body.length; ) {
    if (at >= turnEndsAt) {
      await turn()
      turnEndsAt = at + TURN_BYTES
    }
    const length = frameLength(body, at)
    try {
      frames.push(decodeFrame(body.subarray(at, at + length)))
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      throw validationError([{ field: `frames.${frames.length}`, issue: error.fault }])
    }
    at += length
  }
  if (frames.length === 0) throw validationError([{ field: 'frames', issue: 'required' }])
  return frames
}

/**
 * How many frames a body holds by their headers; no sum is checked yet. Each costs the same work,
 * whatever it holds, so a body of many tiny ones is refused.
 * @throws {AppError} `validation_error` where they are too short to be sound
 */
export function countFrames(body: Buffer): number {
  let count = 0
  for (let at = 0; at < body.length; count++) {
    if (count > mostFrames(body))
      throw validationError([{ field: `frames.${count - 1}`, issue: 'too_short' }])
    at += frameLength(body, at)
  }
  return count
}

/** Of at least 20 ms each, but for the rest of a take on each channel. */
function mostFrames({ length }: Buffer): number {
  return MOST_RESTS + Math.ceil(length / (FRAME_HEADER_BYTES + LEAST_FRAME_SAMPLES * 2))
}

const MOST_RESTS = 16
const TURN_BYTES = 256 << 10

/** What is cut off or absurd is left to `decodeFrame` to name. */
function frameLength(body: Buffer, at: number): number {
  if (at + FRAME_HEADER_BYTES > body.length) return body.length - at
  const samples = body.readUInt32LE(at + 16)
  return samples > MAX_FRAME_SAMPLES ? body.length - at : FRAME_HEADER_BYTES + samples * 2
}
