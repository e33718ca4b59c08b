import m from 'mithril'
import type { BundleView, TimelineEntry } from './record-client.ts'

/** The bundle as it was sent: its resources at a glance, then all of it. */
export function BundleTree(): m.Component<{ view: BundleView }> {
  let text = ''
  return {
    oninit({ attrs: { view } }) {
      text = JSON.stringify(view.bundle, null, 2)
    },
    view({ attrs: { view } }) {
      return m('.rnds-bundle', [
        m('h3', `Bundle FHIR: ${view.outline.length} recursos`),
        m(
          'ol.outline',
          view.outline.map(({ resourceType, meaning, detail }) =>
            m('li', [
              m('code', resourceType),
              m('span', [meaning, detail && m('span.detail', ` ${detail}`)]),
            ]),
          ),
        ),
        m('details', [
          m('summary', 'JSON'),
          m('pre', { tabindex: 0, 'aria-label': 'Bundle em JSON' }, text),
        ]),
      ])
    },
  }
}

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
