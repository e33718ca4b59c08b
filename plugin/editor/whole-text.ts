/**
 * Another text in place of this one (an earlier version, somebody else's words, those kept from
 * before a reload), as one step that undo takes back.
 */
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { sumOf } from '../services/sum-of.ts'
import { hasSameStructure } from './structure.ts'

/**
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
