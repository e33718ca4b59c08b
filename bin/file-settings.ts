import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { FileLimits } from '../core/file/limits.ts'

const MIB = 2 ** 20
const ADDRESS_MS = 10 * 60_000

/** What is taken, as the settings say. */
export function fileLimits(config: Config): FileLimits {
  return {
    maxBytes: config.fileMaxMiB * MIB,
    maxFiles: config.fileMaxCount,
    maxTotalBytes: config.fileMaxTotalMiB * MIB,
    maxPdfPages: config.filePdfMaxPages,
    addressMs: ADDRESS_MS,
  }
}

/**
 * Where the data for reading text off pictures lies; null where it is switched off. The smaller of
 * the two that come with the package: measured, it reads as well and loads faster.
 */
export function recognitionDir(config: Config, installRoot: string): string | null {
  if (config.fileRecognition === 'off') return null
  return join(installRoot, 'node_modules/@tesseract.js-data/por/4.0.0_best_int')
}
