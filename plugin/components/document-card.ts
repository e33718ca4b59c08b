import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { timeOfDay } from '../text/figures.ts'
import { shownSections } from '../text/rich-text.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { iconButton } from './button.ts'
import { isFocusFree } from './focus.ts'
import { type IconName, icon } from './icon.ts'

interface Attrs {
  model: Model
  actions: Actions
  document: ClinicalDocument
}

interface Choice {
  label: string
  icon: IconName
  choose(): void
}

/** One document of the list: the card opens it, its menu does the rest. */
export function DocumentCard(): Component<Attrs> {
  let isOpen = false

  function menu(name: string, choices: readonly Choice[]): Children {
    const close = () => {
      isOpen = false
    }
    return m(
      '.card-menu[role=menu]',
      { 'aria-label': name, onkeydown: (event: KeyboardEvent) => onKey(event, close) },
      choices.map(({ label, icon: symbol, choose }, i) =>
        m(
          'button[type=button][role=menuitem]',
          {
            key: label,
            oncreate: ({ dom }: { dom: Element }) => {
              if (i === 0 && isFocusFree(dom, dom.closest('.document-card')))
                (dom as HTMLElement).focus()
            },
            onclick() {
              close()
              choose()
            },
          },
          icon(symbol, 16),
          m('span', label),
        ),
      ),
    )
  }

  return {
    view({ attrs: { model, actions, document } }: Vnode<Attrs>) {
      const { t, documents } = model
      const isWritten = document.status !== 'generating'
      const name = document.template.name
      return m('.card.document-card', { class: document.status }, [
        m(
          'button.document-open[type=button]',
          {
            disabled: !isWritten,
            onclick: () => void documents.show(document),
          },
          m('.document-card-head', [
            icon('document', 16),
            m('strong', name),
            m('span.tag', { class: document.status }, t.documents.states[document.status]),
          ]),
          m('p.clamp', firstLine(model, document)),
          m('time', momentOf(document.created_at, t.language)),
        ),
        isWritten &&
          iconButton('more', t.editor.more(name), {
            class: 'card-more',
            'aria-haspopup': 'menu',
            'aria-expanded': String(isOpen),
            onclick: () => {
              isOpen = !isOpen
            },
          }),
        isOpen && menu(t.editor.more(name), choicesFor(model, actions, document)),
      ])
    },
  }
}

function choicesFor(model: Model, actions: Actions, document: ClinicalDocument): Choice[] {
  const { t, documents, deps } = model
  const { allowCopyDocument, enableFillEhr } = deps.settings
  const isFilled = document.status !== 'failed'
  const choices: (Choice | false)[] = [
    { label: t.editor.open, icon: 'document', choose: () => void documents.show(document) },
    isFilled &&
      allowCopyDocument && {
        label: t.editor.copy,
        icon: 'copy',
        choose: () => void actions.copyListed(document),
      },
    isFilled &&
      enableFillEhr && {
        label: t.editor.fill,
        icon: 'send',
        choose() {
          void documents.show(document)
          void actions.fillEhr()
        },
      },
    { label: t.editor.duplicate, icon: 'sparkle', choose: actions.pickTemplate },
    {
      label: t.editor.remove,
      icon: 'trash',
      choose: () => void remove(model, document),
    },
  ]
  return choices.filter((choice) => choice !== false)
}

async function remove({ t, documents, notices }: Model, document: ClinicalDocument) {
  await documents.remove(document)
  if (!documents.problem) notices.announce(t.editor.removed(document.template.name))
}

/** Arrows go through the menu, Escape and Tab leave it. */
function onKey(event: KeyboardEvent, close: () => void) {
  const box = event.currentTarget as HTMLElement
  const stops = [...box.querySelectorAll('button')]
  const at = stops.indexOf(event.target as HTMLButtonElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  event.stopPropagation()
  if (step) stops.at((at + step) % stops.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') {
    close()
    box.parentElement?.querySelector<HTMLElement>('.card-more')?.focus()
  } else return
  event.preventDefault()
}

/** What it says first, or why it says nothing. */
function firstLine({ t }: Model, document: ClinicalDocument): string {
  if (document.status === 'failed') {
    const { error = '', message = '' } = document.failure ?? {}
    const reason = t.editor.failures[error] ?? t.editor.failureService
    return `${reason}. ${message}`
  }
  const [, value] = shownSections(document).find(([, entry]) => entry !== null) ?? []
  return textOf(value ?? null)
}

function textOf(value: DocumentValue): string {
  if (value === null || typeof value === 'string') return value ?? ''
  return Array.isArray(value) ? value.join('; ') : Object.values(value).filter(Boolean).join('; ')
}

function momentOf(at: string, language: string): string {
  const date = new Date(at).toLocaleDateString(language, { day: '2-digit', month: '2-digit' })
  return `${date} ${timeOfDay(at, language)}`
}
