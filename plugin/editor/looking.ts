/**
 * Which value, and which sentence of a text, is under the doctor's eye: hovered, or where the
 * cursor stands.
 */
import type { EditorView } from 'prosemirror-view'
import { jsonOf } from '../services/json.ts'
import type { Support } from '../text/evidence.ts'
import type { Look } from './editor-contract.ts'
import { marksKey } from './marks.ts'
import { schema } from './schema.ts'
import type { ShownValue, ValuePlace } from './sources.ts'

/** The sentence around a place in a line: what is between full stops, line ends and the like. */
const END = /[.!?…;](?=\s|$)/g

function sentenceAt(text: string, offset: number): { from: number; to: number } | undefined {
  let from = 0
  for (const { index } of text.matchAll(END)) {
    const to = index + 1
    if (offset <= to) return trimmed(text, from, to)
    from = to
  }
  return trimmed(text, from, text.length)
}

function trimmed(text: string, from: number, to: number) {
  const start = from + (text.slice(from, to).match(/^\s*/)?.[0].length ?? 0)
  const end = start + text.slice(start, to).trimEnd().length
  return start < end ? { from: start, to: end } : undefined
}

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
    if (place.support.sentences) return tell(...sentenceOf(place, place.support, pos), true)
    const $pos = state.doc.resolve(pos)
    const isText = place.node.type === schema.nodes.section && $pos.parent.isTextblock
    const sentence = isText ? sentenceAt($pos.parent.textContent, $pos.parentOffset) : undefined
    const start = $pos.start()
    tell(place, sentence && { from: start + sentence.from, to: start + sentence.to })
  }

  /** @param isOwn the support is that of the words there, and not of all the words around them */
  function tell({ path, label, support }: ShownValue, range?: Range, isOwn = false) {
    const words = range && view().state.doc.textBetween(range.from, range.to)
    const look: Look = { path, label, support, sentence: isOwn ? undefined : words }
    const key = jsonOf([look, range])
    if (key === last) return
    last = key
    onLook(look)
    // Only what has sources, or is known to have none, is worth pointing at.
    pointAt(view(), isOwn || support?.kind === 'spans' ? range : undefined)
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

/**
 * What is known of the sentence at a place: its own finding; a sentence among them that a person
 * wrote is theirs.
 */
function sentenceOf(
  { path, label, sentences }: ValuePlace,
  support: Support,
  pos: number,
): [ShownValue, Range | undefined] {
  const within = sentences.findIndex((one) => one.some(({ from, to }) => from <= pos && pos < to))
  const index = within < 0 ? sentences.findIndex((one) => one.some(({ to }) => pos === to)) : within
  const found = support.sentences?.[index]?.support
  const ranges = sentences[index] ?? []
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (found && first && last)
    return [
      { path, label, support: found },
      { from: first.from, to: last.to },
    ]
  return [
    { path, label, support: support.kind === 'typed' ? { kind: 'typed' } : support },
    undefined,
  ]
}

const NAME = 'svc-looked'

/**
 * Points at the words that are being looked at without touching the text: a change of its elements
 * under the pointer could take the cursor from where the doctor just put it. Browsers without
 * highlights show none.
 */
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
