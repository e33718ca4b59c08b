/**
 * What the double holds of recordings: one or two channels of frames in order, and the statement at
 * the end.
 */
import { createHash } from 'node:crypto'
import type {
  ChannelPosition,
  ClientMessage,
  RecordingStatement,
} from '../../core/contract/channel.ts'
import { type AudioFrame, SAMPLE_RATE_HZ, samplesToBytes } from '../../core/contract/frames.ts'

export interface HeldRecording {
  /** The microphone, and the remote side where there is one. */
  channels: HeldSound[]
  /** Of the microphone, in samples. */
  readonly nextOffset: number
  state: 'recording' | 'paused' | 'finished'
}

interface HeldSound {
  pcm: Int16Array[]
  nextSequence: number
  nextOffset: number
}

type Claims = Extract<ClientMessage, { type: 'recording.finish' }>['channels']

export function heldRecording(channels: number): HeldRecording {
  return {
    channels: Array.from({ length: channels }, () => ({ pcm: [], nextSequence: 0, nextOffset: 0 })),
    get nextOffset() {
      return this.channels[0]!.nextOffset
    },
    state: 'recording',
  }
}

export function positionOf({ channels }: HeldRecording, channel: number): ChannelPosition {
  const { nextSequence, nextOffset } = channels[channel]!
  return { channel, next_sequence: nextSequence, next_offset: nextOffset }
}

export function positionsOf(recording: HeldRecording): ChannelPosition[] {
  return recording.channels.map((_, channel) => positionOf(recording, channel))
}

/** @returns `missing` when frames before it are */
export function keepFrame(
  recording: HeldRecording,
  { channel, sequence, samples }: AudioFrame,
): 'held' | 'duplicate' | 'missing' | 'finished' {
  const sound = recording.channels[channel]!
  if (recording.state === 'finished' && sequence >= sound.nextSequence) return 'finished'
  if (sequence > sound.nextSequence) return 'missing'
  if (sequence < sound.nextSequence) return 'duplicate'
  sound.pcm.push(samples)
  sound.nextSequence++
  sound.nextOffset += samples.length
  return 'held'
}

export function statementOf(
  recordingId: string,
  { channels }: HeldRecording,
  claims: Claims,
): RecordingStatement {
  const held = channels.map((sound, channel) => {
    const claim = claims.find((one) => one.channel === channel)
    const sha256 = digestOf(sound)
    return {
      channel,
      held_samples: sound.nextOffset,
      gaps: [],
      sha256,
      held_ms: (sound.nextOffset * 1000) / SAMPLE_RATE_HZ,
      matches: sha256 === claim?.sha256,
      lost_ms: claim?.lost_ms ?? 0,
    }
  })
  const complete = held.every(({ matches }) => matches)
  return { recording_id: recordingId, complete, channels: held }
}

export function samplesIn({ channels }: HeldRecording, channel: number): Int16Array {
  const { pcm, nextOffset } = channels[channel]!
  const samples = new Int16Array(nextOffset)
  let at = 0
  for (const part of pcm) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

function digestOf({ pcm }: HeldSound): string {
  const hash = createHash('sha256')
  for (const part of pcm) hash.update(samplesToBytes(part))
  return hash.digest('hex')
}
