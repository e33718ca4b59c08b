import m from 'mithril'
import type { TimelineEntry } from './record-client.ts'

/** Newest first: what happened last is what the doctor looks for. */
export function timelineView(entries: readonly TimelineEntry[]): m.Children {
  return m('.rnds-timeline', [m('h3', 'Linha do tempo'), m('ol', entries.toReversed().map(line))])
}

function line({ at, text, note, tone, nextTryAt }: TimelineEntry): m.Children {
  return m('li', { class: `tone-${tone}` }, [
    m('time', { datetime: at }, timeOf(at)),
    m('div', [
      m('b', text),
      note && m('p', note),
      nextTryAt && m('p', `Próxima tentativa às ${timeOf(nextTryAt)}.`),
    ]),
  ])
}

export function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString('pt-BR')
}
