/**
 * How far the words of one medicine reach, what a doctor stops and finds, and whom a doctor speaks
 * to.
 */
import test from 'ava'
import { decidesDiagnosis } from '../../../core/document/quoting/clause-groups.ts'
import { inThirdPerson } from '../../../core/document/quoting/third-person.ts'
import { normalizeText } from '../../../core/transcription/normalize/normalize-text.ts'
import { writeByRules as write } from '../../helpers/shipped-rules.ts'

const BEFORE = [
  'Bom dia, Sandra. O que está acontecendo?',
  'Estou com dor no joelho direito há duas semanas, doutora, e não passa.',
  'Inchou? Travou alguma vez?',
  'Inchou um pouco no começo. Travar não travou.',
  'Vou examinar. Pressão cento e vinte por oitenta. Joelho com derrame leve, sem bloqueio.',
]
const AFTER = ['Está bem, doutora.', 'Volta em três semanas com o exame.']

const ORDERS: [said: string, written: RegExp][] = [
  [
    'Paracetamol de setecentos e cinquenta se doer, não mais que quatro por dia.',
    /Paracetamol de 750 se doer, não mais que quatro por dia/,
  ],
  [
    'O clonazepam a gente reduz: um miligrama por duas semanas, meio por mais duas e suspende.',
    /clonazepam a gente reduz: 1 mg por 2 semanas, meio por mais duas e suspende/,
  ],
  ['A furosemida pode ficar dia sim, dia não.', /furosemida pode ficar dia sim, dia não/],
  [
    'A prednisolona agora, um miligrama por quilo, dá dezessete miligramas, quase seis ml da de três por ml.',
    /17 mg, quase seis ml da de três por ml/,
  ],
  ['Na crise, naproxeno de quinhentos, um comprimido.', /Na crise, naproxeno de 500/],
  [
    'Para o corpo, calcipotriol com betametasona, uma vez ao dia, por quatro semanas.',
    /Para o corpo, calcipotriol com betametasona, uma vez ao dia, por 4 semanas/,
  ],
]

for (const [said, written] of ORDERS)
  test(`nothing of an order is left behind: ${said}`, async (t) => {
    const { 'Medicações Prescritas': list } = await write('anamnesis', ...BEFORE, said, ...AFTER)
    t.regex(JSON.stringify(list), written)
  })

test('a medicine that a doctor stops by its name stands among the advice', async (t) => {
  const said = 'A amitriptilina pode parar já. A Neosaldina, para também.'
  const content = await write('anamnesis', ...BEFORE, said, ...AFTER)
  t.regex(JSON.stringify(content.Orientações), /amitriptilina pode parar já/)
  t.regex(JSON.stringify(content.Orientações), /Neosaldina, para também/)
  t.notRegex(JSON.stringify(content['Medicações Prescritas']), /amitriptilina|Neosaldina/)
})

test('whom the doctor speaks to is no part of a diagnosis', async (t) => {
  const said = 'Sandra, é uma tendinite do joelho direito.'
  const content = await write('anamnesis', ...BEFORE, said, ...AFTER)
  t.deepEqual(content['Hipóteses Diagnósticas'], ['É uma tendinite do joelho direito'])
})

test('an injury that the doctor names is a diagnosis', (t) => {
  t.true(decidesDiagnosis('pelo exame voce rompeu o ligamento cruzado anterior'))
  t.true(decidesDiagnosis('o senhor fraturou o punho'))
  t.false(decidesDiagnosis('se voce rompeu o ligamento vai precisar operar'))
  t.false(decidesDiagnosis('voce nao rompeu o ligamento'))
})

test('a medicine taken stands in the past where a model has no other place for it', async (t) => {
  const said = ['Toma algum remédio?', 'Tomo levotiroxina de setenta e cinco em jejum.']
  const content = await write('anamnesisGynecology', ...BEFORE, ...said)
  t.regex(String(content['Antecedentes Pessoais']), /levotiroxina de 75 em jejum/)
})

test('a patient’s own words change person as one', (t) => {
  t.is(
    inThirdPerson('Fico enjoada, às vezes vomito, e não posso ver luz.'),
    'Fica enjoada, às vezes vomita, e não pode ver luz.',
  )
  t.is(inThirdPerson('Se eu não tomar nada, dura o dia.'), 'Se não tomar nada, dura o dia.')
  t.is(inThirdPerson('Olho vermelho.'), 'Olho vermelho.')
})

test('kilograms and grams are one weight', (t) => {
  t.is(normalizeText('Nasceu com três quilos e duzentos.').text, 'Nasceu com 3,2 kg.')
  t.is(normalizeText('três quilos e oitocentos e cinquenta gramas').text, '3,85 kg')
  t.is(normalizeText('perdi três quilos e duzentos reais').text, 'perdi 3 kg e duzentos reais')
})

test('results that are told to a tenth are one number', (t) => {
  t.is(normalizeText('Glicada deu sete e nove.').text, 'Glicada deu 7,9.')
  t.is(
    normalizeText('Hemoglobina treze e dois, ferritina seis.').text,
    'Hemoglobina 13,2, ferritina seis.',
  )
  t.is(normalizeText('Glicada sete e nove dias depois.').text, 'Glicada sete e 9 dias depois.')
  t.is(normalizeText('Creatinina um e dois.').text, 'Creatinina um e dois.')
})

test('what the patient must have done is a request', async (t) => {
  const said = 'Seu Osvaldo, isso é angina. O senhor precisa de um cateterismo.'
  const content = await write('anamnesis', ...BEFORE, said, ...AFTER)
  t.regex(JSON.stringify(content['Exames Complementares']), /cateterismo/i)
  t.notRegex(JSON.stringify(content['Hipóteses Diagnósticas']), /Osvaldo/)
})

test('what the patient asks leave for stands with its answer', async (t) => {
  const said = ['Isso é uma tendinite.', 'Posso dirigir?', 'Por enquanto não.']
  const content = await write('anamnesis', ...BEFORE, ...said, ...AFTER)
  t.regex(JSON.stringify(content.Orientações), /Posso dirigir\? Por enquanto não/)
})

test('a medicine asked of and answered with how to take it is ordered', async (t) => {
  const said = ['E o clonazepam?', 'Só na crise, meio comprimido, no máximo duas vezes por semana.']
  const content = await write('anamnesis', ...BEFORE, 'Isso é uma tendinite.', ...said, ...AFTER)
  t.regex(JSON.stringify(content['Medicações Prescritas']), /clonazepam.*meio comprimido/)
})

test('a medicine of which it is asked what it was is not in use', async (t) => {
  const said = ['Parei o remédio do colesterol.', 'Qual remédio era?', 'Sinvastatina de quarenta.']
  const content = await write('anamnesis', ...BEFORE.slice(0, 4), ...said, BEFORE[4]!, ...AFTER)
  t.notRegex(JSON.stringify(content['Medicações em uso'] ?? ''), /sinvastatina/i)
})

test('the fear to die of an attack is no wish to die', async (t) => {
  const content = await write(
    'anamnesisPsychiatry',
    'O que te trouxe?',
    'Estou tendo umas crises, o coração dispara, acho que vou morrer.',
    'Já pensou em se machucar?',
    'Não. Tenho é medo de morrer.',
  )
  const risk = content['Avaliação de Risco'] as Record<string, unknown> | null
  t.falsy(risk?.['Ideação Suicida'])
})

test('an allergen stands with the question for it, whoever seems to answer', async (t) => {
  const said = ['Alergia?', 'Sulfa.']
  const content = await write('anamnesisGeriatrics', ...BEFORE, ...said, ...AFTER)
  t.regex(JSON.stringify(content), /Alergia\? Sulfa/)
})

test('of questions asked in a row each keeps its own answer', async (t) => {
  const said = ['Alergia?', 'Cirurgia?', 'Operei a vesícula em dois mil e dez.']
  const content = await write('anamnesis', ...BEFORE.slice(0, 4), ...said, BEFORE[4]!, ...AFTER)
  t.regex(String(content['História pregressa']), /vesícula/)
})

for (const [said, written] of [
  ['O anlodipino fica, mas de cinco.', /anlodipino fica, mas de cinco/],
  [
    'Começa levetiracetam de quinhentos de doze em doze, e daqui a uma semana a gente corta a fenitoína.',
    /daqui a uma semana a gente corta a fenitoína/,
  ],
  [
    'O enalapril a gente troca por sacubitril valsartana, de doze em doze, mas só começa trinta e seis horas depois da última dose do enalapril.',
    /sacubitril valsartana, de doze em doze, mas só começa 36 horas depois/i,
  ],
  ['Dexametasona quatro miligramas de manhã, que diminui o inchaço.', /que diminui o inchaço/],
] as const)
  test(`what becomes of a dose stays with it: ${said}`, async (t) => {
    const { 'Medicações Prescritas': list } = await write('anamnesis', ...BEFORE, said, ...AFTER)
    t.regex(JSON.stringify(list), written)
  })

test('the impression that a doctor says is a hypothesis', (t) => {
  t.true(decidesDiagnosis('a minha impressao e de uma constipacao funcional'))
  t.true(decidesDiagnosis('o que me preocupa e uma metastase do melanoma'))
})

test('who names a suspicion of what was just measured names a hypothesis', (t) => {
  t.true(decidesDiagnosis('com esse mini mental eu suspeito de um quadro demencial'))
})
