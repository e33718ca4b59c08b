import m from 'mithril'
import type { DemoSample, DemoState } from './state.ts'

interface Attrs {
  state: DemoState
  onChoose(sample: DemoSample): void
}

/** The day's appointments. Every patient is invented, and says so. */
export function PatientsView(): m.Component<Attrs> {
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
