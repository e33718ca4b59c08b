import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Of the sentence encoder that comes with the program. */
export function encoderPath({ installRoot }: Pick<Platform, 'installRoot'>): string {
  return join(installRoot, 'ai-local', 'sentence-encoder', 'encoder.bin')
}
