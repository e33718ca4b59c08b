/**
 * Which second is heard again for a stretch of words, before and after a doctor corrected the line.
 */
import test from 'ava'
import { timeOfWords } from '../../core/document/pieces/times.ts'
import type { HeardWord } from '../../core/transcription/ports.ts'
import { segment } from '../helpers/documents.ts'

/** Said slowly: half a second a word, and four seconds of silence before the last three. */
const HEARD = 'tomo losartana cinquenta de manhã e dipirona seis vezes'
const words: HeardWord[] = [...HEARD.matchAll(/\S+/g)].map(({ 0: word, index: from }, at) => {
  const startMs = 10_000 + at * 500 + (at >= 6 ? 4000 : 0)
  const said = { startMs, endMs: startMs + 400, confidence: 0.9 }
  return { from, to: from + word.length, ...said }
})
const SPOKEN = { startMs: 10_000, endMs: 18_500, words }

const plays = test.macro({
  title: (_, text, said) => `“${said}” in “${text}”`,
  exec(t, text: string, said: string, start_ms: number, end_ms: number) {
    const corrected = { text: HEARD, until: new Date(0), replacedBy: 'd1' }
    const line = segment(text, { ...SPOKEN, ...(text === HEARD ? {} : { earlier: [corrected] }) })
    const start = text.indexOf(said)
    t.deepEqual(timeOfWords(line, start, start + said.length), { start_ms, end_ms })
  },
})
test(plays, HEARD, 'dipirona seis', 17_000, 17_900)
// What was not corrected keeps its second, wherever its characters are now.
test(plays, 'tomo losartana 50 de manhã e dipirona seis vezes', 'dipirona seis', 17_000, 17_900)
test(plays, 'uso losartana potássica cinquenta de manhã e dipirona', 'dipirona', 17_000, 17_400)
test(plays, 'losartana', 'losartana', 10_500, 10_900)
// What was corrected is heard where the words stood that it replaced.
test(plays, 'tomo losartana sessenta de manhã e dipirona seis vezes', 'sessenta', 11_000, 11_400)
test(plays, 'tomo losartana cinquenta de manhã e novalgina seis vezes', 'novalgina', 17_000, 17_400)
// What was added is heard between its neighbours.
test(plays, `${HEARD} por dia`, 'por dia', 18_400, 18_500)
test(plays, `Eu ${HEARD}`, 'Eu', 10_000, 10_000)
test(plays, HEARD.replace('e dipirona', 'e também dipirona'), 'também', 12_900, 17_000)

test('a correction that was taken back leaves every time as it was', (t) => {
  const earlier = [HEARD, 'outra coisa'].map((text) => ({
    text,
    until: new Date(0),
    replacedBy: 'd1',
  }))
  const line = segment(HEARD, { ...SPOKEN, earlier })
  t.deepEqual(timeOfWords(line, 0, 4), { start_ms: 10_000, end_ms: 10_400 })
})

test('without word times the time is by the place in the line', (t) => {
  const line = segment('abcdefghij', { startMs: 1000, endMs: 2000 })
  t.deepEqual(timeOfWords(line, 5, 10), { start_ms: 1500, end_ms: 2000 })
})
