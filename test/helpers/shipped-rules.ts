import { openSenses } from '../../ai-local/encoding/open-senses.ts'
import { bySorter, rulesGenerator } from '../../core/document/quoting/rules-generator.ts'
import { boxEncoderPath } from './sentence-encoder.ts'

/** One encoder for all generators of a process: reading it takes a while. */
const senses = openSenses(boxEncoderPath)

/** Rules as they are shipped, with the sentence encoder in the box. */
export const shippedRules = () => rulesGenerator(bySorter(senses))
