import test from 'ava'
import { portugueseWords } from '../../../config/portuguese-words.ts'
import { namePieces } from '../../../core/transcription/misheard/name-pieces.ts'
import { ownWordsOf } from '../../../core/transcription/own-words.ts'
import type { PlacedPiece } from '../../../core/transcription/ports.ts'

test('changed own words count within a minute, and are asked for once meanwhile', async (t) => {
  let time = 0
  let words = ['tirzepatida']
  let asked = 0
  const find = ownWordsOf({
    store: {
      async findForConsultation() {
        asked++
        return words
      },
    },
    now: () => new Date(time),
  })
  t.deepEqual(await find('c'), ['tirzepatida'])
  words = ['vonoprazana']
  t.deepEqual(await find('c'), ['tirzepatida'])
  t.is(asked, 1)
  time = 60_000
  t.deepEqual(await find('c'), ['vonoprazana'])
})

test('a question that failed is asked again', async (t) => {
  let fails = true
  const find = ownWordsOf({
    store: {
      async findForConsultation() {
        if (fails) throw new Error('busy')
        return ['Quitéria']
      },
    },
    now: () => new Date(0),
  })
  await t.throwsAsync(find('c'))
  fails = false
  t.deepEqual(await find('c'), ['Quitéria'])
})

test('pieces are named by the words of their consultation, in order, with a pause after each, twice', async (t) => {
  let pauses = 0
  const name = namePieces({
    finderFor: async (own) => (piece) => ({ ...piece, text: `${piece.text} ${own.join(' ')}` }),
    ownWordsOf: async (id) => [id],
    languageOf: async () => 'pt-BR',
    pause: async () => void pauses++,
  })
  const pieces = ['um', 'dois'].map(
    (text): PlacedPiece => ({ text, startMs: 0, endMs: 1, channel: 'mic', confidence: null }),
  )
  const named = await name('c', pieces)
  t.deepEqual(
    named.map(({ text }) => text),
    ['um c', 'dois c'],
  )
  t.is(pauses, 4)
})

test('a Portuguese word is found in its line, whatever was asked before', (t) => {
  const words = portugueseWords()
  for (const word of ['pressao', 'comprimido', 'aa', 'xilema', 'pressao']) t.true(words.has(word))
  for (const word of ['losartana', 'zzzz', '9x', '']) t.false(words.has(word), word)
})
