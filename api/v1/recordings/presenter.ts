import type { NotUnderstood } from '../../../core/contract/api.ts'
import type {
  ChannelPosition,
  RecordingState,
  RecordingStatement,
} from '../../../core/contract/channel.ts'
import type { ImportedAudio } from '../../../core/recording/import-audio.ts'

/** @param notUnderstood null until the recording is transcribed */
export function presentRecording(
  state: RecordingState,
  statement: RecordingStatement | null,
  notUnderstood: NotUnderstood | null,
) {
  return { ...state, statement, not_understood: notUnderstood }
}

/** Everything before these positions is on the disk. */
export function presentPositions(recordingId: string, channels: ChannelPosition[]) {
  return { recording_id: recordingId, channels }
}

export function presentUpload(imported: ImportedAudio) {
  const { recordingId, format, durationMs, truncated, statement } = imported
  return {
    recording_id: recordingId,
    format,
    duration_ms: durationMs,
    statement,
    warnings: truncated ? [TRUNCATED] : [],
  }
}

const TRUNCATED = {
  code: 'audio_truncated',
  message: 'O arquivo está incompleto. O trecho que pôde ser lido foi guardado.',
}
