import test from 'ava'
import {
  quoteOf,
  quoteWritten,
  saidAt,
  supportOf,
  supportOfSentence,
} from '../../../plugin/text/evidence.ts'
import { clockTime, elapsedText, lengthText } from '../../../plugin/text/figures.ts'
import { toHtml } from '../../../plugin/text/rich-text.ts'

test('the clock shows hours only when there are any', (t) => {
  t.is(clockTime(0), '00:00')
  t.is(clockTime(134_900), '02:14')
  t.is(clockTime(3_734_000), '1:02:14')
})

test('elapsed time is written as the transcript writes it', (t) => {
  t.is(elapsedText(723_400), '12m 03s')
  t.is(elapsedText(3_900_000), '65m 00s')
})

test('a length is never nothing', (t) => {
  t.is(lengthText(0), '1 s')
  t.is(lengthText(120_000), '2 min')
  t.is(lengthText(125_000), '2 min 5 s')
})

const span = {
  source: 'segment',
  segment_id: 's',
  start: 0,
  end: 3,
  start_ms: 900,
  end_ms: 1200,
} as const

test('a value rests on its spans, on the doctor, or on nothing', (t) => {
  const document = {
    evidence: [
      { path: ['Sinais Vitais', 'Peso'], verdict: 'supported' as const, spans: [span] },
      { path: ['Queixa Principal'], verdict: 'not_found' as const, spans: [] },
    ],
    edited_paths: [['Orientações', '1']],
  }
  t.deepEqual(supportOf(document, ['Sinais Vitais', 'Peso']), { kind: 'spans', spans: [span] })
  t.deepEqual(supportOf(document, ['Queixa Principal']), { kind: 'none' })
  t.deepEqual(supportOf(document, ['Orientações', '1']), { kind: 'typed' })
  t.deepEqual(supportOf(document, ['Orientações', '0']), { kind: 'none' })
})

test('a quotation that no longer fits its line is not shown', (t) => {
  t.deepEqual(quoteOf('dor forte hoje', 4, 9), { before: 'dor ', words: 'forte', after: ' hoje' })
  t.is(quoteOf('dor', 4, 9), undefined)
  t.is(quoteOf('dor', 2, 2), undefined)
})

test('words of a text that was written on since are not looked for in other words', (t) => {
  const place = { start: 8, end: 16, words: 'camarão.' }
  t.is(quoteWritten('Alergia camarão.', place)?.words, 'camarão.')
  t.is(quoteWritten('Nega cirurgias. Alergia camarão.', place), undefined)
  t.is(quoteWritten('', place), undefined)
  // Documents of earlier releases do not know their words.
  t.is(quoteWritten('Alergia camarão.', { start: 8, end: 16 })?.words, 'camarão.')
})

test('the time of a value is that of the first words, whatever comes before', (t) => {
  t.is(saidAt([{ source: 'context', start: 0, end: 1 }, span]), 900)
  t.is(saidAt([{ source: 'derived', from: [] }]), undefined)
})

test('copied text is escaped, empty sections stay out, and keys are plain', (t) => {
  t.is(
    toHtml({ 'Queixa <1>': 'a & b', Vazio: null, Sinais: { Peso: '70 kg', Altura: null } }),
    '<h2>Queixa &lt;1&gt;</h2><p>a &amp; b</p><h2>Sinais</h2><ul><li>Peso: 70 kg</li></ul>',
  )
})

test('a sentence gets those sources of its text whose words it shares; all when it shares none', (t) => {
  const words: Record<number, string> = {
    0: 'dor de cabeça há três dias',
    5000: 'a pressão está 120 por 80',
  }
  const spans = [0, 5000].map((start_ms) => ({ ...span, start_ms }))
  const support = { kind: 'spans' as const, spans }
  const wordsOf = (one: { source: string; start_ms?: number }) => words[one.start_ms ?? -1]
  const of = (sentence: string) => supportOfSentence(support, sentence, wordsOf)
  t.deepEqual(of('Refere dor na cabeça há 3 dias.'), { kind: 'spans', spans: spans.slice(0, 1) })
  t.deepEqual(of('Pressão de 120 por 80 mmHg.'), { kind: 'spans', spans: spans.slice(1) })
  t.is(of('Passa bem.'), support)
  t.deepEqual(supportOfSentence({ kind: 'none' }, 'x', wordsOf), { kind: 'none' })
})
