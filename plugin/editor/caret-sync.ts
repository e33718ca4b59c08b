/**
 * Keys act where the caret is seen. The browser tells of a caret that a click moved a little later;
 * on a busy machine a key may come before that, and the state still has the old place.
 */
import { AllSelection, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

export function caretSync(): Plugin {
  /**
   * Where the browser shows "all" when the state comes to mean it: seldom from the first place to
   * the last.
   */
  let shownAsAll: Place | undefined
  return new Plugin({
    props: {
      handleKeyDown(view) {
        sync(view, shownAsAll)
        return false
      },
      handleDOMEvents: {
        focus(view) {
          // After what the browser itself does with the key or the click.
          setTimeout(() => giveCaret(view))
          return false
        },
        mouseup(view, event) {
          if (!event.shiftKey) sync(view, shownAsAll)
          return false
        },
      },
    },
    view: () => ({
      update(view, before) {
        const { doc, selection } = view.state
        if (!(selection instanceof AllSelection)) shownAsAll = undefined
        else if (!shownAsAll || doc !== before.doc) shownAsAll = seenPlace(view)
      },
    }),
  })
}

/**
 * WebKit gives an editor in a shadow root the focus of the Tab key, but no caret: what is typed
 * would go nowhere.
 */
function giveCaret(view: EditorView) {
  if (view.isDestroyed || !view.hasFocus()) return
  const seen = seenSelection(view) ?? document.getSelection()
  if (seen?.rangeCount === 0) view.focus()
}

interface Place {
  anchor: number
  head: number
}

function sync(view: EditorView, shownAsAll: Place | undefined) {
  const { state } = view
  const isAll = state.selection instanceof AllSelection
  if (view.composing || !(isAll || state.selection instanceof TextSelection)) return
  const seen = seenPlace(view)
  const held = isAll ? shownAsAll : state.selection
  if (!seen || !held || (seen.anchor === held.anchor && seen.head === held.head)) return
  const $anchor = state.doc.resolve(seen.anchor)
  const $head = state.doc.resolve(seen.head)
  if (!$anchor.parent.isTextblock || !$head.parent.isTextblock) return
  view.dispatch(state.tr.setSelection(new TextSelection($anchor, $head)))
}

/** Where in the document the browser shows the selection; undefined where that is elsewhere. */
function seenPlace(view: EditorView): Place | undefined {
  const seen = seenSelection(view)
  if (!seen?.anchorNode || !seen.focusNode || !view.dom.contains(seen.anchorNode)) return
  return {
    anchor: view.posAtDOM(seen.anchorNode, seen.anchorOffset),
    head: view.posAtDOM(seen.focusNode, seen.focusOffset),
  }
}

/** Chromium's shadow roots have a selection of their own; elsewhere the view's own way must do. */
function seenSelection(view: EditorView): Selection | null {
  const root = view.root as Document | (ShadowRoot & { getSelection?(): Selection | null })
  return root.getSelection?.() ?? null
}

/** Of the text that has the focus: its place, and where its line ends on the screen. */
export function caretOf(view: EditorView): { pos: number; bottom: number } | undefined {
  const pos = view.state.selection.head
  return view.hasFocus() ? { pos, bottom: view.coordsAtPos(pos).bottom } : undefined
}
