// Own process: starts threads that read.
/** Texts are read by threads of their own: as in this one, within a time, visit after visit. */
import test, { type ExecutionContext } from 'ava'
import { openSenses } from '../../ai-local/encoding/clause-senses.ts'
import { type ReadingBounds, readingThreads } from '../../ai-local/reading/reading-threads.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { dataApart, fieldsApart, type Read, rulesApart } from '../../core/reading/readers.ts'
import type { CodeLookup } from '../../core/reading/tasks.ts'
import { dataReader } from '../../core/structured-output/data-reader.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { boxEncoderPath } from '../helpers/sentence-encoder.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { visitMaterial } from '../helpers/structured-material.ts'

const { signal } = new AbortController()
const SHORT = documentInput({ segments: segments(['Tenho tosse há 3 dias.', 'Beba água.']) })
/** Minutes of reading. */
const ENDLESS = documentInput({
  contextMarkdown: 'Toma losartana 50 mg 1 vez ao dia. Nega febre.\n'.repeat(600_000),
})
const onField = () => {}

const noCodes: CodeLookup = {
  find: async () => null,
  search: async () => [],
  tables: async () => [],
}

function start(t: ExecutionContext, bounds: Partial<ReadingBounds> = {}, codes = noCodes): Read {
  const workerUrl = new URL('../../dist/reading-worker.js', import.meta.url)
  const threads = readingThreads({
    workerUrl,
    encoderPath: boxEncoderPath,
    codes,
    log: silentLog,
    bounds,
  })
  t.teardown(threads.close)
  return threads.read
}

const write = (read: Read, input = SHORT, until = signal, visit = 'v') =>
  rulesApart(read).generate(input, { signal: until, visit, onField })

test('a document written in a reading thread is the same as in this one, and reports its fields', async (t) => {
  const told: string[] = []
  const apart = await rulesApart(start(t)).generate(SHORT, {
    signal,
    onField: (name) => told.push(name),
  })
  t.deepEqual(apart, await shippedRules().generate(SHORT, { signal, onField }))
  t.deepEqual(
    told,
    SHORT.template.fields.map(({ name }) => name),
  )
})

test('an expected refusal arrives as what it is', async (t) => {
  const error = await t.throwsAsync(write(start(t), documentInput()))
  t.true(isAppError(error) && error.code === 'no_content' && error.kind === 'rejected')
})

test('a task that takes too long ends with its code, and the next one runs', async (t) => {
  t.timeout(120_000)
  // A thread takes a second to start, and many on a busy machine.
  const read = start(t, { maxRunMs: 10_000, maxHeapMiB: 3000, longFrom: Number.POSITIVE_INFINITY })
  const error = await t.throwsAsync(write(read, ENDLESS))
  t.true(isAppError(error) && error.code === 'reading_timeout' && error.kind === 'unavailable')
  t.truthy((await write(read)).content)
})

test('a cancelled task ends at once, waiting or running', async (t) => {
  const read = start(t, { longFrom: Number.POSITIVE_INFINITY })
  await write(read)
  const [atWork, waiting] = [new AbortController(), new AbortController()]
  const first = write(read, ENDLESS, atWork.signal)
  const second = write(read, ENDLESS, waiting.signal)
  const third = write(read)
  const reason = new Error('gone')
  waiting.abort(reason)
  t.is(await t.throwsAsync(second), reason)
  atWork.abort(reason)
  t.is(await t.throwsAsync(first), reason)
  t.truthy((await third).content)
})

test('texts without end take the memory of their thread and of nobody else', async (t) => {
  const read = start(t, { maxHeapMiB: 64, longFrom: Number.POSITIVE_INFINITY })
  const error = await t.throwsAsync(write(read, ENDLESS))
  t.true(isAppError(error) && error.code === 'reading_failed')
  t.truthy((await write(read)).content)
})

test('one visit waits neither for all that another asks for, nor for a long one', async (t) => {
  const read = start(t)
  const ended: string[] = []
  const ask = async (visit: string) => {
    await write(read, SHORT, signal, visit)
    ended.push(visit)
  }
  await ask('a')
  await Promise.all([ask('a'), ask('a'), ask('a'), ask('b')])
  t.is(ended.indexOf('b'), 2, ended.join())
  const long = new AbortController()
  const endless = write(read, ENDLESS, long.signal)
  await ask('c')
  long.abort(new Error('enough'))
  await t.throwsAsync(endless)
})

test('fields are compared as in this thread, and an input that is forgotten is given again', async (t) => {
  const read = start(t)
  const fields = fieldsApart(read)
  const [field] = SHORT.template.fields
  const answered = { field: field!, value: 'Tosse há 3 dias.', cut: [] }
  const first = await fields.check(SHORT, answered, signal)
  t.is(first.evidence[0]?.verdict, 'supported')
  for (const text of ['Febre.', 'Dor.', 'Asma.'])
    await fields.check(documentInput({ segments: segments([text]) }), answered, signal)
  t.deepEqual(await fields.check(SHORT, answered, signal), first)
})

test('codes are asked of whoever started the thread', async (t) => {
  const asked: string[] = []
  const codes: CodeLookup = {
    find: async (_, code) => {
      asked.push(code)
      return { system: 'CID10', code: 'J189', display: 'Pneumonia' }
    },
    search: async () => [],
    tables: async () => [],
  }
  const { input } = await visitMaterial({
    said: ['Tenho tosse.'],
    edits: { 'Hipóteses Diagnósticas': ['Pneumonia (J18.9)'] },
  })
  const { schema } = parseSchema({
    type: 'object',
    properties: { cid: { $ref: '#/$defs/CID' }, queixa: { type: 'string' } },
  })
  const apart = await dataApart(start(t, {}, codes)).fill(schema, input, signal)
  t.true(asked.length > 0)
  t.deepEqual(
    apart,
    await dataReader(codes, openSenses(boxEncoderPath)).fill(schema, input, signal),
  )
})
