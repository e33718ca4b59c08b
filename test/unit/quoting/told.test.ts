/**
 * What is told in passing and belongs somewhere: medicines that were tried or stopped, a relative's
 * pregnancy, an order that names a word of the examination, a result beside its number.
 */

import test from 'ava'
import { writeByRules as write } from '../../helpers/shipped-rules.ts'

/** Of a few sentences the sorter says nothing. */
const EXAMINED = [
  'Vou examinar a senhora. Abdome flácido, sem massas. Pulmões limpos. Coração rítmico, sem sopros.',
  'Isso tem toda cara de refluxo. Vou pedir uma endoscopia.',
  'Precisa mesmo, doutora? Tenho medo.',
  'Precisa. Levanta a cabeceira da cama. Diminui o café. Volta em quarenta dias com o exame.',
]

const BURNING = [
  'Boa tarde, em que posso ajudar?',
  'Faz três semanas que estou com uma queimação na boca do estômago.',
  'O senhor toma algum remédio?',
  'Tomo losartana de 50 de manhã. E minha mulher me deu um omeprazol dela, tomei uns três dias, melhorou um pouco.',
  'Anti-inflamatório, tomou algum?',
  'Tomei ibuprofeno para dor nas costas no mês passado, uns dez dias.',
  ...EXAMINED,
]

test('a medicine that was tried or taken for a time stands in the story', async (t) => {
  const content = await write('anamnesis', ...BURNING)
  const story = String(content['História da Doença Atual'])
  t.regex(story, /omeprazol dela/)
  t.regex(story, /ibuprofeno/)
  t.notRegex(JSON.stringify(content['Medicações em uso']), /ibuprofeno|omeprazol/i)
})

test('a treatment that was had stands among the treatments where a model asks for them', async (t) => {
  const content = await write(
    'anamnesisPsychiatry',
    'Bom dia, o que está acontecendo?',
    'Ando muito triste e sem dormir há dois meses.',
    'Já fez tratamento?',
    'Tomei fluoxetina há uns cinco anos, me ajudou, mas parei quando melhorei.',
  )
  t.regex(JSON.stringify(content['Tratamentos Psiquiátricos Prévios']), /fluoxetina/)
})

test('a patient who stopped a medicine is not told as a medicine that stopped', async (t) => {
  const content = await write(
    'soap',
    'Está tomando o anlodipino direitinho?',
    'O anlodipino eu parei porque inchava a perna. Estou só com a hidroclorotiazida.',
    'E o que mais a senhora sente?',
    'Uma queimação na boca do estômago, faz três semanas, que piora de noite.',
    ...EXAMINED,
  )
  t.regex(String(content.Subjetivo), /anlodipino eu parei/)
})

test('a relative fills no entry about the patient', async (t) => {
  const content = await write(
    'anamnesisObstetrics',
    'Doença na família, diabetes, gêmeos?',
    'Minha mãe tem diabetes e minha irmã teve gêmeos.',
  )
  t.notRegex(JSON.stringify(content['Gestação Atual']), /gêmeos/)
  t.regex(String(content['História Familiar']), /gêmeos/)
})

test('an order fills no entry of an examination whose word it names', async (t) => {
  const content = await write(
    'anamnesisPsychiatry',
    'Bom dia, o que está acontecendo?',
    'Ando muito triste e sem dormir há dois meses.',
    'Humor deprimido, sem delírios.',
    'Você está com um episódio depressivo. Vamos começar sertralina 50 miligramas de manhã.',
    'Certo, doutor.',
    'Qualquer pensamento de se machucar, liga 188 ou vem direto para o pronto-socorro.',
  )
  t.notRegex(JSON.stringify(content['Exame do Estado Mental']), /188/)
  t.regex(JSON.stringify(content.Orientações), /188/)
})

test('what an examination showed stands beside the number that it gave', async (t) => {
  const content = await write(
    'anamnesisCardiology',
    'Bom dia, o que o senhor sente?',
    'De vez em quando dá uma batedeira, dura uns dez minutos.',
    'Pressão 136 por 84, frequência 98, irregular.',
    'O eletro mostra fibrilação atrial, frequência de 100, sem sinais de isquemia.',
  )
  t.regex(JSON.stringify(content['Resultado de Exames']), /fibrilação atrial/)
  t.like(content['Sinais Vitais'], { 'Frequência cardíaca': '98 bpm' })
})

test('a medicine that gives way to another is none of those prescribed', async (t) => {
  const content = await write(
    'anamnesis',
    'Bom dia, o que houve?',
    'Vim mostrar os exames, tenho colesterol alto.',
    'Pressão 120 por 80.',
    'A sinvastatina troca pela rosuvastatina de 20, para o LDL ficar abaixo de 70. Volte em três meses.',
  )
  t.notRegex(JSON.stringify(content['Medicações Prescritas']), /sinvastatina troca/i)
  t.notRegex(JSON.stringify(content['Exames Complementares']), /rosuvastatina/)
})

test('an order ends where the next sentence part speaks of something else', async (t) => {
  const content = await write(
    'anamnesisPsychiatry',
    'Bom dia, o que está acontecendo?',
    'Ando muito triste e sem dormir há dois meses.',
    'Humor deprimido, atenção preservada.',
    'Você está com um episódio depressivo. Vamos voltar com a fluoxetina, 20 miligramas de manhã. Para dormir, mirtazapina de quinze à noite, e o vinho tem que parar, combinado?',
  )
  t.regex(JSON.stringify(content['Medicações Prescritas']), /mirtazapina/i)
  t.regex(JSON.stringify(content.Orientações), /vinho tem que parar/)
})

test('a danger that worries the doctor is no diagnosis', async (t) => {
  const content = await write(
    'anamnesisCardiology',
    'Bom dia, o que o senhor sente?',
    'De vez em quando dá uma batedeira.',
    'É fibrilação atrial. O que me preocupa é coágulo, derrame. Vou começar rivaroxabana 20 mg.',
  )
  t.notRegex(JSON.stringify(content['Hipóteses Diagnósticas']), /coágulo/)
})

test('an illness of the mother in pregnancy stands in the history of a birth', async (t) => {
  const content = await write(
    'anamnesisPediatrics',
    'Como foi a gravidez dele?',
    'Eu tive pressão alta na gravidez, e ele nasceu de cesárea.',
  )
  t.regex(JSON.stringify(content['Antecedentes Gestacionais e Perinatais']), /cesárea/)
})

test('how much is taken of a medicine is asked wherever the visit stands', async (t) => {
  const content = await write(
    'anamnesis',
    'Trouxe os exames? Glicada 7,9, creatinina 0,9.',
    'Trouxe.',
    'A insulina, tá fazendo quantas unidades?',
    'Vinte e duas de noite.',
    ...EXAMINED,
  )
  t.regex(JSON.stringify(content['Medicações em uso']), /insulina.*22/i)
})
