import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'

interface Attrs {
  title: string
  closeLabel: string
  onclose(): void
  /** Fills the window instead of floating in it. */
  sheet?: boolean
}

const FOCUSABLE =
  'button:not([disabled]), [href], input:not([disabled]), textarea, select, [tabindex="0"]'

/** Modal inside the plugin's window: takes the focus, keeps it, gives it back. Escape is the panel's (shortcuts.ts). */
export function Dialog(): Component<Attrs> {
  let before: Element | null = null

  function trap(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    const box = event.currentTarget as HTMLElement
    const stops = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)]
    const last = stops.at(-1)
    const active = (box.getRootNode() as ShadowRoot).activeElement
    const next = event.shiftKey ? active === stops[0] && last : active === last && stops[0]
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
      first?.focus()
    },
    onremove() {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
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
          '.dialog[role=dialog][aria-modal=true]',
          { class: sheet ? 'sheet' : '', 'aria-label': title, onkeydown: trap },
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
