import test from 'ava'
import fc from 'fast-check'
import { medicineFinders } from '../../../bin/compose/name-medicines.ts'
import { nameFinders } from '../../../core/transcription/misheard/name-finders.ts'
import { soundsOf } from '../../../core/transcription/misheard/sounds.ts'
import type { HeardWord } from '../../../core/transcription/ports.ts'
import { runs } from '../../helpers/runs.ts'
import { TALK } from '../../helpers/talk.ts'

interface Piece {
  text: string
  startMs: number
  endMs: number
  words?: HeardWord[]
}

const finderFor = medicineFinders(TALK)
const finder = finderFor([])
/**
 * A medicine that the lexicon does not hold, a brand like one that it holds, a place, a surname,
 * and what no sound can tell.
 */
const OWN_WORDS = ['orforglipron', 'Lozartana Plus', 'Vila Clementino', 'Quitéria', 'AAS2']
const ownFinder = finderFor(OWN_WORDS)

function piece(text: string): Piece {
  return { text, startMs: 1000, endMs: 1000 + 100 * text.length }
}

function marks({ text, words = [] }: Piece) {
  return words
    .filter(({ heard, offered }) => heard !== undefined || offered !== undefined)
    .map(({ from, to, heard, offered }) => ({ text: text.slice(from, to), heard, offered }))
}

const WRITTEN: [heard: string, written: string][] = [
  ['Estou tomando a Los Artana de 50.', 'Estou tomando a losartana de 50.'],
  ['Tomo tapagli flosina, um comprimido.', 'Tomo dapagliflozina, um comprimido.'],
  ['Hidro clorotiazida de manhã.', 'Hidroclorotiazida de manhã.'],
  ['Ela toma carbamaze pina desde criança.', 'Ela toma carbamazepina desde criança.'],
  ['Tomo hidrocloro, tiazida de manhã.', 'Tomo hidroclorotiazida de manhã.'],
  ['Vou receitar simvastatina 20 mg.', 'Vou receitar sinvastatina 20 mg.'],
  ['Alevo Chiroxina é em jejum.', 'A levotiroxina é em jejum.'],
  ['Usa onaproxeno na crise.', 'Usa o naproxeno na crise.'],
  ['Usa amoxi cilina há dias.', 'Usa amoxicilina há dias.'],
]

for (const [heard, written] of WRITTEN)
  test(`a misheard name is written by its sound: ${heard}`, async (t) => {
    const named = await finder
    const result = named(piece(heard))
    t.is(result.text, written)
    t.is(marks(result).length, 1)
  })

test('the recognized words are kept without punctuation, from the first word to the last', async (t) => {
  const named = await finder
  const words: HeardWord[] = [
    { from: 0, to: 4, startMs: 0, endMs: 300, confidence: 0.9 },
    { from: 5, to: 8, startMs: 300, endMs: 500, confidence: 0.5 },
    { from: 9, to: 16, startMs: 500, endMs: 900, confidence: 0.3 },
    { from: 17, to: 23, startMs: 900, endMs: 1200, confidence: 0.8 },
  ]
  const result = named({ text: 'Tomo los artana, sempre', startMs: 0, endMs: 1200, words })
  t.is(result.text, 'Tomo losartana, sempre')
  t.deepEqual(result.words, [
    words[0],
    { from: 5, to: 15, startMs: 300, endMs: 900, confidence: 0.3, heard: 'los artana' },
    { from: 16, to: 22, startMs: 900, endMs: 1200, confidence: 0.8 },
  ])
})

test('a name that two medicines sound like is only offered', async (t) => {
  const find = await nameFinders({
    readLexicon: async () => ({
      names: [
        { name: 'prednisona', ingredient: 'prednisona' },
        { name: 'prednisolona', ingredient: 'prednisolona' },
      ],
      ingredients: new Map(['prednisona', 'prednisolona'].map((name) => [name, name])),
      lookAlikes: [['prednisona', 'prednisolona']],
      ordinary: new Set(['tomo', 'por', 'dias']),
      visits: [],
    }),
    pause: async () => {},
  })([])
  const result = find(piece('Tomo prednisuona por dias'))
  t.is(result.text, 'Tomo prednisuona por dias')
  t.deepEqual(
    marks(result).map(({ offered }) => offered),
    ['prednisona'],
  )
})

test('the end of a longer name after an unknown word is only offered', async (t) => {
  const named = await finder
  const result = named(piece('Por causa do lúpus usa uzaidrox corokina.'))
  t.false(marks(result).some(({ heard }) => heard !== undefined))
})

for (const text of [
  'A senhora toma losartana e valsartana?',
  'Tive um calafrio e desmaiei, botaram soro na veia.',
  'A glicada veio em nove e quatro.',
  'Formoterol/budesonida e sulfametoxazol-trimetoprima',
  'O hematócrito e a hemoglobina caíram.',
])
  test(`a text without a misheard name is returned as it is: ${text}`, async (t) => {
    const named = await finder
    const before = piece(text)
    t.is(named(before).text, text)
    t.false(marks(named(before)).some(({ heard }) => heard !== undefined))
  })

test('letters that Portuguese says alike sound alike', (t) => {
  for (const [one, other] of [
    ['fosfato', 'phosphato'],
    ['máximo', 'maximo'],
    ['assa', 'aça'],
    ['quilo', 'kilo'],
    ['chá', 'xá'],
    ['mal', 'mau'],
    ['irmã', 'irman'],
  ] as const)
    t.is(soundsOf(one), soundsOf(other), `${one} ${other}`)
  t.not(soundsOf('guia'), soundsOf('gia'))
})

for (const [heard, written] of [
  ['Vou trocar pelo orfor glipron.', 'Vou trocar pelo orforglipron.'],
  ['Mora na Vila Cremenzino.', 'Mora na Vila Clementino.'],
  ['Tomo tapagli flosina e ora forgliprom.', 'Tomo dapagliflozina e orforglipron.'],
] as const)
  test(`an own word is written by its sound, beside the lexicon's names: ${heard}`, async (t) => {
    const ownNamed = await ownFinder
    t.is(ownNamed(piece(heard)).text, written)
  })

test('an own word that is written rightly is left alone, in any case', async (t) => {
  const ownNamed = await ownFinder
  for (const text of ['Lozartana plus de manhã.', 'O orforglipron, a Quitéria e o AAS2.']) {
    const before = piece(text)
    t.is(ownNamed(before), before)
  }
})

test('a name that an own word and the lexicon sound like is only offered', async (t) => {
  const named = await finder
  const heard = piece('Estou tomando a Los Artana de 50.')
  t.is(named(heard).text, 'Estou tomando a losartana de 50.')
  const rivalled = (await finderFor(['Lozartana']))(heard)
  t.is(rivalled.text, heard.text)
  t.is(marks(rivalled).length, 1)
})

test('an own word that the lexicon holds too rivals nothing', async (t) => {
  const find = await finderFor(['Losartana'])
  t.is(find(piece('Tomo Los Artana.')).text, 'Tomo losartana.')
})

test('a list of own words has one finder', (t) => {
  t.is(finderFor(['Quitéria']), finderFor(['Quitéria']))
  t.not(finderFor(['Quitéria']), finderFor(['Clementino']))
})

test('others work while the names are read', async (t) => {
  let pauses = 0
  const pause = async () => void pauses++
  const names = Array.from({ length: 1000 }, (_, at) => ({
    name: `nome${at}`,
    ingredient: `${at}`,
  }))
  const lexicon = {
    names,
    ingredients: new Map(),
    lookAlikes: [],
    ordinary: new Set<string>(),
    visits: [],
  }
  await nameFinders({ readLexicon: async () => lexicon, pause })([])
  t.true(pauses >= 10)
})

/** Talk of common words, names and their misspelled halves. */
const talk = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'toma', 'comprimido', 'dor', 'Los', 'Artana,', 'hidro', 'clorotiazida'),
      fc.constantFrom('losartana', 'prednisona.', 'calafrio?', '50', 'mg', 'tapagli', 'flosina'),
      fc.constantFrom('sim', 'vastatina', 'clona', 'zé', 'pão', '«Xareoto»', 'buscopã', '—'),
      fc.string({
        minLength: 1,
        maxLength: 8,
        unit: fc.constantFrom(...'aeiourstlmnpbdz'.split('')),
      }),
    ),
    { maxLength: 14 },
  )
  .map((words) => words.join(' '))

test('offsets of words are offsets of the text, in order, whatever was recognized', async (t) => {
  const named = await finder
  fc.assert(
    fc.property(talk, (text) => {
      const { text: after, words = [], startMs, endMs } = named(piece(text))
      let [last, lastMs] = [0, startMs]
      for (const { from, to, startMs, endMs } of words) {
        if (from < last || to <= from || to > after.length) return false
        if (startMs < lastMs || endMs < startMs) return false
        if (/^\s|\s$/.test(after.slice(from, to))) return false
        last = to
        lastMs = startMs
      }
      return words.every((word) => word.endMs <= endMs)
    }),
  )
  t.pass()
})

/**
 * More may be found: a name written in the place of several words brings what is said of medicines
 * nearer.
 */
test('looking again keeps every name that was found', async (t) => {
  const named = await finder
  fc.assert(
    fc.property(talk, (text) => {
      const once = named(piece(text))
      const again = marks(named(once)).map((mark) => JSON.stringify(mark))
      return marks(once).every((mark) => again.includes(JSON.stringify(mark)))
    }),
    { numRuns: runs(100) },
  )
  t.pass()
})

test('only marked words differ from the recognized ones', async (t) => {
  const named = await finder
  fc.assert(
    fc.property(talk, (text) => {
      const { text: after, words = [] } = named(piece(text))
      let back = after
      for (const { from, to, heard } of [...words].reverse()) {
        if (heard === undefined) continue
        const written = after.slice(from, to)
        const core = written.replace(/^[^\p{L}\p{N}]*|[^\p{L}\p{N}]*$/gu, '')
        back = back.slice(0, from) + written.replace(core, heard) + back.slice(to)
      }
      t.is(back, text)
    }),
  )
})
