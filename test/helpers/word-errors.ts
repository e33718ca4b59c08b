/** Words only: where the recognizer breaks lines and puts commas is not the question. */
function wordsOf(texts: readonly string[]): string[] {
  return (
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Words wrong, missing or too many, as a share of the words said (the field's word error rate). */
export function wordErrorRate(said: readonly string[], heard: readonly string[]): number {
  const [wanted, found] = [wordsOf(said), wordsOf(heard)]
  let row = found.map((_, column) => column + 1)
  for (const [line, word] of wanted.entries()) {
    let diagonal = line
    let left = line + 1
    row = row.map((above, column) => {
      const cost = found[column] === word ? 0 : 1
      left = Math.min(diagonal + cost, above + 1, left + 1)
      diagonal = above
      return left
    })
  }
  return (row.at(-1) ?? wanted.length) / Math.max(1, wanted.length)
}
