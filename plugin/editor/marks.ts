/** What is drawn upon the text and is no part of it: sources, empty values and amounts. */
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { jsonOf } from '../services/json.ts'
import { isDoubtful, type Support } from '../text/evidence.ts'
import { schema } from './schema.ts'
import { type Saved, type ShownValue, type ValuePlace, valuePlaces } from './sources.ts'

export interface Marks {
  places: readonly ValuePlace[]
  /**
   * By path: the same object as long as it says the same, so that what did not change is not drawn
   * anew.
   */
  values: ReadonlyMap<string, ShownValue>
  /**
   * Where words without a source stand, or with one that says something else: sentences, else whole
   * values; in their order.
   */
  doubts: readonly Doubt[]
  decorations: DecorationSet
  saved: Saved
  /** Sections without a value that nobody opened: they are told as "not informed" instead. */
  closed: ReadonlySet<string>
}

export interface Doubt {
  from: number
  to: number
  support: Support
}

/** What a transaction may say to the marks. */
export interface MarksMeta {
  saved?: Saved
  open?: string
  /** Another text altogether: what it has no value for is closed again. */
  anew?: boolean
}

export const marksKey = new PluginKey<Marks>('marks')

/** @param markOf what is said of words that are in doubt, for who cannot see how they are drawn */
export function marks(saved: Saved, markOf: (support: Support) => string): Plugin<Marks> {
  return new Plugin<Marks>({
    key: marksKey,
    state: {
      init: (_config, state) => drawn(state, saved, closedIn(state, saved), new Map(), markOf),
      apply(tr, marks, _before, state) {
        const meta = tr.getMeta(marksKey) as MarksMeta | undefined
        if (!tr.docChanged && !meta) return marks
        const saved = meta?.saved ?? marks.saved
        const closed = meta?.anew ? closedIn(state, saved) : stillClosed(marks.closed, meta, state)
        return drawn(state, saved, closed, marks.values, markOf)
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
  markOf: (support: Support) => string,
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
  const doubts = places.flatMap(doubtsIn)
  for (const place of places) drawings.push(...drawnSentences(place, markOf))
  const decorations = DecorationSet.create(state.doc, drawings)
  return { places, values, doubts, decorations, saved, closed }
}

function kept({ path, label, support }: ValuePlace, before: Marks['values']): ShownValue {
  const value = { path, label, support }
  const known = before.get(path.join('\n'))
  return known && jsonOf(known) === jsonOf(value) ? known : value
}

/** Those in doubt are underlined; a value without sentences has its mark, which says it. */
function drawnSentences(
  { support, sentences }: ValuePlace,
  markOf: (support: Support) => string,
): Decoration[] {
  return (support?.sentences ?? []).flatMap(({ support: found }, i) => {
    if (!isDoubtful(found)) return []
    const said = markOf(found)
    const attrs = {
      class: `in-doubt ${found.kind}`,
      role: 'mark',
      title: said,
      'aria-description': said,
    }
    return (sentences[i] ?? []).map(({ from, to }) => Decoration.inline(from, to, attrs))
  })
}

function doubtsIn({ support, sentences, pos, node }: ValuePlace): Doubt[] {
  if (!support || !isDoubtful(support)) return []
  const doubts = (support.sentences ?? []).flatMap(({ support: found }, i) => {
    const ranges = sentences[i] ?? []
    const [first, last] = [ranges[0], ranges.at(-1)]
    return isDoubtful(found) && first && last
      ? [{ from: first.from, to: last.to, support: found }]
      : []
  })
  return doubts.length > 0 ? doubts : [{ from: pos + 1, to: pos + node.nodeSize - 1, support }]
}

/**
 * To the next words without a source, or with one that says something else; after the last comes
 * the first.
 */
export function goToNextDoubt(tell: (words: string, support: Support) => void): Command {
  return (state, dispatch) => {
    const doubts = marksKey.getState(state)?.doubts ?? []
    const next = doubts.find(({ from }) => from > state.selection.head) ?? doubts[0]
    if (!next) return false
    const $place = TextSelection.near(state.doc.resolve(next.from), 1)
    dispatch?.(state.tr.setSelection($place).scrollIntoView())
    tell(state.doc.textBetween(next.from, next.to, ' ', ' '), next.support)
    return true
  }
}

/** What a section holds, told by its field's name, so that a list of medicines looks like one. */
type SectionKind = 'medication' | 'diagnosis' | 'exam' | 'vitals' | 'measures' | 'plain'

const KINDS: readonly [SectionKind, RegExp][] = [
  ['medication', /medica(c|ç)|prescri|alergia/],
  ['diagnosis', /diagnosti|hipotes/],
  ['exam', /resultado de exame|exames complementares|ultrasson|monitoramento/],
  ['vitals', /sinais vitais/],
  ['measures', /antropometric/],
]

export function sectionKind(name: string): SectionKind {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return KINDS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'plain'
}

/** Amounts and measured values: what the eye looks for in a list of medicines or results. */
const AMOUNT =
  /(?<!\d|\d[.,])\d+(?:[.,]\d+)*\s?(?:mg|mcg|µg|g|kg|ml|mL|l|L|UI|U|gotas?|comprimidos?|cp|%|mmHg|bpm|irpm|°C|cm|m|mg\/dL|g\/dL|mEq\/L|mm³|x)(?:\/(?:dL|mL|L|kg|h|dia|m²))?(?![\p{L}\d])/gu
