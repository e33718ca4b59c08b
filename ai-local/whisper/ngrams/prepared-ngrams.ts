/**
 * The table of words that whisper-server reads: counted once for the tokens of a model (some
 * seconds) and kept beside the runtime. Recognition works without it, with more words misheard.
 */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Log } from '../../../core/log.ts'
import { countNgrams } from './count-ngrams.ts'
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
  let part: string | null = null
  try {
    const talk = await stat(talkPath)
    const vocabulary = await readVocabulary(modelPath)
    if (vocabulary.texts.length < LEAST_TOKENS) return null
    const path = join(folder, `ngrams-${LEVEL}-${vocabulary.fingerprint}-${talk.size}.bin`)
    if (await isFile(path)) return path
    part = `${path}.${process.pid}.part`
    const began = performance.now()
    const visits = (await promisify(gunzip)(await readFile(talkPath)))
      .toString('utf8')
      .split('\n\n')
    await mkdir(folder, { recursive: true })
    await writeFile(part, await countNgrams(visits, vocabulary, OPTIONS, signal))
    await rename(part, path)
    log.info('speech.ngrams_prepared', { durationMs: Math.round(performance.now() - began) })
    return path
  } catch (error) {
    if (part) await rm(part, { force: true }).catch(() => {})
    if (signal.aborted) throw signal.reason
    log.warn('speech.ngrams_not_prepared', { err: error })
    return null
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false
}
