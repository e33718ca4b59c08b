import type { FileRecord } from '../file/file.ts'
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'
import { withSpeech } from '../transcription/speech-use.ts'

/** One input of a visit and how much of it was used. */
export interface VisitInput {
  kind: 'recording' | 'file'
  id: string
  use: InputUse
}

export interface VisitUse {
  /** Nothing that was given is open: every part was used. */
  complete: boolean
  /** Recordings first, each kind in the order in which it came. */
  inputs: VisitInput[]
}

interface Deps {
  listFiles(consultationId: string): Promise<FileRecord[]>
  recorder: Pick<Recorder, 'list' | 'getRecording' | 'soundUse'>
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[]; finished: boolean }>
}

/** The account of a whole visit, from those of its inputs. */
export function visitUse({ listFiles, recorder, transcript }: Deps) {
  return async (consultationId: string): Promise<VisitUse> => {
    const { segments, finished } = await transcript(consultationId)
    const recordings: VisitInput[] = []
    for (const { recording_id: id } of await recorder.list(consultationId)) {
      const { startMs } = await recorder.getRecording(id)
      const sound = await recorder.soundUse(id)
      const own = segments.filter(({ recordingId }) => recordingId === id)
      const waiting = sound ?? { unit: 'milliseconds', given: 0, used: 0, unused: [] }
      const use =
        sound && finished ? withSpeech(sound, startMs, own) : open(waiting, 'speech_waiting')
      recordings.push({ kind: 'recording', id, use })
    }
    const files = (await listFiles(consultationId)).map(
      (file): VisitInput => ({ kind: 'file', id: file.id, use: useOfFile(file) }),
    )
    const inputs = [...recordings, ...files]
    return { complete: inputs.every(({ use }) => use.unused.length === 0), inputs }
  }
}

function useOfFile({ state, pages, use }: FileRecord): InputUse {
  const nothing: InputUse = { unit: 'pages', given: pages ?? 0, used: 0, unused: [] }
  if (state === 'ready') return use ?? { ...nothing, used: nothing.given }
  return open(nothing, state === 'failed' ? 'file_not_read' : 'file_waiting')
}

function open(use: InputUse, code: UnusedCode): InputUse {
  const part: UnusedPart = { code }
  return { ...use, used: 0, unused: [...use.unused, part] }
}
