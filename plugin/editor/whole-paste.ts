/**
 * Whether all words of what is pasted are in the document then. Pages say where they were cut, how
 * their tables go on and what is in what, and may be wrong in all of it; the clipboard holds their
 * words as plain text as well.
 */
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'

/** Markers of lists, which programs write into the plain text: a list has its own here. */
const MARKER = /^[^\S\r\n]{0,20}(?:[·•▪◦o§-]|\(?(?:\d{1,4}|[a-z]{1,4})[.)])\s/gim
const WORD = /[\p{L}\p{N}]+/gu

/** @param plain of the clipboard; without any there is nothing to compare with */
export function isWhole(state: EditorState, pasted: Transaction, plain: string): boolean {
  const words = plain.replace(MARKER, '').normalize('NFKC').match(WORD) ?? []
  const before = lettersOf(state.tr.deleteSelection().doc)
  // What would lose a section is not taken up.
  const after = lettersOf(state.apply(pasted).doc)
  const added = words.join('')
  return after.length >= before.length + added.length && words.every((word) => after.includes(word))
}

function lettersOf(doc: Node): string {
  // Raised digits are digits in plain text.
  return (doc.textContent.normalize('NFKC').match(WORD) ?? []).join('')
}
