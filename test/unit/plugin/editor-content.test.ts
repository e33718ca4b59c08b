import test from 'ava'
import fc from 'fast-check'
import { Fragment, Slice } from 'prosemirror-model'
import type { DocumentContent, TemplateField } from '../../../core/contract/api.ts'
import { contentOf, docOf } from '../../../plugin/editor/content-doc.ts'
import { schema } from '../../../plugin/editor/schema.ts'

const FIELDS: TemplateField[] = [
  { name: 'Queixa Principal', type: 'string' },
  { name: 'Orientações', type: 'string[]' },
  { name: 'Sinais Vitais', type: 'dict', keys: ['PA', 'FC', 'Temperatura'] },
  { name: 'Exame físico', type: 'string' },
]
const NAMES = FIELDS.map(({ name }) => name)

const line = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc.constantFrom('- item', '1. um', '- [x] feito', '> dito', '---', '#### Exame', ' com blanco '),
  fc.constantFrom('| a | b |\n| --- | --- |\n| 1 |  |', '\r', '  ', '', '\t'),
)
const filled = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join('\n'))
  .filter((text) => text.trim() !== '')
const content: fc.Arbitrary<DocumentContent> = fc.record({
  'Queixa Principal': fc.option(filled),
  Orientações: fc.option(fc.array(filled, { minLength: 1, maxLength: 4 })),
  'Sinais Vitais': fc.option(
    fc
      .record({ PA: fc.option(filled), FC: fc.option(filled), Temperatura: fc.option(filled) })
      .filter((dict) => Object.values(dict).some((value) => value !== null)),
  ),
  'Exame físico': fc.option(filled),
})
const layout = fc.option(
  fc.record({
    order: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
    hidden: fc.subarray(NAMES),
  }),
)

test('a document that nobody touched comes back byte for byte, in the model’s order', (t) => {
  fc.assert(
    fc.property(content, layout, (before, arranged) => {
      const doc = docOf({ content: before, layout: arranged }, FIELDS)
      doc.check()
      const after = contentOf(doc, before, FIELDS)
      t.is(JSON.stringify(after.content), JSON.stringify(before))
      const isPlain =
        !arranged || (arranged.hidden.length === 0 && arranged.order.join() === NAMES.join())
      if (isPlain) t.is(after.layout, null)
      else t.deepEqual(after.layout?.order, arranged.order)
    }),
    { numRuns: 1500 },
  )
})

test('writing in one value leaves every other one byte for byte', (t) => {
  fc.assert(
    fc.property(content, fc.nat(), fc.constantFrom('a', ' b ', '- c'), (before, at, typed) => {
      const doc = docOf({ content: before, layout: null }, FIELDS)
      const spots: { pos: number; name: string; step: string | undefined }[] = []
      doc.forEach((section, offset) => {
        const name = section.attrs.name as string
        section.firstChild?.forEach((child, inner, index) => {
          const pos = offset + 2 + inner
          if (child.type === schema.nodes.entry)
            spots.push({ pos: pos + 1, name, step: `${index}` })
          else if (child.type === schema.nodes.row)
            spots.push({ pos: pos + 1, name, step: child.attrs.key as string })
          else if (child.type === schema.nodes.paragraph)
            spots.push({ pos: pos + 1, name, step: undefined })
        })
      })
      if (spots.length === 0) return
      const { pos, name, step } = spots[at % spots.length]!
      const slice = schema.text(typed)
      const changed = doc.replace(pos, pos, new Slice(Fragment.from(slice), 0, 0))
      const { content: after } = contentOf(changed, before, FIELDS)
      for (const field of NAMES) {
        const old = before[field] ?? null
        if (field !== name) {
          t.is(JSON.stringify(after[field]), JSON.stringify(old))
          continue
        }
        if (step === undefined || old === null || typeof old === 'string') continue
        const rest = (value: DocumentContent[string]) =>
          Object.entries(value ?? {}).filter(([key]) => key !== step)
        t.deepEqual(rest(after[field] ?? null), rest(old))
      }
    }),
    { numRuns: 1500 },
  )
})
