/** What was made of a recording's sound: what is open, and what is used with a mark. */
import test from 'ava'
import { presentUse } from '../../../core/input-use/input-use.ts'
import { withSpeech } from '../../../core/transcription/speech-use.ts'
import { segments } from '../../helpers/documents.ts'

const whole = { unit: 'milliseconds', given: 9000, used: 9000, unused: [] } as const

function heard(text: string, confidences: readonly number[], confidence = 0.9) {
  const [segment] = segments([text])
  const words = confidences.map((sure, at) => ({
    from: 0,
    to: 1,
    startMs: 1000 + 500 * at,
    endMs: 1400 + 500 * at,
    confidence: sure,
  }))
  return { ...segment!, startMs: 1000, endMs: 4000, confidence, words }
}

test('words that the recognizer is unsure of are counted with their place, and nothing is open', (t) => {
  const use = withSpeech({ ...whole, unused: [] }, 0, [heard('dor no peito', [0.9, 0.2, 0.3])])
  t.deepEqual(use.unused, [])
  t.is(use.used, 9000)
  t.like(presentUse(use).marked, [
    { code: 'words_unsure', channel: 0, from_ms: 1500, to_ms: 2400, count: 2 },
  ])
  t.regex(presentUse(use).marked![0]!.message, /^2 palavras incertas /)
})

test('a line that is unsure as a whole counts all of its words, a sure one none', (t) => {
  const doubtful = heard('dor no peito', [0.9, 0.9, 0.9], 0.5)
  t.like(withSpeech({ ...whole, unused: [] }, 0, [doubtful]).marked, [{ count: 3 }])
  const sure = heard('dor no peito', [0.9, 0.9, 0.9])
  t.is(withSpeech({ ...whole, unused: [] }, 0, [sure]).marked, undefined)
})

test('what a person corrected is not counted', (t) => {
  const corrected = {
    ...heard('dor no peito', [0.1, 0.1, 0.1], 0.3),
    earlier: [{ text: 'dor no leito', until: new Date(0), replacedBy: 'd' }],
  }
  t.is(withSpeech({ ...whole, unused: [] }, 0, [corrected]).marked, undefined)
})
