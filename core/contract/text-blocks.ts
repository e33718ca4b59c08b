/**
 * What the text of a `string` field says by its lines: the plugin's editor draws blocks from it and
 * writes them back, the Markdown of a document keeps them. Only lines in exactly the form that is
 * written here are more than a paragraph, so `writeBlocks` gives back every text that `parseBlocks`
 * read, byte for byte. Code on both sides, like `frames.ts`.
 *
 *   #### sub-heading     - item     1. item     - [ ] task     > quoted     ---     | cell | cell |
 */
export type ListStyle = 'bullet' | 'number' | 'check'

export type TextBlock =
  /** One line; an empty one is a blank line. */
  | { kind: 'paragraph' | 'heading'; text: string }
  /** `start` is the first number of a numbered list, else 1. */
  | { kind: 'list'; style: ListStyle; start: number; items: ListItem[] }
  | { kind: 'quote'; lines: string[] }
  | { kind: 'separator' }
  /** The first row is the head; all rows are equally long. */
  | { kind: 'table'; rows: string[][] }

export interface ListItem {
  text: string
  /** Only in check lists. */
  checked: boolean
}

const HEADING = /^#### (\S.*)$/
const TASK = /^- \[([ x])\] (.*)$/
const BULLET = /^- (.*)$/
const NUMBERED = /^([1-9]\d{0,3})\. (.*)$/
const QUOTED = /^> (.*)$/
const ROW = /^\| .* \|$/
const RULE = /^\|(?: --- \|)+$/

export function parseBlocks(text: string): TextBlock[] {
  const lines = text.split('\n')
  const blocks: TextBlock[] = []
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at)
    if (table) {
      blocks.push(table)
      at += table.rows.length + 1
      continue
    }
    const line = lines[at] ?? ''
    if (!joins(blocks.at(-1), line)) blocks.push(blockOf(line))
    at += 1
  }
  return blocks
}

export function writeBlocks(blocks: readonly TextBlock[]): string {
  return blocks.flatMap(linesOf).join('\n')
}

/** Cells cannot hold line breaks, nor a bar that would end them. */
export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\n/g, ' ').replace(/\|/g, '\\|')).join(' | ')} |`
}

function linesOf(block: TextBlock): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [block.text]
    case 'heading':
      return [`#### ${block.text}`]
    case 'separator':
      return ['---']
    case 'quote':
      return block.lines.map((line) => `> ${line}`)
    case 'list':
      return block.items.map(({ text, checked }, i) => {
        if (block.style === 'number') return `${block.start + i}. ${text}`
        return block.style === 'check' ? `- [${checked ? 'x' : ' '}] ${text}` : `- ${text}`
      })
    case 'table': {
      const [head = [], ...rows] = block.rows
      return [rowLine(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(rowLine)]
    }
  }
}

function blockOf(line: string): TextBlock {
  if (line === '---') return { kind: 'separator' }
  const heading = HEADING.exec(line)
  if (heading) return { kind: 'heading', text: heading[1] ?? '' }
  const quoted = QUOTED.exec(line)
  if (quoted) return { kind: 'quote', lines: [quoted[1] ?? ''] }
  const item = itemOf(line)
  if (!item) return { kind: 'paragraph', text: line }
  const { style, number, ...entry } = item
  return { kind: 'list', style, start: number, items: [entry] }
}

/** Adds the line to the block before it, where it goes on with that. */
function joins(block: TextBlock | undefined, line: string): boolean {
  if (block?.kind === 'quote') {
    const quoted = QUOTED.exec(line)
    if (quoted) block.lines.push(quoted[1] ?? '')
    return quoted !== null
  }
  if (block?.kind !== 'list') return false
  const item = itemOf(line)
  if (item?.style !== block.style) return false
  if (item.style === 'number' && item.number !== block.start + block.items.length) return false
  block.items.push({ text: item.text, checked: item.checked })
  return true
}

function itemOf(line: string): (ListItem & { style: ListStyle; number: number }) | undefined {
  const task = TASK.exec(line)
  if (task) return { style: 'check', number: 1, text: task[2] ?? '', checked: task[1] === 'x' }
  const bullet = BULLET.exec(line)
  if (bullet) return { style: 'bullet', number: 1, text: bullet[1] ?? '', checked: false }
  const numbered = NUMBERED.exec(line)
  if (!numbered) return undefined
  return { style: 'number', number: Number(numbered[1]), text: numbered[2] ?? '', checked: false }
}

function tableAt(
  lines: readonly string[],
  at: number,
): (TextBlock & { kind: 'table' }) | undefined {
  const head = cellsOf(lines[at] ?? '')
  const rule = lines[at + 1] ?? ''
  if (!head || !RULE.test(rule) || rule.length !== 1 + head.length * ' --- |'.length)
    return undefined
  const rows = [head]
  for (let next = at + 2; next < lines.length; next++) {
    const cells = cellsOf(lines[next] ?? '')
    if (cells?.length !== head.length) break
    rows.push(cells)
  }
  return { kind: 'table', rows }
}

/** Undefined where the cells would not be written again in the same way. */
function cellsOf(line: string): string[] | undefined {
  if (!ROW.test(line)) return undefined
  const cells = line
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.replace(/\\\|/g, '|'))
  return rowLine(cells) === line ? cells : undefined
}
