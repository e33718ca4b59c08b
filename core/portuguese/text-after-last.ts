/**
 * What stands behind the last of some marks: the whole text where there is none. Asked first, it
 * spares an expression its `[^…]*$`, which would read to the end from everywhere it can begin.
 * @param marks characters
 */
export function textAfterLast(text: string, marks: string): string {
  return text.slice(1 + Math.max(...[...marks].map((mark) => text.lastIndexOf(mark))))
}
