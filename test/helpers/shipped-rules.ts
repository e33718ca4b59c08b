import { openSenses } from '../../ai-local/encoding/open-senses.ts'
import type { DraftingGenerator } from '../../core/document/notes/draft.ts'
import { bySorter, rulesGenerator } from '../../core/document/quoting/rules-generator.ts'
import { boxEncoderPath } from './sentence-encoder.ts'

/** One encoder for all generators of a process: reading it takes a while, and runs are kept. */
export const shippedSenses = openSenses(boxEncoderPath)

let rules: DraftingGenerator | undefined

/** Rules as they are shipped, with the sentence encoder in the box; one for a process, as there. */
export function shippedRules(): DraftingGenerator {
  rules ??= rulesGenerator(bySorter(shippedSenses))
  return rules
}
