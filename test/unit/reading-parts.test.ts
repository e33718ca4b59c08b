// Own process: compares how long this thread stands still.
/** A long transcript goes to the thread that reads it, and its answer back, in pieces. */
import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import { readingThreads } from '../../ai-local/reading/reading-threads.ts'
import { silentLog } from '../../core/log.ts'
import { transcriptApart } from '../../core/reading/readers.ts'
import type { HeardWord, TranscriptSegment } from '../../core/transcription/ports.ts'
import { presentTranscript } from '../../core/transcription/present-segment.ts'
import { buildSegments } from '../helpers/rules.ts'
import { boxEncoderPath } from '../helpers/sentence-encoder.ts'
import { stillDuring } from '../helpers/still-during.ts'

const LINE = 'Paciente refere dor de cabeça há três dias, nega febre, usa losartana. '
/** 50,000 characters. */
const ONCE = 700
const TIMES = [1, 2, 4, 8]
const ROUNDS = 5

function transcriptOf(count: number): TranscriptSegment[] {
  return buildSegments(Array.from({ length: count }, (_, n) => LINE + n)).map((segment) => ({
    ...segment,
    words: wordsOf(segment.text),
  }))
}

function wordsOf(text: string): HeardWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    startMs: index * 60,
    endMs: (index + word.length) * 60,
    confidence: 0.9,
  }))
}

test('a long transcript keeps this thread for less than copying it at once would', async (t) => {
  t.timeout(120_000)
  const workerUrl = new URL('../../dist/reading-worker.js', import.meta.url)
  const codes = { find: async () => null, search: async () => [], tables: async () => [] }
  const threads = readingThreads({ workerUrl, encoderPath: boxEncoderPath, codes, log: silentLog })
  t.teardown(threads.close)
  const present = transcriptApart(threads.read)
  await present('v', transcriptOf(ONCE))
  for (const times of TIMES) {
    const segments = transcriptOf(ONCE * times)
    // The quickest of five: other programs keep this thread waiting, too.
    let [apart, atOnce] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < ROUNDS; round++) {
      const { made, stillMs } = await stillDuring(() => present('v', segments))
      apart = Math.min(apart, stillMs)
      const begin = performance.now()
      structuredClone(segments)
      atOnce = Math.min(atOnce, performance.now() - begin)
      if (round === 0) t.true(isDeepStrictEqual(made, presentTranscript(segments)))
    }
    t.log(`${times} times: stood still for ${apart.toFixed(0)} ms, at once ${atOnce.toFixed(0)} ms`)
    if (times === TIMES.at(-1)) t.true(apart < atOnce)
  }
})
