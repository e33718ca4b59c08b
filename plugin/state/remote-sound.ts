/**
 * The other side of a teleconsultation, the second channel of a recording: a stream that the host
 * injected, or a tab that the doctor shares (SPEC-GAPS 1.18). The host's stream goes first; its
 * tracks are never stopped, muted or paused here (spec §4.3).
 */
import { stopTracks } from '../services/open-input.ts'
import {
  type SharingFault,
  type SharingObstacle,
  shareTab,
  sharingObstacle,
} from '../services/shared-tab.ts'

export type RemoteSource = 'host' | 'shared'

/** What the doctor has to know of it. */
export type RemoteNotice =
  | SharingFault
  /** The host's stream has no sound, or its sound ended. */
  | 'host_without_audio'
  | 'host_ended'
  /** Ended with the browser's own button. */
  | 'sharing_ended'

export interface RemoteSound {
  /** The host's stream. */
  readonly injected: MediaStream | null
  /** Where the sound comes from; undefined when there is none. */
  readonly source: RemoteSource | undefined
  /** The source says that it has nothing to give right now. */
  readonly muted: boolean
  readonly notice: RemoteNotice | undefined
  /** The browser's question is open. */
  readonly asking: boolean
  /** Why sharing cannot be offered here. */
  readonly obstacle: SharingObstacle | undefined
  inject(stream: MediaStream | null): void
  /** From a click. */
  share(): Promise<void>
  stopSharing(): void
  dismissNotice(): void
  /** Lets go of what is ours, for good. */
  close(): void
}

interface Deps {
  changed(): void
  /** What is to be heard from now on; empty when there is nothing. */
  onTracks(tracks: readonly MediaStreamTrack[]): void
  /** The doctor ended the sharing in the browser's bar. */
  onSharingEnded(): void
  /** The way to a tab's sound; by default the browser's question. */
  ask?: (() => Promise<MediaStream | SharingFault>) | undefined
}

export function remoteSound(deps: Deps): RemoteSound {
  const { changed, onTracks, onSharingEnded, ask = shareTab } = deps
  const obstacle = sharingObstacle()
  let injected: MediaStream | null = null
  let shared: MediaStream | undefined
  let tracks: MediaStreamTrack[] = []
  let notice: RemoteNotice | undefined
  let asking = false
  let closed = false

  function source(): RemoteSource | undefined {
    if (tracks.length === 0) return undefined
    return shared ? 'shared' : 'host'
  }

  function listenTo(next: readonly MediaStreamTrack[]) {
    for (const track of tracks) for (const type of NEWS) track.removeEventListener(type, onNews)
    tracks = next.filter(isLive)
    for (const track of tracks) for (const type of NEWS) track.addEventListener(type, onNews)
    onTracks(tracks)
    changed()
  }

  function onNews({ type }: Event) {
    if (type !== 'ended') return changed()
    const rest = tracks.filter(isLive)
    if (rest.length > 0) return listenTo(rest)
    const wasShared = shared !== undefined
    dropShared()
    notice = wasShared ? 'sharing_ended' : 'host_ended'
    listenTo([])
    if (wasShared) onSharingEnded()
  }

  function dropShared() {
    if (!shared) return
    const ours = shared
    shared = undefined
    for (const track of ours.getTracks()) track.removeEventListener('ended', onPictureEnded)
    stopTracks(ours)
  }

  /** Some browsers end the picture and leave the sound running. */
  function onPictureEnded() {
    for (const track of tracks) track.stop()
    onNews(new Event('ended'))
  }

  /**
   * The browser itself added or removed a track, as a call does when its other side comes or goes.
   */
  function onTrackList() {
    if (!injected) return
    const live = injected.getAudioTracks().filter(isLive)
    if (live.length > 0) notice = undefined
    listenTo(live)
  }

  function inject(stream: MediaStream | null) {
    for (const type of LISTS) injected?.removeEventListener(type, onTrackList)
    injected = stream
    notice = undefined
    if (!stream) return shared ? changed() : listenTo([])
    for (const type of LISTS) stream.addEventListener(type, onTrackList)
    dropShared()
    const live = stream.getAudioTracks().filter(isLive)
    if (live.length === 0) notice = 'host_without_audio'
    return listenTo(live)
  }

  return {
    get injected() {
      return injected
    },
    get source() {
      return source()
    },
    get muted() {
      return tracks.length > 0 && tracks.every(({ muted }) => muted)
    },
    get notice() {
      return notice
    },
    get asking() {
      return asking
    },
    obstacle,
    inject(stream) {
      if (!closed) inject(stream)
    },
    async share() {
      if (asking || closed) return
      asking = true
      notice = undefined
      changed()
      const answer = await ask()
      asking = false
      if (typeof answer === 'string') notice = answer
      // The host's stream, or the end, may have come while the browser asked.
      else if (closed || source() === 'host') stopTracks(answer)
      else {
        dropShared()
        shared = answer
        for (const track of answer.getVideoTracks()) track.addEventListener('ended', onPictureEnded)
        return listenTo(answer.getAudioTracks())
      }
      changed()
    },
    stopSharing() {
      if (!shared) return
      dropShared()
      listenTo([])
    },
    dismissNotice() {
      notice = undefined
      changed()
    },
    close() {
      closed = true
      dropShared()
      inject(null)
    },
  }
}

const NEWS = ['ended', 'mute', 'unmute'] as const
const LISTS = ['addtrack', 'removetrack'] as const

function isLive({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'live'
}
