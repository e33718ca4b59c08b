/** What is understood only with the sentence ahead of it is written with it, as it was said. */
import test from 'ava'
import { writeByRules as write } from '../../helpers/shipped-rules.ts'

const END = ['Pressão cento e vinte por oitenta. Volta em um mês.'] as const

async function told(...turns: string[]): Promise<string> {
  const start = ['Bom dia, o que houve?', 'Estou com tontura há dois dias, doutor.']
  return JSON.stringify(await write('anamnesis', ...start, ...turns, ...END))
}

const CASES: readonly [title: string, turns: string[], wanted: RegExp][] = [
  [
    'a question stands once, ahead of the first sentence of its answer',
    ['E os pés, formigam?', 'Formigam, de noite queima. O direito mais.'],
    /formigam\? Formigam, de noite queima\. O direito mais/,
  ],
  [
    'of a question that names its topic alone, the answer keeps the topic',
    ['E a vista?', 'Tá embaçada.'],
    /E a vista\? Tá embaçada/,
  ],
  [
    'where something is done stands with what is done there',
    ['Aplica onde?', 'Na barriga, sempre do lado direito.'],
    /Aplica onde\? Na barriga/,
  ],
  [
    'a number on a scale stands with the scale',
    ['Tem dor?', 'Tenho, nas costas.', 'De zero a dez?', 'Sete.'],
    /De zero a dez\? Sete/,
  ],
  [
    'a value without its name stands with the question that names the examination',
    ['Trouxe o PSA?', 'Trouxe. Deu cinco vírgula oito.'],
    /Trouxe o PSA\? (?:Trouxe\. )?Deu 5,8/,
  ],
]

for (const [title, turns, wanted] of CASES)
  test(title, async (t) => {
    t.regex(await told(...turns), wanted)
  })

const DENGUE = [
  'Oi, Tainá. Conta o que está acontecendo.',
  'Desde sábado com febre, o corpo todo doendo, dor atrás dos olhos.',
  'Quanto de febre?',
  'Trinta e nove ontem de noite. Tomei dipirona e baixou.',
  'Mancha na pele?',
  'Apareceu essas pintinhas na perna hoje.',
  'Tem gente em casa com a mesma coisa?',
  'Minha vizinha teve dengue mês passado. Em casa só eu.',
  'Tomou ibuprofeno, AAS, alguma coisa assim?',
  'Tomei um ibuprofeno no domingo, pra dor. Não pode?',
  'Não toma mais. Nem aspirina, nem nimesulida.',
  'Pressão cento e dez por setenta. Prova do laço positiva. Petéquias em membros inferiores.',
  'É dengue?',
  'É bem provável que sim. Hemograma e plaquetas agora. A sinvastatina e a metformina pode parar.',
] as const

test('what answers a question and fits no section is told in the story', async (t) => {
  const content = await write('anamnesis', ...DENGUE)
  const story = String(content['História da Doença Atual'])
  t.regex(story, /com a mesma coisa\? Minha vizinha teve dengue mês passado\. Em casa só eu/)
})

test('what is forbidden, or stopped, is told of every medicine that is named', async (t) => {
  const content = await write('anamnesis', ...DENGUE)
  const advice = JSON.stringify(content.Orientações)
  t.regex(advice, /Não toma mais\. Nem aspirina, nem nimesulida/)
  t.regex(advice, /sinvastatina e a metformina pode parar/)
})

test('a doctor’s short answer to a diagnosis that is asked for names it', async (t) => {
  const content = await write('anamnesis', ...DENGUE)
  t.deepEqual(content['Hipóteses Diagnósticas'], ['É dengue? É bem provável que sim'])
})

test('a medicine that goes on with amounts of its own does not bring those of another', async (t) => {
  const content = await write(
    'anamnesis',
    'Bom dia, o que houve?',
    'Vim mostrar a glicose, doutora.',
    'Quanto de insulina a senhora usa?',
    'A NPH, vinte e duas de manhã e quatorze de noite. E a regular seis no almoço.',
    ...END,
    'A NPH da manhã sobe pra vinte e seis. A regular continua seis no almoço e põe quatro no jantar.',
  )
  t.notRegex(JSON.stringify(content['Medicações Prescritas']), /\b22\b|vinte e duas/)
})

test('a disease in the pregnancy of a child is the mother’s own', async (t) => {
  const content = await told(
    'Diabetes?',
    'Diabetes eu tive na gravidez da minha menina, mas sumiu.',
  )
  t.false(content.includes('"História Familiar":"Diabetes'))
  t.regex(content, /História pregressa":"[^"]*Diabetes teve na gravidez/)
})
