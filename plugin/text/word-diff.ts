/**
 * What differs between two lines, word by word: what both have in their order, what only the first
 * has, what only the second.
 */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Words above this are compared as one: the table below grows with their product. */
const MOST_WORDS = 1500

export function wordDiff(before: string, after: string): DiffPart[] {
  const [one, two] = [wordsOf(before), wordsOf(after)]
  if (one.length > MOST_WORDS || two.length > MOST_WORDS)
    return before === after
      ? [{ kind: 'same', text: before }]
      : [
          { kind: 'gone', text: before },
          { kind: 'new', text: after },
        ]
  const common = longestCommon(one, two)
  const parts: DiffPart[] = []
  const add = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < one.length || j < two.length) {
    if (i < one.length && j < two.length && one[i] === two[j]) {
      add('same', one[i]!)
      i += 1
      j += 1
    } else if (j >= two.length || (i < one.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      add('gone', one[i]!)
      i += 1
    } else {
      add('new', two[j]!)
      j += 1
    }
  }
  return parts
}

/** Each word with the blanks behind it, marks by themselves. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\d]+\s*|[^\p{L}\p{M}\d]\s*/gu) ?? []
}

/** Lengths of the longest common part of what follows each pair of places. */
function longestCommon(one: readonly string[], two: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(two.length + 1))
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = two.length - 1; j >= 0; j--)
      table[i]![j] =
        one[i] === two[j]
          ? table[i + 1]![j + 1]! + 1
          : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}
