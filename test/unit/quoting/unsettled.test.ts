/**
 * What is said and must not be written as if it were so: `unsettled.ts`,
 * `medication-calculated.ts`, `retraction-parts.ts`.
 */
import test from 'ava'
import type { DocumentContent } from '../../../core/contract/api.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const STORY = [
  'Bom dia, o que houve?',
  'Eu tô com dor de garganta.',
  'Desde quando?',
  'Faz quatro dias.',
  'Teve tosse?',
  'Não.',
]
const EXAM = [
  'Deixa eu examinar. Pressão doze por oito, temperatura trinta e oito e dois, peso vinte quilos.',
]

/** The plan of a visit, behind a story and an examination. */
async function written(model: string, ...plan: string[]): Promise<DocumentContent> {
  const { content } = await shippedRules().generate(
    buildInput(templateOf(model), [...STORY, ...EXAM, ...plan]),
    { signal: new AbortController().signal, onField() {} },
  )
  return content
}

const LEFT_OUT: [said: string, words: RegExp][] = [
  ['Insulina só se a glicada viesse acima de dez.', /insulina/i],
  ['Se fosse dos dois lados, eu encaminharia pro otorrino.', /otorrino/i],
  ['A dapagliflozina eu ia pôr hoje também, mas vamos por partes.', /dapagliflozina|por partes/i],
  ['Ibuprofeno eu até pensei em passar.', /ibuprofeno/i],
  ['Pra ciatalgia, eu pensei em corticoide, mas com o estômago não vou arriscar.', /ciatalgia/i],
  ['Se eu não tratar agora, você pode ter uma pneumonia.', /pneumonia/i],
  ['Não, o TSH não precisa.', /tsh/i],
  ['Quero um cateterismo… não, por enquanto não, primeiro uma cintilografia.', /cateterismo/i],
  ['Hemograma, creatinina e dímero D, não, o dímero D não precisa.', /d[íi]mero/i],
  [
    'A gente até conversou de trocar pela apixabana, cinco de doze em doze, mas não pode.',
    /apixabana/i,
  ],
  ['Isotretinoína seria o passo seguinte, quarenta miligramas por dia.', /isotretino/i],
  ['Se não melhorar, a gente pensa em operar.', /operar/i],
  ['O AAS você parou, já faz mais de mês.', /mais de mês/i],
]

for (const [said, words] of LEFT_OUT)
  test(`left out: ${said}`, async (t) => {
    const content = await written('anamnesis', said, 'Volta em dez dias.')
    t.notRegex(JSON.stringify(content), words)
    t.regex(JSON.stringify(content), /Volta em 10 dias/)
  })

test('what another one has is no history of the patient', async (t) => {
  const { content } = await shippedRules().generate(
    buildInput(templateOf('anamnesis'), [
      ...STORY,
      'Emagreceu?',
      'Não, quem emagreceu foi minha mulher, que fez a bariátrica.',
      'Fuma?',
      'Meu pai fuma, mas fuma lá fora.',
    ]),
    { signal: new AbortController().signal, onField() {} },
  )
  t.notRegex(JSON.stringify(content), /bariátrica/)
  t.notRegex(String(content['História Social e Hábitos de Vida']), /lá fora/)
})

const WORKED_OUT: [said: string, written: string][] = [
  [
    'Vou passar amoxicilina, cinquenta por quilo, ele tem vinte, mil por dia, dividido em dois dá quinhentos miligramas de doze em doze horas.',
    'Amoxicilina; 500 mg de 12/12 h',
  ],
  [
    'Vou passar cefalexina, quinze por quilo, ele tem vinte, trezentos miligramas de seis em seis horas.',
    'Cefalexina; 300 mg de 6/6 h',
  ],
  [
    'Dipirona é uma gota por quilo, então vinte gotas de seis em seis horas.',
    'Dipirona; 20 gotas de 6/6 h',
  ],
  [
    'Prednisolona de três miligramas por ml: um por quilo, dá vinte, então seis vírgula seis… vou arredondar, seis e meio ml de manhã.',
    'Prednisolona de 3 mg por ml; seis e meio ml de manhã',
  ],
  // It does not say what it came to: nothing is left out.
  [
    'Vou passar enoxaparina, um miligrama por quilo, de doze em doze horas.',
    'Enoxaparina 1 mg/kg, de 12/12 h',
  ],
]

for (const [said, item] of WORKED_OUT)
  test(`worked out aloud: ${said}`, async (t) => {
    const content = await written('anamnesis', said)
    t.deepEqual(content['Medicações Prescritas'], [item])
  })

const NOT_TAKEN: [asked: string, answer: string][] = [
  ['E o fenobarbital de cem, uma vez por dia?', 'Não, esse tirou já faz tempo.'],
  ['Hidroclorotiazida vinte e cinco miligramas por dia.', 'Essa eu não tomo mais.'],
  ['E a sertralina?', 'O psiquiatra passou, mas a gente não começou.'],
  ['E de anticoncepcional?', 'O Ciclo 21. Quer dizer, acabou a cartela, então não tô tomando não.'],
  ['Eram dez unidades de NPH antes de dormir, né?', 'Era.'],
]

for (const [asked, answer] of NOT_TAKEN)
  test(`not in use: ${asked} ${answer}`, async (t) => {
    const { content } = await shippedRules().generate(
      buildInput(templateOf('anamnesis'), [
        ...STORY,
        'Que remédios a senhora toma?',
        'Tomo losartana de cinquenta, um por dia.',
        asked,
        answer,
      ]),
      { signal: new AbortController().signal, onField() {} },
    )
    t.deepEqual(content['Medicações em uso'], ['Losartana de 50, um por dia'])
  })
