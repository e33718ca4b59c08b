/**
 * The microphone, and beside it the remote side of a teleconsultation, as frames of PCM16 mono 16
 * kHz of one clock.
 */
import {
  CAPTURE_PROCESSOR,
  type CaptureCommand,
  type CaptureMessage,
  type Loudness,
} from '../worklet/messages.ts'
import { type InputOptions, MicrophoneError, openInput, stopTracks } from './open-input.ts'

export interface InputDevice {
  id: string
  label: string
  /** The same for all names of one piece of hardware; empty where the browser does not tell. */
  group: string
}

export interface CapturedFrame {
  samples: Int16Array
  /** As long as `samples`; there when two channels are captured. */
  remote: Int16Array | undefined
  /** Sound that the browser lost since the last frame and put silence for, in ms. */
  replacedMs: number
  remoteReplacedMs: number
  /** Silence that stands for a microphone that was not there, in ms. */
  missingMs: number
}

export interface Microphone {
  /**
   * Asks for permission and starts to listen; nothing is kept before `start`.
   * @returns false when it was let go of again while the browser asked. @throws {MicrophoneError}
   */
  open(options: InputOptions): Promise<boolean>
  /** Frames flow from here on, of one channel or of two. */
  start(channels: number): void
  /** Resolves when the last, shorter frame has been handed over. */
  stop(): Promise<void>
  /**
   * Changes the input without stopping; of two changes the later one counts. @throws
   * {MicrophoneError}
   */
  switchTo(options: InputOptions): Promise<void>
  /**
   * What is heard as the second channel; frames of a running capture have one from here on. Tracks
   * are never touched.
   */
  setRemote(tracks: readonly MediaStreamTrack[]): void
  /** Lets go of the device: the browser's recording light goes out. */
  release(): void
  devices(): Promise<InputDevice[]>
  readonly isOpen: boolean
  readonly cancelsEcho: boolean
  readonly deviceId: string | undefined
  /** Also after it went away, until it is let go of. */
  readonly input: InputDevice | undefined
  /** Its button, the system or a call keeps it silent. */
  readonly isMuted: boolean
}

interface Deps {
  workletUrl: string
  onFrame(frame: CapturedFrame): void
  onLevel(level: Loudness, remote: Loudness | undefined): void
  /** The device went away, or the browser took it. */
  onLost(): void
  onMuted(isMuted: boolean): void
}

const STOP_TIMEOUT_MS = 1000
const REMOTE_INPUT = 1

/**
 * What Chromium tells of a track; other browsers do not have it (W3C mediacapture-extensions, not
 * in the DOM library).
 */
type TrackWithStats = MediaStreamTrack & {
  readonly stats?: { totalFramesDuration: number; deliveredFramesDuration: number } | null
}

export function microphone({ workletUrl, onFrame, onLevel, onLost, onMuted }: Deps): Microphone {
  let context: AudioContext | undefined
  let capture: AudioWorkletNode | undefined
  let source: MediaStreamAudioSourceNode | undefined
  let stream: MediaStream | undefined
  let input: InputDevice | undefined
  let remoteTracks: readonly MediaStreamTrack[] = []
  let remoteSources: MediaStreamAudioSourceNode[] = []
  let cancelsEcho = false
  let onStopped: () => void = () => {}
  // Grows whenever a device that is still being asked for must no longer count.
  let era = 0
  // Two signs of the same losses, in ms: zeros among the samples, and what the browser says it
  // dropped before them.
  let filledMs = 0
  let droppedBeforeMs = 0
  let toldMs = 0

  async function open(options: InputOptions) {
    release()
    const mine = era
    const opened = await openInput(options)
    if (mine !== era) {
      stopTracks(opened)
      return false
    }
    try {
      const audio = new AudioContext({ latencyHint: 'interactive' })
      context = audio
      await audio.audioWorklet.addModule(workletUrl)
      await audio.resume()
      if (mine !== era) {
        stopTracks(opened)
        return false
      }
      capture = connectCapture(audio)
      listenTo(audio, capture, opened, options)
      listenToRemote(audio, capture)
      // A phone call or a change of the sound card may stop it.
      audio.onstatechange = () => {
        if (context === audio && audio.state !== 'running') audio.resume().catch(() => {})
      }
      return true
    } catch (cause) {
      stopTracks(opened)
      if (mine !== era) return false
      release()
      throw new MicrophoneError('worklet', { cause })
    }
  }

  function connectCapture(audio: AudioContext): AudioWorkletNode {
    const node = new AudioWorkletNode(audio, CAPTURE_PROCESSOR, { numberOfInputs: 2 })
    node.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
      if (data.type === 'frame') onFrame(frameOf(data))
      else if (data.type === 'level') onLevel(data, data.remote)
      else onStopped()
    }
    // Some browsers run a node only if it leads somewhere: to the loudspeaker, at volume zero.
    const mute = new GainNode(audio, { gain: 0 })
    node.connect(mute).connect(audio.destination)
    return node
  }

  function frameOf(data: Extract<CaptureMessage, { type: 'frame' }>): CapturedFrame {
    const { samples, filledMs, missingMs, remote } = data
    return {
      samples,
      remote: remote?.samples,
      replacedMs: newlyReplacedMs(filledMs),
      remoteReplacedMs: remote?.filledMs ?? 0,
      missingMs,
    }
  }

  function listenTo(
    audio: AudioContext,
    node: AudioWorkletNode,
    next: MediaStream,
    { cancelEcho }: InputOptions,
  ) {
    source?.disconnect()
    if (stream) stopTracks(stream)
    stream = next
    cancelsEcho = cancelEcho
    input = inputOf(next)
    source = audio.createMediaStreamSource(next)
    source.connect(node)
    countLossesAnew()
    tell({ type: 'microphone', isThere: true })
    for (const track of next.getAudioTracks()) {
      track.onended = () => {
        if (stream !== next) return
        source?.disconnect()
        tell({ type: 'microphone', isThere: false })
        onLost()
      }
      track.onmute = track.onunmute = () => {
        if (stream === next) onMuted(track.muted)
      }
    }
  }

  /** One source a track: a stream's own source would take the first of its tracks only. */
  function listenToRemote(audio: AudioContext, node: AudioWorkletNode) {
    for (const source of remoteSources) source.disconnect()
    remoteSources = remoteTracks.map((track) => {
      const source = audio.createMediaStreamSource(new MediaStream([track]))
      source.connect(node, 0, REMOTE_INPUT)
      return source
    })
  }

  function newlyReplacedMs(newlyFilledMs: number): number {
    filledMs += newlyFilledMs
    const replacedMs = Math.max(filledMs, droppedMs() - droppedBeforeMs)
    const newsMs = Math.max(0, replacedMs - toldMs)
    toldMs += newsMs
    return newsMs
  }

  function droppedMs(): number {
    const stats = (stream?.getAudioTracks()[0] as TrackWithStats | undefined)?.stats
    return stats ? stats.totalFramesDuration - stats.deliveredFramesDuration : 0
  }

  function countLossesAnew() {
    droppedBeforeMs = droppedMs()
    filledMs = toldMs = 0
  }

  function release() {
    era++
    if (stream) stopTracks(stream)
    for (const node of [source, capture, ...remoteSources]) node?.disconnect()
    if (capture) capture.port.onmessage = null
    context?.close().catch(() => {})
    stream = source = capture = context = undefined
    remoteSources = []
    onStopped()
  }

  function tell(command: CaptureCommand) {
    capture?.port.postMessage(command)
  }

  return {
    open,
    start(channels) {
      countLossesAnew()
      tell({ type: 'start', channels })
    },
    async stop() {
      if (!capture) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopped = new Promise<void>((resolve) => {
        onStopped = resolve
        timer = setTimeout(resolve, STOP_TIMEOUT_MS)
      })
      tell({ type: 'stop' })
      await stopped
      clearTimeout(timer)
      onStopped = () => {}
    },
    async switchTo(options) {
      if (!context || !capture) return
      const mine = ++era
      const next = await openInput(options)
      if (mine === era && context && capture) listenTo(context, capture, next, options)
      else stopTracks(next)
    },
    setRemote(tracks) {
      remoteTracks = tracks
      if (!context || !capture) return
      listenToRemote(context, capture)
      if (tracks.length > 0) tell({ type: 'add-remote' })
    },
    release,
    async devices() {
      const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
      return all
        .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
        .map(({ deviceId, label, groupId }) => ({ id: deviceId, label, group: groupId }))
    },
    get isOpen() {
      return stream !== undefined
    },
    get cancelsEcho() {
      return cancelsEcho
    },
    get deviceId() {
      return stream?.getAudioTracks()[0]?.getSettings().deviceId
    },
    get input() {
      return stream && input
    },
    get isMuted() {
      return stream?.getAudioTracks()[0]?.muted ?? false
    },
  }
}

/** Asked while it is there: a track that ended says no more. */
function inputOf(stream: MediaStream): InputDevice {
  const [track] = stream.getAudioTracks()
  const { deviceId = '', groupId = '' } = track?.getSettings() ?? {}
  return { id: deviceId, group: groupId, label: track?.label ?? '' }
}
