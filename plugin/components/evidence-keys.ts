/** From words to what they rest on, and back, by keys alone. */
import type { DocumentEditor } from '../editor/editor-contract.ts'
import type { Clip } from '../state/evidence-sound.ts'
import type { Model } from '../state/model.ts'
import { saidSpans } from '../text/evidence.ts'
import { EVIDENCE_ID, type Focus } from './evidence-panel.ts'

export interface EvidenceKeys {
  /**
   * F9 plays and stops the words that the value under the doctor's eye rests on; Escape leaves the
   * sources.
   */
  onkeydown(event: KeyboardEvent): void
  /** A mark that is pressed by a key leads to its sources. */
  onclick(event: MouseEvent): void
}

export function evidenceKeys(
  model: Model,
  focus: () => Focus | undefined,
  editor: () => DocumentEditor | undefined,
): EvidenceKeys {
  let cameFrom: HTMLElement | undefined

  function back() {
    if (cameFrom?.isConnected) cameFrom.focus()
    else editor()?.focus()
    cameFrom = undefined
  }

  return {
    onkeydown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const isLeaving = event.key === 'Escape' && isWithin(event, `#${EVIDENCE_ID}`)
      if (!isLeaving && event.key !== 'F9') return
      // Escape would minimize the window.
      event.preventDefault()
      event.stopPropagation()
      if (isLeaving) back()
      else if (!event.repeat) void hearSource(model, focus())
    },
    onclick(event) {
      const isPressed = event.detail === 0
      const mark = isPressed && (event.target as HTMLElement).closest<HTMLElement>('.source')
      const root = event.currentTarget as HTMLElement
      if (!mark) return
      cameFrom = mark
      root.querySelector<HTMLElement>(`#${EVIDENCE_ID}`)?.focus()
    },
  }
}

/** What is being played of it stops; else the first of its words whose sound is kept is heard. */
async function hearSource(model: Model, focus: Focus | undefined) {
  const { evidenceSound, transcript, recorder, notices, t } = model

  const clips = saidSpans(focus?.support).flatMap((span): Clip[] => {
    const segment = transcript.find(span.segment_id)
    return segment ? [{ startMs: span.start_ms, endMs: span.end_ms, channel: segment.channel }] : []
  })
  const playing = clips.find(evidenceSound.isPlaying)
  if (playing) return evidenceSound.toggle(playing)
  if (recorder.phase === 'recording') return notices.show(t.evidence.notWhileRecording, 'warning')
  // Whoever was led here by F8 may press sooner than the box says what it keeps.
  const isKept = () => clips.find(evidenceSound.isKept)
  const clip = isKept() ?? (await evidenceSound.answered().then(isKept))
  if (clip) return evidenceSound.toggle(clip)
  notices.show(t.evidence.nothingToHear, 'warning')
}

function isWithin(event: Event, selector: string): boolean {
  return (event.target as HTMLElement).closest(selector) !== null
}
