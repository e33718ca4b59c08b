import type { CatalogueModel } from './catalogue.ts'
import { ENOUGH, type Measured, speedOf } from './model-speed.ts'

/** What this machine has. */
export interface Box {
  cores: number
  memoryMiB: number
}

const NOTHING_MEASURED: Measured = new Map()
/** Of the memory: the rest is for the service, and for what else runs here. */
const MEMORY_SHARE = 0.6

export type Fit = 'fits' | 'slow' | 'too-large' | 'unknown'

/**
 * Whether a model suits a machine, roughly: it may use three fifths of the memory, and has to keep
 * up. Of a catalogued one that is what `svcctl model advise` says; another wants its cores.
 * @param measured what was measured on this machine
 */
export function modelFit(
  model: Pick<CatalogueModel, 'memoryMiB' | 'cores'> | CatalogueModel,
  box: Box & { avx2?: boolean },
  measured: Measured = NOTHING_MEASURED,
): Fit {
  const { memoryMiB, cores } = model
  if (memoryMiB === null) return 'unknown'
  if (isTooLarge(memoryMiB, box)) return 'too-large'
  if ('kind' in model && (model.kind === 'speech' || model.kind === 'text')) {
    const { cores: count, avx2 = true } = box
    const speed = measured.get(model.name) ?? speedOf(model, { cores: count, avx2 }, measured)
    if (speed !== null) return speed < ENOUGH[model.kind] ? 'slow' : 'fits'
  }
  return box.cores < cores ? 'slow' : 'fits'
}

export function isTooLarge(memoryMiB: number, box: Pick<Box, 'memoryMiB'>): boolean {
  return memoryMiB > box.memoryMiB * MEMORY_SHARE
}
