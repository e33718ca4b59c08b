/**
 * What comes from the clipboard or is dragged in: read through the schema, so that only its blocks
 * and words are left, then fitted to where it goes: lines become entries in a list of entries, and
 * one line in a row, a cell or a heading. It is a step of its own to undo.
 *
 * A page under `require-trusted-types-for 'script'` lets markup be read where its `trusted-types`
 * lists ProseMirror's policy, `ProseMirrorClipboard`; elsewhere the words alone go in.
 */
import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { markupWords } from '../../core/contract/markup-words.ts'
import { itemNode } from './block-nodes.ts'
import { lineText } from './content-doc.ts'
import { schema } from './schema.ts'
import { clearAcross, isAcross } from './structure.ts'

const { section, entries, entry, rows, row, text_body, paragraph, list } = schema.nodes

export function pasting(allowsDrop: boolean): Plugin {
  return new Plugin({
    props: {
      transformPasted: (slice) => flattened(slice),
      handlePaste: (view, { clipboardData }, slice) =>
        paste(view, slice, clipboardData ? plainWords(clipboardData) : ''),
      handleTextInput(view, _from, _to, text) {
        if (!isAcross(view.state)) return false
        view.dispatch(clearAcross(view.state).insertText(text))
        return true
      },
      clipboardTextSerializer: (slice) => linesOf(slice.content).join('\n'),
      handleDOMEvents: {
        paste(view, event) {
          if (view.composing || !pasteMarkup(view, event)) return false
          event.preventDefault()
          return true
        },
        drop(view, event) {
          if (allowsDrop && !dropMarkup(view, event)) return false
          event.preventDefault()
          return true
        },
        // Blocks are moved by their handle; text that is dragged would tear the structure.
        dragstart(_view, event) {
          event.preventDefault()
          return true
        },
        cut(view, event) {
          if (!isAcross(view.state)) return false
          event.preventDefault()
          const text = linesOf(view.state.selection.content().content).join('\n')
          event.clipboardData?.setData('text/plain', text)
          view.dispatch(clearAcross(view.state))
          return true
        },
      },
    },
  })
}

/** @returns false where there is none: everything else is ProseMirror's to read */
function pasteMarkup(view: EditorView, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  const markup = data?.getData('text/html')
  if (!data || !markup) return false
  try {
    view.pasteHTML(markup, event)
  } catch {
    // What the page's policy forbids, and marks of an editor that do not fit what they are on; left
    // to the browser, it would put the markup into the text itself.
    view.pasteText(plainWords(data), event)
  }
  return true
}

/** Some programs bring their page alone. */
function plainWords(data: DataTransfer): string {
  return data.getData('text/plain') || markupWords(data.getData('text/html'))
}

function dropMarkup(view: EditorView, { dataTransfer, clientX, clientY }: DragEvent): boolean {
  const place = view.posAtCoords({ left: clientX, top: clientY })
  if (!place || !dataTransfer?.getData('text/html')) return false
  const near = TextSelection.near(view.state.doc.resolve(place.pos))
  view.dispatch(view.state.tr.setSelection(near))
  return pasteMarkup(view, new ClipboardEvent('paste', { clipboardData: dataTransfer }))
}

function paste(view: EditorView, slice: Slice, plain: string): boolean {
  const { state } = view
  const asPage = withPaste(state, slice)
  const tr = isWhole(state, asPage, plain) ? asPage : withPaste(state, asLines(plain))
  view.dispatch(
    closeHistory(tr).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
  )
  view.dispatch(closeHistory(view.state.tr))
  return true
}

function withPaste(state: EditorState, slice: Slice): Transaction {
  const lines = linesOf(slice.content)
  const tr = isAcross(state) ? clearAcross(state) : state.tr
  const { parent } = tr.selection.$from
  if (parent.type === entry) pasteEntries(tr, lines)
  // A separator that is chosen lies in no line.
  else if (!parent.inlineContent) tr.replaceSelection(slice)
  else if (parent.type !== paragraph) tr.insertText(lines.join(' '))
  else if (isOneLine(slice)) tr.insertText(lines.join(''))
  else tr.replaceSelection(slice)
  return tr
}

function asLines(plain: string): Slice {
  const lines = plain.split(/\r\n?|\n/).filter((text) => text.trim() !== '')
  return new Slice(Fragment.from(lines.map(line)), 1, 1)
}

/** The first line goes on where the cursor is, every other one is an entry of its own. */
function pasteEntries(tr: Transaction, lines: readonly string[]) {
  const [first = '', ...others] = lines.map((line) => line.trim()).filter((line) => line !== '')
  tr.insertText(first)
  for (const line of others) {
    tr.split(tr.selection.from)
    tr.insertText(line)
  }
}

function isOneLine({ content }: Slice): boolean {
  const only = content.childCount === 1 ? content.firstChild : null
  return only !== null && (only.isText || only.type === paragraph)
}

/** Sections, rows and entries as the blocks of a text. */
function flattened(slice: Slice): Slice {
  let isForeign = false
  slice.content.descendants(({ type }) => {
    isForeign ||= [section, entries, entry, rows, row, text_body].some((ours) => ours === type)
  })
  if (!isForeign) return slice
  const blocks: Node[] = []
  const add = (node: Node) => {
    if (node.type === row) blocks.push(line(`${node.attrs.key}: ${oneLine(node)}`))
    else if (node.type === entry) blocks.push(list.create(null, itemNode(oneLine(node))))
    else if (node.type === section || node.type === text_body || isHolder(node)) node.forEach(add)
    else blocks.push(node)
  }
  slice.content.forEach(add)
  // Words of one line alone go into the line of the cursor.
  const [only] = blocks
  if (blocks.length === 1 && only && slice.openStart > 0)
    return new Slice(Fragment.from(line(only.textContent)), 1, 1)
  return new Slice(Fragment.from(blocks), 0, 0)
}

function isHolder({ type }: Node): boolean {
  return type === entries || type === rows
}

function linesOf(content: Fragment): string[] {
  const lines: string[] = []
  let inline = ''
  content.descendants((node) => {
    if (!node.isTextblock) {
      if (node.isText) inline += node.text ?? ''
      return !node.isTextblock
    }
    const text = lineText(node)
    lines.push(node.type === row ? `${node.attrs.key}: ${text}` : text)
    return false
  })
  return inline === '' ? lines : [inline, ...lines]
}

function line(text: string): Node {
  return paragraph.create(null, text === '' ? null : schema.text(text))
}

function oneLine(node: Node): string {
  return lineText(node).replace(/\n/g, ' ')
}

/** Markers of lists, which programs write into the plain text: a list has its own here. */
const MARKER = /^[^\S\r\n]{0,20}(?:[·•▪◦o§-]|\(?(?:\d{1,4}|[a-z]{1,4})[.)])\s/gim
const WORD = /[\p{L}\p{N}]+/gu

/**
 * Whether all words of what is pasted are in the document then. Pages say where they were cut, how
 * their tables go on and what is in what, and may be wrong in all of it; the clipboard holds their
 * words as plain text as well.
 * @param plain of the clipboard; without any there is nothing to compare with
 */
function isWhole(state: EditorState, pasted: Transaction, plain: string): boolean {
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
