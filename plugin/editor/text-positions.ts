/**
 * From characters of a text's value to places in the editor. What the text says by its signs ("- ",
 * "#### ", the bars of a table) is drawn as blocks, so it stands nowhere there; every other
 * character stands at one place.
 */
import type { Node } from 'prosemirror-model'
import { type ListStyle, rowLine, writeBlocks } from '../../core/contract/text-blocks.ts'
import { textBlocks } from './block-nodes.ts'
import { schema } from './schema.ts'

/** The characters [start, end) of the value stand from `pos` on. */
export interface Run {
  start: number
  end: number
  pos: number
}

/** From one place to another, both within one line. */
export interface Placed {
  from: number
  to: number
}

const { heading, list, quote, separator, table } = schema.nodes

/**
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
