/**
 * The table of words that whisper-server reads: counted once for the tokens of a model (some
 * seconds) and kept beside the runtime. Recognition works without it, with more words misheard.
 */
import { stat, writeFile } from 'node:fs/promises'
import type { Log } from '../../../core/log.ts'
import { keptFile } from '../weights/kept-file.ts'
import { countNgrams } from './count-ngrams.ts'
import { readTalk } from './read-talk.ts'
import { readVocabulary } from './vocabulary.ts'

/** Chosen by the word errors of spoken consultations (docs/speech-history.md). */
const OPTIONS = { weight: 0.2, least: 1e-5 }
/** Part of the name: a table counted otherwise is counted again. */
const LEVEL = 2
/** Of models that know many languages; the others hear no Portuguese. */
const LEAST_TOKENS = 50_257

/** @returns the path of the table; null: there is none. @throws `signal.reason` when aborted */
export async function preparedNgrams(
  modelPath: string,
  talkPath: string,
  folder: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<string | null> {
  try {
    const { size } = await stat(talkPath)
    const vocabulary = await readVocabulary(modelPath)
    if (vocabulary.texts.length < LEAST_TOKENS) return null
    const stem = `ngrams-${vocabulary.fingerprint}-`
    return await keptFile({ folder, stem, version: `${LEVEL}-${size}` }, async (part) => {
      const began = performance.now()
      const visits = await readTalk(talkPath)
      await writeFile(part, await countNgrams(visits, vocabulary, OPTIONS, signal))
      log.info('speech.ngrams_prepared', { durationMs: Math.round(performance.now() - began) })
      return true
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    log.warn('speech.ngrams_not_prepared', { err: error })
    return null
  }
}
