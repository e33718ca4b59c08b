import m from 'mithril'
import type { DemoState, LoggedEvent } from './state.ts'

interface Attrs {
  state: DemoState
  onClear(): void
}

/** Every message of the plugin, as a host receives it (spec §6). */
export function EventsView(): m.Component<Attrs> {
  return {
    view({ attrs: { state, onClear } }) {
      return m('details.events', [
        m('summary', ['Eventos recebidos pelo prontuário ', m('span.count', state.events.length)]),
        m(
          'p.hint',
          'O que a página hospedeira recebe por addMessageListener, do mais novo ao mais antigo.',
        ),
        m('button.secondary.small[type=button]', { onclick: onClear }, 'Limpar'),
        m(
          'ol.log',
          state.events.toReversed().map((event) => m('li', { key: event.id }, eventView(event))),
        ),
      ])
    },
  }
}

function eventView({ at, message }: LoggedEvent) {
  const { eventName, eventData } = message
  const time = m('time', at.toLocaleTimeString('pt-BR'))
  if (eventData === undefined) return [time, m('code', eventName)]
  return [
    time,
    m('details', [
      m('summary', m('code', eventName)),
      m('pre', JSON.stringify(eventData, null, 2)),
    ]),
  ]
}
