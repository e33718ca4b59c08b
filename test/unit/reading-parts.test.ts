// Own process: measures how long this thread stands still.
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

const LINE = 'Paciente refere dor de cabeça há três dias, nega febre, usa losartana. '
/** 50,000 characters. */
const ONCE = 700
const TIMES = [1, 2, 4, 8]
/** Whatever else this machine does; copied at once, eight times as much takes 50 to 100 ms. */
const LONGEST_MS = 50

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

async function stillDuring<T>(work: () => Promise<T>): Promise<{ made: T; stillMs: number }> {
  let stillMs = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    stillMs = Math.max(stillMs, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  const made = await work()
  look()
  clearInterval(timer)
  return { made, stillMs }
}

test('nobody waits for a transcript of eight times the length', async (t) => {
  t.timeout(120_000)
  const workerUrl = new URL('../../dist/reading-worker.js', import.meta.url)
  const codes = { find: async () => null, search: async () => [], tables: async () => [] }
  const threads = readingThreads({ workerUrl, encoderPath: boxEncoderPath, codes, log: silentLog })
  t.teardown(threads.close)
  const present = transcriptApart(threads.read)
  await present('v', transcriptOf(ONCE))
  const waits: number[] = []
  for (const times of TIMES) {
    const segments = transcriptOf(ONCE * times)
    // The quickest of five: other programs keep this thread waiting, too.
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) {
      const { made, stillMs } = await stillDuring(() => present('v', segments))
      rounds.push(stillMs)
      if (round === 0) t.true(isDeepStrictEqual(made, presentTranscript(segments)))
    }
    waits.push(Math.round(Math.min(...rounds)))
  }
  t.log(`stood still for ${waits.join(' ')} ms`)
  t.true(Math.max(...waits) <= LONGEST_MS, `${waits.join(' ')} ms`)
})
