/** The sentence encoder that comes with the program, where documents are written by rules. */
import { openSenses } from '../ai-local/encoding/clause-senses.ts'
import { bySorter, type Filing } from '../core/document/quoting/rules-generator.ts'
import { encoderPath } from './encoder-path.ts'
import type { Platform } from './platform.ts'

/** What rules file by, in this thread. */
export function shippedFiling(platform: Pick<Platform, 'installRoot'>): Filing {
  return bySorter(openSenses(encoderPath(platform)))
}
