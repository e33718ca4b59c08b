/**
 * What can be taken and put elsewhere: a section, a block of a text, an item of a list. And where
 * it may go.
 */
import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { itemNode } from './block-nodes.ts'
import { lineContent, lineText } from './content-doc.ts'
import { schema } from './schema.ts'

const { doc: root, section, text_body, entries, entry, list, list_item } = schema.nodes
const { paragraph, heading } = schema.nodes

export interface Unit {
  pos: number
  node: Node
}

/** The innermost unit around a place; rows stay where they are, so there it is their section. */
export function unitAt($pos: ResolvedPos): Unit | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth)
    const parent = $pos.node(depth - 1).type
    if (parent === text_body || node.type === entry || node.type === list_item || parent === root)
      if (node.type !== list) return { pos: $pos.before(depth), node }
  }
  return undefined
}

/** Places between children where `unit` may be put, as positions, in the order of the document. */
export function gapsFor(doc: Node, unit: Unit, isShown: (section: Node) => boolean): number[] {
  const gaps: number[] = []
  if (unit.node.type === section) {
    doc.forEach((node, pos) => {
      if (isShown(node)) gaps.push(pos)
    })
    gaps.push(doc.content.size)
    return gaps
  }
  doc.forEach((node, pos) => {
    const body = node.firstChild
    if (body && isShown(node)) addGaps(gaps, body, pos + 1, unit.node)
  })
  return gaps
}

/** @returns undefined when nothing would change */
export function moveUnit(state: EditorState, unit: Unit, gap: number): Transaction | undefined {
  const { pos, node } = unit
  if (gap >= pos && gap <= pos + node.nodeSize) return undefined
  const $gap = state.doc.resolve(gap)
  const moved = fitted(node, $gap.parent)
  if (!moved) return undefined
  const tr = state.tr
  // The later place first, so that the earlier one is still where it was.
  const before = tr.mapping.maps.length
  if (gap > pos) insert(tr, gap, moved)
  remove(tr, pos, node)
  if (gap < pos) insert(tr, gap, moved)
  const at = tr.mapping.slice(before).map(gap, -1)
  const landed = Math.min(Math.max(at, 0), tr.doc.content.size)
  return tr
    .setSelection(TextSelection.near(tr.doc.resolve(Math.min(landed + 1, tr.doc.content.size)), 1))
    .scrollIntoView()
    .setMeta('moved', true)
}

/** One place up or down, into the next section that takes it at the ends. */
export function stepGap(
  doc: Node,
  unit: Unit,
  direction: -1 | 1,
  isShown: (section: Node) => boolean,
): number | undefined {
  const gaps = gapsFor(doc, unit, isShown)
  const end = unit.pos + unit.node.nodeSize
  // A unit alone in its list or section leaves it on either side at once.
  return direction < 0
    ? gaps.findLast((gap) => gap < unit.pos && !isSamePlace(doc, unit, gap))
    : gaps.find((gap) => gap > end && !isSamePlace(doc, unit, gap))
}

/** Before or after a list of which the unit is the only item: it would be the same list again. */
function isSamePlace(doc: Node, { pos, node }: Unit, gap: number): boolean {
  const $pos = doc.resolve(pos)
  if (node.type !== list_item || $pos.parent.childCount > 1) return false
  return gap === $pos.before() || gap === $pos.after()
}

function addGaps(gaps: number[], body: Node, pos: number, node: Node) {
  if (body.type === entries ? !asEntry(node) : body.type !== text_body) return
  gaps.push(pos + 1)
  body.forEach((child, offset) => {
    const start = pos + 1 + offset
    if (child.type === list && asLine(node)) {
      child.forEach((_item, inner) => {
        if (inner > 0) gaps.push(start + 1 + inner)
      })
    }
    gaps.push(start + child.nodeSize)
  })
}

/**
 * The unit as its new parent takes it: an item alone in a text is a list, a paragraph in a list is
 * an item.
 */
function fitted(node: Node, parent: Node): Node | undefined {
  if (parent.type === root) return node.type === section ? node : undefined
  if (parent.type === entries) return asEntry(node)
  if (parent.type === list) {
    if (node.type === list_item) return node
    const line = asLine(node)
    return line === undefined ? undefined : itemNode(line)
  }
  if (parent.type !== text_body || node.type === section) return undefined
  if (node.type === entry) return list.create({ style: 'bullet' }, itemNode(lineOf(node)))
  if (node.type === list_item) return list.create({ style: 'bullet' }, node)
  return node
}

function asEntry(node: Node): Node | undefined {
  if (node.type === entry) return node
  const line = asLine(node)
  return line === undefined ? undefined : entry.create(null, lineContent(line))
}

/** Undefined for what is more than a line. */
function asLine(node: Node): string | undefined {
  const isLine = [paragraph, heading, entry, list_item].some((type) => type === node.type)
  return isLine ? lineOf(node) : undefined
}

function lineOf(node: Node): string {
  return lineText(node).replace(/\n/g, ' ')
}

function insert(tr: Transaction, gap: number, node: Node) {
  const $gap = tr.doc.resolve(gap)
  const { parent } = $gap
  // What only holds an empty line gives it up.
  const only = parent.childCount === 1 ? parent.firstChild : null
  const isPlaceholder = only?.isTextblock && only.content.size === 0 && parent.type !== root
  if (isPlaceholder) tr.replaceWith($gap.start(), $gap.end(), node)
  else tr.insert(gap, node)
}

function remove(tr: Transaction, oldPos: number, node: Node) {
  const pos = tr.mapping.map(oldPos, 1)
  const $pos = tr.doc.resolve(pos)
  const { parent } = $pos
  if (parent.childCount > 1) tr.delete(pos, pos + node.nodeSize)
  else if (parent.type === list) removeOnly(tr, $pos.before(), parent)
  else if (parent.type === entries) tr.replaceWith(pos, pos + node.nodeSize, entry.create())
  else tr.replaceWith(pos, pos + node.nodeSize, Fragment.from(paragraph.create()))
}

function removeOnly(tr: Transaction, pos: number, node: Node) {
  const { parent } = tr.doc.resolve(pos)
  if (parent.childCount > 1) tr.delete(pos, pos + node.nodeSize)
  else tr.replaceWith(pos, pos + node.nodeSize, paragraph.create())
}
