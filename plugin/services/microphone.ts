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
  /** Asks for permission and starts to listen; nothing is kept before `start`. @throws {MicrophoneError} */
  open(options: { deviceId: string | undefined; cancelEcho: boolean }): Promise<void>
  /** Frames flow from here on. */
  start(): void
  /** Resolves when the last, shorter frame has been handed over. */
  stop(): Promise<void>
  /** Changes the input without stopping. @throws {MicrophoneError} */
  switchTo(deviceId: string): Promise<void>
  /** Lets go of the device: the browser's recording light goes out. */
  release(): void
  devices(): Promise<InputDevice[]>
  readonly isOpen: boolean
  readonly deviceId: string | undefined
}

interface Deps {
  workletUrl: string
  onFrame(samples: Int16Array): void
  onLevel(level: { rms: number; peak: number }): void
  /** The device went away, or the browser took it. */
  onLost(): void
}

const STOP_TIMEOUT_MS = 1000

export function microphone({ workletUrl, onFrame, onLevel, onLost }: Deps): Microphone {
  let context: AudioContext | undefined
  let capture: AudioWorkletNode | undefined
  let source: MediaStreamAudioSourceNode | undefined
  let stream: MediaStream | undefined
  let cancelEcho = false
  let onStopped: () => void = () => {}

  async function open(options: { deviceId: string | undefined; cancelEcho: boolean }) {
    release()
    cancelEcho = options.cancelEcho
    const opened = await openStream(options.deviceId, cancelEcho)
    try {
      // Also closed by release() while this waits, hence the local name.
      const audio = new AudioContext({ latencyHint: 'interactive' })
      context = audio
      await audio.audioWorklet.addModule(workletUrl)
      await audio.resume()
      capture = connectCapture(audio)
      listenTo(audio, capture, opened)
    } catch (cause) {
      stopTracks(opened)
      release()
      throw new MicrophoneError('worklet', { cause })
    }
  }

  function connectCapture(audio: AudioContext): AudioWorkletNode {
    const node = new AudioWorkletNode(audio, CAPTURE_PROCESSOR)
    node.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
      if (data.type === 'frame') onFrame(data.samples)
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
    for (const track of next.getAudioTracks())
      track.onended = () => {
        if (stream === next) onLost()
      }
  }

  function release() {
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
    start: () => tell('start'),
    async stop() {
      if (!capture) return
      const stopped = new Promise<void>((resolve) => {
        onStopped = resolve
        setTimeout(resolve, STOP_TIMEOUT_MS)
      })
      tell('stop')
      await stopped
      onStopped = () => {}
    },
    async switchTo(deviceId) {
      if (!context || !capture) return
      listenTo(context, capture, await openStream(deviceId, cancelEcho))
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
