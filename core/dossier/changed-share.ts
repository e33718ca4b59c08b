/**
 * How much of a text people changed: of the words of both texts together, those that stand in only
 * one of them. 0: nothing, 1000: not a word is left. A figure of oversight for the AI-use dossier
 * (CFM 2.454/2026), never a mark for anybody.
 */

/** In thousandths. */
export function changedPermille(before: string, after: string): number {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  const all = one.length + other.length
  if (all === 0) return 0
  return Math.round((1000 * (all - 2 * common(one, other))) / all)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Length of the longest common subsequence; one row at a time, because documents may be long. */
function common(one: readonly string[], other: readonly string[]): number {
  let begin = 0
  while (begin < one.length && begin < other.length && one[begin] === other[begin]) begin += 1
  let row = new Uint32Array(other.length - begin + 1)
  for (let i = begin; i < one.length; i++) {
    const next = new Uint32Array(row.length)
    for (let j = 1; j < row.length; j++)
      next[j] =
        one[i] === other[begin + j - 1]
          ? (row[j - 1] ?? 0) + 1
          : Math.max(row[j] ?? 0, next[j - 1] ?? 0)
    row = next
  }
  return begin + (row.at(-1) ?? 0)
}
