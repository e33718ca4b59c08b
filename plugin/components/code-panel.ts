import type { Catalogue } from '../locales/pt-BR.ts'
import { type Coded, type CodeKind, type CodeList, codeList } from '../state/code-list.ts'
import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import { isFocusFree } from './focus.ts'
import { icon } from './icon.ts'

export interface CodePanelAttrs {
  model: Model
  /** Which version of which document is shown: another may suggest other codes. */
  shown: string
}

/** What a kind of codes says of itself, and how its confirmed ones look. */
export interface CodePanelKind<One extends Coded> extends CodeKind<One> {
  words(t: Catalogue): CodeWords
  /** A code as people write it. */
  written(code: string): string
  title?(display: string): string
  /** What stands before the code: the choice of the principal one, a number. */
  control(row: CodeRow<One>): Children
  /** Behind its title. */
  mark?(one: One, t: Catalogue): Children
  isMain?(one: One): boolean
}

/**
 * One confirmed code; `attrs` go to its control, which takes the focus from the button that
 * confirmed it.
 */
export interface CodeRow<One extends Coded> {
  one: One
  list: CodeList<One>
  t: Catalogue
  name: string
  attrs: { oncreate(vnode: VnodeDOM): void }
}

export interface CodeWords {
  title: string
  none: string
  confirmed: string
  remove(code: string): string
  removed(code: string): string
  added(code: string): string
  suggestion: string
  from(text: string): string
  confirm: string
  confirmOne(code: string): string
  search: string
  placeholder: string
  results: string
  found(n: number): string
  partial: string
  missing: string
  searchFailed: string
  saveFailed: string
  outdated: string
  loadFailed: string
}

interface Panel<One extends Coded> {
  kind: CodePanelKind<One>
  model: Model
  list: CodeList<One>
  words: CodeWords
  /** Just confirmed: takes the focus from the button that is gone. */
  added: string | undefined
  /** The results that were brought into sight. */
  seen: unknown
}

/**
 * Codes beneath a document: confirm what it suggests, search others, take back. The component of
 * one kind of codes.
 */
export function codePanel<One extends Coded>(
  kind: CodePanelKind<One>,
): () => Component<CodePanelAttrs> {
  return () => {
    let panel: Panel<One>

    return {
      oninit({ attrs: { model } }: Vnode<CodePanelAttrs>) {
        const { deps, consultation, changed, t } = model
        const list = codeList(kind, {
          api: deps.session.api,
          ehrId: consultation.ehr.id,
          changed,
        })
        panel = { kind, model, list, words: kind.words(t), added: undefined, seen: undefined }
        void list.load()
      },
      onbeforeupdate({ attrs }, before) {
        if (attrs.shown !== before.attrs.shown) void panel.list.load()
      },
      onremove: () => panel.list.stop(),
      view() {
        const id = `svc-${kind.resource}`
        return m('section.coding', { class: kind.resource, 'aria-labelledby': id }, [
          m('h3', { id }, panel.words.title, panel.list.saving && m('span.spinner')),
          content(panel),
        ])
      },
    }
  }
}

function content<One extends Coded>(panel: Panel<One>): Children {
  const { model, list, words } = panel
  const { t } = model
  if (list.phase === 'loading') return m('p.note', m('span.spinner'), ' ', t.loading.label)
  if (list.phase === 'failed')
    return m('.inline-warning', [
      icon('warning', 16),
      m('p', words.loadFailed),
      button(t.retry, { onclick: () => void list.load() }),
    ])
  return [
    list.saveFailed &&
      m('.inline-warning[role=alert]', [
        icon('warning', 16),
        m('p', words.saveFailed),
        button(t.retry, { onclick: list.saveAgain }),
      ]),
    list.outdated &&
      !list.saveFailed &&
      m('.inline-warning[role=alert]', [icon('warning', 16), m('p', words.outdated)]),
    confirmed(panel),
    suggestions(panel),
    search(panel),
  ]
}

function confirmed<One extends Coded>(panel: Panel<One>): Children {
  const { kind, model, list, words } = panel
  const { t, notices } = model
  if (list.chosen.length === 0) return m('p.note', words.none)
  const remove = (one: One, event: Event) => {
    const section = (event.currentTarget as HTMLElement).closest('.coding')
    section?.querySelector<HTMLElement>('input[type=search]')?.focus({ preventScroll: true })
    list.remove(one.code)
    notices.announce(words.removed(spoken(kind, one)))
  }
  return m('fieldset.codes', [
    m('legend.hidden', words.confirmed),
    list.chosen.map((one) => {
      const name = spoken(kind, one)
      const attrs = { oncreate: ({ dom }: VnodeDOM) => takeFocus(panel, one, dom) }
      return m('.code', { key: one.code, class: kind.isMain?.(one) ? 'principal' : '' }, [
        m('label', [
          kind.control({ one, list, t, name, attrs }),
          m('b', kind.written(one.code)),
          m('span', titled(kind, one)),
          kind.mark?.(one, t),
        ]),
        iconButton('close', words.remove(name), { onclick: (event) => remove(one, event) }),
      ])
    }),
  ])
}

function takeFocus<One extends Coded>(panel: Panel<One>, { code }: Coded, dom: Element) {
  if (panel.added !== code) return
  panel.added = undefined
  if (isFocusFree(dom)) (dom as HTMLElement).focus({ preventScroll: true })
}

function suggestions<One extends Coded>(panel: Panel<One>): Children {
  const { kind, list, words } = panel
  if (list.suggestions.length === 0) return null
  return m(
    'ul.suggested',
    list.suggestions.map((one) =>
      m('li', { key: one.code }, [
        m('p', [
          `${words.suggestion}: `,
          m('b', kind.written(one.code)),
          ` ${titled(kind, one)}`,
          m('small', words.from(one.text)),
        ]),
        button(words.confirm, {
          class: 'compact',
          'aria-label': words.confirmOne(spoken(kind, one)),
          onclick: () => add(panel, one),
        }),
      ]),
    ),
  )
}

function search<One extends Coded>(panel: Panel<One>): Children {
  const { kind, list, words } = panel
  const { text, state, results, origin } = list.search
  const id = `svc-${kind.resource}-search`
  const found = `svc-${kind.resource}-results`
  const attrs = {
    onkeydown: (event: KeyboardEvent) => onArrow(event, list),
    onupdate: ({ dom }: VnodeDOM) => bringIntoSight(panel, dom),
  }
  return m('.code-search', attrs, [
    m('label.note', { for: id }, words.search),
    m('input[type=search][autocomplete=off][spellcheck=false]', {
      id,
      value: text,
      maxlength: 200,
      placeholder: words.placeholder,
      'aria-controls': found,
      oninput: (event: Event) => list.lookFor((event.target as HTMLInputElement).value),
    }),
    m(
      'ul',
      { id: found, 'aria-label': words.results },
      results.map((one) =>
        m('li', { key: one.code }, [
          m('button.result[type=button]', { onclick: () => add(panel, one) }, [
            m('b', kind.written(one.code)),
            m('span', titled(kind, one)),
          ]),
        ]),
      ),
    ),
    m('p.note[role=status]', outcome(words, state, results.length)),
    state === 'found' && origin === 'starter' && m('p.note', words.partial),
    state === 'found' && origin === null && m('p.note', words.missing),
  ])
}

/**
 * What was found opens downwards, where a low window has no room left: the search moves up as far
 * as needed, and never out of sight.
 */
function bringIntoSight<One extends Coded>(panel: Panel<One>, dom: Element) {
  const { results } = panel.list.search
  if (results === panel.seen) return
  panel.seen = results
  const scroller = dom.closest('.document-scroll')
  if (!scroller || results.length === 0) return
  const [box, frame] = [dom.getBoundingClientRect(), scroller.getBoundingClientRect()]
  const hidden = box.bottom - frame.bottom
  if (hidden > 0) scroller.scrollTop += Math.min(hidden, box.top - frame.top)
}

function outcome(words: CodeWords, state: CodeList<Coded>['search']['state'], count: number) {
  if (state === 'failed') return words.searchFailed
  return state === 'found' ? words.found(count) : ''
}

function add<One extends Coded>(panel: Panel<One>, one: Coded) {
  const { kind, list, words, model } = panel
  // What is there already is not drawn anew.
  if (!list.chosen.some(({ code }) => code === one.code)) panel.added = one.code
  list.add(one)
  model.notices.announce(words.added(spoken(kind, one)))
}

/** Up and down through the results, Escape to leave them. */
function onArrow<One extends Coded>(event: KeyboardEvent, list: CodeList<One>) {
  const box = event.currentTarget as HTMLElement
  if (event.key === 'Escape' && list.search.text !== '') {
    event.stopPropagation()
    list.lookFor('')
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

function titled<One extends Coded>({ title }: CodePanelKind<One>, { display }: Coded): string {
  return title?.(display) ?? display
}

function spoken<One extends Coded>(kind: CodePanelKind<One>, one: Coded): string {
  return `${kind.written(one.code)} ${titled(kind, one)}`
}
