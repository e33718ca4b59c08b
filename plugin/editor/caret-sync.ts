/**
 * Keys act where the caret is seen. The browser tells of a caret that a click moved a little later; on a busy machine a key may come
 * before that, and the state still has the old place.
 */
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

export function caretSync(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view) {
        sync(view)
        return false
      },
      handleDOMEvents: {
        mouseup(view, event) {
          if (!event.shiftKey) sync(view)
          return false
        },
      },
    },
  })
}

function sync(view: EditorView) {
  const { state } = view
  if (view.composing || !(state.selection instanceof TextSelection)) return
  const seen = seenSelection(view)
  if (!seen || !view.dom.contains(seen.anchorNode) || !seen.anchorNode || !seen.focusNode) return
  const anchor = view.posAtDOM(seen.anchorNode, seen.anchorOffset)
  const head = view.posAtDOM(seen.focusNode, seen.focusOffset)
  if (anchor === state.selection.anchor && head === state.selection.head) return
  const $anchor = state.doc.resolve(anchor)
  const $head = state.doc.resolve(head)
  if (!$anchor.parent.isTextblock || !$head.parent.isTextblock) return
  view.dispatch(state.tr.setSelection(new TextSelection($anchor, $head)))
}

/** Chromium's shadow roots have a selection of their own; elsewhere the view's own way must do. */
function seenSelection(view: EditorView): Selection | null {
  const root = view.root as Document | (ShadowRoot & { getSelection?(): Selection | null })
  return root.getSelection?.() ?? null
}
