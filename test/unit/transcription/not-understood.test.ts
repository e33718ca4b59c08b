import { EventEmitter, once } from 'node:events'
import test from 'ava'
import { composeReadAhead } from '../../../bin/compose/phrase-ahead.ts'
import type { ConsultationNews } from '../../../core/consultation/feed.ts'
import { cleanSources } from '../../../core/document/pieces/clean-sources.ts'
import { silentLog } from '../../../core/log.ts'
import { NOT_UNDERSTOOD } from '../../../core/transcription/ports.ts'
import { presentTranscript } from '../../../core/transcription/present-segment.ts'
import {
  countNotUnderstood,
  understoodSegments,
} from '../../../core/transcription/understood-segments.ts'
import { documentInput, segments } from '../../helpers/documents.ts'
import { randomTextGenerator } from '../../helpers/random-text-generator.ts'

const SAID = ['Tem alergia?', NOT_UNDERSTOOD, 'Tomo o meu remédio todo dia.']

test('stretches that were not understood are counted, with their length, and hold no words', (t) => {
  const all = segments(SAID)
  const [, mark] = all
  t.deepEqual(countNotUnderstood(all), {
    segments: 1,
    duration_ms: mark!.endMs - mark!.startMs,
  })
  t.deepEqual(countNotUnderstood([]), { segments: 0, duration_ms: 0 })
  t.deepEqual(
    understoodSegments(all).map(({ text }) => text),
    [SAID[0], SAID[2]],
  )
})

test('a stretch that was not understood is shown as one, and nobody is guessed to have said it', (t) => {
  const shown = presentTranscript(segments(SAID))
  t.deepEqual(
    shown.map((one) => one.not_understood),
    [undefined, true, undefined],
  )
  t.is(shown[1]!.text, NOT_UNDERSTOOD)
  t.is(shown[1]!.speaker_guess, undefined)
  t.is(shown[0]!.speaker_guess, 'doctor')
})

test('its mark is a source of no document, and the language model does not read it ahead', async (t) => {
  const sources = cleanSources(documentInput({ segments: segments(SAID) }))
  t.deepEqual(
    sources.segments.map(({ text }) => text),
    [SAID[0], SAID[2]],
  )
  const text = new EventEmitter()
  const read = once(text, 'read')
  let tell: (id: string, news: ConsultationNews) => void = () => {}
  const close = composeReadAhead(
    {
      transcript: async () => ({ segments: segments(SAID) }),
      files: async () => [],
      textsOf: async () => ({ contextMarkdown: '', backgroundHistory: null }),
      feed: {
        watch(listener) {
          tell = listener
          return () => {}
        },
      },
      log: silentLog,
    },
    {
      ...randomTextGenerator(1, () => []),
      readAhead: async ({ user }) => void text.emit('read', user),
    },
  )
  tell('c', { type: 'transcription.replaced', segments: [] })
  const [prompt] = await read
  t.regex(prompt, /Tem alergia/)
  t.notRegex(prompt, /não compreendido/)
  await close()
})
