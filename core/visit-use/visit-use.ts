import type { ConsultationStore } from '../consultation/ports.ts'
import type { DocumentInput } from '../document/models/ports.ts'
import { withinBudget } from '../document/pieces/visit-budget.ts'
import type { FileRecord } from '../file/file.ts'
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'
import { withSpeech } from '../transcription/speech-use.ts'
import { isText, textUse } from './text-use.ts'

/** One input of a visit and how much of it was used. */
export interface VisitInput {
  kind: 'recording' | 'file' | 'context' | 'background_history'
  /** Of a text: the visit's own. */
  id: string
  use: InputUse
}

export interface VisitUse {
  /** Nothing that was given is open: every part was used. */
  complete: boolean
  /** Recordings first, then files, each in the order in which they came, then texts. */
  inputs: VisitInput[]
}

interface Deps {
  listFiles(consultationId: string): Promise<FileRecord[]>
  /** Texts of the files that were read. */
  textsOfFiles(consultationId: string): Promise<DocumentInput['files']>
  /** What people wrote; null when the visit is gone. */
  textsOf: ConsultationStore['textsOf']
  recorder: Pick<Recorder, 'list' | 'getRecording' | 'soundUse'>
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[]; finished: boolean }>
}

/** The account of a whole visit, from those of its inputs. */
export function visitUse({ listFiles, textsOfFiles, textsOf, recorder, transcript }: Deps) {
  return async (consultationId: string): Promise<VisitUse> => {
    const { segments, finished } = await transcript(consultationId)
    const texts = {
      contextMarkdown: '',
      backgroundHistory: null,
      ...(await textsOf(consultationId)),
    }
    const { left } = withinBudget({
      segments,
      ...texts,
      files: await textsOfFiles(consultationId),
    })
    const recordings: VisitInput[] = []
    for (const { recording_id: id } of await recorder.list(consultationId)) {
      const { startMs } = await recorder.getRecording(id)
      const sound = await recorder.soundUse(id)
      const own = segments.filter(({ recordingId }) => recordingId === id)
      const waiting = sound ?? { unit: 'milliseconds', given: 0, used: 0, unused: [] }
      const use =
        sound && finished ? withSpeech(sound, startMs, own) : open(waiting, 'speech_waiting')
      const beyond = own.filter((segment) => left.segments.has(segment.id))
      recordings.push({ kind: 'recording', id, use: withoutSpeech(use, startMs, beyond) })
    }
    const files = (await listFiles(consultationId)).map(
      (file): VisitInput => ({
        kind: 'file',
        id: file.id,
        use: withoutPages(useOfFile(file), left.pagesRead.get(file.id)),
      }),
    )
    const textOf = (kind: VisitInput['kind'], text: string | null): VisitInput[] =>
      isText(text) ? [{ kind, id: consultationId, use: textUse(text) }] : []
    const inputs = [
      ...recordings,
      ...files,
      ...textOf('context', texts.contextMarkdown),
      ...textOf('background_history', texts.backgroundHistory),
    ]
    return { complete: inputs.every(({ use }) => use.unused.length === 0), inputs }
  }
}

function useOfFile({ state, pages, use }: FileRecord): InputUse {
  const nothing: InputUse = { unit: 'pages', given: pages ?? 0, used: 0, unused: [] }
  if (state === 'ready') return use ?? { ...nothing, used: nothing.given }
  return open(nothing, state === 'failed' ? 'file_not_read' : 'file_waiting')
}

/** @param read the pages for which there was room; absent: all */
function withoutPages(use: InputUse, read: number | undefined): InputUse {
  if (read === undefined || read >= use.given) return use
  const before = use.unused.filter(({ page = 0 }) => page <= read)
  const isOpen = new Set(before.flatMap(({ page }) => page ?? []))
  const part: UnusedPart = {
    code: 'pages_beyond_budget',
    page: read + 1,
    count: use.given - read,
  }
  return { ...use, used: read - isOpen.size, unused: [...before, part] }
}

function withoutSpeech(
  use: InputUse,
  startMs: number,
  beyond: readonly Pick<TranscriptSegment, 'startMs' | 'endMs'>[],
): InputUse {
  if (beyond.length === 0) return use
  const part: UnusedPart = {
    code: 'speech_beyond_budget',
    fromMs: Math.min(...beyond.map((one) => one.startMs)) - startMs,
    toMs: Math.max(...beyond.map((one) => one.endMs)) - startMs,
  }
  const heard = beyond.reduce((sum, one) => sum + one.endMs - one.startMs, 0)
  return { ...use, used: Math.max(0, use.used - heard), unused: [...use.unused, part] }
}

function open(use: InputUse, code: UnusedCode): InputUse {
  const part: UnusedPart = { code }
  return { ...use, used: 0, unused: [...use.unused, part] }
}
