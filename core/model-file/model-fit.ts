import type { CatalogueModel } from './catalogue.ts'
import { ENOUGH, speedOf } from './model-speed.ts'

/** What this machine has. */
export interface Box {
  cores: number
  memoryMiB: number
}

const NOTHING_MEASURED: ReadonlyMap<string, number> = new Map()

export type Fit = 'fits' | 'slow' | 'too-large' | 'unknown'

/**
 * Whether a model suits a machine, roughly: it may use three fifths of the memory, and has to keep
 * up. Of a catalogued one that is the estimate that `svcctl model advise` begins with; another
 * wants its cores.
 */
export function modelFit(
  model: Pick<CatalogueModel, 'memoryMiB' | 'cores'> | CatalogueModel,
  box: Box,
): Fit {
  const { memoryMiB, cores } = model
  if (memoryMiB === null) return 'unknown'
  if (memoryMiB > box.memoryMiB * 0.6) return 'too-large'
  if ('kind' in model && (model.kind === 'speech' || model.kind === 'text')) {
    const speed = speedOf(model, { cores: box.cores, avx2: true }, NOTHING_MEASURED)
    if (speed !== null) return speed < ENOUGH[model.kind] ? 'slow' : 'fits'
  }
  return box.cores < cores ? 'slow' : 'fits'
}
