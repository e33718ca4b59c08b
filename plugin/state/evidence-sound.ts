/**
 * The very second that was said: a few seconds of the consultation's sound, played on request while
 * the box keeps it. Fetched with the token and played through the browser's audio graph, so that no
 * address of it is in the page and a host's policy needs no media source.
 */
import type { KeptSoundBody, Segment } from '../../core/contract/api.ts'
import type { ApiClient } from '../services/api-client.ts'
import { clipPlayer } from '../services/clip-player.ts'
import { jsonOf } from '../services/json.ts'

/** Line or source whose sound is played. */
export interface Clip {
  startMs: number
  endMs: number
  channel: Segment['channel']
}

export interface EvidenceSound {
  /** Whether the box still has it; asks the box once, and anew after a while. */
  isKept(clip: Clip): boolean
  /** Resolves when the box has answered what it was asked last. */
  answered(): Promise<void>
  /**
   * When sound of this consultation was erased; undefined while nothing was, or nobody asked yet.
   */
  erasedAt(): string | undefined
  isPlaying(clip: Clip): boolean
  /** Plays it, or stops it when it is being played. Never throws: `onFailed` is told. */
  toggle(clip: Clip): Promise<void>
  stop(): void
}

interface Deps {
  api: Pick<ApiClient, 'request' | 'blob'>
  ehrId(): string
  /** Sound is being added: what is kept grows. */
  isRecording(): boolean
  onFailed(error: unknown): void
  /** It plays, without what the disk lost. */
  onLost(lostMs: number): void
  changed(): void
}

/** What is kept changes by recording and erasing only. */
const ASK_AGAIN_MS = 15_000
/** Words begin a little before the recognizer says so, and end a little later. */
const MARGIN_MS = 250

export function evidenceSound({
  api,
  ehrId,
  isRecording,
  onFailed,
  onLost,
  changed,
}: Deps): EvidenceSound {
  let kept: KeptSoundBody['ranges'] = []
  let erasedAt: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> = Promise.resolve()
  let playing: string | undefined
  const player = clipPlayer()

  async function ask() {
    askedAt = performance.now()
    const path = `/ehrs/${ehrId()}/audio/kept`
    const answer = await api
      .request<KeptSoundBody>({ method: 'GET', path })
      .catch((): { body: KeptSoundBody } => ({ body: { ranges: [] } }))
    const erased = answer.body.erased_at
    if (jsonOf(answer.body.ranges) === jsonOf(kept) && erased === erasedAt) return
    kept = answer.body.ranges
    erasedAt = erased
    changed()
  }

  function stop() {
    player.stop()
    playing = undefined
  }

  return {
    isKept({ startMs, endMs, channel }) {
      // Not while the doctor records: the loudspeaker would speak into the microphone.
      if (isRecording()) return false
      if (performance.now() - askedAt > ASK_AGAIN_MS) asking = ask()
      const channels = channel === 'remote' ? 2 : 1
      return kept.some(
        (range) => range.channels >= channels && startMs < range.end_ms && endMs > range.start_ms,
      )
    },
    answered: () => asking,
    erasedAt: () => erasedAt,
    isPlaying: (clip) => playing === keyOf(clip),
    async toggle(clip) {
      const key = keyOf(clip)
      const wasPlaying = playing === key
      stop()
      changed()
      if (wasPlaying) return
      playing = key
      changed()
      try {
        await player.play(async () => {
          const path = pathOf(ehrId(), clip)
          const { blob, headers } = await api.blob({ method: 'GET', path })
          const lostMs = Number(headers.get('X-Sound-Lost-Ms'))
          if (lostMs > 0) onLost(lostMs)
          return blob
        })
      } catch (error) {
        askedAt = Number.NEGATIVE_INFINITY
        onFailed(error)
      }
      if (playing === key) playing = undefined
      changed()
    },
    stop,
  }
}

function keyOf({ startMs, endMs, channel }: Clip): string {
  return `${channel} ${startMs} ${endMs}`
}

function pathOf(ehrId: string, { startMs, endMs, channel }: Clip): string {
  const start = Math.max(0, Math.floor(startMs - MARGIN_MS))
  return `/ehrs/${ehrId}/audio?start_ms=${start}&end_ms=${Math.ceil(endMs + MARGIN_MS)}&channel=${channel}`
}
