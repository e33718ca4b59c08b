/**
 * The statement at the end of a recording: which milliseconds are held, and whether they are what
 * was sent (DESIGN §2.1).
 */
import type { RecordingStatement } from '../contract/channel.ts'
import { SAMPLE_RATE_HZ } from '../contract/frames.ts'
import type { Gap, HeldChannel } from './storage.ts'

/** What the client says it sent on one channel. */
export interface ChannelClaim {
  channel: number
  /** -1 when it sent nothing. */
  lastSequence: number
  /** Where the channel ends, in samples. */
  samples: number
  /** Over everything sent, in order. */
  sha256: string
  /** Never captured, as the client says at the end. */
  lostMs?: number | undefined
}

/** True when the client says it has frames that are not held. */
export function lacksFrames(held: HeldChannel, claims: readonly ChannelClaim[]): boolean {
  const claim = claims.find(({ channel }) => channel === held.channel)
  if (!claim) return false
  return claim.lastSequence >= held.nextSequence || claim.samples > held.nextOffset
}

/**
 * @param claims null when no client vouched for the end (abandoned or superseded): then nothing
 * matches
 * @param lostMs per channel, what the client told while it recorded
 * @param silent channels that never had a sound
 */
export function makeStatement(
  recordingId: string,
  held: readonly HeldChannel[],
  claims: readonly ChannelClaim[] | null,
  lostMs: readonly number[] = [],
  silent: readonly number[] = [],
): RecordingStatement {
  const channels = held.map((channel) => {
    const claim = claims?.find((one) => one.channel === channel.channel)
    const gaps = claim ? withMissingEnd(channel, claim.samples) : channel.gaps
    return {
      channel: channel.channel,
      held_samples: channel.heldSamples,
      held_ms: toMs(channel.heldSamples),
      gaps: gaps.map(({ from, to }) => ({ from_ms: toMs(from), to_ms: toMs(to) })),
      sha256: channel.sha256,
      matches: matches(channel, claims, claim),
      lost_ms: Math.max(lostMs[channel.channel] ?? 0, claim?.lostMs ?? 0),
      ...(silent.includes(channel.channel) && { silent: true as const }),
    }
  })
  const complete = channels.every(({ gaps, matches }) => gaps.length === 0 && matches)
  return { recording_id: recordingId, complete, channels }
}

/** Whole milliseconds of audio. */
export function toMs(samples: number): number {
  return Math.floor((samples * 1000) / SAMPLE_RATE_HZ)
}

function matches(
  held: HeldChannel,
  claims: readonly ChannelClaim[] | null,
  claim: ChannelClaim | undefined,
): boolean {
  if (!claims) return false
  if (!claim) return held.heldSamples === 0
  return (
    claim.sha256 === held.sha256 &&
    claim.lastSequence === held.nextSequence - 1 &&
    claim.samples === held.nextOffset
  )
}

function withMissingEnd({ gaps, nextOffset }: HeldChannel, claimed: number): Gap[] {
  return claimed > nextOffset ? [...gaps, { from: nextOffset, to: claimed }] : gaps
}
