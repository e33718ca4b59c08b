/**
 * Points at the words that are being looked at without touching the text: a change of its elements
 * under the pointer could take the cursor from where the doctor just put it. Browsers without
 * highlights show none.
 */
import type { EditorView } from 'prosemirror-view'

const NAME = 'svc-looked'

export function pointAt(view: EditorView, range: { from: number; to: number } | undefined) {
  if (!globalThis.CSS?.highlights) return
  CSS.highlights.delete(NAME)
  if (!range) return
  const words = document.createRange()
  const start = view.domAtPos(range.from, 1)
  const end = view.domAtPos(range.to, -1)
  words.setStart(start.node, start.offset)
  words.setEnd(end.node, end.offset)
  CSS.highlights.set(NAME, new Highlight(words))
}
