/**
 * One line of the transcript under correction. What the doctor types outlives whatever happens to
 * the line meanwhile: a newer look at the same speech, the final pass, a lost connection. Nothing
 * is ever replaced unseen: when other words stand there than the doctor saw, they are shown first,
 * and saving is asked for once more.
 */
import type { PatchSegmentBody, Segment, Speaker, TranscriptBody } from '../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../services/api-client.ts'
import type { Transcript } from './transcript.ts'

export interface TranscriptEdit {
  /** The line being corrected. */
  readonly segment: Segment | undefined
  readonly draft: string
  readonly speaker: Speaker | null
  /**
   * `changed`: other words stand there now. `gone`: the line is no longer there, and none is in its
   * place.
   */
  readonly state: 'writing' | 'saving' | 'failed' | 'changed' | 'gone'
  readonly hasChanges: boolean
  /** Saves another line first that is being corrected. */
  begin(segment: Segment): Promise<void>
  write(draft: string): void
  name(speaker: Speaker | null): void
  /** @returns whether nothing is left to save */
  save(): Promise<boolean>
  /**
   * Marks a stretch that was not understood as empty: nobody said anything. A text that cannot be
   * saved stays open.
   * @returns whether nothing is left to save
   */
  silence(segment: Segment): Promise<boolean>
  /** Back to what the recognizer heard. */
  takeBack(): Promise<boolean>
  /**
   * Other words in the place of some of a line's; what cannot be saved stays open as a draft.
   * @returns whether nothing is left to save
   */
  exchange(segment: Segment, place: { from: number; to: number }, words: string): Promise<boolean>
  cancel(): void
  /** The transcript is another one now. */
  follow(): void
}

interface Deps {
  api: ApiClient
  ehrId(): string
  transcript: Transcript
  changed(): void
  onSaved(): void
}

export function transcriptEdit(deps: Deps): TranscriptEdit {
  const { api, ehrId, transcript, changed } = deps
  let segment: Segment | undefined
  let draft = ''
  let speaker: Speaker | null = null
  let state: TranscriptEdit['state'] = 'writing'
  /** Nobody spoke: the empty draft is what is saved. */
  let isSilent = false
  /** The last save. The feed may show its words before its answer is here. */
  let sent = Promise.resolve(true)

  function hasChanges() {
    return segment !== undefined && (written() !== undefined || speaker !== segment.speaker)
  }

  /** The draft as the line's words; undefined: the words that it has. */
  function written(): string | undefined {
    const text = oneLine(draft)
    if (isSilent) return text
    return segment && text === wordsOf(segment) ? undefined : text
  }

  function open(next: Segment | undefined) {
    segment = next
    draft = next ? wordsOf(next) : ''
    speaker = next?.speaker ?? null
    isSilent = false
    state = 'writing'
    changed()
  }

  function follow() {
    if (!segment || state === 'saving') return
    const known = segment
    const now = transcript.find(known.id) ?? inPlaceOf(known, transcript.segments)
    if (!now) {
      if (!hasChanges()) return open(undefined)
      state = 'gone'
    } else if (now.text !== known.text) {
      const untouched = oneLine(draft) === wordsOf(known)
      segment = now
      if (untouched) draft = wordsOf(now)
      else state = 'changed'
    } else segment = now
  }

  /** What is open goes first. @returns whether nothing of it is left to save */
  async function settle(): Promise<boolean> {
    while (state === 'saving') await sent
    return !hasChanges() || send()
  }

  function send(): Promise<boolean> {
    sent = sendDraft()
    return sent
  }

  async function sendDraft(): Promise<boolean> {
    const known = segment
    if (!known) return true
    const typed = draft
    const text = written()
    const body: PatchSegmentBody = {
      ...(text === undefined ? {} : { text, was: known.text }),
      ...(speaker === known.speaker ? {} : { speaker }),
    }
    if (Object.keys(body).length === 0) {
      open(undefined)
      return true
    }
    state = 'saving'
    changed()
    try {
      const path = `/ehrs/${ehrId()}/transcriptions/${known.id}`
      const answer = await api.request<Segment>({ method: 'PATCH', path, body })
      transcript.put(answer.body)
      // The doctor went on writing while it was on its way.
      if (oneLine(draft) !== oneLine(typed)) {
        segment = answer.body
        state = 'writing'
        changed()
        return false
      }
      open(undefined)
      deps.onSaved()
      return true
    } catch (error) {
      await afterRefusal(error)
      changed()
      return false
    }
  }

  async function afterRefusal(error: unknown) {
    state = 'failed'
    const isOther =
      error instanceof ApiError && ['segment_changed', 'not_found'].includes(error.code)
    if (!isOther) return
    try {
      const path = `/ehrs/${ehrId()}/transcriptions`
      const { body } = await api.request<TranscriptBody>({ method: 'GET', path })
      transcript.refresh(body.transcriptions)
      follow()
    } catch {
      // As it was: the next try finds out again.
    }
  }

  return {
    get segment() {
      return segment
    },
    get draft() {
      return draft
    },
    get speaker() {
      return speaker
    },
    get state() {
      return state
    },
    get hasChanges() {
      return hasChanges()
    },
    async begin(next) {
      if (segment?.id === next.id) return
      if (!(await settle())) return
      open(next)
    },
    write(next) {
      draft = next
      isSilent = false
      if (state === 'failed') state = 'writing'
      changed()
    },
    name(next) {
      speaker = next
      changed()
    },
    async save() {
      if (!segment || state === 'saving' || state === 'gone') return segment === undefined
      return send()
    },
    async silence(next) {
      if (!(await settle())) return false
      open(next)
      isSilent = true
      return send()
    },
    async takeBack() {
      const heard = segment?.earlier?.[0]?.text
      if (!segment || heard === undefined) return false
      draft = heard
      return send()
    },
    async exchange(next, { from, to }, words) {
      if (!(await settle())) return false
      open(next)
      draft = `${next.text.slice(0, from)}${words}${next.text.slice(to)}`
      return send()
    },
    cancel: () => open(undefined),
    follow,
  }
}

/** What a person begins with: nothing, where nothing was understood. */
function wordsOf({ text, not_understood }: Segment): string {
  return not_understood ? '' : text
}

/** The line that stands where this one stood: of the same side, with the most time in common. */
function inPlaceOf(gone: Segment, segments: readonly Segment[]): Segment | undefined {
  const shared = (other: Segment) =>
    Math.min(gone.end_ms, other.end_ms) - Math.max(gone.start_ms, other.start_ms)
  return segments
    .filter((other) => other.channel === gone.channel && shared(other) > 0)
    .reduce<Segment | undefined>(
      (best, other) => (best && shared(best) >= shared(other) ? best : other),
      undefined,
    )
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
