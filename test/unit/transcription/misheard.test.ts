import test from 'ava'
import fc from 'fast-check'
import { medicineFinders } from '../../../bin/compose/name-medicines.ts'
import { soundsOf } from '../../../core/transcription/misheard/sounds.ts'
import { countWords, MEDICINE } from '../../../core/transcription/misheard/word-model.ts'
import type { HeardWord } from '../../../core/transcription/ports.ts'
import { TALK } from '../../helpers/talk.ts'

const finder = medicineFinders(TALK)([])

/** Words of one confidence, as the engine tells them. */
function piece(text: string, confidence: number) {
  const words = [...text.matchAll(/\S+/g)].map(
    (match): HeardWord => ({
      from: match.index,
      to: match.index + match[0].length,
      startMs: 100 * match.index,
      endMs: 100 * (match.index + match[0].length),
      confidence,
    }),
  )
  return { text, startMs: 0, endMs: 100 * text.length, words }
}

const heardIn = ({ words = [] }: { words?: HeardWord[] }) =>
  words.flatMap(({ heard }) => (heard === undefined ? [] : [heard]))

const WRITTEN: [heard: string, written: string][] = [
  ['O raiuchis foi normal.', 'O raio x foi normal.'],
  [
    'Frequência cardíaca 58 patimentos por minuto.',
    'Frequência cardíaca 58 batimentos por minuto.',
  ],
  ['Minha avó teve de rame.', 'Minha avó teve derrame.'],
  ['Tenho um pouco de tom, tura de manhã.', 'Tenho um pouco de tontura de manhã.'],
  ['Vou pedir a emoglobina glicada.', 'Vou pedir a hemoglobina glicada.'],
  ['Pode ser labirintite, ou se nos itiaguda.', 'Pode ser labirintite, ou sinusite aguda.'],
  ['É uma hérnia em Guinaldireita.', 'É uma hérnia inguinal direita.'],
  ['Miatia teve câncer de mama.', 'Minha tia teve câncer de mama.'],
  ['O direito, enxou na mesma hora.', 'O direito, inchou na mesma hora.'],
  ['E agora também doura de cabeça.', 'E agora também dor de cabeça.'],
  ['Vou pedir um eco-casiograma novo.', 'Vou pedir um ecocardiograma novo.'],
  ['Sim, tomo a tê-no-lo, 25 miligramas.', 'Sim, tomo atenolol, 25 miligramas.'],
  ['Tomo para a seta-mó, se tiver dor.', 'Tomo paracetamol, se tiver dor.'],
  ['Vou passar para seta a um ou de 750 se doer.', 'Vou passar paracetamol de 750 se doer.'],
]

test('of two medicines the one that more of what was heard sounds like is written', async (t) => {
  const said = 'Vou te dar atestado, para a seta a um ou de 750.'
  t.is((await finder)(piece(said, 0.1)).text, 'Vou te dar atestado, paracetamol de 750.')
})

test('what nobody can have said stays as it was written', async (t) => {
  const said = 'Estou com dor de cabeça <img src=x onerror=alert(1)> há três dias.'
  t.is((await finder)(piece(said, 0.3)).text, said)
})

test('a disease written in pieces is not taken for the medicine that sounds like its end', async (t) => {
  const said = 'Tenho diabetes e o seu pôr-o-o-se.'
  t.is((await finder)(piece(said, 0.3)).text, said)
})

for (const [heard, written] of WRITTEN)
  test(`words of the same sound give way to what is said there: ${heard}`, async (t) => {
    const result = (await finder)(piece(heard, 0.5))
    t.is(result.text, written)
    t.is(heardIn(result).length, 1)
  })

const NUMBERS: [heard: string, written: string][] = [
  ['Vamos examinar. Pressão, 135.85.', 'Vamos examinar. Pressão, 135 por 85.'],
  ['A pressão está 120,80, tudo bem.', 'A pressão está 120 por 80, tudo bem.'],
  ['Pressão 100 e 10 por 70.', 'Pressão 110 por 70.'],
  ['Pressão 150 e 2 por 94, peso 82.', 'Pressão 152 por 94, peso 82.'],
  ['Captopril de 12 anos, 12 horas.', 'Captopril de 12 em 12 horas.'],
  ['De oito em, oito horas.', 'De oito em oito horas.'],
  ['Metformina 8 cento e 50 miligramas.', 'Metformina 850 miligramas.'],
  ['Temperatura 30 e 8 e dois.', 'Temperatura 38 e dois.'],
]

for (const [heard, written] of NUMBERS)
  test(`a number in a form that nobody says is written as it is said: ${heard}`, async (t) => {
    const result = (await finder)(piece(heard, 0.9))
    t.is(result.text, written)
    t.is(heardIn(result).length, 1)
  })

for (const text of [
  'Pressão 140 por 90.',
  'A pressão subiu, peso 72,5.',
  'Pressão 12,8.',
  'Losartana 100 e 50 de outra.',
  'Febre há 30 e 8 dias.',
  'O resultado foi 135.85.',
])
  test(`a number that may be meant as it stands stays: ${text}`, async (t) => {
    const result = (await finder)(piece(text, 0.9))
    t.is(result.text, text)
  })

test('what was heard is kept beside the word, with its times and its confidence', async (t) => {
  const result = (await finder)(piece('Ela teve de rame ontem.', 0.5))
  const word = result.words.find(({ heard }) => heard !== undefined)
  t.is(result.text.slice(word!.from, word!.to), 'derrame')
  t.is(word!.heard, 'de rame')
  t.is(word!.startMs, 900)
  t.is(word!.endMs, 1600)
  t.is(word!.confidence, 0.5)
})

test('Portuguese words that the recognizer is sure of stay', async (t) => {
  const text = 'O copo caiu e a caixa ficou no poço, mas ela pedia a bomba.'
  t.is((await finder)(piece(text, 0.9)).text, text)
})

for (const text of [
  'Tomo vinte e sin co gotas.',
  'A pressão deu 14 por sins e meio.',
  'Nao sinto mau cheiro.',
])
  test(`no number and no denial is put in or taken out: ${text}`, async (t) => {
    const { words } = (await finder)(piece(text, 0.3))
    const put = words.filter(({ heard }) => heard !== undefined)
    for (const { heard } of put) t.notRegex(heard!, /\d|\b(?:vinte|não|nao|meio)\b/i)
    const written = (await finder)(piece(text, 0.3)).text
    t.notRegex(written, /\bcinco\b|\bsem\b/)
  })

test('the name of a medicine is never put in by what is probable alone', async (t) => {
  const { text } = (await finder)(piece('Tem alergia e bufena.', 0.3))
  t.notRegex(text, /morfina/)
})

test('a medicine that was written as Portuguese words is found between the words around it', async (t) => {
  const find = await finder
  for (const [heard, written] of [
    ['Tomo homem prazo 20 miligramas em jejum.', /omeprazol 20 miligramas/],
    ['Tomo lata no prosta uma gota à noite.', /latanoprosta uma gota/],
  ] as const)
    t.regex(find(piece(heard, 0.4)).text, written)
  for (const said of ['O homem deu um prazo de 20 dias.', 'Ela trouxe uma lata no bolso.'])
    t.is(find(piece(said, 0.4)).text, said)
})

test('a medicine that the visit names elsewhere is found in fewer words around it', async (t) => {
  const find = await finder
  const heard = piece('Pode continuar com o homem prazo.', 0.5)
  const around = (...names: string[]) => ({ mentioned: new Set(names), before: '', behind: '' })
  t.is(find(heard, around()).text, heard.text)
  t.is(find(heard, around('omeprazol')).text, 'Pode continuar com o omeprazol.')
})

test('what is said before and behind a piece tells what its words are', async (t) => {
  const find = await finder
  const heard = piece('ergonomético, precisa diminuir o sal.', 0.4)
  const around = { mentioned: new Set<string>(), before: 'vou pedir um teste', behind: '' }
  t.is(find(heard, around).text, 'ergométrico, precisa diminuir o sal.')
  t.not(find(heard).text, 'ergométrico, precisa diminuir o sal.')
})

test('words that objects of the language have by themselves are words like others', async (t) => {
  const text = 'Constructor, valueOf e toString de hasOwnProperty.'
  t.is((await finder)(piece(text, 0.9)).text, text)
  t.notThrows(() => soundsOf('constructor'))
})

test('only the first word of a piece that goes on stays small', async (t) => {
  const { text } = (await finder)(piece('em basada há dois dias. Carganta vermelha.', 0.4))
  t.regex(text, / Garganta vermelha\.$/)
})

test('a visit in another language has only its names mended', async (t) => {
  const other = await medicineFinders(TALK)([], { isPortuguese: false })
  t.is(other(piece('My heart beets fast.', 0.3)).text, 'My heart beets fast.')
})

test('a name within a sentence stays', async (t) => {
  const text = 'Bom dia, Iraci Sandres, tudo bem?'
  t.is((await finder)(piece(text, 0.4)).text, text)
})

test('a model of words: what follows often is likelier, what was never met is not impossible', async (t) => {
  const model = await countWords(
    ['dor no peito\ndor no braço\ndor no peito', 'Falta de ar'],
    { isOrdinary: (word) => word === 'joelho', isMedicine: () => false },
    async () => {},
  )
  const after = (word: string) => model.logProbability(['dor', 'no'], word)
  t.true(after('peito') > after('braço'))
  t.true(after('braço') > after('falta'))
  t.true(after('falta') > after('joelho'))
  t.true(after('joelho') > after('xyz'))
  t.true(Number.isFinite(after('xyz')))
  t.deepEqual(model.wordsFrom(2).sort(), ['dor', 'no', 'peito'])
})

test('of a word behind two others all probabilities are at most one together', async (t) => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 3, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (visits) => {
      const model = await countWords(
        visits.map((visit) => visit.join(' ')),
        { isOrdinary: () => true, isMedicine: (word) => word === 'd' },
        async () => {},
      )
      for (const far of ['', 'a', 'b'])
        for (const near of ['', 'c', MEDICINE]) {
          const sum = ['a', 'b', 'c', MEDICINE]
            .map((word) => Math.exp(model.logProbability([far, near], word)))
            .reduce((all, one) => all + one, 0)
          t.true(sum <= 1.0001, `${far} ${near}: ${sum}`)
        }
    }),
    { numRuns: 200 },
  )
})
