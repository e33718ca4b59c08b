import type { EvidenceSpan } from '../../core/contract/api.ts'
import type { DocumentEditor } from '../editor/editor-contract.ts'
import type { Clip } from '../state/evidence-sound.ts'
import type { Model } from '../state/model.ts'
import { quoteSince } from '../text/corrections.ts'
import {
  allSpans,
  doubtfulSentences,
  type FoundEvidence,
  type Quote,
  quoteWritten,
  type Support,
  saidSpans,
} from '../text/evidence.ts'
import { dayText, elapsedText } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'
import { playClip } from './play-clip.ts'

/** The value the doctor is looking at. */
export interface Focus {
  key: string
  label: string
  support: Support
}

export const EVIDENCE_ID = 'svc-evidence'

/**
 * Beside the document where there is room, under it where there is not: the words that the value
 * rests on.
 */
export function evidencePanel(model: Model, focus: Focus | undefined): Children {
  const { t } = model
  const attrs = {
    id: EVIDENCE_ID,
    tabindex: -1,
    'aria-label': t.document.sourceTitle,
    class: focus ? '' : 'waiting',
  }
  return m('aside.evidence', attrs, [
    m('h3', icon('link', 14), t.document.sourceTitle, focus && m('span.evidence-of', focus.label)),
    focus ? content(model, focus.support) : m('p.note', t.document.sourceHint),
  ])
}

function content(model: Model, support: Support): Children {
  const { t } = model
  const doubtful = doubtfulSentences(support)
  if (doubtful.length === 0) return finding(model, support)
  const spans = allSpans(support)
  return [
    support.kind === 'typed' && m('p.note', t.document.typedHint),
    m(
      'ul.doubts',
      doubtful.map(({ start, text, support: found }) =>
        m('li', { key: start }, [m('p.doubt', text), finding(model, found, t.document.noSource)]),
      ),
    ),
    spans.length > 0 && [m('h4', t.evidence.sourcesOfRest), spanList(model, spans)],
  ]
}

/** @param without what is said of words without a source */
function finding(
  model: Model,
  found: FoundEvidence,
  without = model.t.document.noSourceHint,
): Children {
  const { t } = model
  if (found.kind === 'typed') return m('p.note', t.document.typedHint)
  if (found.kind === 'spans') return spanList(model, found.spans)
  if (found.kind === 'contradicted')
    return [
      m('p.warning-text', [t.evidence.contradicts, ' ', found.reason]),
      spanList(model, found.spans),
    ]
  if (found.kind === 'unsure')
    return [
      m('p.warning-text', t.evidence.unsureWords(found.words.join(', '))),
      spanList(model, found.spans),
    ]
  return [
    m('p.warning-text', found.nearest ? t.document.noSource : without),
    found.nearest &&
      m('.nearest', [m('p.note', t.evidence.nearest), spanList(model, found.nearest)]),
  ]
}

function spanList(model: Model, spans: readonly EvidenceSpan[]): Children {
  return m(
    'div',
    spans.map((span, i) => m('.span', { key: i }, spanView(model, span))),
  )
}

function spanView(model: Model, span: EvidenceSpan): Children {
  const { t, context } = model
  if (span.source === 'segment') return segmentSpan(model, span)
  if (span.source === 'derived')
    return m('p', t.document.derivedFrom(span.from.map(lastPart).join(', ')))
  if (span.source === 'file') return fileSpan(model, span)
  const text =
    span.source === 'context' ? model.consultation.ehr.context_markdown : context.background
  const label = span.source === 'context' ? t.document.fromContext : t.document.fromBackground
  const quote = quoteWritten(text ?? '', span)
  if (quote || span.words === undefined) return [m('p.note', label), quotation(quote)]
  const then = { before: '', words: span.words, after: '' }
  return [m('p.note', label), m('p.note', t.document.textChanged), quotation(then)]
}

function fileSpan(
  { t, uploads }: Model,
  { file_id, page, start, end }: Extract<EvidenceSpan, { source: 'file' }>,
): Children {
  if (!uploads.find(file_id))
    return [m('p', t.document.fromFile(page)), m('p.note', t.files.textGone)]
  return m('.span-head', [
    m('p', t.document.fromFile(page)),
    m(
      'button.link[type=button]',
      { onclick: () => uploads.showText(file_id, page, start, end) },
      t.editor.openFile,
    ),
  ])
}

function segmentSpan(model: Model, span: Extract<EvidenceSpan, { source: 'segment' }>): Children {
  const { t, transcript, nav, documents, evidenceSound } = model
  const segment = transcript.find(span.segment_id)
  const clip = segment && {
    startMs: span.start_ms,
    endMs: span.end_ms,
    channel: segment.channel,
  }
  const isKept = clip !== undefined && evidenceSound.isKept(clip)
  const soundErased = isKept ? undefined : evidenceSound.erasedAt()
  const writtenAt = documents.open?.document.created_at ?? new Date().toISOString()
  return [
    m('.span-head', [
      m('time', elapsedText(span.start_ms)),
      clip && playClip(model, clip, elapsedText(span.start_ms)),
      segment &&
        m(
          'button.link[type=button]',
          { onclick: () => nav.goToSegment(segment.id) },
          t.document.seeInTranscript,
        ),
    ]),
    quotation(segment && quoteSince(segment, span, writtenAt)) ??
      m('p.note', t.document.sourceGone),
    soundErased && m('p.note', t.evidence.soundErased(dayText(soundErased, t.language))),
  ]
}

function quotation(quote: Quote | undefined): Children {
  if (!quote) return undefined
  return m('blockquote', quote.before, m('mark', quote.words), quote.after)
}

/** `Dados Antropométricos.Peso` is known to the doctor as Peso. */
function lastPart(path: string): string {
  return path.split(/[./]/).at(-1)?.trim() ?? path
}

/** From words to what they rest on, and back, by keys alone. */
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
