import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { FoundMatch } from '../state/reading.ts'
import { dayText } from '../text/figures.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'
import { bringIntoView, isFocusFree } from './focus.ts'
import { icon } from './icon.ts'
import { transcriptLine } from './transcript-line.ts'
import { importButton, importLine, statusLine, transcriptToolbar } from './transcript-tools.ts'

interface Attrs {
  model: Model
  actions: Actions
}

const AT_END_PX = 40
/**
 * A letter alone is found everywhere: past so many places only the one that is looked at is marked,
 * so that typing stays quick.
 */
const MOST_MARKS = 300

/**
 * What was said, line by line. It follows the conversation until the doctor scrolls up, and again
 * after "Ir para o fim"; a source of a document or a search brings its line into view, and a
 * correction stays where it is.
 */
export function TranscriptPanel(): Component<Attrs> {
  let follows = true
  let shown: string | undefined
  let found: string | undefined

  function settle({ dom, attrs: { model } }: VnodeDOM<Attrs>) {
    const list = dom.querySelector<HTMLElement>('.lines')
    if (!list) return
    const { highlightedSegment } = model.nav
    const { reading } = model
    const matches = reading.matches()
    const match = matches[Math.min(reading.current, matches.length - 1)]
    const place = match && `${match.segmentId} ${match.start} ${reading.query}`
    if (highlightedSegment !== shown) {
      shown = highlightedSegment
      follows = shown === undefined
      const line = shown && list.querySelector(`[data-segment="${CSS.escape(shown)}"]`)
      if (line instanceof HTMLElement) {
        bringIntoView(line)
        if (isFocusFree(dom)) line.focus({ preventScroll: true })
      }
    } else if (place !== found) {
      found = place
      if (place) follows = false
      const mark = list.querySelector('mark.current')
      if (mark) bringIntoView(mark)
    } else if (follows && !model.transcriptEdit.segment) list.scrollTop = list.scrollHeight
  }

  function goToEnd({ nav }: Model) {
    follows = true
    if (nav.highlightedSegment) nav.go('transcript')
  }

  return {
    oncreate: settle,
    onupdate: settle,
    view({ attrs: { model, actions } }: Vnode<Attrs>) {
      const { t, transcript, reading } = model
      if (transcript.segments.length === 0) return emptyTranscript(model, actions)
      return m('.panel.transcript', [
        transcriptToolbar(model, actions),
        reading.hidden
          ? hiddenTranscript(model)
          : m(
              '.lines.scroll[tabindex=0][role=log][aria-live=off]',
              {
                'aria-label': t.transcript.label,
                onscroll(event: Event) {
                  const list = event.target as HTMLElement
                  const rest = list.scrollHeight - list.scrollTop - list.clientHeight
                  follows = rest < AT_END_PX
                },
              },
              lines(model),
            ),
        !reading.hidden &&
          !follows &&
          !model.transcriptEdit.segment &&
          m(
            'button.to-end[type=button]',
            { onclick: () => goToEnd(model) },
            icon('down', 16),
            t.transcript.toEnd,
          ),
      ])
    },
  }
}

function lines(model: Model): Children {
  const { transcript, reading, nav, transcriptEdit } = model
  const matches = reading.matches()
  const current = matches[Math.min(reading.current, matches.length - 1)]
  const { segment: edited, state } = transcriptEdit
  const byLine = new Map<string, FoundMatch[]>()
  for (const one of matches.length > MOST_MARKS ? [current!] : matches) {
    const line = byLine.get(one.segmentId)
    if (line) line.push(one)
    else byLine.set(one.segmentId, [one])
  }
  const all = transcript.segments.map((segment) =>
    transcriptLine(model, segment, {
      matches: byLine.get(segment.id) ?? [],
      current,
      highlighted: segment.id === nav.highlightedSegment,
    }),
  )
  // What the doctor wrote is not thrown away with its line.
  if (edited && state === 'gone')
    all.push(transcriptLine(model, edited, { matches: [], current: undefined, highlighted: false }))
  return all
}

function hiddenTranscript({ t, reading }: Model): Children {
  return m('.empty', [
    m('.empty-icon', icon('eyeOff', 24)),
    m('h2', t.transcriptEdit.hiddenTitle),
    m('p', t.transcriptEdit.hiddenText),
    button(t.transcriptEdit.show, { icon: 'eye', onclick: () => reading.setHidden(false) }),
  ])
}

function emptyTranscript(model: Model, actions: Actions): Children {
  const { t, transcript } = model
  const { state } = transcript.status
  const erasedAt = model.consultation.ehr.erased?.transcript_at
  if (erasedAt)
    return m('.empty', [
      m('.empty-icon', icon('quote', 24)),
      m('h2', t.evidence.transcriptErasedTitle),
      m('p', t.evidence.transcriptErased(dayText(erasedAt, t.language))),
    ])
  return m('.empty', [
    m('.empty-icon', icon('quote', 24)),
    m('h2', t.transcript.emptyTitle),
    m('p', t.transcript.empty),
    (state === 'failed' || state === 'waiting' || state === 'finishing') && statusLine(model),
    importLine(model),
    importButton(model, actions, 'words'),
  ])
}
