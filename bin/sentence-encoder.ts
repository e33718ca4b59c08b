/** The sentence encoder that comes with the program, where documents are written by rules. */
import { join } from 'node:path'
import { openSenses } from '../ai-local/encoding/open-senses.ts'
import { bySorter, type Filing } from '../core/document/quoting/rules-generator.ts'
import type { Platform } from './platform.ts'

export function encoderPath({ installRoot }: Pick<Platform, 'installRoot'>): string {
  return join(installRoot, 'ai-local', 'sentence-encoder', 'encoder.bin')
}

/** What rules file by, in this thread. */
export function shippedFiling(platform: Pick<Platform, 'installRoot'>): Filing {
  return bySorter(openSenses(encoderPath(platform)))
}
