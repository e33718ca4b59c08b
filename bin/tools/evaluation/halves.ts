/**
 * The product's cases in two halves: failures of one may be looked at while the checks are worked
 * on, of the other only figures.
 */
export type Half = 'development' | 'heldOut'

/** By a hash of the id (FNV-1a), so that a case stays in its half whatever is added beside it. */
export function halfOf(id: string): Half {
  let hash = 2_166_136_261
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash ^= hash >>> 16
  return (hash & 1) === 0 ? 'development' : 'heldOut'
}
