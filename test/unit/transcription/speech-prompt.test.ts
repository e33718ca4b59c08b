import test from 'ava'
import { builtInTemplates } from '../../../config/templates.ts'
import { vocabularies } from '../../../config/vocabulary.ts'
import {
  estimateTokens,
  promptText,
  speechPrompt,
} from '../../../core/transcription/speech-prompt.ts'
import { vocabularyOf } from '../../../core/transcription/vocabulary.ts'

const WHISPER = 224
const { general, specialties } = vocabularies()

test('every specialty among the document models has its words', (t) => {
  const models = builtInTemplates().map(({ id }) => id)
  const named = specialties.flatMap((list) => list.models)
  t.deepEqual([...new Set(named)].length, named.length)
  // What is everybody's has the general words.
  t.deepEqual(
    models.filter((id) => !named.includes(id)),
    ['anamnesis', 'soap'],
  )
  t.deepEqual(
    named.filter((id) => !models.includes(id)),
    [],
  )
  for (const { id, terms } of [general, ...specialties]) {
    t.true(terms.length >= 25, id)
    t.is(new Set(terms.map((term) => term.toLowerCase())).size, terms.length, id)
  }
})

test('a prompt never exceeds what the recognizer listens to, and keeps half of it for what was said', (t) => {
  const talk = 'Estou com dor de cabeça há três dias e tomei dipirona. '.repeat(40)
  for (const { terms } of specialties) {
    const prompt = speechPrompt([...terms, ...general.terms], talk, WHISPER)!
    t.true(estimateTokens(promptText(prompt)) <= WHISPER)
    t.true(estimateTokens(prompt.vocabulary) <= WHISPER / 2)
    t.true(estimateTokens(prompt.vocabulary) > WHISPER / 3)
    t.true(prompt.vocabulary.includes(terms[0]!))
    t.true(prompt.context.endsWith('tomei dipirona.'))
  }
})

test('nothing to say is no prompt; a small budget says little', (t) => {
  t.is(speechPrompt([], '', WHISPER), null)
  t.deepEqual(speechPrompt([], 'Sim.', WHISPER), { vocabulary: '', context: 'Sim.' })
  t.is(speechPrompt(['losartana'], 'Não tenho alergia.', 0), null)
})

const visit = (
  models: string[],
  setting = { specialty: null as string | null, words: [] as string[] },
) =>
  vocabularyOf({
    store: {
      find: async () => setting,
      cluesOf: async () => ({ organizationId: 'o', models }),
    },
    lists: vocabularies(),
    now: () => new Date(0),
  })('c')

test('the document chooses the specialty, then the organization', async (t) => {
  const of = (id: string) => specialties.find((list) => list.id === id)!.terms[0]
  t.is((await visit(['anamnesisCardiology']))[0], of('cardiology'))
  t.is((await visit(['soap', 'anamnesisNeurology']))[0], of('neurology'))
  const setting = { specialty: 'dermatology', words: [] }
  t.is((await visit(['soap'], setting))[0], of('dermatology'))
  t.is((await visit(['anamnesisCardiology'], setting))[0], of('cardiology'))
  t.is((await visit([]))[0], general.terms[0])
})

test('an organization puts its own words before, but not instead', async (t) => {
  const words = ['tirzepatida', 'vonoprazana', 'Quitéria']
  const terms = await visit(['anamnesisCardiology'], { specialty: null, words })
  const heart = specialties.find(({ id }) => id === 'cardiology')!.terms
  t.deepEqual(terms.slice(0, 4), [words[0], heart[0], words[1], heart[1]])
})
