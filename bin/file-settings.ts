import { join } from 'node:path'
import type { RecognitionFiles } from '../ai-local/files/recognition/recognizer.ts'
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

/** What text is read off pictures with; null where that is switched off. */
export function recognitionFiles(config: Config, installRoot: string): RecognitionFiles | null {
  return config.fileRecognition === 'off' ? null : shippedRecognition(installRoot)
}

/**
 * As it comes with the program. Of tesseract's data, the smaller of the two that come with the
 * package: measured, it reads as well and loads faster.
 */
export function shippedRecognition(installRoot: string): RecognitionFiles {
  return {
    languageDir: join(installRoot, 'node_modules/@tesseract.js-data/por/4.0.0_best_int'),
    lineReader: join(installRoot, 'ai-local/line-reader/reader.bin'),
  }
}
