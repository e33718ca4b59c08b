/**
 * Yes, no and numbers where the words beside them say otherwise: no answer is better than the
 * opposite one.
 */
import test from 'ava'
import { fillVisit } from '../../helpers/structured-material.ts'

type Asked = [name: string, type: 'boolean' | 'number', description: string]

const ALLERGY: Asked = ['alergia', 'boolean', 'Tem alergia']
const FEVER: Asked = ['febre', 'boolean', 'Febre']
const COUGH: Asked = ['tosse', 'boolean', 'Tosse']
const PAIN: Asked = ['dor', 'boolean', 'Dor']
const SURGERY: Asked = ['cirurgia', 'boolean', 'Já fez cirurgia']
const SMOKER: Asked = ['tabagista', 'boolean', 'Fuma']
const CHILDREN: Asked = ['filhos', 'number', 'Número de filhos']
const PREGNANCIES: Asked = ['gestacoes', 'number', 'Número de gestações']
const MISCARRIAGES: Asked = ['abortos', 'number', 'Número de abortos']
const PAIN_SCORE: Asked = ['notaDaDor', 'number', 'Nota da dor de 0 a 10']

const CASES: [lines: string[], asked: Asked, expected: boolean | number | null][] = [
  [['Nega alergia a medicamentos, exceto dipirona.'], ALLERGY, null],
  [['Nega alergias.'], ALLERGY, false],
  [['Não tenho só tosse, tenho febre também.'], COUGH, null],
  [['Não tenho só tosse, tenho febre também.'], FEVER, true],
  [['Sem febre não fico.'], FEVER, null],
  [['Dor eu tenho, febre é que não.'], FEVER, null],
  [['Hoje não tive febre, mas ontem eu tive.'], FEVER, null],
  [['Não me lembro de ter tido febre.'], FEVER, null],
  [['Não tenho febre, sem tosse.'], FEVER, false],
  [['Não tenho febre não, doutor.'], FEVER, false],
  [['Não durmo por causa da tosse.'], COUGH, true],
  [['Não tem um dia que eu não tenha dor.'], PAIN, null],
  [['Quase não tenho dor.'], PAIN, null],
  [['Nunca operei nada, só a vesícula.'], SURGERY, null],
  [['Fumei por dez anos.'], SMOKER, null],
  [['Não fumo.'], SMOKER, false],
  [['Minha irmã tem quatro filhos.'], CHILDREN, null],
  [['Tenho quatro filhos.'], CHILDREN, 4],
  [['Quantos filhos a senhora tem?', 'Quatro.'], CHILDREN, 4],
  [['Tive três gestações e um aborto.'], MISCARRIAGES, null],
  [['Três gestações, aborto espontâneo.'], MISCARRIAGES, null],
  [['Tive três gestações e um aborto.'], PREGNANCIES, 3],
  [['A nota da dor é oito.'], PAIN_SCORE, 8],
]

for (const [lines, [name, type, description], expected] of CASES)
  test(`${lines.join(' ')} → ${name} ${expected}`, async (t) => {
    const schema = { type: 'object', properties: { [name]: { type, description } } }
    const { output } = await fillVisit(schema, { said: lines })
    t.is(output[name], expected)
  })
