/** Asks the browser for a microphone, and says why there is none. */

/** Why there is no sound; each has its own screen (SPEC-GAPS 2.4). */
export type MicrophoneFault =
  | 'insecure'
  | 'unsupported'
  | 'denied'
  /** The browser may, but the computer does not let it. */
  | 'denied_by_system'
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

export interface InputOptions {
  deviceId: string | undefined
  /** No other device will do. */
  exactly?: boolean
  cancelEcho: boolean
}

/**
 * The browser's voice processing stays off in the room (it cuts the patient who sits farther away);
 * only echo cancellation is on in telemedicine, where the loudspeaker would come back.
 * @throws {MicrophoneError}
 */
export async function openInput(options: InputOptions): Promise<MediaStream> {
  const { deviceId, exactly = false, cancelEcho } = options
  if (!globalThis.isSecureContext) throw new MicrophoneError('insecure')
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode)
    throw new MicrophoneError('unsupported')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        // `ideal`, not `exact`: a headset left at home may not stop a consultation.
        ...(deviceId ? { deviceId: exactly ? { exact: deviceId } : { ideal: deviceId } } : {}),
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

/** Stops our own streams only: a host's tracks are the host's. */
export function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) {
    track.onended = track.onmute = track.onunmute = null
    track.stop()
  }
}

/** A frame or a Permissions-Policy header can forbid it; not every browser tells. */
export function pageAllows(feature: 'microphone' | 'display-capture'): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } })
    .featurePolicy
  return policy?.allowsFeature(feature) ?? true
}

function faultOf(cause: unknown): MicrophoneFault {
  const { name, message } = cause instanceof DOMException ? cause : { name: '', message: '' }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_device'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  if (!pageAllows('microphone')) return 'blocked_by_page'
  // Chromium's words; others do not tell the two apart.
  return /by system/i.test(message) ? 'denied_by_system' : 'denied'
}
