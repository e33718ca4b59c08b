import m from 'mithril'
import type { TimelineEntry } from './record-client.ts'

/** Newest first: what happened last is what the doctor looks for. */
export function timelineView(entries: readonly TimelineEntry[]): m.Children {
  return m('.rnds-timeline', [
    m('h3', 'Linha do tempo'),
    m(
      'ol',
      entries
        .toReversed()
        .map(({ at, text, note, tone }) =>
          m('li', { class: tone }, [
            m('time', { datetime: at }, new Date(at).toLocaleTimeString('pt-BR')),
            m('div', [m('b', text), note && m('p', note)]),
          ]),
        ),
    ),
  ])
}
