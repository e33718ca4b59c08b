import { type Chosen, type Diagnoses, diagnoses, dotted } from '../state/diagnoses.ts'
import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  /** Which version of which document is shown: another may suggest other codes. */
  shown: string
}

type Found = { code: string; display: string }

interface Panel {
  model: Model
  state: Diagnoses
  /** Just confirmed: takes the focus from the button that is gone. */
  added: string | undefined
}

/** Coded diagnoses beneath a document: confirm what it suggests, search others, say which is the principal one. */
export function DiagnosesPanel(): Component<Attrs> {
  let panel: Panel

  return {
    oninit({ attrs: { model } }: Vnode<Attrs>) {
      const { deps, consultation, changed } = model
      const state = diagnoses({ api: deps.session.api, ehrId: consultation.ehr.id, changed })
      panel = { model, state, added: undefined }
      void state.load()
    },
    onbeforeupdate({ attrs }, before) {
      if (attrs.shown !== before.attrs.shown) void panel.state.load()
    },
    onremove: () => panel.state.stop(),
    view() {
      const { t } = panel.model
      return m('section.diagnoses', { 'aria-labelledby': 'svc-diagnoses' }, [
        m('h3#svc-diagnoses', t.diagnoses.title, panel.state.saving && m('span.spinner')),
        content(panel),
      ])
    },
  }
}

function content(panel: Panel): Children {
  const { model, state } = panel
  const { t } = model
  if (state.phase === 'loading') return m('p.note', m('span.spinner'), ' ', t.loading.label)
  if (state.phase === 'failed')
    return m('.inline-warning', [
      icon('warning', 16),
      m('p', t.diagnoses.loadFailed),
      button(t.retry, { onclick: () => void state.load() }),
    ])
  return [
    state.saveFailed &&
      m('.inline-warning[role=alert]', [
        icon('warning', 16),
        m('p', t.diagnoses.saveFailed),
        button(t.retry, { onclick: state.saveAgain }),
      ]),
    confirmed(panel),
    suggestions(panel),
    search(panel),
  ]
}

function confirmed(panel: Panel): Children {
  const { model, state } = panel
  const { t, notices } = model
  if (state.chosen.length === 0) return m('p.note', t.diagnoses.none)
  const remove = (one: Chosen, event: Event) => {
    const section = (event.currentTarget as HTMLElement).closest('.diagnoses')
    section?.querySelector<HTMLElement>('input[type=search]')?.focus({ preventScroll: true })
    state.remove(one.code)
    notices.announce(t.diagnoses.removed(spoken(one)))
  }
  return m('fieldset.codes', [
    m('legend.hidden', t.diagnoses.confirmed),
    state.chosen.map((one) =>
      m('.code', { key: one.code, class: one.principal ? 'principal' : '' }, [
        m('label', [
          m('input[type=radio][name=svc-principal]', {
            checked: one.principal,
            'aria-label': t.diagnoses.principalOf(spoken(one)),
            onchange: () => state.makePrincipal(one.code),
            oncreate: ({ dom }: VnodeDOM) => takeFocus(panel, one, dom),
          }),
          m('b', dotted(one.code)),
          m('span', one.display),
          one.principal && m('span.tag', t.diagnoses.principal),
        ]),
        iconButton('close', t.diagnoses.remove(spoken(one)), {
          onclick: (event) => remove(one, event),
        }),
      ]),
    ),
  ])
}

function takeFocus(panel: Panel, { code }: Chosen, dom: Element) {
  if (panel.added !== code) return
  panel.added = undefined
  ;(dom as HTMLElement).focus({ preventScroll: true })
}

function suggestions(panel: Panel): Children {
  const { model, state } = panel
  const { t } = model
  if (state.suggestions.length === 0) return null
  return m(
    'ul.suggested',
    state.suggestions.map((one) =>
      m('li', { key: one.code }, [
        m('p', [
          `${t.diagnoses.suggestion}: `,
          m('b', dotted(one.code)),
          ` ${one.display}`,
          m('small', t.diagnoses.from(one.text)),
        ]),
        button(t.diagnoses.confirm, {
          class: 'compact',
          'aria-label': t.diagnoses.confirmOne(spoken(one)),
          onclick: () => add(panel, one),
        }),
      ]),
    ),
  )
}

function search(panel: Panel): Children {
  const { model, state } = panel
  const { t } = model
  const { text, state: phase, results, isPartial } = state.search
  return m('.code-search', { onkeydown: (event: KeyboardEvent) => onArrow(event, state) }, [
    m('label.note', { for: 'svc-code-search' }, t.diagnoses.search),
    m('input[type=search][autocomplete=off][spellcheck=false]#svc-code-search', {
      value: text,
      maxlength: 200,
      placeholder: t.diagnoses.placeholder,
      'aria-controls': 'svc-code-results',
      oninput: (event: Event) => state.lookFor((event.target as HTMLInputElement).value),
    }),
    m(
      'ul#svc-code-results',
      { 'aria-label': t.diagnoses.results },
      results.map((one) =>
        m('li', { key: one.code }, [
          m('button.result[type=button]', { onclick: () => add(panel, one) }, [
            m('b', dotted(one.code)),
            m('span', one.display),
          ]),
        ]),
      ),
    ),
    m('p.note[role=status]', outcome(model, phase, results.length)),
    phase === 'found' && isPartial && m('p.note', t.diagnoses.partial),
  ])
}

function outcome({ t }: Model, phase: Diagnoses['search']['state'], count: number): string {
  if (phase === 'failed') return t.diagnoses.searchFailed
  return phase === 'found' ? t.diagnoses.found(count) : ''
}

function add(panel: Panel, one: Found) {
  const { state } = panel
  const { t, notices } = panel.model
  panel.added = one.code
  state.add(one)
  notices.announce(t.diagnoses.added(spoken(one)))
}

/** Up and down through the results, Escape to leave them. */
function onArrow(event: KeyboardEvent, state: Diagnoses) {
  const box = event.currentTarget as HTMLElement
  if (event.key === 'Escape' && state.search.text !== '') {
    event.stopPropagation()
    state.lookFor('')
    box.querySelector('input')?.focus()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...box.querySelectorAll<HTMLElement>('input, .result')]
  const at = stops.indexOf(event.target as HTMLElement)
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function spoken({ code, display }: Found): string {
  return `${dotted(code)} ${display}`
}
