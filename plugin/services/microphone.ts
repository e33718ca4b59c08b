/**
 * The microphone as frames of PCM16 mono 16 kHz. The browser's voice processing stays off in the room (it cuts the patient
 * who sits farther away); only echo cancellation is on in telemedicine, where the loudspeaker would come back.
 */
import { CAPTURE_PROCESSOR, type CaptureCommand, type CaptureMessage } from '../worklet/messages.ts'

/** Why there is no sound; each has its own screen (SPEC-GAPS 2.4). */
export type MicrophoneFault =
  | 'insecure'
  | 'unsupported'
  | 'denied'
  | 'blocked_by_page'
  | 'no_device'
  | 'busy'
  | 'worklet'

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault

  constructor(fault: MicrophoneFault, options?: ErrorOptions) {
    super(`microphone: ${fault}`, options)
    this.name = 'MicrophoneError'
    this.fault = fault
  }
}

export interface InputDevice {
  id: string
  label: string
}

export interface Microphone {
  /**
   * Asks for permission and starts to listen; nothing is kept before `start`.
   * @returns false when it was let go of again while the browser asked. @throws {MicrophoneError}
   */
  open(options: { deviceId: string | undefined; cancelEcho: boolean }): Promise<boolean>
  /** Frames flow from here on. */
  start(): void
  /** Resolves when the last, shorter frame has been handed over. */
  stop(): Promise<void>
  /** Changes the input without stopping; of two changes the later one counts. @throws {MicrophoneError} */
  switchTo(deviceId: string): Promise<void>
  /** Lets go of the device: the browser's recording light goes out. */
  release(): void
  devices(): Promise<InputDevice[]>
  readonly isOpen: boolean
  readonly deviceId: string | undefined
}

interface Deps {
  workletUrl: string
  /** `replacedMs`: sound that the browser lost since the last frame and put silence for. */
  onFrame(samples: Int16Array, replacedMs: number): void
  onLevel(level: { rms: number; peak: number }): void
  /** The device went away, or the browser took it. */
  onLost(): void
}

const STOP_TIMEOUT_MS = 1000

/** What Chromium tells of a track; other browsers do not have it (W3C mediacapture-extensions, not in the DOM library). */
type TrackWithStats = MediaStreamTrack & {
  readonly stats?: { totalFramesDuration: number; deliveredFramesDuration: number } | null
}

export function microphone({ workletUrl, onFrame, onLevel, onLost }: Deps): Microphone {
  let context: AudioContext | undefined
  let capture: AudioWorkletNode | undefined
  let source: MediaStreamAudioSourceNode | undefined
  let stream: MediaStream | undefined
  let cancelEcho = false
  let onStopped: () => void = () => {}
  // Grows whenever a device that is still being asked for must no longer count.
  let era = 0
  // Two signs of the same losses, in ms: zeros among the samples, and what the browser says it dropped before them.
  let filledMs = 0
  let droppedBeforeMs = 0
  let toldMs = 0

  async function open(options: { deviceId: string | undefined; cancelEcho: boolean }) {
    release()
    const mine = era
    cancelEcho = options.cancelEcho
    const opened = await openStream(options.deviceId, cancelEcho)
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
      listenTo(audio, capture, opened)
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
    const node = new AudioWorkletNode(audio, CAPTURE_PROCESSOR)
    node.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
      if (data.type === 'frame') onFrame(data.samples, newlyReplacedMs(data.filledMs))
      else if (data.type === 'level') onLevel(data)
      else onStopped()
    }
    // Some browsers run a node only if it leads somewhere: to the loudspeaker, at volume zero.
    const mute = new GainNode(audio, { gain: 0 })
    node.connect(mute).connect(audio.destination)
    return node
  }

  function listenTo(audio: AudioContext, node: AudioWorkletNode, next: MediaStream) {
    source?.disconnect()
    if (stream) stopTracks(stream)
    stream = next
    source = audio.createMediaStreamSource(next)
    source.connect(node)
    countLossesAnew()
    for (const track of next.getAudioTracks())
      track.onended = () => {
        if (stream === next) onLost()
      }
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
    source?.disconnect()
    capture?.disconnect()
    if (capture) capture.port.onmessage = null
    context?.close().catch(() => {})
    stream = source = capture = context = undefined
    onStopped()
  }

  function tell(command: CaptureCommand) {
    capture?.port.postMessage(command)
  }

  return {
    open,
    start() {
      countLossesAnew()
      tell('start')
    },
    async stop() {
      if (!capture) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopped = new Promise<void>((resolve) => {
        onStopped = resolve
        timer = setTimeout(resolve, STOP_TIMEOUT_MS)
      })
      tell('stop')
      await stopped
      clearTimeout(timer)
      onStopped = () => {}
    },
    async switchTo(deviceId) {
      if (!context || !capture) return
      const mine = ++era
      const next = await openStream(deviceId, cancelEcho)
      if (mine === era && context && capture) listenTo(context, capture, next)
      else stopTracks(next)
    },
    release,
    async devices() {
      const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
      return all
        .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
        .map(({ deviceId, label }) => ({ id: deviceId, label }))
    },
    get isOpen() {
      return stream !== undefined
    },
    get deviceId() {
      return stream?.getAudioTracks()[0]?.getSettings().deviceId
    },
  }
}

async function openStream(deviceId: string | undefined, cancelEcho: boolean): Promise<MediaStream> {
  if (!globalThis.isSecureContext) throw new MicrophoneError('insecure')
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode)
    throw new MicrophoneError('unsupported')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        // `ideal`, not `exact`: a headset left at home may not stop a consultation.
        ...(deviceId ? { deviceId: { ideal: deviceId } } : {}),
        channelCount: { ideal: 1 },
        echoCancellation: cancelEcho,
        noiseSuppression: false,
        autoGainControl: false,
      },
    })
  } catch (cause) {
    throw new MicrophoneError(faultOf(cause), { cause })
  }
}

function faultOf(cause: unknown): MicrophoneFault {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_device'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return pageAllowsMicrophone() ? 'denied' : 'blocked_by_page'
}

/** A frame or a Permissions-Policy header can forbid it; not every browser tells. */
function pageAllowsMicrophone(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } })
    .featurePolicy
  return policy?.allowsFeature('microphone') ?? true
}

function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) {
    track.onended = null
    track.stop()
  }
}
