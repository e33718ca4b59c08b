import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import { isFocusFree } from './focus.ts'

interface Attrs {
  title: string
  closeLabel: string
  onclose(): void
  /** Fills the window instead of floating in it. */
  sheet?: boolean
}

const FOCUSABLE =
  'button:not([disabled]), [href], input:not([disabled]), textarea, select, [tabindex="0"]'

/**
 * Modal inside the plugin's window: takes the focus, keeps it, gives it back. Escape asks what its
 * close button asks.
 */
export function Dialog(): Component<Attrs> {
  let before: Element | null = null

  function onKey(event: KeyboardEvent, onclose: () => void) {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      onclose()
    } else if (event.key === 'Tab') trap(event)
  }

  function trap(event: KeyboardEvent) {
    const box = event.currentTarget as HTMLElement
    const stops = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)]
    const last = stops.at(-1)
    const active = (box.getRootNode() as ShadowRoot).activeElement
    const isFirst = active === stops[0] || active === box
    const next = event.shiftKey ? isFirst && last : active === last && stops[0]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return {
    oncreate({ dom }: VnodeDOM<Attrs>) {
      before = (dom.getRootNode() as ShadowRoot).activeElement
      const first =
        dom.querySelector<HTMLElement>('[data-first]') ??
        dom.querySelector<HTMLElement>(`.dialog-body ${FOCUSABLE}, .dialog-actions .button`)
      if (isFocusFree(dom, dom.closest('.root'))) first?.focus()
    },
    onremove({ dom }: VnodeDOM<Attrs>) {
      if (before instanceof HTMLElement && before.isConnected && isFocusFree(dom, dom))
        before.focus()
    },
    view({ attrs: { title, closeLabel, onclose, sheet }, children }: Vnode<Attrs>) {
      return m(
        '.scrim',
        {
          onclick(event: Event) {
            if (event.target === event.currentTarget) onclose()
          },
        },
        m(
          // A click beside its fields keeps the focus, and with it the keys, in here.
          '.dialog[role=dialog][aria-modal=true][tabindex=-1]',
          {
            class: sheet ? 'sheet' : '',
            'aria-label': title,
            onkeydown: (event: KeyboardEvent) => onKey(event, onclose),
          },
          m('.dialog-head', m('h2', title), iconButton('close', closeLabel, { onclick: onclose })),
          children,
        ),
      )
    },
  }
}

interface Question {
  title: string
  text: string
  confirm: string
  cancel: string
  kind?: 'primary' | 'danger'
  onconfirm(): void
  oncancel(): void
}

export function questionDialog(question: Question): Children {
  const { title, text, confirm, cancel, kind = 'primary', onconfirm, oncancel } = question
  return m(Dialog, { title, closeLabel: cancel, onclose: oncancel }, [
    m('.dialog-body', m('p', text)),
    m(
      '.dialog-actions',
      button(cancel, { onclick: oncancel }),
      button(confirm, { kind, onclick: onconfirm }),
    ),
  ])
}
