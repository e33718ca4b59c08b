/** Keys of the whole panel (SPEC-GAPS 2.13): letters only where no text is being written. */
import type { Actions } from './actions.ts'
import type { Model } from './model.ts'

/** @returns whether the key was ours. */
export function handleKey(model: Model, actions: Actions, event: KeyboardEvent): boolean {
  if (model.opening.phase !== 'ready' || model.closing) return false
  const { nav, documents } = model
  // A key that is held down means its first press.
  if (event.repeat) return false
  if (event.key === 'Escape') {
    if (nav.dialog) nav.closeDialog()
    else if (documents.open?.draft) documents.open.discard()
    else actions.minimize()
    return true
  }
  if (nav.dialog || event.altKey) return false
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 's') {
      void actions.saveDocument()
      void model.context.flush()
      return true
    }
    if (event.key !== 'Enter') return false
    void actions.fillEhr()
    return true
  }
  if (isWriting(event)) return false
  const key = event.key.toLowerCase()
  if (key === 'r') void actions.toggleRecording()
  else if (key === 'g') actions.pickTemplate()
  else return false
  return true
}

function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  return target.matches('input:not([type=radio]), textarea, select') || target.isContentEditable
}
