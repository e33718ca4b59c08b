import m from 'mithril'
import type { DemoState } from './state.ts'

/** What the sample says, to compare with the transcript. */
export function ScriptView(): m.Component<{ state: DemoState }> {
  return {
    view({ attrs: { state } }) {
      if (!state.chosen) return null
      return m('details.events', [
        m('summary', 'O que se diz na consulta de exemplo'),
        m(
          'ol.script',
          state.chosen.turns.map(({ speaker, text }) =>
            m('li', { class: `${speaker}-turn` }, [
              speaker === 'doctor' ? 'Médico: ' : 'Paciente: ',
              text,
            ]),
          ),
        ),
      ])
    },
  }
}
