/**
 * A value of several sentences is found sentence by sentence, and what has no source shows what
 * comes closest.
 */
import test from 'ava'
import fc from 'fast-check'
import type { EvidenceSpan } from '../../core/contract/api.ts'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { inThirdPerson } from '../../core/document/quoting/third-person.ts'
import { carryEvidence } from '../../core/document/record/edit-document.ts'
import { normalizeText } from '../../core/transcription/normalize/normalize-text.ts'
import { buildInput, sampleTemplate } from '../helpers/rules.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

const NAME = 'História da Doença Atual'
const template = sampleTemplate([{ name: NAME, type: 'string' }])
const TALK = [
  'Estou com dor de cabeça há três dias.',
  'Teve febre?',
  'Não tive febre.',
  'Bebo pouca água, trabalho na rua.',
]
const input = buildInput(template, TALK)

function wordsOf(span: EvidenceSpan): string {
  if (span.source !== 'segment') return span.source
  return input.segments.find(({ id }) => id === span.segment_id)!.text.slice(span.start, span.end)
}

function checked(value: string) {
  const [evidence] = checkDocument({ [NAME]: value }, input).evidence
  const parts = evidence?.parts?.map(({ start, end, verdict, spans, nearest }) => [
    value.slice(start, end),
    verdict,
    spans.map(wordsOf),
    nearest?.map(wordsOf),
  ])
  return { ...evidence!, parts }
}

test('each of several sentences has its own source, and one without makes only the whole unsupported', (t) => {
  const { verdict, spans, parts } = checked(
    'Cefaleia há três dias. Baixa ingesta hídrica; sem febre.',
  )
  t.deepEqual([verdict, spans], ['not_found', []])
  t.deepEqual(parts, [
    ['Cefaleia há três dias.', 'supported', ['Estou com dor de cabeça há três dias.'], undefined],
    ['Baixa ingesta hídrica;', 'not_found', [], ['Bebo pouca água, trabalho na rua.']],
    ['sem febre.', 'supported', ['Teve febre?', 'Não tive febre.'], undefined],
  ])
})

test('a value of one sentence has no parts, and shows what comes closest by itself', (t) => {
  const { verdict, parts, nearest } = checked('Baixa ingesta hídrica.')
  t.deepEqual([verdict, parts], ['not_found', undefined])
  t.deepEqual(nearest?.map(wordsOf), ['Bebo pouca água, trabalho na rua.'])
})

test('a line that shares hardly a word with the visit has no nearest statement', (t) => {
  t.is(checked('Paciente em bom estado geral, corado e hidratado').nearest, undefined)
})

test('whatever a value is made of, its parts are sentences of it, in order, and say what the whole says', (t) => {
  const sentence = fc.constantFrom(
    ...['Cefaleia há três dias.', 'Nega febre.', 'Bebe pouca água;', 'Nega', 'No momento.'],
    ...[
      '1. Dor de cabeça',
      '- Trabalha na rua\n',
      'Palpitações esporádicas!',
      `${'mal estar '.repeat(60)}`,
    ],
  )
  fc.assert(
    fc.property(
      fc.array(sentence, { maxLength: 8 }),
      fc.constantFrom(' ', '\n'),
      (all, between) => {
        const value = all.join(between)
        const found = checkDocument({ [NAME]: value }, input)
        const [evidence] = found.evidence
        const parts = evidence?.parts ?? []
        let from = 0
        for (const { start, end } of parts) {
          t.true(from <= start && start < end && end <= value.length)
          t.is(value.slice(start, end), value.slice(start, end).trim())
          from = end
        }
        const isWhole = parts.every(({ verdict }) => verdict === 'supported')
        if (parts.length > 0) t.is(evidence?.verdict === 'supported', isWhole)
      },
    ),
    { seed: 7, numRuns: 100 },
  )
})

test('each quotation in a text written by rules is a part of its evidence', async (t) => {
  const { content, evidence } = await shippedRules().generate(input, {
    signal: new AbortController().signal,
    visit: 'v',
    onField() {},
  })
  const value = content[NAME] as string
  const [{ parts = [], spans } = { spans: [] }] = evidence
  t.true(parts.length > 1, value)
  t.deepEqual(
    parts.flatMap((part) => part.spans),
    spans,
  )
  for (const part of parts) {
    const { text } = normalizeText(part.spans.map(wordsOf).join(' '))
    t.is(
      value.slice(part.start, part.end).toLowerCase(),
      (inThirdPerson(text) ?? text).toLowerCase(),
    )
  }
})

test('a sentence a person changed is their own word, the others keep their source', (t) => {
  const before = 'Cefaleia há três dias. Bebe pouca água. Não teve febre.'
  const { evidence } = checkDocument({ [NAME]: before }, input)
  const record = { template, content: { [NAME]: before }, evidence, editedPaths: [] }
  const after = 'Cefaleia há quatro dias. Bebe pouca água. Não teve febre.'
  const carried = carryEvidence(record, { [NAME]: after })
  t.deepEqual(carried.editedPaths, [[NAME]])
  const [{ verdict, spans, parts = [] }] = carried.evidence as [(typeof evidence)[number]]
  t.deepEqual([verdict, spans], ['not_found', []])
  t.deepEqual(
    parts.map(({ start, end, ...part }) => [after.slice(start, end), part.spans.map(wordsOf)]),
    [
      ['Bebe pouca água.', ['Bebo pouca água']],
      ['Não teve febre.', ['Não tive febre']],
    ],
  )

  const again = carryEvidence(
    { ...record, content: { [NAME]: after }, ...carried },
    { [NAME]: before },
  )
  t.deepEqual(again.editedPaths, [[NAME]])
  t.is(again.evidence[0]?.parts?.length, 2)
  const gone = carryEvidence(
    { ...record, content: { [NAME]: after }, ...carried },
    { [NAME]: 'Bem.' },
  )
  t.deepEqual(gone, { editedPaths: [[NAME]], evidence: [] })
})

/** What is left of a text, and what was taken out of it. */
function cut(value: string) {
  const { content, contradictions } = checkDocument({ [NAME]: value }, input)
  return [content[NAME], contradictions.map((one) => one.value)]
}

test('only a sentence that dangerously contradicts the visit is removed from a text', (t) => {
  t.deepEqual(cut('Cefaleia há três dias. Teve febre. Bebe pouca água.'), [
    'Cefaleia há três dias. Bebe pouca água.',
    ['Teve febre.'],
  ])
  t.deepEqual(cut('Teve febre; cefaleia há três dias; bebe pouca água'), [
    'Cefaleia há três dias; bebe pouca água',
    ['Teve febre;'],
  ])
  t.deepEqual(cut('Cefaleia há três dias; teve febre.'), [
    'Cefaleia há três dias.',
    ['teve febre.'],
  ])
  t.deepEqual(cut('- Cefaleia há três dias\n- Teve febre\n- Bebe pouca água'), [
    '- Cefaleia há três dias\n- Bebe pouca água',
    ['Teve febre'],
  ])
  t.deepEqual(cut('Teve febre.'), [null, ['Teve febre.']])
})

test('a sentence that depends on the removed one is removed with it', (t) => {
  t.deepEqual(cut('Cefaleia há três dias. Teve febre. Sim. Bebe pouca água.'), [
    'Cefaleia há três dias. Bebe pouca água.',
    ['Teve febre. Sim.'],
  ])
  t.deepEqual(cut('Bebe pouca água. Teve febre; medida duas vezes em casa.'), [
    'Bebe pouca água.',
    ['Teve febre; medida duas vezes em casa.'],
  ])
})

test('an item of a list is one fact, and goes as a whole', (t) => {
  const list = sampleTemplate([{ name: 'Orientações', type: 'string[]' }])
  const value = 'Cefaleia há três dias. Teve febre.'
  const { content, contradictions } = checkDocument(
    { Orientações: [value, 'Bebe pouca água.'] },
    { ...input, template: list },
  )
  t.deepEqual(content, { Orientações: ['Bebe pouca água.'] })
  t.deepEqual(
    contradictions.map((one) => one.value),
    [value],
  )
})
