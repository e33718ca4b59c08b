import test from 'ava'
import fc from 'fast-check'
import { NOT_UNDERSTOOD } from '../../../core/transcription/ports.ts'
import { presentTranscript } from '../../../core/transcription/present-segment.ts'
import { reading } from '../../../plugin/state/reading.ts'
import { quoteSince } from '../../../plugin/text/corrections.ts'
import { findInLine, findMatches, markedParts, shownLine } from '../../../plugin/text/shown-line.ts'
import { segments } from '../../helpers/documents.ts'

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ start, end }) => text.slice(start, end))

test('words are found without case and accents, and marked as they stand', (t) => {
  t.deepEqual(found('Pressão alta, pressao baixa', 'PRESSÃO'), ['Pressão', 'pressao'])
  t.deepEqual(found('Café e cafeína', 'cafe'), ['Café', 'cafe'])
  t.deepEqual(found('aaa', 'aa'), ['aa'])
  t.deepEqual(found('nada', '  '), [])
  // A letter and its accent as two characters.
  t.deepEqual(found('nao e na\u0303o', 'nao'), ['nao', 'na\u0303o'])
})

test('whatever is searched for, the marked text is the text', (t) => {
  const words = fc
    .array(fc.constantFrom('a', 'á', 'A', 'ß', 'ﬁ', ' ', 'b', '\u0301', '😀'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(words, words, (text, query) => {
      const parts = markedParts(text, { matches: findMatches(text, query) })
      t.is(parts.map((part) => part.text).join(''), text)
    }),
  )
})

test('the mark of what was not understood is found by no search', (t) => {
  const told = { segments: presentTranscript(segments(['tem um trecho', NOT_UNDERSTOOD])) }
  const looked = reading({
    transcript: told,
    preferences: { get: () => undefined, set: () => {} },
    changed: () => {},
  })
  looked.openSearch()
  looked.search('trecho')
  t.deepEqual(
    looked.matches().map(({ segmentId }) => segmentId),
    [told.segments[0]!.id],
  )
})

test('a search runs once for all views, and again when words, lines or their spelling change', (t) => {
  const told = { segments: presentTranscript(segments(['dor de cabeça', 'sem dor'])) }
  const looked = reading({
    transcript: told,
    preferences: { get: () => undefined, set: () => {} },
    changed: () => {},
  })
  looked.openSearch()
  looked.search('dor')
  const first = looked.matches()
  t.deepEqual(
    first.map(({ start }) => start),
    [0, 4],
  )
  t.is(looked.matches(), first)
  told.segments = presentTranscript(segments(['dor']))
  t.is(looked.matches().length, 1)
  looked.search('febre')
  t.deepEqual(looked.matches(), [])
  looked.search('dor')
  const asWritten = looked.matches()
  looked.setAsSaid(true)
  t.not(looked.matches(), asWritten)
  looked.closeSearch()
  t.deepEqual(looked.matches(), [])
})

const WRITTEN = '2026-01-01T12:00:00.000Z'
const AFTER = '2026-01-01T12:05:00.000Z'
const BEFORE = '2026-01-01T11:00:00.000Z'

const place = (text: string, words: string) => ({
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
})

const follows = test.macro({
  title: (_, what) => String(what),
  exec(t, _what: string, was: string, now: string, words: string, expected: string | undefined) {
    const segment = { text: now, earlier: [{ text: was, until: AFTER }] }
    t.is(quoteSince(segment, place(was, words), WRITTEN)?.words, expected)
  },
})

const WAS = 'a pressão é 120 por 80 e tomo dipirona'
test(
  follows,
  'a source behind a correction moves with it',
  WAS,
  'a pressão hoje é 120 por 80 e tomo dipirona',
  'dipirona',
  'dipirona',
)
test(
  follows,
  'a source before a correction stays',
  WAS,
  'a pressão é 120 por 80 e tomo losartana',
  '120 por 80',
  '120 por 80',
)
test(
  follows,
  'a source that was corrected itself is gone',
  WAS,
  'a pressão é 130 por 80 e tomo dipirona',
  '120 por 80',
  undefined,
)
test(
  follows,
  'a source between two corrections is found again',
  WAS,
  'pressão de 120 por 80, tomo losartana',
  '120 por 80',
  '120 por 80',
)
test(
  follows,
  'letters in common are no words in common',
  'tomo dipirona',
  'tomo dipirone',
  'dipirona',
  undefined,
)
test(follows, 'an erased line has no sources', WAS, '', 'dipirona', undefined)

test('a document that was written after the correction counts in the corrected words', (t) => {
  const segment = { text: 'a dor é forte', earlier: [{ text: 'a cor é forte', until: BEFORE }] }
  t.is(quoteSince(segment, place(segment.text, 'dor'), WRITTEN)?.words, 'dor')
})

test('only corrections since the given time count', (t) => {
  const earlier = [
    { text: 'x dor', until: BEFORE },
    { text: 'muita dor', until: AFTER },
  ]
  t.is(quoteSince({ text: 'bem muita dor', earlier }, { start: 6, end: 9 }, WRITTEN)?.words, 'dor')
})

test('a source that is still shown shows the very words it rested on', (t) => {
  const text = fc
    .array(fc.constantFrom('dor', 'de', 'não', 'cabeça', '120'), { minLength: 1 })
    .map((all) => all.join(' '))
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (was, now, a, b) => {
      const start = a % was.length
      const end = start + 1 + (b % (was.length - start))
      const segment = { text: now, earlier: [{ text: was, until: AFTER }] }
      const quote = quoteSince(segment, { start, end }, WRITTEN)
      if (quote) t.is(quote.words, was.slice(start, end))
    }),
    { numRuns: 500 },
  )
  t.pass()
})

test('a doubtful word is marked inside and outside of what is searched for', (t) => {
  const text = 'Tomo losartana à noite.'
  const parts = markedParts(text, {
    matches: findMatches(text, 'tana à'),
    doubtful: [{ start: 5, end: 14 }],
  })
  t.deepEqual(parts, [
    { text: 'Tomo ', match: -1, doubtful: false, said: null },
    { text: 'losar', match: -1, doubtful: true, said: null },
    { text: 'tana', match: 0, doubtful: true, said: null },
    { text: ' à', match: 0, doubtful: false, said: null },
    { text: ' noite.', match: -1, doubtful: false, said: null },
  ])
})

const LINES = ['A pressão está doze por oito.', 'Losartana cinquenta miligramas, doze meses.']

const finds = test.macro({
  title: (_, query) => `“${query}” is found`,
  exec(t, query: string, inWritten: string[], inSaid: string[]) {
    const found = (asSaid: boolean) =>
      presentTranscript(segments(LINES)).flatMap((segment) => {
        const line = shownLine(segment, asSaid)
        return findInLine(segment, line, query).map(({ start, end }) => line.text.slice(start, end))
      })
    t.deepEqual(found(false), inWritten)
    t.deepEqual(found(true), inSaid)
  },
})
test(finds, '120/80', ['120/80'], [])
test(finds, 'doze', ['120/80', '12'], ['doze', 'doze'])
test(finds, 'cinquenta mili', ['50 mg'], ['cinquenta mili'])
test(finds, 'ta', ['tá', 'ta', '50 mg'], ['tá', 'ta', 'ta'])
