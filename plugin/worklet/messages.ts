/**
 * Between the page and its capture worklet. Input 0 of the worklet is the microphone, input 1 the
 * remote side.
 */
export const CAPTURE_PROCESSOR = 'svc-capture'

export type CaptureCommand =
  /**
   * With 2 channels the remote side is captured beside the microphone, sample by sample, silence
   * where it is not connected.
   */
  | { type: 'start'; channels: number }
  /**
   * From here on there are two channels. The frame at hand ends early, as the last one of a take
   * does.
   */
  | { type: 'add-remote' }
  /** There is no microphone: silence stands for it and is counted, until another one is there. */
  | { type: 'microphone'; isThere: boolean }
  | { type: 'stop' }

export interface Loudness {
  /** Both 0 to 1 of full scale. */
  rms: number
  peak: number
}

export type CaptureMessage =
  /**
   * PCM16 mono 16 kHz, 250 ms; shorter only before `stopped` and before the first frame with a
   * second channel. `filledMs` of it are zeros that the browser put where it lost sound
   * (channel-capture.ts). `remote` is as long as `samples`.
   */
  | {
      type: 'frame'
      samples: Int16Array
      filledMs: number
      /** How much of it is silence for a microphone that was not there. */
      missingMs: number
      remote?: { samples: Int16Array; filledMs: number }
    }
  /**
   * Of the last 50 ms; also while stopped, so that a meter can live. `remote` is there while it is
   * connected.
   */
  | ({ type: 'level'; remote?: Loudness } & Loudness)
  /** Everything heard before `stop` has been handed over. */
  | { type: 'stopped' }
