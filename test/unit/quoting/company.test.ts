/** Who came along, where one microphone hears everybody: its own diseases are not the patient's. */
import test from 'ava'
import { companyOdds, SURE } from '../../../core/document/pieces/companion.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { voicesOf } from '../../../core/document/pieces/voices.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { writeByRules as write } from '../../helpers/shipped-rules.ts'

const FALL = [
  'Bom dia, dona Conceição. E a senhora é filha?',
  'Sou, doutor, Marlene. Moro com ela.',
  'O que aconteceu?',
  'Ela caiu de novo, doutor, no banheiro.',
  'Eu escorreguei, só isso.',
  'E dói onde, dona Conceição?',
  'Tenho dor no quadril direito.',
  'E a senhora, Marlene, tem alguém pra ajudar?',
  'Não, sou só eu. Eu tenho diabetes, tomo metformina.',
  'Vou examinar. Pressão cento e quarenta por oitenta.',
  'Vou pedir um raio X do quadril. Volta em uma semana.',
]

test('what a companion has and takes is nowhere in the document of the patient', async (t) => {
  const content = JSON.stringify(await write('anamnesis', ...FALL))
  t.notRegex(content, /diabetes|metformina/i)
  t.regex(content, /dor no quadril direito/)
})

test('what the patient says of itself is written in the third person beside a companion', async (t) => {
  t.regex(JSON.stringify(await write('anamnesis', ...FALL)), /Tem dor no quadril direito/)
})

test('relatives of who speaks are not made relatives of the patient', async (t) => {
  const content = await write(
    'anamnesisPsychiatry',
    'Oi, Bruna. Como você está?',
    'Cansada. Não tenho vontade de nada.',
    'Ela não sai do quarto, doutora. E eu achei que ela ia melhorar.',
    'Eu tranquei a faculdade, mãe, não larguei.',
    'Na família, alguém com depressão, bipolar?',
    'Meu irmão é bipolar, toma lítio.',
    'Entendi. Vou começar sertralina de cinquenta de manhã.',
    'Volta em trinta dias.',
  )
  t.regex(JSON.stringify(content), /Meu irmão é bipolar/)
})

test('who is spoken of answers for itself', (t) => {
  const said = [
    'E esse é o pai?',
    'Sou eu, doutora, Anderson.',
    'Você está com dor de cabeça?',
    'Ela reclamou ontem, doutora.',
    'Fuma?',
    'Parei quando soube. Ele fuma.',
    'Eu fumo lá fora.',
  ]
  const statements = readStatements(buildInput(templateOf('anamnesis'), said))
  const odds = companyOdds(statements, voicesOf(statements))
  t.true((odds.get(statements.length - 1) ?? 0) > SURE)
})

test('without a companion nobody is one', (t) => {
  const said = [
    'Bom dia, o que a senhora sente?',
    'Dor nas costas. Meu marido acha que é do trabalho.',
    'E ele, como está?',
    'Ele está bem.',
    'Toma algum remédio?',
    'Tomo losartana.',
  ]
  const statements = readStatements(buildInput(templateOf('anamnesis'), said))
  t.is(companyOdds(statements, voicesOf(statements)).size, 0)
})
