/**
 * Where each value on the screen comes from, while it is being edited: words that still are what
 * was saved keep their sources, also when an item moved within its list, and so does each sentence
 * that stayed; anything else is the doctor's own. The server decides the same way when it saves
 * (core/document/record/edit-document.ts).
 */
import type { Node } from 'prosemirror-model'
import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { keptParts } from '../../core/contract/kept-parts.ts'
import { type ListStyle, rowLine, writeBlocks } from '../../core/contract/text-blocks.ts'
import { partsOf, type Support, supportOf, withSentences } from '../text/evidence.ts'
import { textBlocks } from './block-nodes.ts'
import { lineText } from './content-doc.ts'
import { schema } from './schema.ts'

export type Saved = Pick<ClinicalDocument, 'content' | 'evidence' | 'edited_paths'>

/** One value on the screen, and where it comes from. */
export interface ShownValue {
  /** As `Evidence`: the field, then key or index. */
  path: string[]
  /** For people: the key or the field. */
  label: string
  /** Undefined while there is nothing to support. */
  support: Support | undefined
}

export interface ValuePlace extends ShownValue {
  pos: number
  node: Node
  /**
   * Where the sentences of `support` stand, in their order; those that stand nowhere exactly have
   * no ranges.
   */
  sentences: readonly Placed[][]
}

/** Every value of a document; a text's is its section. */
export function valuePlaces(doc: Node, saved: Saved): ValuePlace[] {
  const places: ValuePlace[] = []
  doc.forEach((section, pos) => {
    const name = section.attrs.name as string
    const body = section.firstChild
    if (!body) return
    const before = saved.content[name] ?? null
    if (body.type === schema.nodes.text_body) {
      const text = writeBlocks(textBlocks(body))
      const support = supportIf(text, before, [name], saved)
      const sentences = placed(support, () => textRuns(body, pos + 2))
      places.push({ path: [name], label: name, support, pos, node: section, sentences })
      return
    }
    body.forEach((node, offset, index) => {
      const at = { pos: pos + 2 + offset, node }
      const runs = () => [{ start: 0, end: node.content.size, pos: at.pos + 1 }]
      const text = lineText(node)
      if (node.type === schema.nodes.entry) {
        const support = supportOfItem(text, index, name, before, saved)
        const sentences = placed(support, runs)
        places.push({ path: [name, String(index)], label: name, support, sentences, ...at })
        return
      }
      const key = node.attrs.key as string
      const known = isDict(before) ? before[key] : null
      const support = supportIf(text, known, [name, key], saved)
      places.push({
        path: [name, key],
        label: key,
        support,
        sentences: placed(support, runs),
        ...at,
      })
    })
  })
  return places
}

function supportOfItem(
  text: string,
  index: number,
  name: string,
  before: DocumentValue,
  saved: Saved,
): Support | undefined {
  const items = Array.isArray(before) ? before : []
  const same = items[index] === text ? index : items.indexOf(text)
  const origin = same >= 0 ? same : index
  return supportIf(text, items[origin], [name, String(origin)], saved)
}

/** @param before what stood there when it was saved */
function supportIf(
  text: string,
  before: DocumentValue | undefined,
  path: string[],
  saved: Saved,
): Support | undefined {
  if (text.trim() === '') return undefined
  const parts = partsOf(saved, path)
  if (text === before) return withSentences(supportOf(saved, path), text, parts)
  const kept = typeof before === 'string' ? keptParts(before, text, parts) : []
  return withSentences({ kind: 'typed' }, text, kept)
}

function placed(support: Support | undefined, runs: () => readonly Run[]): Placed[][] {
  if (!support?.sentences) return []
  const known = runs()
  return support.sentences.map(({ start, end }) => rangesOf(known, start, end))
}

function isDict(value: DocumentValue): value is Record<string, string | null> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The characters [start, end) of the value stand from `pos` on. */
interface Run {
  start: number
  end: number
  pos: number
}

/** From one place to another, both within one line. */
interface Placed {
  from: number
  to: number
}

const { heading, list, quote, separator, table } = schema.nodes

/**
 * From characters of a text's value to places in the editor. What the text says by its signs ("- ",
 * "#### ", the bars of a table) is drawn as blocks, so it stands nowhere there; every other
 * character stands at one place.
 * @param body a `text_body`, whose content begins at `pos`
 * @returns in their order; none where the body is not written as it is read here
 */
export function textRuns(body: Node, pos: number): Run[] {
  const runs: Run[] = []
  let at = 0

  function words(text: string, from: number) {
    if (text !== '') runs.push({ start: at, end: at + text.length, pos: from })
    at += text.length
  }

  function line(sign: string, text: string, from: number) {
    at += sign.length
    words(text, from)
    at += 1
  }

  function row(node: Node, from: number, width: number) {
    const bare = rowLine(['']).length
    const between = rowLine(['', '']).length - bare
    at += bare / 2
    node.forEach((cell, offset, index) => {
      if (index > 0) at += between
      let inner = from + 1 + offset + 1
      cell.textContent.split('|').forEach((part, i) => {
        // A bar in a cell is written as two characters.
        if (i > 0) at += 2
        words(part, inner)
        inner += part.length + 1
      })
    })
    at += between * (width - node.childCount) + bare / 2 + 1
  }

  body.forEach((node, offset) => {
    const from = pos + offset
    switch (node.type) {
      case separator:
        at += writeBlocks([{ kind: 'separator' }]).length + 1
        break
      case heading:
        line(writeBlocks([{ kind: 'heading', text: '' }]), node.textContent, from + 1)
        break
      case quote:
        node.forEach((one, inner) => {
          const sign = writeBlocks([{ kind: 'quote', lines: [''] }])
          line(sign, one.textContent, from + 1 + inner + 1)
        })
        break
      case list:
        node.forEach((item, inner, index) => {
          line(itemSign(node, index), item.textContent, from + 1 + inner + 2)
        })
        break
      case table: {
        const width = Math.max(...node.children.map(({ childCount }) => childCount))
        node.forEach((cells, inner, index) => {
          row(cells, from + 1 + inner, width)
          if (index === 0) at += tableRule(width) + 1
        })
        break
      }
      default:
        line('', node.textContent, from + 1)
    }
  })
  return at - 1 === writeBlocks(textBlocks(body)).length ? runs : []
}

/** Where the characters [start, end) stand, by line. */
export function rangesOf(runs: readonly Run[], start: number, end: number): Placed[] {
  return runs.flatMap((run) => {
    const from = Math.max(start, run.start)
    const to = Math.min(end, run.end)
    return from < to ? [{ from: run.pos + from - run.start, to: run.pos + to - run.start }] : []
  })
}

function itemSign({ attrs }: Node, index: number): string {
  const style = attrs.style as ListStyle
  const start = (attrs.start as number) + index
  return writeBlocks([{ kind: 'list', style, start, items: [{ text: '', checked: false }] }])
}

/** The length of the line below a table's head. */
function tableRule(width: number): number {
  const [, rule = ''] = writeBlocks([{ kind: 'table', rows: [Array(width).fill('')] }]).split('\n')
  return rule.length
}
