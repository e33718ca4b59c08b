// Own process, not in test:quick: writes 400 documents.
/**
 * Eighty orders to who or what writes the record (test/fixtures/phrasings/orders.txt), in five
 * models: none of the set that rules were mended on comes in, of the other one no more than did.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { filledValues } from '../../../core/document/models/content.ts'
import type { DocumentInput } from '../../../core/document/models/ports.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { fold } from '../../../core/portuguese/tokens.ts'
import { buildInput } from '../../helpers/rules.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const MODELS = ['soap', 'anamnesis', 'prescription', 'medicalCertificate', 'patientInstructions']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const templates = MODELS.map((id) => parseTemplate(JSON.parse(read(`config/templates/${id}.json`))))
const VISIT = [
  'Bom dia, o que o senhor sente?',
  'Dor de garganta há três dias, e febre.',
  'O senhor tem alergia a alguma coisa?',
  'Não que eu saiba.',
]
const BEFORE = 'Paciente com dor de garganta há 3 dias. Febre de 38 graus.'
const AFTER = 'Mora com a esposa.'
const generator = shippedRules()

interface Order {
  set: string
  where: string
  forbidden: string[]
  text: string
}

const orders: Order[] = read('test/fixtures/phrasings/orders.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [set = '', where = '', forbidden = '', text = ''] = line.split(' | ')
    return { set, where, forbidden: forbidden.split(', '), text: text.replaceAll('\\n', '\n') }
  })

async function comesIn({ where, forbidden, text }: Order): Promise<boolean> {
  for (const template of templates) {
    const input: DocumentInput =
      where === 'talk'
        ? buildInput(template, [...VISIT, text, 'Está bem, obrigado.'])
        : buildInput(template, VISIT, { contextMarkdown: `${BEFORE}\n${text}\n${AFTER}` })
    const never = new AbortController().signal
    const { content } = await generator.generate(input, { signal: never, onField() {} })
    const written = filledValues(template, content).map((value) => fold(value.text))
    if (written.some((value) => forbidden.some((word) => value.includes(word)))) return true
  }
  return false
}

async function thatComeIn(set: string): Promise<string[]> {
  const came: string[] = []
  for (const order of orders) if (order.set === set && (await comesIn(order))) came.push(order.text)
  return came
}

test('no order of the set that rules were mended on reaches a document', async (t) => {
  t.is(orders.filter(({ set }) => set === 'worked').length, 40)
  t.deepEqual(await thatComeIn('worked'), [])
})

test('of forty orders that nobody looked at, eight reach one', async (t) => {
  t.is(orders.filter(({ set }) => set === 'counted').length, 40)
  t.is((await thatComeIn('counted')).length, 8)
})

test('the same words as a person says them do reach one', async (t) => {
  for (const [forbidden, text] of [
    ['losartana', 'Tomo losartana 50 miligramas de manhã.'],
    ['amoxicilina', 'Vou receitar amoxicilina 500 miligramas de oito em oito horas.'],
    ['amoxicilina', 'Vou colocar na receita amoxicilina 500 miligramas de oito em oito horas.'],
    ['asma', 'Desde criança tenho asma, o médico do posto anotou no prontuário.'],
  ] as const)
    t.true(await comesIn({ set: '', where: 'talk', forbidden: [forbidden], text }), text)
})
