import type { DocumentEditor } from '../editor/editor-contract.ts'

/**
 * Whether something that is drawn may take the keyboard's focus. It is drawn with the next frame,
 * or when an answer has come, and not with the act that it belongs to: who went on meanwhile, in
 * the panel or to a field of the host's page, is not called away.
 *
 * @param own what may lose the focus to it all the same: what was pressed, or what that stands in
 */
export function isFocusFree(dom: Element, own?: Element | null): boolean {
  // In a frame: the page around it has the focus.
  if (parent !== window && !document.hasFocus()) return false
  const inside = (dom.getRootNode() as ShadowRoot).activeElement
  // The window itself holds what nothing in it does.
  if (inside) return inside.matches('.window') || own?.contains(inside) === true
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}

/** The panel's own keys mean nothing while a dialog is open; Escape closes it. */
export function keepKeys(event: KeyboardEvent, onclose: () => void) {
  event.stopPropagation()
  if (event.key === 'Escape') onclose()
}

/**
 * Brings it to the middle of whatever scrolls in the panel. Not `scrollIntoView`: that goes on to
 * the host's page, which must not move under the doctor's hands.
 */
export function bringIntoView(element: Element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !scrolls(box)) continue
    const outer = box.getBoundingClientRect()
    const inner = element.getBoundingClientRect()
    box.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2)
  }
}

function scrolls(box: Element): boolean {
  const { overflowY } = getComputedStyle(box)
  return overflowY === 'auto' || overflowY === 'scroll'
}

const MARGIN_PX = 8

/**
 * Sources take their room from the text: the line that was clicked may not vanish behind them. It
 * is brought back when the click is over, since text that moves under a pressed button would be
 * selected.
 */
export function caretInSight(editor: () => DocumentEditor | undefined) {
  let isPressed = false
  /**
   * When it was last looked after: the height of what scrolls, in px, and the place of the cursor.
   * Who scrolls away is left alone.
   */
  let room = 0
  let pos = -1
  const press = (is: boolean) => () => {
    isPressed = is
  }

  return {
    attrs: {
      onpointerdown: press(true),
      onpointerup: press(false),
      onpointerleave: press(false),
    },
    /** After each draw. */
    keep(view: Element) {
      const box = view.querySelector('.document-scroll')
      if (!box || isPressed) return
      const caret = editor()?.caret()
      const isNew = box.clientHeight < room || caret?.pos !== pos
      room = box.clientHeight
      pos = caret?.pos ?? -1
      const hidden = caret ? caret.bottom + MARGIN_PX - box.getBoundingClientRect().bottom : 0
      if (isNew && hidden > 0) box.scrollTop += hidden
    },
  }
}
