import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { builtInTemplates } from '../../../config/templates.ts'
import type { TextGenerator } from '../../../core/document/models/ports.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { type LineStore, lineMemory } from '../../../core/document/notes/draft.ts'
import { LINE_EXAMPLES } from '../../../core/document/notes/line-prompt.ts'
import {
  type PhrasingOptions,
  phrasingGenerator,
} from '../../../core/document/notes/phrasing-generator.ts'
import { AppError } from '../../../core/errors.ts'
import { silentLog } from '../../../core/log.ts'
import { documentInput, segments } from '../../helpers/documents.ts'
import { HEADACHE_VISIT, headacheLine, lineWriter } from '../../helpers/line-writer.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const template = parseTemplate(builtInTemplates().find(({ id }) => id === 'anamnesis')!)
const input = documentInput({ template, segments: segments(HEADACHE_VISIT) })

function phrased(text: TextGenerator, more: Partial<PhrasingOptions> = {}) {
  const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
  return phrasingGenerator({
    rules: shippedRules(),
    text,
    kind: 'llama',
    version: 'model',
    sha256,
    log: silentLog,
    ...more,
  })
}

const NEVER = new AbortController().signal

function run(generator: ReturnType<typeof phrased>, signal = NEVER, visit = 'visit') {
  const told: string[] = []
  const onField = (name: string) => told.push(name)
  return generator
    .generate(input, { signal, visit, onField })
    .then((document) => ({ ...document, told }))
}

test('an answer and its question stand as one line of the record, with the places of both', async (t) => {
  const document = await run(phrased(lineWriter(headacheLine)))
  const text = JSON.stringify(document.content)
  t.true(text.includes('Nega febre e vômito.'), text)
  t.false(text.includes('?'), text)
  const spans = document.evidence.flatMap((each) => each.spans)
  const places = spans.map((span) => (span.source === 'segment' ? span.segment_id : ''))
  t.true(places.includes('segment-3') && places.includes('segment-4'))
  t.true(document.evidence.every(({ verdict }) => verdict === 'supported'))
  t.deepEqual(
    document.told,
    template.fields.map(({ name }) => name),
  )
  t.is(document.by?.status.model, 'double')
})

test('a refused line is requested once more, and then quoted as it was said', async (t) => {
  const double = lineWriter((asked) =>
    /febre/.test(asked) ? 'Refere febre.' : headacheLine(asked),
  )
  const byRules = await run(phrased(lineWriter(() => '')))
  const document = await run(phrased(double))
  t.is(double.asked.filter((asked) => /febre/.test(asked)).length, 2)
  const text = JSON.stringify(document.content)
  t.true(text.includes('Teve febre ou vômito? Não, nada.'), text)
  t.false(text.includes('Refere febre'))
  t.is(byRules.by?.status.kind, 'rules')
})

test('a model that only repeats the examples of its prompt brings none of them into a document', async (t) => {
  const plain = await shippedRules().generate(input, { signal: NEVER, onField() {} })
  let words = ''
  const generator = phrased(lineWriter(() => words))
  for (const [question, answer, line] of LINE_EXAMPLES)
    for (words of [line, `${question} ${answer}`]) {
      const document = await run(generator, NEVER, words)
      t.deepEqual(document.content, plain.content, words)
    }
})

test('a failing engine is asked for nothing more, and the document keeps the words that were said', async (t) => {
  const dead = lineWriter(() => {
    throw new AppError('unavailable', 'generation_failed', 'gone')
  })
  const document = await run(phrased(dead))
  t.is(dead.asked.length, 1)
  t.is(document.by?.status.kind, 'rules')
  t.deepEqual(
    document.told,
    template.fields.map(({ name }) => name),
  )
})

test('an engine that never answers is waited for so long and no longer', async (t) => {
  const silent = lineWriter((_, signal) => setTimeout(60_000, 'never', { signal }))
  const document = await run(phrased(silent, { lineTimeoutMs: 50 }))
  t.is(silent.asked.length, 1)
  t.true(JSON.stringify(document.content).includes('Teve febre ou vômito? Não, nada.'))
  const slow = lineWriter((asked, signal) => setTimeout(40, headacheLine(asked), { signal }))
  t.notThrows(() => run(phrased(slow, { timeoutMs: 60 })))
})

test('a cancellation is answered at once', async (t) => {
  const canceling = new AbortController()
  const silent = lineWriter((_, signal) => setTimeout(60_000, 'never', { signal }))
  const document = run(phrased(silent), canceling.signal)
  canceling.abort(new Error('enough'))
  await t.throwsAsync(document, { message: 'enough' })
})

test('a line that was written is not written again, nor one that was refused', async (t) => {
  const lines: LineStore = lineMemory()
  const first = lineWriter((asked) => (/febre/.test(asked) ? 'Refere febre.' : headacheLine(asked)))
  const document = await run(phrased(first, { lines }))
  const second = lineWriter(headacheLine)
  const again = await run(phrased(second, { lines }))
  t.is(second.asked.length, 0)
  t.deepEqual(again.content, document.content)
  const other = lineWriter(headacheLine)
  await run(phrased(other, { lines, version: 'another model' }))
  t.true(other.asked.length > 0)
})

test('lines are remembered of so many visits, and so many of each', async (t) => {
  const memory = lineMemory({ visits: 2, lines: 2 })
  for (const visit of ['a', 'b', 'c'])
    for (const line of ['1', '2', '3']) await memory.put(visit, line, kept(line))
  t.is(await memory.find('a', '3'), undefined)
  t.is(await memory.find('c', '1'), undefined)
  t.is(await memory.find('c', '3'), '3')
})

test('a line that was kept is held to the checks of today', async (t) => {
  const lines: LineStore = lineMemory()
  await run(phrased(lineWriter(headacheLine), { lines }))
  const doubled = lineWriter(headacheLine)
  const check = () => 'words' as const
  const document = await run(phrased(doubled, { lines, check }))
  t.true(doubled.asked.length > 0)
  t.true(JSON.stringify(document.content).includes('Teve febre ou vômito? Não, nada.'))
})

const kept = (text: string) => ({ text, refused: [], model: 'double', version: '1' })
