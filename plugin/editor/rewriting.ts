/**
 * The part of the text for which other words are being suggested (SPEC-GAPS 2.10). Its lines are
 * followed through every change; a suggestion is for the words that were sent, so once one of them
 * changed there is nothing to be taken over any more.
 */
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { RewriteStyle } from '../../core/contract/rewrite.ts'
import { lineContent, lineText } from './content-doc.ts'
import { schema } from './schema.ts'
import { findSection } from './structure.ts'

export const STYLES: readonly RewriteStyle[] = ['shorter', 'formal', 'patient']

/** One line of the text: where its node begins, and what it said. */
interface Line {
  pos: number
  text: string
}

/** For what other words are asked. */
export interface RewriteTarget {
  lines: string[]
  /** Its sections, for people. */
  label: string
}

interface Rewriting {
  lines: readonly Line[]
  isStale: boolean
}

const key = new PluginKey<Rewriting | null>('rewriting')

/** As the service takes them. */
const MOST = { lines: 60, line: 4000, all: 8000 }
const HAS_WORDS = /\p{L}{3}/u

export function rewriting(): Plugin<Rewriting | null> {
  return new Plugin<Rewriting | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before, _old, { doc }) {
        const told = tr.getMeta(key) as Rewriting | null | undefined
        if (told !== undefined) return told
        return before && tr.docChanged ? followed(before, tr, doc) : before
      },
    },
    props: {
      decorations(state) {
        const { lines = [], isStale = true } = key.getState(state) ?? {}
        if (isStale) return null
        const marked = lines.map(({ pos }) => {
          const size = state.doc.nodeAt(pos)?.nodeSize ?? 0
          return Decoration.node(pos, pos + size, { class: 'being-rewritten' })
        })
        return DecorationSet.create(state.doc, marked)
      },
    },
  })
}

function followed({ lines, isStale }: Rewriting, tr: Transaction, doc: Node): Rewriting {
  const moved = lines.map(({ pos, text }) => ({ at: tr.mapping.mapResult(pos, 1), text }))
  const isOther = moved.some(({ at, text }) => {
    const node = doc.nodeAt(at.pos)
    return at.deleted || !node?.isTextblock || lineText(node) !== text
  })
  return {
    lines: moved.map(({ at, text }) => ({ pos: at.pos, text })),
    isStale: isStale || isOther,
  }
}

/**
 * The lines that the selection touches, or those of a section; undefined where there are no words,
 * or too many.
 */
export function rewriteTarget(
  state: EditorState,
  isShown: (section: Node) => boolean,
  section?: string,
): { lines: Line[]; label: string } | undefined {
  const { from, to } = rangeOf(state, section) ?? state.selection
  const lines: Line[] = []
  const names = new Set<string>()
  let around = ''
  state.doc.nodesBetween(from, to, (node, pos) => {
    if (node.type === schema.nodes.section) {
      around = node.attrs.name as string
      return isShown(node) && !node.attrs.hidden
    }
    if (!node.isTextblock) return true
    const text = lineText(node)
    if (text.trim() !== '') {
      lines.push({ pos, text })
      names.add(around)
    }
    return false
  })
  const words = lines.map(({ text }) => text).join('')
  const fits =
    lines.length <= MOST.lines &&
    words.length <= MOST.all &&
    lines.every(({ text }) => text.length <= MOST.line)
  return fits && HAS_WORDS.test(words) ? { lines, label: [...names].join(', ') } : undefined
}

function rangeOf({ doc }: EditorState, section: string | undefined) {
  const found = section === undefined ? undefined : findSection(doc, section)
  return found && { from: found.pos + 1, to: found.pos + found.node.nodeSize - 1 }
}

export function isRewriteStale(state: EditorState): boolean {
  return key.getState(state)?.isStale ?? false
}

/** Points at the lines from now on. */
export function beginRewrite(
  view: EditorView,
  { lines, label }: { lines: Line[]; label: string },
): RewriteTarget {
  const meta: Rewriting = { lines, isStale: false }
  view.dispatch(view.state.tr.setMeta(key, meta).setMeta('addToHistory', false))
  return { lines: lines.map(({ text }) => text), label }
}

/**
 * @param suggestion taken over in one step, which one undo takes back; undefined leaves the text as
 * it is
 */
export function endRewrite(view: EditorView, suggestion: readonly string[] | undefined) {
  const target = key.getState(view.state)
  if (!target) return
  const tr = view.state.tr.setMeta(key, null)
  if (!suggestion || target.isStale) {
    view.dispatch(tr.setMeta('addToHistory', false))
    return
  }
  closeHistory(tr)
  target.lines.forEach(({ pos, text }, i) => {
    const words = suggestion[i]
    const at = tr.mapping.map(pos)
    const node = tr.doc.nodeAt(at)
    if (words === undefined || words === text || !node) return
    const breaks = node.type.contentMatch.matchType(schema.nodes.hard_break) !== null
    const content = breaks ? lineContent(words) : lineContent(words.replace(/\n/g, ' '))
    tr.replaceWith(at + 1, at + 1 + node.content.size, content)
  })
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
