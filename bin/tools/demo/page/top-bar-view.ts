import m from 'mithril'
import { address } from './address.ts'
import type { DemoState } from './state.ts'

interface Attrs {
  state: DemoState
  onPlace(embedded: boolean): void
  onTheme(dark: boolean): void
}

/** The hospital's name, what is invented, and how the assistant is shown. */
export function TopBarView(): m.Component<Attrs> {
  return {
    view({ attrs: { state, onPlace, onTheme } }) {
      // Changing place or theme mounts the plugin anew, which would cut a running recording.
      const disabled = state.progress.recording
      return m('header.top', [
        m('.hospital', [
          m('span.logo', { 'aria-hidden': 'true' }),
          m('strong', 'Hospital Aurora'),
          m('span.unit-name', 'Prontuário eletrônico'),
        ]),
        m(
          'p.notice',
          m('strong', 'Demonstração.'),
          ' Pacientes inventados: nada do que se grava aqui é de um atendimento. ',
          m('a', { href: address('/demo/hosts') }, 'Exemplos de integração'),
        ),
        m('.switches', [
          choice(
            'Assistente',
            [
              ['Embutido', state.embedded, () => onPlace(true)],
              ['Flutuante', !state.embedded, () => onPlace(false)],
            ],
            disabled,
          ),
          choice(
            'Tema',
            [
              ['Claro', !state.dark, () => onTheme(false)],
              ['Escuro', state.dark, () => onTheme(true)],
            ],
            disabled,
          ),
        ]),
      ])
    },
  }
}

function choice(label: string, options: [string, boolean, () => void][], disabled: boolean) {
  return m(
    '.choice',
    { role: 'group', 'aria-label': label },
    options.map(([text, on, onclick]) =>
      m('button[type=button]', { 'aria-pressed': String(on), disabled, onclick }, text),
    ),
  )
}
