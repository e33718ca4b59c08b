import type { Segment } from '../../core/contract/api.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { lengthText } from '../text/durations.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { iconButton } from './button.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  actions: Actions
}

const AT_END_PX = 40
const BEHIND_MS = 15_000

/**
 * What was said, line by line. It follows the conversation until the doctor scrolls up, and again after "Ir para o fim"; a source
 * of a document brings its line into view.
 */
export function TranscriptPanel(): Component<Attrs> {
  let follows = true
  let shown: string | undefined

  function settle({ dom, attrs: { model } }: VnodeDOM<Attrs>) {
    const list = dom.querySelector<HTMLElement>('.lines')
    if (!list) return
    const { highlightedSegment } = model.nav
    if (highlightedSegment !== shown) {
      shown = highlightedSegment
      follows = shown === undefined
      const line = shown && list.querySelector(`[data-segment="${CSS.escape(shown)}"]`)
      if (line instanceof HTMLElement) {
        line.scrollIntoView({ block: 'center' })
        line.focus()
      }
    } else if (follows) list.scrollTop = list.scrollHeight
  }

  return {
    oncreate: settle,
    onupdate: settle,
    view({ attrs: { model, actions } }: Vnode<Attrs>) {
      const { t, transcript, nav } = model
      if (transcript.segments.length === 0) return emptyTranscript(model)
      return m('.panel.transcript', [
        m('.toolbar', [
          statusLine(model),
          iconButton('copy', t.transcript.copy, { onclick: actions.copyTranscript }),
        ]),
        m(
          '.lines.scroll[tabindex=0][role=log][aria-live=off]',
          {
            'aria-label': t.transcript.label,
            onscroll(event: Event) {
              const list = event.target as HTMLElement
              const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END_PX
              if (atEnd !== follows) follows = atEnd
            },
          },
          transcript.segments.map((segment) => line(model, segment, nav.highlightedSegment)),
        ),
        !follows &&
          m(
            'button.to-end[type=button]',
            {
              onclick() {
                follows = true
                if (nav.highlightedSegment) nav.go('transcript')
              },
            },
            icon('down', 16),
            t.transcript.toEnd,
          ),
      ])
    },
  }
}

function line({ t }: Model, segment: Segment, highlighted: string | undefined): Children {
  const { id, start_time, text, final, channel, speaker } = segment
  const who = speaker ?? (channel === 'remote' ? t.transcript.remote : null)
  return m(
    '.line',
    {
      key: id,
      'data-segment': id,
      tabindex: id === highlighted ? -1 : null,
      class: `${final ? '' : 'provisional'} ${id === highlighted ? 'highlighted' : ''}`,
    },
    m('time', start_time),
    m(
      'p',
      who && m('b', `${who}: `),
      text,
      !final && m('span.hidden', ` (${t.transcript.provisional})`),
    ),
  )
}

function statusLine({ t, transcript }: Model): Children {
  const { state, progress, behind_ms, reason } = transcript.status
  if (state === 'failed' || state === 'waiting')
    return m(
      'p.state-line.warning-text',
      icon('warning', 15),
      reason?.message ?? t.transcript[state],
    )
  if (state === 'finishing')
    return m(
      'p.state-line',
      m('span.spinner'),
      progress === null
        ? t.transcript.finishingUnknown
        : t.transcript.finishing(Math.round(progress * 100)),
    )
  if (behind_ms > BEHIND_MS)
    return m('p.state-line', icon('history', 15), t.transcript.behind(lengthText(behind_ms)))
  if (transcript.complete) return m('p.state-line', icon('check', 15), t.transcript.complete)
  return m('p.state-line')
}

function emptyTranscript(model: Model): Children {
  const { t, transcript } = model
  const { state } = transcript.status
  return m('.empty', [
    m('.empty-icon', icon('quote', 24)),
    m('h2', t.transcript.emptyTitle),
    m('p', t.transcript.empty),
    (state === 'failed' || state === 'waiting' || state === 'finishing') && statusLine(model),
  ])
}
