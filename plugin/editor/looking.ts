/** Which value, and which sentence of a text, is under the doctor's eye: hovered, or where the cursor stands. */
import type { EditorView } from 'prosemirror-view'
import type { Look } from './editor-contract.ts'
import { marksKey } from './marks.ts'
import { pointAt } from './point-at.ts'
import { schema } from './schema.ts'
import { sentenceAt } from './sentence.ts'
import type { ShownValue } from './sources.ts'

interface Range {
  from: number
  to: number
}

/** `view` is asked when it is there: the editor's parts are made before it. */
export function looking(view: () => EditorView, onLook: (look: Look) => void) {
  let last = ''

  function at(pos: number) {
    const { state } = view()
    const places = marksKey.getState(state)?.places ?? []
    const place = places.find(({ pos: from, node }) => pos > from && pos < from + node.nodeSize)
    if (!place?.support) return
    const $pos = state.doc.resolve(pos)
    const isText = place.node.type === schema.nodes.section && $pos.parent.isTextblock
    const sentence = isText ? sentenceAt($pos.parent.textContent, $pos.parentOffset) : undefined
    const start = $pos.start()
    tell(place, sentence && { from: start + sentence.from, to: start + sentence.to })
  }

  function tell({ path, label, support }: ShownValue, range?: Range) {
    const sentence = range && view().state.doc.textBetween(range.from, range.to)
    const look: Look = { path, label, support, sentence }
    const key = JSON.stringify(look)
    if (key === last) return
    last = key
    onLook(look)
    // Only what has sources is worth pointing at.
    pointAt(view(), support?.kind === 'spans' ? range : undefined)
  }

  return {
    atMouse(event: MouseEvent) {
      const target = event.target as HTMLElement
      const found = view().posAtCoords({ left: event.clientX, top: event.clientY })
      if (found && target.closest?.('.section-body')) at(found.pos)
    },
    atCursor: () => at(view().state.selection.head),
    at: (value: ShownValue) => tell(value),
    /** Another text is shown: the same place may say something else. */
    forget() {
      last = ''
    },
  }
}
