/**
 * The light toolbar of the context field: Markdown put around what is selected, or taken away
 * again. Pure, so that it can be tested.
 */

/** Characters [start, end) of `text` are selected. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** `insert` goes in the place of [from, to); then [start, end) is selected. */
export interface TextChange {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

export type Mark = 'bold' | 'list' | 'heading'

export function applyMark(mark: Mark, selected: Selected): TextChange {
  if (mark === 'bold') return bold(selected)
  return mark === 'list'
    ? linePrefix(selected, '- ', /^[-*] /)
    : linePrefix(selected, '## ', /^#{1,6} /)
}

function bold({ text, start, end }: Selected): TextChange {
  const words = text.slice(start, end)
  if (text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**')
    return { from: start - 2, to: end + 2, insert: words, start: start - 2, end: end - 2 }
  // Spaces stay outside: `** a **` is no emphasis.
  const inner = words.trim()
  if (inner.startsWith('**') && inner.endsWith('**') && inner.length > 4)
    return replaced(start, end, words.replace(inner, inner.slice(2, -2)))
  const lead = words.length - words.trimStart().length
  const insert = words.replace(inner, `**${inner}**`)
  const at = start + lead + 2
  return {
    from: start,
    to: end,
    insert: inner === '' ? `${words}****` : insert,
    start: at,
    end: at + inner.length,
  }
}

/** On every line that is selected in part; gone when all of them have it. */
function linePrefix({ text, start, end }: Selected, prefix: string, known: RegExp): TextChange {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(end - 1, start))
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const hasAll = filled.length > 0 && filled.every((line) => known.test(line))
  const changed = lines.map((line) => {
    if (hasAll) return line.replace(known, '')
    return line.trim() === '' && lines.length > 1 ? line : prefix + line.replace(known, '')
  })
  const change = replaced(from, to, changed.join('\n'))
  // One line: go on writing at its end.
  return lines.length === 1 ? { ...change, start: change.end } : change
}

function replaced(from: number, to: number, insert: string): TextChange {
  return { from, to, insert, start: from, end: from + insert.length }
}
