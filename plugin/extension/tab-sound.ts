/**
 * The sound of the tab of a call, in the page that records. The browser takes it from the tab, so
 * it is played here: the doctor goes on hearing the patient.
 */
import type { SharingFault } from '../services/shared-tab.ts'

export function tabSound() {
  let streamId: string | undefined
  let playing: AudioContext | undefined

  function silence() {
    void playing?.close()
    playing = undefined
  }

  return {
    /** What is opened next, once. */
    choose(id: string) {
      streamId = id
    },
    async open(): Promise<MediaStream | SharingFault> {
      const id = streamId
      streamId = undefined
      if (id === undefined) return 'failed'
      try {
        const stream = await navigator.mediaDevices.getUserMedia(constraintsOf(id))
        silence()
        playing = new AudioContext()
        playing.createMediaStreamSource(stream).connect(playing.destination)
        return stream
      } catch {
        return 'failed'
      }
    },
    silence,
  }
}

/** Chromium's own words for it, which no standard has. */
function constraintsOf(chromeMediaSourceId: string): MediaStreamConstraints {
  const audio = { mandatory: { chromeMediaSource: 'tab', chromeMediaSourceId } }
  return { audio: audio as MediaTrackConstraints }
}
