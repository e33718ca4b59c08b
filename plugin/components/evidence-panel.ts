import type { EvidenceSpan } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import { quoteSince } from '../text/corrections.ts'
import { dayText } from '../text/dates.ts'
import { elapsedText } from '../text/durations.ts'
import {
  allSpans,
  doubtfulSentences,
  type FoundEvidence,
  type Quote,
  quoteWritten,
  type Support,
} from '../text/evidence.ts'
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
