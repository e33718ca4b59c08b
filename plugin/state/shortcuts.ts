/** Keys of the whole panel (SPEC-GAPS 2.13): letters only where no text is being written. */
import type { Actions } from './actions.ts'
import type { Model } from './model.ts'

/** @returns whether the key was ours. */
export function handleKey(model: Model, actions: Actions, event: KeyboardEvent): boolean {
  if (model.opening.phase !== 'ready' || model.closing) return false
  const { nav } = model
  // A key that is held down means its first press.
  if (event.repeat) return false
  if (event.key === 'Escape') {
    if (nav.dialog) nav.closeDialog()
    // Who writes a document does not mean the window.
    else if (isInEditor(event)) return false
    else return actions.minimize()
    return true
  }
  if (nav.dialog || event.altKey) return false
  if (event.ctrlKey || event.metaKey) {
    // With Caps Lock too: the browser would save the page instead.
    if (event.key.toLowerCase() === 's' && !event.shiftKey) {
      void actions.saveDocument()
      void model.context.flush()
      void model.transcriptEdit.save()
      return true
    }
    if (event.key !== 'Enter') return false
    void actions.fillEhr()
    return true
  }
  if (!model.letterKeys.on || isWriting(event)) return false
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

function isInEditor(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && target.closest('.editor-text') !== null
}
