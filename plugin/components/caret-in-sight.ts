import type { DocumentEditor } from '../editor/editor-contract.ts'

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
