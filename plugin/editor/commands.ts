/**
 * What toolbar and keys do to the text, as ProseMirror's commands: they say whether they can, and
 * do it when they may dispatch.
 */

import { closeHistory } from 'prosemirror-history'
import type { Node, NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem } from 'prosemirror-schema-list'
import {
  type Command,
  type EditorState,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import type { ListStyle } from '../../core/contract/text-blocks.ts'
import { sumOf } from '../services/json.ts'
import { schema } from './schema.ts'
import { clearAcross, hasSameStructure, isAcross } from './structure.ts'
import { moveUnit, stepGap, unitAt } from './units.ts'

const { list, list_item, paragraph, heading, quote, separator, table } = schema.nodes
const { table_row, table_cell, table_header, text_body, entry, row, hard_break } = schema.nodes

/** What a line of a text can be. */
export type BlockKind = 'paragraph' | 'heading' | 'quote' | ListStyle

/** Where the cursor is in a text of blocks: what its line is. */
export function blockKindAt(state: EditorState): BlockKind | undefined {
  const { $from } = state.selection
  if (!isInText(state)) return undefined
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth)
    if (type === list) return attrs.style as ListStyle
    if (type === quote) return 'quote'
    if (type === heading) return 'heading'
    if (type === table) return undefined
  }
  return 'paragraph'
}

function isInText({ selection: { $from } }: EditorState): boolean {
  return $from.depth > 1 && $from.node(2).type === text_body
}

/** Makes the lines that are selected what is asked for, and plain when they are that already. */
export function setBlock(kind: BlockKind): Command {
  return (state, dispatch) => {
    const now = blockKindAt(state)
    if (now === undefined) return false
    if (!dispatch) return true
    const tr = reshape(state.tr, now === kind ? 'paragraph' : kind)
    if (tr) dispatch(tr.scrollIntoView())
    return tr !== undefined
  }
}

/** The blocks around the selection as lines of another kind; the cursor stays in its line. */
export function reshape(tr: Transaction, kind: BlockKind): Transaction | undefined {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to, ({ type }) => type === text_body)
  if (!range) return undefined
  const lines: { node: Node; checked: boolean }[] = []
  let cursorLine = 0
  tr.doc.nodesBetween(range.start, range.end, (node, pos, parent) => {
    if (!node.isTextblock) return node.type !== table
    if (pos < range.start) return false
    if (pos <= $from.pos) cursorLine = lines.length
    lines.push({ node, checked: parent?.attrs.checked === true })
    return false
  })
  if (lines.length === 0) return undefined
  const blocks = blocksOf(kind, lines)
  const offset = $from.parentOffset
  tr.replaceWith(range.start, range.end, blocks)
  let line = 0
  let cursor = range.start + 1
  tr.doc.nodesBetween(range.start, range.start + sizeOf(blocks), (node, pos) => {
    if (node.isTextblock && pos >= range.start && line++ === cursorLine)
      cursor = pos + 1 + Math.min(offset, node.content.size)
    return !node.isTextblock
  })
  return tr.setSelection(TextSelection.near(tr.doc.resolve(cursor)))
}

function blocksOf(kind: BlockKind, lines: { node: Node; checked: boolean }[]): Node[] {
  const paragraphs = lines.map(({ node }) => paragraph.create(null, node.content))
  if (kind === 'paragraph') return paragraphs
  if (kind === 'heading') return lines.map(({ node }) => heading.create(null, node.content))
  if (kind === 'quote') return [quote.create(null, paragraphs)]
  const items = lines.map(({ checked }, i) => list_item.create({ checked }, paragraphs[i]))
  return [list.create({ style: kind }, items)]
}

function sizeOf(nodes: readonly Node[]): number {
  return sumOf(nodes, ({ nodeSize }) => nodeSize)
}

export const insertSeparator: Command = (state, dispatch) => {
  if (!isInText(state) || blockKindAt(state) === undefined) return false
  const { $from } = state.selection
  const after = $from.after(3)
  const tr = state.tr.insert(after, [separator.create(), paragraph.create()])
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 2))).scrollIntoView())
  return true
}

/** Two columns with a head and a line, behind the block of the cursor. */
export const insertTable: Command = (state, dispatch) => {
  if (!isInText(state) || blockKindAt(state) === undefined) return false
  const line = (type: NodeType) => table_row.create(null, [type.create(), type.create()])
  const node = table.create(null, [line(table_header), line(table_cell)])
  const { $from } = state.selection
  const after = $from.after(3)
  const isLast = $from.index(2) === $from.node(2).childCount - 1
  const tr = state.tr.insert(after, isLast ? [node, paragraph.create()] : node)
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

/** In a list: the next item, or out of it from an empty one. */
export const enterInList: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth < 2 || $from.node(-1).type !== list_item) return false
  if ($from.parent.content.size === 0) return liftListItem(list_item)(state, dispatch)
  return splitListItem(list_item, { checked: false })(state, dispatch)
}

/** Rows are fixed: Enter goes to the next one. */
export const enterInRow: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== row) return false
  const next = Selection.findFrom(state.doc.resolve($from.after()), 1, true)
  if (next) dispatch?.(state.tr.setSelection(next).scrollIntoView())
  return true
}

/** A line break inside an entry or a row, whose values may have several lines. */
export const breakLine: Command = (state, dispatch) => {
  const { type } = state.selection.$from.parent
  if (type !== entry && type !== row) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/**
 * At the beginning of a row there is nothing to join with; at that of a list or a quotation it
 * ends.
 */
export const backAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type === row) return true
  if ($from.parent.type === heading) return setBlock('paragraph')(state, dispatch)
  const isItem = $from.depth > 1 && $from.node(-1).type === list_item
  return isItem ? liftListItem(list_item)(state, dispatch) : false
}

export const deleteAcross: Command = (state, dispatch) => {
  if (!isAcross(state)) return false
  dispatch?.(clearAcross(state).scrollIntoView())
  return true
}

/** Checks or unchecks the item at a place, or of the cursor. */
export function toggleCheck(at?: number): Command {
  return (state, dispatch) => {
    const $pos = at === undefined ? state.selection.$from : state.doc.resolve(at + 1)
    for (let depth = $pos.depth; depth > 0; depth--) {
      const node = $pos.node(depth)
      if (node.type !== list_item || $pos.node(depth - 1).attrs.style !== 'check') continue
      const pos = $pos.before(depth)
      dispatch?.(state.tr.setNodeAttribute(pos, 'checked', !node.attrs.checked))
      return true
    }
    return false
  }
}

/** The unit of the cursor, one place up or down; `onEdge` is told when there is none. */
export function moveBlock(
  direction: -1 | 1,
  isShown: (section: Node) => boolean,
  onMoved: (kind: 'moved' | 'edge') => void,
): Command {
  return (state, dispatch) => {
    const unit = unitAt(state.selection.$from)
    if (!unit) return false
    if (!dispatch) return true
    const gap = stepGap(state.doc, unit, direction, isShown)
    const tr = gap === undefined ? undefined : moveUnit(state, unit, gap)
    if (tr) dispatch(tr)
    onMoved(tr ? 'moved' : 'edge')
    return true
  }
}

/**
 * Another text in place of this one (an earlier version, somebody else's words, those kept from
 * before a reload), as one step that undo takes back.
 *
 * Only the sections that differ are replaced, so that the cursor stays where it can.
 * @returns undefined where the two are no texts of one model: there is no way back from one to the
 * other then
 */
export function replaceText({ doc, tr }: EditorState, next: Node): Transaction | undefined {
  if (!hasSameStructure(doc, next)) return undefined
  closeHistory(tr).setMeta('replace-all', true)
  const [before, after] = [doc.children, next.children]
  const from = before.findIndex((section, i) => !after[i] || !section.eq(after[i]))
  if (from < 0) return tr
  let last = before.length - 1
  while (last > from && before[last]!.eq(after[last]!)) last--
  const sizeOf = (sections: readonly Node[]) => sumOf(sections, ({ nodeSize }) => nodeSize)
  const start = sizeOf(before.slice(0, from))
  const end = start + sizeOf(before.slice(from, last + 1))
  return tr.replaceWith(start, end, after.slice(from, last + 1))
}
