/** What sends a finished sound file to the box. */

/** What the box says of a file that it took. */
export interface ImportedSound {
  duration_ms: number
  warnings: { code: string; message: string }[]
}

export interface SendOptions {
  /** Id of the recording that it becomes: sent again under the same one, it is taken once. */
  recordingId: string
  signal: AbortSignal
  /** 0 to 1 of the bytes; the answer comes later, when the box has read the file. */
  onProgress(share: number): void
}

export type SendAudio = (ehrId: string, file: File, options: SendOptions) => Promise<ImportedSound>
