/** In a regular expression `.` stops here. */
const LINE_ENDS = /[\n\r\u2028\u2029]/

/**
 * Asks a text what `first.*second` would ask: whether a stretch holds both, in this order. The
 * expression begins again at every `first` and reads to the end each time, which a long text makes
 * slow; this reads each stretch once.
 * @param second is asked of what stands behind `first`, without seeing `first` itself
 * @param stop parts the stretches; lines where nothing is said
 */
export function matchesInOrder(
  first: RegExp,
  second: RegExp,
  stop = LINE_ENDS,
): Pick<RegExp, 'test'> {
  return {
    test: (text) =>
      text.split(stop).some((stretch) => {
        const found = first.exec(stretch)
        return found !== null && second.test(stretch.slice(found.index + found[0].length))
      }),
  }
}

/**
 * What stands behind the last of some marks: the whole text where there is none. Asked first, it
 * spares an expression its `[^…]*$`, which would read to the end from everywhere it can begin.
 * @param marks characters
 */
export function textAfterLast(text: string, marks: string): string {
  return text.slice(1 + Math.max(...[...marks].map((mark) => text.lastIndexOf(mark))))
}
