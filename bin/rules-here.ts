import type { DraftingGenerator } from '../core/document/notes/draft.ts'
import { rulesGenerator } from '../core/document/quoting/rules-generator.ts'
import type { Platform } from './platform.ts'
import { shippedFiling } from './sentence-encoder.ts'

/** The rules in this thread. Loaded when asked for: a service has them in threads of their own. */
export function rulesHere(platform: Pick<Platform, 'installRoot'>): DraftingGenerator {
  return rulesGenerator(shippedFiling(platform))
}
