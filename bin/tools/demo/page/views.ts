import m from 'mithril'
import { address } from './address.ts'
import type { DemoSample, DemoState, LoggedEvent } from './state.ts'

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

interface EventsAttrs {
  state: DemoState
  onClear(): void
}

/** Every message of the plugin, as a host receives it (spec §6). */
export function EventsView(): m.Component<EventsAttrs> {
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

interface PatientsAttrs {
  state: DemoState
  onChoose(sample: DemoSample): void
}

/** The day's appointments. Every patient is invented, and says so. */
export function PatientsView(): m.Component<PatientsAttrs> {
  return {
    view({ attrs: { state, onChoose } }) {
      return m('nav.patients', { 'aria-label': 'Agenda de hoje' }, [
        m('h2', 'Agenda de hoje'),
        m(
          'ul',
          state.samples.map((sample, index) =>
            m('li', { key: sample.slug }, patientButton(state, sample, index, onChoose)),
          ),
        ),
      ])
    },
  }
}

function patientButton(
  { chosen, progress }: DemoState,
  sample: DemoSample,
  index: number,
  onChoose: (sample: DemoSample) => void,
) {
  const current = chosen?.slug === sample.slug
  return m(
    'button.patient[type=button]',
    {
      class: current ? 'current' : '',
      'aria-current': current ? 'true' : undefined,
      // The record of another patient never opens over a running recording.
      disabled: progress.recording && !current,
      onclick: () => onChoose(sample),
    },
    [
      m('span.time', appointmentTime(index)),
      m('span.who', [
        m('strong', sample.patient.name),
        m('span.visit', `${sample.specialty} · ${sample.title}`),
      ]),
    ],
  )
}

/** Half an hour each, from eight o'clock. */
function appointmentTime(index: number): string {
  const hour = 8 + Math.floor(index / 2)
  return `${String(hour).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`
}
