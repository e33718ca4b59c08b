/**
 * The sound of a tab that the doctor shares (SPEC-GAPS 1.18). The browser gives it only together
 * with a picture, of which we ask for as little as there is: it is never drawn, recorded or sent.
 */
import { pageAllows, stopTracks } from './open-input.ts'

/** Why sharing is not offered here. */
export type SharingObstacle =
  /** Phones, and old browsers. */
  | 'unsupported'
  /** It shares pictures, but no sound. */
  | 'no_audio'
  | 'blocked_by_page'

/** What became of the question. */
export type SharingFault =
  /** "Cancelar", or a no. */
  | 'declined'
  | 'blocked_by_page'
  | 'denied_by_system'
  /** A picture came, but no sound: its box was not ticked. */
  | 'without_audio'
  | 'failed'

/** Not yet in the DOM library (W3C screen-capture). */
type SharingOptions = DisplayMediaStreamOptions & {
  systemAudio: 'include'
  selfBrowserSurface: 'exclude'
  surfaceSwitching: 'include'
}

/** Undefined when it can be asked for. */
export function sharingObstacle(): SharingObstacle | undefined {
  const devices = navigator.mediaDevices
  if (typeof devices?.getDisplayMedia !== 'function') return 'unsupported'
  // Known by browsers that share a tab's sound, and by no other.
  if (!('suppressLocalAudioPlayback' in devices.getSupportedConstraints())) return 'no_audio'
  return pageAllows('display-capture') ? undefined : 'blocked_by_page'
}

/** To be called from a click. */
export async function shareTab(): Promise<MediaStream | SharingFault> {
  const options: SharingOptions = {
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    video: { width: { ideal: 1 }, height: { ideal: 1 }, frameRate: { ideal: 1 } },
    systemAudio: 'include',
    selfBrowserSurface: 'exclude',
    surfaceSwitching: 'include',
  }
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia(options)
    if (stream.getAudioTracks().length > 0) return stream
    stopTracks(stream)
    return 'without_audio'
  } catch (error) {
    return faultOf(error)
  }
}

function faultOf(error: unknown): SharingFault {
  const { name, message } = error instanceof DOMException ? error : { name: '', message: '' }
  if (name !== 'NotAllowedError') return 'failed'
  if (!pageAllows('display-capture') || /permissions policy/i.test(message))
    return 'blocked_by_page'
  return /by system/i.test(message) ? 'denied_by_system' : 'declined'
}
