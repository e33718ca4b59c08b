import type { NotUnderstood } from '../../../core/contract/api.ts'
import type {
  ChannelPosition,
  RecordingState,
  RecordingStatement,
} from '../../../core/contract/channel.ts'
import { type InputUse, presentUse } from '../../../core/input-use/input-use.ts'
import type { ImportedAudio } from '../../../core/recording/import-audio.ts'

interface RecordingFacts {
  statement: RecordingStatement | null
  /** Null until the recording ended. */
  use: InputUse | null
  /** Null until it is transcribed. */
  notUnderstood: NotUnderstood | null
}

export function presentRecording(
  state: RecordingState,
  { statement, use, notUnderstood }: RecordingFacts,
) {
  return { ...state, statement, use: use && presentUse(use), not_understood: notUnderstood }
}

/** Everything before these positions is on the disk. */
export function presentPositions(recordingId: string, channels: ChannelPosition[]) {
  return { recording_id: recordingId, channels }
}

export function presentUpload(imported: ImportedAudio) {
  const { recordingId, format, durationMs, statement } = imported
  const use = presentUse(imported.use)
  return {
    recording_id: recordingId,
    format,
    duration_ms: durationMs,
    statement,
    use,
    warnings: use.unused.map(({ code, message }) => ({ code, message })),
  }
}
