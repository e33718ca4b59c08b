import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import type { Speaker } from '../../../core/contract/api.ts'
import { EvaluationCase } from '../../../core/evaluation/case.ts'
import { guessSpeakers } from '../../../core/transcription/present-segment.ts'
import { segment } from '../../helpers/documents.ts'
import { SCRIPT } from '../../helpers/speech.ts'

const spoken = (lines: readonly { text: string; speaker?: Speaker }[]) => {
  let startMs = 0
  return lines.map(({ text, speaker = null }, index) => {
    const endMs = startMs + text.length * 60
    const heard = segment(text, { id: `s${index}`, sequence: index, speaker, startMs, endMs })
    startMs = endMs + 800
    return heard
  })
}
const guess = (...texts: string[]) => guessSpeakers(spoken(texts.map((text) => ({ text }))))

test('the two speakers of the sample are distinguished', (t) => {
  const expected = ['doctor', 'patient', 'doctor', 'patient']
  t.deepEqual(guess(...Object.values(SCRIPT)), expected)
})

test('an answer follows a question', (t) => {
  t.deepEqual(
    guess('A senhora tem febre?', 'Não.', 'Há quanto tempo o senhor sente isso?', 'Três dias.'),
    ['doctor', 'patient', 'doctor', 'patient'],
  )
})

test('without telling words no speaker is guessed', (t) => {
  t.deepEqual(guess('Hum.'), [null])
  t.deepEqual(guess('Azul.', 'Segunda-feira.'), [null, null])
  t.deepEqual(guessSpeakers([]), [])
})

test('a new segment is judged by its own words, and a talk of one voice not at all', (t) => {
  const news = spoken([{ text: 'Tenho dor de cabeça e tomo dipirona, minha mãe também.' }])
  t.deepEqual(guessSpeakers(news, { isPart: true }), ['patient'])
  t.deepEqual(guessSpeakers(news), [null])
  t.deepEqual(guessSpeakers(spoken([{ text: 'Hum.' }]), { isPart: true }), [null])
})

test('a known speaker informs the neighbouring segments and is not contradicted', (t) => {
  const [, answer] = guessSpeakers(
    spoken([{ text: 'Doutor, tenho uma pergunta?', speaker: 'doctor' }, { text: 'Azul.' }]),
  )
  t.is(answer, 'patient')
})

/** Visits of the evaluation set as one microphone hears them: a sentence or two at a time. */
function heardByOneMicrophone(): { by: Speaker; text: string }[][] {
  const folder = new URL('../../../config/evaluation/', import.meta.url)
  let count = 0
  return readdirSync(folder)
    .filter((name) => /-\d+\.json$/.test(name))
    .map((name) => {
      const { turns } = EvaluationCase.parse(
        JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
      )
      return turns.flatMap(({ by, text }) => {
        const sentences = text.match(/[^.!?]+[.!?]*/g) ?? [text]
        const pieces: { by: Speaker; text: string }[] = []
        while (sentences.length > 0) {
          const taken = sentences.splice(0, count++ % 3 === 2 ? 2 : 1).join('')
          pieces.push({ by, text: taken.trim() })
        }
        return pieces
      })
    })
}

test('on the evaluation set nineteen guesses of twenty are right, and half of the segments get one', (t) => {
  const visits = heardByOneMicrophone()
  let [segments, guessed, right] = [0, 0, 0]
  for (const visit of visits) {
    const guesses = guessSpeakers(spoken(visit.map(({ text }) => ({ text }))))
    for (const [index, { by }] of visit.entries()) {
      segments++
      const one = guesses[index]
      if (!one) continue
      guessed++
      // Who comes along speaks for the patient: only doctor or not is guessed.
      if ((one === 'doctor') === (by === 'doctor')) right++
    }
  }
  t.log({ visits: visits.length, segments, guessed, right })
  t.true(right / guessed >= 0.945, `${right} of ${guessed}`)
  t.true(guessed / segments >= 0.52, `${guessed} of ${segments}`)
})
