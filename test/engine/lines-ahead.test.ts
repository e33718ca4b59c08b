/**
 * What nobody waits for makes way for what somebody waits for: the real engine in its real process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { neverAborted, startLlama, temporaryModel } from '../helpers/llama.ts'

const schemaOf = (maxLength: number): JsonSchema => ({
  type: 'object',
  properties: { line: { type: 'string', maxLength } },
  required: ['line'],
  additionalProperties: false,
})
/** A model of random weights may end a text at once, but no list before it is full. */
const listOf = (count: number): JsonSchema => ({
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: { type: 'string', maxLength: 40 },
      minItems: count,
      maxItems: count,
    },
  },
  required: ['lines'],
  additionalProperties: false,
})
const PROMPT = { system: 'Escreva.', user: 'Dor de cabeça há três dias.' }
/** Some tens of milliseconds a token on one thread. */
const SLOW = { width: 512, layers: 8, feedForward: 2048 }

test('a document that is asked for while a line is written ahead begins within a token, and the line ends', async (t) => {
  const gate = computeGate()
  const generator = startLlama(t, temporaryModel(t, SLOW), { gate })
  const plain = { schema: schemaOf(8), maxTokens: 64, signal: neverAborted() }
  await generator.generate(PROMPT, plain)
  const alone = await timed(() => generator.generate(PROMPT, plain))
  const ahead = t.throwsAsync(
    generator.generate(PROMPT, {
      schema: listOf(300),
      maxTokens: 1500,
      signal: neverAborted(),
      ahead: true,
    }),
    { message: /document/ },
  )
  await sleep(300)
  const beside = await timed(() => generator.generate(PROMPT, plain))
  await ahead
  t.log(`alone ${Math.round(alone)} ms, while a line was written ahead ${Math.round(beside)} ms`)
  // A token takes tens of milliseconds, and the whole line a minute.
  t.true(beside < alone + 1500)
  t.is(generator.state(), 'ready')
})

test('live speech pauses a line that is written ahead, which continues afterwards', async (t) => {
  const gate = computeGate()
  const generator = startLlama(t, temporaryModel(t), { gate })
  await generator.load(neverAborted())
  let isOver = false
  const ahead = generator
    .generate(PROMPT, {
      schema: listOf(60),
      maxTokens: 3000,
      signal: neverAborted(),
      ahead: true,
    })
    .finally(() => {
      isOver = true
    })
  await sleep(20)
  const began = performance.now()
  await gate.run({ priority: 'live', signal: neverAborted() }, async () => {
    t.true(performance.now() - began < 1000)
    t.false(isOver)
    await sleep(2000)
    t.false(isOver, 'it stands still')
  })
  t.is(JSON.parse(await ahead).lines.length, 60)
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
