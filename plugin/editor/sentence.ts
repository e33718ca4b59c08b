/** The sentence around a place in a line: what is between full stops, line ends and the like. */
const END = /[.!?…;](?=\s|$)/g

export function sentenceAt(text: string, offset: number): { from: number; to: number } | undefined {
  let from = 0
  for (const { index } of text.matchAll(END)) {
    const to = index + 1
    if (offset <= to) return trimmed(text, from, to)
    from = to
  }
  return trimmed(text, from, text.length)
}

function trimmed(text: string, from: number, to: number) {
  const start = from + (text.slice(from, to).match(/^\s*/)?.[0].length ?? 0)
  const end = start + text.slice(start, to).trimEnd().length
  return start < end ? { from: start, to: end } : undefined
}
