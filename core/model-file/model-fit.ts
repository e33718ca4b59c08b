import type { CatalogueModel } from './catalogue.ts'

/** What this machine has. */
export interface Box {
  cores: number
  memoryMiB: number
}

export type Fit = 'fits' | 'slow' | 'too-large' | 'unknown'

/**
 * Whether a model suits a machine, roughly: it may use three fifths of the memory, and wants its
 * cores to keep up.
 */
export function modelFit(
  { memoryMiB, cores }: Pick<CatalogueModel, 'memoryMiB' | 'cores'>,
  box: Box,
): Fit {
  if (memoryMiB === null) return 'unknown'
  if (memoryMiB > box.memoryMiB * 0.6) return 'too-large'
  return box.cores < cores ? 'slow' : 'fits'
}
