import m from 'mithril'
import type { SampleMicrophone } from './sample-microphone.ts'
import { currentStep, type DemoState, filledCount, STEPS, type Step } from './state.ts'

interface Attrs {
  state: DemoState
  microphone: SampleMicrophone
  onPlaySample(): void
  onUseMicrophone(): void
  onNewVisit(): void
}

const NAMES: Record<Exclude<Step, 'done'>, string> = {
  patient: 'Paciente',
  voice: 'Voz',
  record: 'Gravação',
  generate: 'Documento',
  fill: 'Prontuário',
}

/** The path through the demonstration: five steps, and what to do now. */
export function GuideView(): m.Component<Attrs> {
  let clock: ReturnType<typeof setInterval>

  return {
    oncreate({ attrs: { microphone } }) {
      clock = setInterval(() => {
        if (microphone.state === 'playing') m.redraw()
      }, 500)
    },
    onremove: () => clearInterval(clock),
    view({ attrs }) {
      const step = currentStep(attrs.state)
      return m('section.guide', { 'aria-label': 'Roteiro da demonstração' }, [
        m(
          'ol.steps',
          Object.entries(NAMES).map(([name, label], index) =>
            m(
              'li',
              { class: stepClass(step, index), 'aria-current': step === name ? 'step' : undefined },
              [
                m(
                  'span.number',
                  { 'aria-hidden': 'true' },
                  index < STEPS.indexOf(step) ? '✓' : index + 1,
                ),
                m('span.label', label),
              ],
            ),
          ),
        ),
        m('.now', { role: 'status', 'aria-live': 'polite' }, instructions(step, attrs)),
        step === 'record' ? playback(attrs) : null,
      ])
    },
  }
}

function stepClass(step: Step, index: number): string {
  const now = STEPS.indexOf(step)
  if (index === now) return 'current'
  return index < now ? 'done' : ''
}

function instructions(step: Step, attrs: Attrs): m.Children {
  const { state } = attrs
  if (step === 'patient') return m('p', 'Escolha um paciente na agenda de hoje.')
  if (step === 'voice') return chooseVoice(attrs)
  if (step === 'record') return recordNow(attrs)
  if (step === 'generate')
    return m('p', [
      'No assistente, aperte ',
      m('b', 'Gerar documento'),
      ' e escolha o modelo ',
      m('b', state.chosen?.templateName),
      '.',
    ])
  if (step === 'fill')
    return m('p', [
      'Confira de onde veio cada valor e aperte ',
      m('b', 'Preencher prontuário'),
      ' no assistente.',
    ])
  const { filled } = filledCount(state)
  return [
    m('p', `Prontuário preenchido: ${filled} campos receberam o que foi dito na consulta.`),
    m('button.secondary[type=button]', { onclick: attrs.onNewVisit }, 'Nova consulta'),
    m('p.hint', [
      'Revise o documento no assistente; o registro pode então ir à ',
      m('a', { href: '#rnds-title' }, 'RNDS'),
      ', abaixo do prontuário.',
    ]),
  ]
}

function chooseVoice({ state, onPlaySample, onUseMicrophone }: Attrs): m.Children {
  return [
    m('button.primary[type=button]', { onclick: onPlaySample }, [
      m('span.play', { 'aria-hidden': 'true' }),
      'Tocar consulta de exemplo',
    ]),
    m('button.secondary[type=button]', { onclick: onUseMicrophone }, 'Usar meu microfone'),
    state.speechModel ? m('p.hint', `Modelo de fala em uso: ${state.speechModel}.`) : null,
  ]
}

function recordNow({ state, microphone, onPlaySample, onUseMicrophone }: Attrs): m.Children {
  const { source, recording, recorded } = state.progress
  if (source === 'microphone') {
    if (recording) return m('p', ['Gravando. Ao terminar, aperte ', m('b', 'Finalizar'), '.'])
    return [
      m('p', ['No assistente, aperte ', m('b', 'Iniciar gravação'), ' e fale.']),
      recorded ? null : otherVoice('Tocar consulta de exemplo', onPlaySample),
    ]
  }
  if (microphone.state === 'ended')
    return m('p', ['A consulta terminou. No assistente, aperte ', m('b', 'Finalizar'), '.'])
  if (microphone.state === 'playing')
    return m('p', 'A consulta está tocando. Acompanhe a transcrição no assistente.')
  if (microphone.state === 'paused')
    return m('p', ['Em pausa. Aperte ', m('b', 'Retomar gravação'), ' e a consulta continua.'])
  return [
    m('p', [
      'No assistente, aperte ',
      m('b', 'Iniciar gravação'),
      '. A consulta começa a tocar sozinha.',
    ]),
    recorded ? null : otherVoice('Usar meu microfone', onUseMicrophone),
  ]
}

function otherVoice(label: string, onclick: () => void) {
  return m('button.secondary.small[type=button]', { onclick }, label)
}

/** Where the sample is, as long as it holds the microphone. */
function playback({ microphone, state }: Attrs): m.Children {
  const { duration, position, muted } = microphone
  if (microphone.state === 'off' || microphone.state === 'loading' || !state.chosen) return null
  return m('.playback', [
    m('progress', { max: duration, value: position, 'aria-label': 'Consulta de exemplo' }),
    m('span.clock', `${clock(position)} / ${clock(duration)}`),
    m(
      'button.secondary.small[type=button]',
      { 'aria-pressed': String(muted), onclick: () => microphone.setMuted(!muted) },
      muted ? 'Ligar alto-falante' : 'Silenciar alto-falante',
    ),
  ])
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
