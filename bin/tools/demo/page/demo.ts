/**
 * The sample EHR: the page of a hospital that uses the plugin through its public interface only,
 * and shows what it receives. Choose a patient, let the sample speak into the microphone, record,
 * generate, fill.
 */

import m from 'mithril'
import { address } from './address.ts'
import { type Controller, controller } from './controller.ts'
import { GuideView } from './guide-view.ts'
import { RecordView } from './record-view.ts'
import { type RecordPanel, recordPanel } from './rnds/record-panel.ts'
import { RndsView } from './rnds/rnds-view.ts'
import { type SampleMicrophone, sampleMicrophone } from './sample-microphone.ts'
import { type DemoSample, type DemoState, initialState } from './state.ts'
import { EventsView, PatientsView, ScriptView, TopBarView } from './views.ts'

await start(document.querySelector('#ehr') as HTMLElement)

async function start(root: HTMLElement) {
  if (!isSecureContext) {
    root.textContent =
      'Os navegadores só liberam o microfone em endereços https:// ou em localhost. Abra a demonstração por um deles.'
    return
  }
  const loaded = await loadSamples()
  if (!loaded) {
    root.textContent = 'O servidor da demonstração não respondeu. Recarregue a página.'
    return
  }
  const state = { ...initialState(), ...loaded }
  document.documentElement.dataset.theme = state.dark ? 'dark' : 'light'
  const redraw = () => m.redraw()
  const microphone = sampleMicrophone(redraw)
  const network = recordPanel({ redraw })
  const actions = controller({ state, microphone, network, redraw })
  m.mount(root, Page({ state, microphone, network, actions }))
}

interface SamplesAnswer {
  samples: DemoSample[]
  speech_model: string | null
}

async function loadSamples(): Promise<Pick<DemoState, 'samples' | 'speechModel'> | undefined> {
  try {
    const response = await fetch(address('/demo/samples.json'))
    if (!response.ok) return undefined
    const { samples, speech_model } = (await response.json()) as SamplesAnswer
    return { samples, speechModel: speech_model }
  } catch {
    return undefined
  }
}

interface PageParts {
  state: DemoState
  microphone: SampleMicrophone
  network: RecordPanel
  actions: Controller
}

function Page({ state, microphone, network, actions }: PageParts): m.Component {
  return {
    view: () => [
      m(TopBarView, { state, onPlace: actions.place, onTheme: actions.theme }),
      m(GuideView, {
        state,
        microphone,
        onPlaySample: actions.playSample,
        onUseMicrophone: actions.useMicrophone,
        onNewVisit: actions.newVisit,
      }),
      state.trouble ? m('p.trouble', { role: 'alert' }, state.trouble) : null,
      m('main', { class: state.embedded ? 'embedded' : 'floating' }, [
        m(PatientsView, { state, onChoose: actions.choose }),
        m('.work', [
          m(RecordView, { state }),
          state.chosen ? m(RndsView, { panel: network }) : null,
          m(ScriptView, { state }),
          m(EventsView, { state, onClear: actions.clearEvents }),
        ]),
        m(
          'aside.assistant',
          { 'aria-label': 'Assistente', hidden: !state.embedded || !state.chosen },
          [m('#assistant-place', { oncreate: ({ dom }) => actions.attach(dom as HTMLElement) })],
        ),
      ]),
      state.closed && state.chosen
        ? m('button.primary.reopen[type=button]', { onclick: actions.reopen }, 'Abrir assistente')
        : null,
    ],
  }
}
