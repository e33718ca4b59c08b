/** Between the page and its capture worklet. */
export const CAPTURE_PROCESSOR = 'svc-capture'

export type CaptureCommand = 'start' | 'stop'

export type CaptureMessage =
  /**
   * PCM16 mono 16 kHz, 250 ms; shorter only before `stopped`. `filledMs` of it are zeros that the browser put where it lost sound
   * (filled-silence.ts).
   */
  | { type: 'frame'; samples: Int16Array; filledMs: number }
  /** Loudness of the last 50 ms, 0 to 1 of full scale; also while stopped, so that a meter can live. */
  | { type: 'level'; rms: number; peak: number }
  /** Everything heard before `stop` has been handed over. */
  | { type: 'stopped' }
