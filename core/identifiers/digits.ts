/**
 * A number as people write it, without its punctuation: points, dashes, slashes and blanks go, everything else stays, so that
 * a wrong character is refused later instead of silently lost.
 */
export function digitsOf(written: string): string {
  return written.replace(/[\s.\-/]/g, '')
}
