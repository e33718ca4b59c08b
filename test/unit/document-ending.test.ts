/** What ended the writing of a document, as `svcctl doc show` tells it. */
import test from 'ava'
import { endingOf } from '../../core/document/generation/ending.ts'

const writtenAt = new Date(0)
const ENDS: [failure: string | null, by: string][] = [
  ['generation_timeout', 'time_limit'],
  ['canceled', 'canceled'],
  ['generation_failed', 'engine'],
  ['transcript_too_long', 'failure'],
  [null, 'not_ended'],
]

for (const [failure, by] of ENDS)
  test(`a document that failed with ${failure} ended: ${by}`, (t) => {
    t.deepEqual(endingOf({ writtenAt: null, failure }, null), { by, textsCut: null, limits: {} })
  })

test('a written document reports its limits, and how many of its texts were cut', (t) => {
  const recipe = { maxTokens: 4096, textChars: null, listItems: 12, seed: 0, temperature: 0 }
  const origin = { recipe, textsCut: 2, timeLimitMs: 1_800_000 }
  t.deepEqual(endingOf({ writtenAt, failure: null }, origin), {
    by: 'complete',
    textsCut: 2,
    limits: { maxTokens: 4096, textChars: null, listItems: 12, timeLimitMs: 1_800_000 },
  })
})
