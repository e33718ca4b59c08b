/** What keys and typed signs do. */
import { baseKeymap } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import type { Command, Plugin } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import {
  type BlockKind,
  backAtStart,
  breakLine,
  deleteAcross,
  enterInList,
  enterInRow,
  moveBlock,
  reshape,
  toggleCheck,
} from './commands.ts'
import { schema } from './schema.ts'

const { paragraph, separator, text_body, entry, table_cell, table_header, row } = schema.nodes

const nothing: Command = () => true

export function keys(
  isShown: (section: Node) => boolean,
  onMoved: (kind: 'moved' | 'edge') => void,
  toNextDoubt: Command,
): Plugin[] {
  const inOrder =
    (...commands: Command[]): Command =>
    (state, dispatch, view) =>
      commands.some((command) => command(state, dispatch, view))
  return [
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      // The browser would make it bold; values have no such thing.
      'Mod-b': nothing,
      'Mod-i': nothing,
      'Mod-u': nothing,
      Enter: inOrder(enterInCell, enterInList, enterInRow),
      'Shift-Enter': inOrder(breakLine, enterInList),
      Backspace: inOrder(deleteAcross, backAtStart),
      Delete: inOrder(deleteAcross, deleteAtEndOfRow),
      'Mod-Backspace': deleteAcross,
      'Mod-Delete': deleteAcross,
      Tab: goToNextCell(1),
      'Shift-Tab': goToNextCell(-1),
      'Mod-Space': toggleCheck(),
      'Alt-Shift-ArrowUp': moveBlock(-1, isShown, onMoved),
      'Alt-Shift-ArrowDown': moveBlock(1, isShown, onMoved),
      F8: toNextDoubt,
    }),
    keymap(baseKeymap),
  ]
}

/** "- ", "1. ", "[] ", "> ", "# " and "---" at the beginning of a line. */
export function signs(): Plugin {
  return inputRules({
    rules: [
      lineRule(/^\s*[-*•]\s$/, 'bullet'),
      lineRule(/^\s*1[.)]\s$/, 'number'),
      lineRule(/^\s*\[[ x]?\]\s$/, 'check'),
      lineRule(/^\s*>\s$/, 'quote'),
      lineRule(/^#{1,6}\s$/, 'heading'),
      // An entry is an item of a list already.
      new InputRule(/^\s*[-*•]\s$/, (state, _match, start, end) =>
        state.doc.resolve(start).parent.type === entry ? state.tr.delete(start, end) : null,
      ),
      new InputRule(/^---$/, (state, _match, start, end) => {
        const $start = state.doc.resolve(start)
        if (!isPlainLine($start.parent, $start.node(-1))) return null
        return state.tr.delete(start, end).insert($start.before(), separator.create())
      }),
    ],
  })
}

function lineRule(match: RegExp, kind: BlockKind): InputRule {
  return new InputRule(match, (state, _match, start, end) => {
    const $start = state.doc.resolve(start)
    if (!isPlainLine($start.parent, $start.node(-1))) return null
    return reshape(state.tr.delete(start, end), kind) ?? null
  })
}

function isPlainLine(line: Node, around: Node): boolean {
  return line.type === paragraph && around.type === text_body
}

const enterInCell: Command = ({ selection: { $from } }) =>
  $from.parent.type === table_cell || $from.parent.type === table_header

const deleteAtEndOfRow: Command = ({ selection: { $from, empty } }) =>
  empty && $from.parent.type === row && $from.parentOffset === $from.parent.content.size
