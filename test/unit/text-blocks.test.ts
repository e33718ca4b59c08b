import test from 'ava'
import fc from 'fast-check'
import { parseBlocks, type TextBlock, writeBlocks } from '../../core/contract/text-blocks.ts'

test('lines become the blocks they look like', (t) => {
  const text = [
    'Dor há 3 dias',
    '#### Evolução',
    '- piora à noite',
    '- melhora com repouso',
    '- [x] orientada',
    '- [ ] retorno',
    '3. terceiro',
    '4. quarto',
    '> “não consigo dormir”',
    '> disse a paciente',
    '---',
    '| Exame | Valor |',
    '| --- | --- |',
    '| Hb \\| Ht | 12,1 |',
    '',
    '-2,50 dioptrias',
  ].join('\n')
  const blocks = parseBlocks(text)
  t.deepEqual(
    blocks.map((block) => (block.kind === 'list' ? block.style : block.kind)),
    [
      'paragraph',
      'heading',
      'bullet',
      'check',
      'number',
      'quote',
      'separator',
      'table',
      'paragraph',
      'paragraph',
    ],
  )
  t.like(blocks[4], { start: 3 })
  t.deepEqual((blocks[7] as TextBlock & { kind: 'table' }).rows, [
    ['Exame', 'Valor'],
    ['Hb | Ht', '12,1'],
  ])
  t.is(writeBlocks(blocks), text)
})

const piece = fc.oneof(
  fc.constantFrom(
    ...['- ', '- [ ] ', '- [x] ', '1. ', '2. ', '12. ', '> ', '---', '#### ', '| a | b |', '|'],
    ...['| --- | --- |', '| --- |', '\\|', ' | ', '\n', '\n\n', '\r\n', '\t', '* ', '# x', '  '],
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

test('whatever was read is written back byte for byte', (t) => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const text = pieces.join('')
      return writeBlocks(parseBlocks(text)) === text
    }),
    { numRuns: 3000 },
  )
  t.pass()
})
