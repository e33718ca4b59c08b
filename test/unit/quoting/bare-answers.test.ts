/** Answers that do not name what they tell of: the question, or the history, says it. */
import test from 'ava'
import { writeByRules as write } from '../../helpers/shipped-rules.ts'

test('an allergen that is named in answer to a question stands with it', async (t) => {
  const content = await write(
    'anamnesisGeriatrics',
    'Bom dia, o que a senhora sente?',
    'Estou com dor nas costas há uma semana.',
    'Alergia a algum remédio?',
    'A Novalgina. Eu incho o rosto todo.',
    'Pressão cento e vinte por oitenta. Vou pedir um raio X da coluna.',
    'Volta em uma semana.',
  )
  t.regex(JSON.stringify(content), /Alergia a algum remédio\? A Novalgina/)
})

test('what a medicine does to the patient is told in the history', async (t) => {
  const content = await write(
    'anamnesis',
    'Bom dia, seu Osvaldo. Como passou depois da alta?',
    'Passei bem, doutor. A falta de ar melhorou muito.',
    'Que remédios o senhor toma?',
    'Carvedilol duas vezes, enalapril de dez duas vezes.',
    'O enalapril me dá uma tosse seca, doutor, incomoda.',
    'Desde que começou?',
    'É, começou umas duas semanas depois.',
    'Pressão cento e vinte por oitenta. Volta em um mês.',
  )
  t.regex(String(content['História da Doença Atual']), /enalapril me dá uma tosse seca/)
})

test('a medicine that is over stands in the past, with the question that names it', async (t) => {
  const content = await write(
    'anamnesis',
    'Bom dia, o que houve?',
    'Estou com dor de cabeça há dois dias, doutor.',
    'Tomava sinvastatina também, não?',
    'Tomava, mas o posto está sem, faz dois meses que não tomo.',
    'Pressão cento e vinte por oitenta. Volta em um mês.',
  )
  t.regex(JSON.stringify(content), /Tomava sinvastatina também, não\? Tomava, mas o posto está sem/)
  t.is(content['Medicações em uso'], null)
})
