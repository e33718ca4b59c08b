/**
 * Hostile words on their whole way: cleaned, told to a real engine in its real process, checked,
 * and with their places kept.
 */
import test from 'ava'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { LETTERS, ORDERS, OTHER_PATIENT } from '../helpers/hostile-texts.ts'
import { startLlama, temporaryModel } from '../helpers/llama.ts'
import { newTally, tallyDocument } from '../helpers/structure-run.ts'

const SAID = 'Dor de cabeça há três dias.'
const CASES: Record<string, string> = {
  'an order': ORDERS[0]!,
  'control tokens of a chat': ORDERS.slice(4, 7).join(' '),
  'pieces of JSON': ORDERS.slice(7, 10).join(' '),
  'hidden and turning letters': LETTERS.slice(0, 4).join(' '),
  'absurd lengths': `${'o'.repeat(1500)} ${'9,'.repeat(600)} ${'não '.repeat(300)}`,
  'other languages and scripts': LETTERS.slice(4, 7).join(' '),
  'another patient': OTHER_PATIENT,
}

test('whatever is said, written before or read from a file, a model’s document keeps its shape and invents nothing unmarked', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 21 }))
  const limits = { textChars: 24, listItems: 2 }
  const generator = llamaGenerator({ text, kind: 'llama', version: 'random', stops: limits })
  const tally = newTally()
  for (const hostile of Object.values(CASES))
    await tallyDocument(
      tally,
      generator,
      documentInput({
        segments: segments([SAID, hostile]),
        contextMarkdown: hostile,
        files: [{ id: 'f', name: 'f.pdf', pages: [hostile] }],
      }),
    )
  t.deepEqual(tally.faults, [])
  const { generations, valid, extraKeys, outOfOrder, unsourced } = tally
  t.deepEqual(
    { valid, extraKeys, outOfOrder, unsourced },
    { valid: generations, extraKeys: 0, outOfOrder: 0, unsourced: 0 },
  )
  t.is(generations, Object.keys(CASES).length)
})

for (const [what, hostile] of Object.entries(CASES))
  test(`the source of a value is where it was said, behind ${what}`, (t) => {
    const original = `${hostile} . ${SAID}`
    const input = cleanSources(documentInput({ segments: segments([original]) }))
    const { evidence } = checkDocument({ 'Queixa Principal': SAID }, input)
    t.is(evidence[0]?.verdict, 'supported')
    const words = evidence
      .flatMap(({ spans }) => spans)
      .map((span) => (span.source === 'segment' ? original.slice(span.start, span.end) : ''))
    t.true(
      words.some((one) => one.includes('Dor de cabeça')),
      JSON.stringify(words),
    )
  })
