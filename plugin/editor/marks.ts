/** What is drawn upon the text and is no part of it: sources, empty values and amounts. */
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { schema } from './schema.ts'
import { AMOUNT, sectionKind } from './section-kinds.ts'
import { type Saved, type ShownValue, type ValuePlace, valuePlaces } from './sources.ts'

export interface Marks {
  places: readonly ValuePlace[]
  /** By path: the same object as long as it says the same, so that what did not change is not drawn anew. */
  values: ReadonlyMap<string, ShownValue>
  decorations: DecorationSet
  saved: Saved
  /** Sections without a value that nobody opened: they are told as "not informed" instead. */
  closed: ReadonlySet<string>
}

/** What a transaction may say to the marks. */
export interface MarksMeta {
  saved?: Saved
  open?: string
  /** Another text altogether: what it has no value for is closed again. */
  anew?: boolean
}

export const marksKey = new PluginKey<Marks>('marks')

export function marks(saved: Saved): Plugin<Marks> {
  return new Plugin<Marks>({
    key: marksKey,
    state: {
      init: (_config, state) => drawn(state, saved, closedIn(state, saved), new Map()),
      apply(tr, marks, _before, state) {
        const meta = tr.getMeta(marksKey) as MarksMeta | undefined
        if (!tr.docChanged && !meta) return marks
        const saved = meta?.saved ?? marks.saved
        const closed = meta?.anew ? closedIn(state, saved) : stillClosed(marks.closed, meta, state)
        return drawn(state, saved, closed, marks.values)
      },
    },
    props: {
      decorations: (state) => marksKey.getState(state)?.decorations,
    },
  })
}

function closedIn({ doc }: EditorState, saved: Saved): ReadonlySet<string> {
  const isEmpty = ({ attrs, textContent }: Node) =>
    (saved.content[attrs.name as string] ?? null) === null && textContent.trim() === ''
  return new Set(doc.children.filter(isEmpty).map(({ attrs }) => attrs.name as string))
}

function stillClosed(
  closed: ReadonlySet<string>,
  meta: MarksMeta | undefined,
  { doc }: EditorState,
): ReadonlySet<string> {
  const isFilled = (name: string) =>
    doc.children.some((node) => node.attrs.name === name && node.textContent.trim() !== '')
  const names = [...closed].filter((name) => name !== meta?.open && !isFilled(name))
  return names.length === closed.size ? closed : new Set(names)
}

function drawn(
  state: EditorState,
  saved: Saved,
  closed: ReadonlySet<string>,
  before: Marks['values'],
): Marks {
  const places = valuePlaces(state.doc, saved)
  const values = new Map(places.map((place) => [place.path.join('\n'), kept(place, before)]))
  const valueAt = ({ path }: ValuePlace) => values.get(path.join('\n'))
  const drawings = places
    .filter(({ node }) => node.type !== schema.nodes.section)
    .map((place) =>
      Decoration.node(
        place.pos,
        place.pos + place.node.nodeSize,
        { class: place.node.content.size === 0 ? 'is-empty' : '' },
        { value: valueAt(place) },
      ),
    )
  state.doc.forEach((section, pos) => {
    const name = section.attrs.name as string
    const place = places.find((one) => one.node === section)
    const classes = [closed.has(name) && 'closed', section.attrs.hidden && 'is-hidden']
    drawings.push(
      Decoration.node(
        pos,
        pos + section.nodeSize,
        { class: classes.filter(Boolean).join(' ') },
        { value: place && valueAt(place) },
      ),
    )
    const kind = sectionKind(name)
    if (kind !== 'medication' && kind !== 'exam') return
    section.descendants((node, offset) => {
      for (const found of node.text?.matchAll(AMOUNT) ?? []) {
        const from = pos + 1 + offset + found.index
        drawings.push(Decoration.inline(from, from + found[0].length, { class: 'amount' }))
      }
    })
  })
  const decorations = DecorationSet.create(state.doc, drawings)
  return { places, values, decorations, saved, closed }
}

function kept({ path, label, support }: ValuePlace, before: Marks['values']): ShownValue {
  const value = { path, label, support }
  const known = before.get(path.join('\n'))
  return known && JSON.stringify(known) === JSON.stringify(value) ? known : value
}
