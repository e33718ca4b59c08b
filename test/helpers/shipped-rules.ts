import { openSenses } from '../../ai-local/encoding/clause-senses.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import type { DraftingGenerator } from '../../core/document/notes/draft.ts'
import { bySorter, rulesGenerator } from '../../core/document/quoting/rules-generator.ts'
import { buildInput } from './rules.ts'
import { templateOf } from './rules-samples.ts'
import { boxEncoderPath } from './sentence-encoder.ts'

/** One encoder for all generators of a process: reading it takes a while, and runs are kept. */
export const shippedSenses = openSenses(boxEncoderPath)

let rules: DraftingGenerator | undefined

/** Rules as they are shipped, with the sentence encoder in the box; one for a process, as there. */
export function shippedRules(): DraftingGenerator {
  rules ??= rulesGenerator(bySorter(shippedSenses))
  return rules
}

/** The document of a visit by a model of the catalogue; one turn of talk for each text. */
export async function writeByRules(model: string, ...said: string[]): Promise<DocumentContent> {
  const signal = new AbortController().signal
  const input = buildInput(templateOf(model), said)
  return (await shippedRules().generate(input, { signal, onField() {} })).content
}
