import m from 'mithril'
import type { BundleView } from './record-client.ts'

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
