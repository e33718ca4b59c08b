/** The parts of forms that all screens of the panel share. */
import { button } from '../components/button.ts'
import { type Children, m } from '../view.ts'
import { hostOf } from './insert-into-page.ts'
import type { PanelState } from './panel-state.ts'
import { words } from './words.ts'

export function told(state: PanelState): Children {
  const { told, sheet, undo, recorded, restart } = state
  if (!told) return null
  return m('.told', { role: told.ok ? 'status' : 'alert', class: told.ok ? 'ok' : '' }, [
    m('p', told.text),
    told.undo && button(words.fill.undo, { kind: 'quiet', onclick: () => void undo() }),
    told.closed !== undefined && openButton(state, told.closed),
    told.restart && recorded && m('p', words.tabSound.pauseFirst),
    told.restart &&
      button(words.tabSound.restart, { disabled: recorded !== null, onclick: () => restart() }),
    told.fields && button(words.fill.fields, { kind: 'quiet', onclick: () => sheet.show() }),
  ])
}

/** The browser then asks the doctor for the address of a frame. */
export function openButton({ isBusy, openAddress }: PanelState, address: string): Children {
  return button(words.frames.open(hostOf(address)), {
    disabled: isBusy,
    onclick: () => void openAddress(address),
  })
}

export function entry(name: string, label: string, attributes: Record<string, unknown>): Children {
  return m(
    'label.entry',
    label,
    m('input', { name, required: true, maxlength: 255, ...attributes }),
  )
}

export function submit(
  state: PanelState,
  label: string,
  busyLabel: string,
  isPossible = true,
): Children {
  const { isBusy, isStarting } = state
  return m(
    'button.button.primary[type=submit]',
    { 'aria-busy': isBusy ? 'true' : null, disabled: isBusy || !isPossible },
    isBusy && !isStarting ? busyLabel : label,
  )
}

/**
 * What was entered, by name.
 * @param clear nothing of it stays in the fields
 */
export function submitting(
  send: (read: (name: string) => string) => void,
  { clear = false }: { clear?: boolean } = {},
) {
  return (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const entered = new FormData(form)
    if (clear) form.reset()
    send((name) => String(entered.get(name) ?? ''))
  }
}
