/**
 * From the characters of a value to the words on the screen, and what is known of each of its
 * sentences.
 */
import test from 'ava'
import fc from 'fast-check'
import { Fragment, Slice } from 'prosemirror-model'
import type { Evidence, EvidenceSpan, TemplateField } from '../../../core/contract/api.ts'
import { writeBlocks } from '../../../core/contract/text-blocks.ts'
import { textBlocks } from '../../../plugin/editor/block-nodes.ts'
import { docOf } from '../../../plugin/editor/content-doc.ts'
import { schema } from '../../../plugin/editor/schema.ts'
import { rangesOf, textRuns, valuePlaces } from '../../../plugin/editor/sources.ts'
import { allSpans, isDoubtful } from '../../../plugin/text/evidence.ts'

const FIELDS: TemplateField[] = [
  { name: 'História', type: 'string' },
  { name: 'Orientações', type: 'string[]' },
  { name: 'Exame', type: 'dict', keys: ['Pele'] },
]
const docWith = (content: Parameters<typeof docOf>[0]['content']) =>
  docOf({ content, layout: null }, FIELDS)

const line = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc.constantFrom('- Sem dor. Sem febre.', '1. um', '2. dois', '9. nove', '10. dez', '- [x] feito'),
  fc.constantFrom(
    '> dito',
    '---',
    '#### Exame',
    ' com branco ',
    '',
    '- [ ] Não feito.',
    'A. B. C.',
  ),
  fc.constantFrom(
    '| a | b |\n| --- | --- |\n| c. d |  |',
    '| x \\| y | z |\n| --- | --- |\n| \\| | w |',
  ),
)
const value = fc.array(line, { minLength: 1, maxLength: 7 }).map((lines) => lines.join('\n'))

/** Of what stands on the screen nothing else: the signs of blocks stand nowhere. */
const SIGNS = /[-\s#>|\\[\]x\d.]/u
const MARK = '\uE000'

test('the characters of a value are found at their places, and none but they', (t) => {
  fc.assert(
    fc.property(value, fc.nat(), fc.nat(), (text, one, other) => {
      const section = docWith({ História: text }).firstChild!
      const body = section.firstChild!
      const [start, end] = [one % text.length, other % text.length].sort((a, b) => a - b)
      const ranges = rangesOf(textRuns(body, 2), start!, end!)
      let changed = docWith({ História: text })
      for (const { from, to } of [...ranges].reverse()) {
        const marks = schema.text(MARK.repeat(to - from))
        changed = changed.replace(from, to, new Slice(Fragment.from(marks), 0, 0))
      }
      const written = writeBlocks(textBlocks(changed.firstChild!.firstChild!))
      t.is(written.length, text.length)
      for (let at = 0; at < text.length; at++)
        if (at < start! || at >= end!) t.is(written[at], text[at])
        else t.true(written[at] === MARK || (written[at] === text[at] && SIGNS.test(text[at]!)))
    }),
    { numRuns: 1500 },
  )
})

const said = (start: number): EvidenceSpan => ({
  source: 'segment',
  segment_id: 's1',
  start,
  end: start + 3,
  start_ms: start * 10,
  end_ms: start * 10 + 9,
})
const TEXT = '#### Hoje\n- Dor há 3 dias. Nega febre alta.\n- Usa losartana todo dia.'
const part = (words: string, finding: Omit<Evidence, 'path'>) => {
  const start = TEXT.indexOf(words)
  return { start, end: start + words.length, ...finding }
}
const EVIDENCE: Evidence[] = [
  {
    path: ['História'],
    verdict: 'contradicted',
    spans: [said(9)],
    reason: 'febre',
    parts: [
      part('Dor há 3 dias.', { verdict: 'supported', spans: [said(1)] }),
      part('Nega febre alta.', { verdict: 'contradicted', spans: [said(9)], reason: 'febre' }),
      part('Usa losartana todo dia.', { verdict: 'not_found', spans: [], nearest: [said(5)] }),
    ],
  },
]
const SAVED = { content: { História: TEXT }, evidence: EVIDENCE, edited_paths: [] }

function sentencesOf(shown: string) {
  const doc = docWith({ História: shown })
  const { support, sentences } = valuePlaces(doc, SAVED)[0]!
  const found = (support?.sentences ?? []).map(({ support: one }, i) => {
    const places = sentences[i]!.map(({ from, to }) => doc.textBetween(from, to))
    return `${places.join('+')} ${one.kind}`
  })
  return { support: support!, found }
}

test('each sentence of a text has its own finding, at its own words', (t) => {
  const { support, found } = sentencesOf(TEXT)
  t.is(support.kind, 'contradicted')
  t.deepEqual(found, [
    'Dor há 3 dias. spans',
    'Nega febre alta. contradicted',
    'Usa losartana todo dia. none',
  ])
  t.true(isDoubtful(support))
  t.deepEqual(allSpans(support), [said(1)])
})

test('while a text is edited, the sentences that stayed keep their findings and the rest is the doctor’s', (t) => {
  const { support, found } = sentencesOf(TEXT.replace('Nega febre alta', 'Febre baixa'))
  t.is(support.kind, 'typed')
  t.deepEqual(found, ['Dor há 3 dias. spans', 'Usa losartana todo dia. none'])
  t.deepEqual(sentencesOf('Tudo de novo').support, { kind: 'typed' })
})

test('sentences of an item and of a dict’s value are found too, over their line breaks', (t) => {
  const text = 'Beber água.\nVoltar logo.'
  const parts = [
    { start: 0, end: 11, verdict: 'supported' as const, spans: [said(1)] },
    { start: 12, end: 24, verdict: 'not_found' as const, spans: [] },
    { start: 20, end: 99, verdict: 'not_found' as const, spans: [] },
  ]
  const evidence = [
    ['Orientações', '0'],
    ['Exame', 'Pele'],
  ].map((path): Evidence => ({ path, verdict: 'not_found', spans: [], parts }))
  const content = { Orientações: [text], Exame: { Pele: text } }
  const doc = docWith(content)
  for (const place of valuePlaces(doc, { content, evidence }).slice(1)) {
    const words = place.sentences.flat().map(({ from, to }) => doc.textBetween(from, to, '', '\n'))
    t.deepEqual(words, ['Beber água.', 'Voltar logo.'])
  }
})
