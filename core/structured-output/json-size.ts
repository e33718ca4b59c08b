/** How large and how deep a parsed value is, without writing it down. */

/** Fewest bytes that it has as JSON, counted until they are more than `enough`. */
export function leastBytes(value: unknown, enough: number): number {
  let bytes = 0
  for (const rest = [value]; rest.length > 0 && bytes <= enough; ) {
    const one = rest.pop()
    bytes += typeof one === 'string' ? one.length + 2 : 1
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one)) {
      bytes += Array.isArray(one) ? 1 : name.length + 4
      if (bytes > enough) break
      rest.push(inner)
    }
  }
  return bytes
}

export function isDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}
