/**
 * What keeps the fixed structure (SPEC-GAPS 2.10): every field of the model is there once, every
 * row has its key. What a person selects over several of them is emptied piece by piece instead of
 * being cut out as one.
 */
import type { Node, ResolvedPos } from 'prosemirror-model'
import {
  AllSelection,
  type EditorState,
  Plugin,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { jsonOf } from '../services/json.ts'
import { schema } from './schema.ts'

const { section, row, table_cell, table_header, entry, paragraph, list_item } = schema.nodes

/** The section around a place, and where it begins; undefined outside of all. */
export function sectionAt($pos: ResolvedPos): { node: Node; pos: number } | undefined {
  return $pos.depth > 0 ? { node: $pos.node(1), pos: $pos.before(1) } : undefined
}

export function findSection(doc: Node, name: string): { node: Node; pos: number } | undefined {
  let found: { node: Node; pos: number } | undefined
  doc.forEach((node, pos) => {
    if (node.attrs.name === name) found = { node, pos }
  })
  return found
}

/** Refuses whatever would make, lose or double a section or a row, wherever it comes from. */
export function structureGuard(): Plugin {
  return new Plugin({
    filterTransaction(tr, state) {
      if (!tr.docChanged || tr.getMeta('replace-all')) return true
      return hasSameStructure(tr.doc, state.doc)
    },
  })
}

/** The same sections with the same rows, in whatever order. */
export function hasSameStructure(one: Node, other: Node): boolean {
  return fingerprint(one) === fingerprint(other)
}

/** True when cutting out the selection would join what must stay apart. */
export function isAcross({ selection }: EditorState): boolean {
  const { $from, $to, empty } = selection
  if (selection instanceof AllSelection) return true
  if (empty || !(selection instanceof TextSelection)) return false
  return wallOf($from) !== wallOf($to)
}

/**
 * Empties what is selected, and takes away the lines in between; the cursor stays at its beginning.
 */
export function clearAcross(state: EditorState): Transaction {
  const { from, to } = state.selection
  const lines: { node: Node; pos: number }[] = []
  state.doc.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock) lines.push({ node, pos })
    return !node.isTextblock
  })
  const tr = state.tr
  for (const { node, pos } of lines.reverse()) {
    const start = Math.max(from, pos + 1)
    const end = Math.min(to, pos + 1 + node.content.size)
    if (start < end) tr.delete(start, end)
    const isWhole = from <= pos && to >= pos + node.nodeSize
    if (isWhole) removeLine(tr, pos)
  }
  const at = tr.mapping.map(from, -1)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), 1))
}

/** An empty line goes where another one stays beside it. */
function removeLine(tr: Transaction, pos: number) {
  const node = tr.doc.nodeAt(pos)
  if (!node || node.content.size > 0 || (node.type !== entry && node.type !== paragraph)) return
  const $pos = tr.doc.resolve(pos)
  if ($pos.parent.childCount > 1) {
    tr.delete(pos, pos + node.nodeSize)
    return
  }
  if ($pos.parent.type !== list_item || $pos.node(-1).childCount < 2) return
  tr.delete($pos.before(), $pos.after())
}

/** The innermost thing that may not be joined with another: a row, a cell, else the section. */
function wallOf($pos: ResolvedPos): number {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const { type } = $pos.node(depth)
    if (type === row || type === table_cell || type === table_header || type === section)
      return $pos.before(depth)
  }
  return -1
}

function fingerprint(doc: Node): string {
  const parts: string[] = []
  doc.forEach((node) => {
    const keys = node.firstChild?.firstChild?.type === row ? rowKeys(node) : []
    parts.push(jsonOf([node.attrs.name, node.firstChild?.type.name, keys]))
  })
  return parts.sort().join()
}

function rowKeys(node: Node): string[] {
  return (node.firstChild?.children ?? []).map(({ attrs }) => attrs.key as string)
}
