/** Audio frames of one channel: into the recorder, and their acknowledgements out again. */
import type { ChannelPosition, ServerMessage } from '../../core/contract/channel.ts'
import { type AudioFrame, decodeFrame, FrameError } from '../../core/contract/frames.ts'
import { AppError } from '../../core/errors.ts'
import type { Recorder } from '../../core/recording/recorder.ts'

export interface FrameIntake {
  /** Never rejects. */
  take(recordingId: string | null, bytes: Uint8Array): Promise<void>
  close(): void
}

interface Deps {
  recorder: Recorder
  send(message: ServerMessage): void
  /** A failure that is not the client's; it is told by us. */
  onFailure(error: unknown): ServerMessage
}

/**
 * The same complaint about the same channel is not repeated within this time: a client may have
 * hundreds of frames under way.
 */
const REPEAT_AFTER_MS = 1000
/** After a disk that refused, frames are asked for again so much later. */
const ASK_AGAIN_AFTER_MS = 2000

export function frameIntake({ recorder, send, onFailure }: Deps): FrameIntake {
  const acknowledged = new Map<number, { recordingId: string; position: ChannelPosition }>()
  const told = new Map<string, number>()
  /** One for each channel of a recording that a disk refused. */
  const timers = new Map<string, NodeJS.Timeout>()
  let flush: NodeJS.Immediate | null = null

  /** Frames of one flush are acknowledged by one message a channel. */
  function acknowledge(recordingId: string, position: ChannelPosition) {
    acknowledged.set(position.channel, { recordingId, position })
    flush ??= setImmediate(() => {
      flush = null
      for (const { recordingId, position } of acknowledged.values())
        send({ type: 'recording.ack', recording_id: recordingId, ...position })
      acknowledged.clear()
    })
  }

  function tellOnce(key: string, message: ServerMessage) {
    const now = performance.now()
    const last = told.get(key)
    if (last !== undefined && now - last < REPEAT_AFTER_MS) return
    // Positions are part of the keys: a client that has gaps for hours would fill the memory with
    // them.
    for (const [old, at] of told) if (now - at >= REPEAT_AFTER_MS) told.delete(old)
    told.set(key, now)
    send(message)
  }

  function askFor(recordingId: string, position: ChannelPosition) {
    const { channel, next_sequence } = position
    tellOnce(`gap ${recordingId} ${channel} ${next_sequence}`, {
      type: 'recording.gap',
      recording_id: recordingId,
      ...position,
    })
  }

  async function askForLost(recordingId: string, channel: number) {
    const positions = await recorder.positions(recordingId).catch(() => [])
    const position = positions.find((one) => one.channel === channel)
    if (position) askFor(recordingId, position)
  }

  function askAgainLater(recordingId: string, channel: number) {
    const key = `${recordingId} ${channel}`
    if (timers.has(key)) return
    const timer = setTimeout(() => {
      timers.delete(key)
      void askForLost(recordingId, channel)
    }, ASK_AGAIN_AFTER_MS)
    timers.set(key, timer)
  }

  async function takeFrame(recordingId: string, frame: AudioFrame) {
    try {
      const { kind, position } = await recorder.frame(recordingId, frame)
      if (kind === 'missing') askFor(recordingId, position)
      else acknowledge(recordingId, position)
    } catch (error) {
      const message = onFailure(error)
      const code = message.type === 'error' ? message.error : ''
      tellOnce(`${code} ${recordingId} ${frame.channel}`, message)
      if (error instanceof AppError && error.kind !== 'unavailable') return
      askAgainLater(recordingId, frame.channel)
    }
  }

  return {
    async take(recordingId, bytes) {
      if (!recordingId) return tellOnce('no recording', onFailure(noRecording()))
      const frame = tryDecode(bytes)
      if (!(frame instanceof FrameError)) return takeFrame(recordingId, frame)
      tellOnce(`invalid ${frame.fault}`, onFailure(invalidFrame(frame)))
      // What it was is unknown, so every channel is asked to go on from where it stands.
      for (const position of await recorder.positions(recordingId).catch(() => []))
        askFor(recordingId, position)
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      if (flush) clearImmediate(flush)
    },
  }
}

function tryDecode(bytes: Uint8Array): AudioFrame | FrameError {
  try {
    return decodeFrame(bytes)
  } catch (error) {
    if (error instanceof FrameError) return error
    throw error
  }
}

function noRecording(): AppError {
  return new AppError(
    'conflict',
    'no_recording',
    'Inicie ou retome uma gravação antes de enviar áudio.',
  )
}

function invalidFrame(cause: FrameError): AppError {
  const details = [{ field: 'frame', issue: cause.fault }]
  return new AppError('invalid', 'frame_invalid', 'Um trecho de áudio chegou danificado.', {
    cause,
    details,
  })
}
