/**
 * The first person of a patient as a record writes it, by the table of
 * `core/portuguese/first-person.ts`.
 */
import test from 'ava'
import { checkDocument } from '../../../core/document/checks/checks.ts'
import { inThirdPerson } from '../../../core/document/quoting/third-person.ts'
import { phrases } from '../../helpers/rules.ts'
import { documentOf } from '../../helpers/said-and-written.ts'

const TABLE = `
Tenho pressão alta. => Tem pressão alta.
Sou alérgico a penicilina. => É alérgico a penicilina.
Minha mãe teve câncer. => mãe teve câncer.
A minha mãe e o meu pai têm diabetes. => A mãe e o pai têm diabetes.
Eu nunca fumei e não bebo. => nunca fumou e não bebe.
Operei a vesícula e fiquei internada três dias. => operou a vesícula e ficou internada três dias.
Comecei a caminhar, cheguei a emagrecer e parei. => começou a caminhar, chegou a emagrecer e parou.
Dói minha cabeça e a dor desce pelo meu braço. => Dói a cabeça e a dor desce pelo braço.
Herdei de meu pai. => herdou do pai.
Estou com tosse, durmo mal e acordo cansada. => está com tosse, dorme mal e acorda cansada.
Eu tomava captopril. => tomava captopril.
Me machuquei no trabalho. => se machucou no trabalho.
Uso losartana; faço uso contínuo de AAS. => usa losartana; faz uso contínuo de AAS.
Trabalho na roça, meu trabalho é pesado. => trabalha na roça, o trabalho é pesado.
Como muito doce. => come muito doce.
Nega febre. => Nega febre.
Dor como se fosse facada. => Dor como se fosse facada.
O remédio me deu gastrite e o doutor do posto mandou parar. => O remédio lhe deu gastrite e o doutor do posto mandou parar.
# Not sure: it stays as it was said.
Me dá uma tontura quando levanto. => -
Aconteceu comigo ontem. => -
A gente mora junto. => -
Minha mãe disse que nem eu tive isso. => -
Eu, com essa idade. => -
Doutor, tenho dor. => -
`
for (const [said, expected] of phrases(TABLE))
  test(said, (t) => t.is(inThirdPerson(said)?.toLowerCase() ?? '-', expected.toLowerCase()))

const VISIT =
  'd: O que houve? | p: Estou com dor de cabeça há três dias. | d: Tem alguma doença? | p: Tenho pressão alta e sou alérgico a penicilina. | d: E na família? | p: Minha mãe teve infarto.'

test('a document tells of the patient in the third person, and every word has its source', async (t) => {
  const { content, input, evidence } = await documentOf(VISIT)
  t.is(content['Queixa Principal'], 'Está com dor de cabeça há 3 dias.')
  t.regex(String(content['História pregressa']), /Tem pressão alta e é alérgico a penicilina/)
  t.is(content['História Familiar'], 'Mãe teve infarto.')
  t.true(evidence.every(({ spans }) => spans.length > 0))
  const checked = checkDocument(content, input)
  t.deepEqual(checked.contradictions, [])
  t.deepEqual(
    checked.evidence.filter(({ verdict }) => verdict !== 'supported'),
    [],
  )
})

test('who came along and a child’s parent keep their own words', async (t) => {
  const { content } = await documentOf('d: E a família? | a: Minha mãe teve infarto.')
  t.is(content['História Familiar'], 'Minha mãe teve infarto.')
})
