/**
 * What the model has read of a visit: ahead of time, beside other visits, over the end of its
 * process, and to the bit.
 */
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { LlamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { writeBeginning, writePrompt } from '../../core/document/models/prompt.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { neverAborted, startLlama, temporaryModel } from '../helpers/llama.ts'

const STORIES = fileURLToPath(new URL('../../../shared/models/stories260K.gguf', import.meta.url))
/** Hot enough that the last bit of a probability shows in what is written. */
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'string', minLength: 80, maxLength: 160 } },
}
const PIECE = 64

function visitOf(who: string, sentences: number) {
  const said = Array.from(
    { length: sentences },
    (_, index) => `${who} refere dor há ${index} dias, nega febre, usa o remédio de manhã.`,
  )
  return documentInput({ segments: segments(said) })
}

async function write(
  generator: LlamaTextGenerator,
  visit: string,
  input = visitOf(visit, 60),
  name = 'Anamnese',
) {
  const prompt = writePrompt({ ...input, template: { ...input.template, name } }, [])
  const options = { schema: SCHEMA, maxTokens: 400, temperature: 1.6, seed: 11 }
  const json = await generator.generate(prompt, { ...options, visit, signal: neverAborted() })
  return { json, usage: generator.lastUsage()! }
}

function readAhead(generator: LlamaTextGenerator, visit: string, sentences: number) {
  const beginning = writeBeginning(visitOf(visit, sentences))
  return generator.readAhead(beginning, { visit, signal: neverAborted() })
}

test('a visit read while it goes on leaves the tail for the document, and changes none of its bytes', async (t) => {
  const path = temporaryModel(t)
  const cold = await write(startLlama(t, path), 'Ana')
  t.is(cold.usage.reusedTokens, 0)
  const generator = startLlama(t, path)
  for (const sentences of [5, 21, 44, 60]) await readAhead(generator, 'Ana', sentences)
  const { json, usage } = await write(generator, 'Ana')
  t.is(json, cold.json)
  t.true(usage.promptTokens - usage.reusedTokens < 2 * PIECE, JSON.stringify(usage))
  t.true(usage.repeatedTokens < PIECE)
})

for (const weights of ['q8_0', 'q4_0'] as const)
  test(`read along piece by piece, or at once in long batches: the same bytes (${weights})`, async (t) => {
    const path = temporaryModel(t, { weights, tokenizer: 'byte-pair' })
    const cold = await write(startLlama(t, path), 'Ana')
    t.true(cold.usage.promptTokens > 20 * PIECE, 'several batches')
    const generator = startLlama(t, path)
    for (const sentences of [13, 50]) await readAhead(generator, 'Ana', sentences)
    t.is((await write(generator, 'Ana')).json, cold.json)
  })

test('a corrected segment is read again from there on', async (t) => {
  const generator = startLlama(t, temporaryModel(t))
  await readAhead(generator, 'Ana', 60)
  const corrected = visitOf('Ana', 60)
  corrected.segments[45] = { ...corrected.segments[45]!, text: 'Não, a dor era no joelho.' }
  const { usage } = await write(generator, 'Ana', corrected)
  t.true(usage.reusedTokens > usage.promptTokens * 0.6)
  t.true(usage.reusedTokens < usage.promptTokens * 0.9)
})

test('several visits at once: each comes back to where it was, byte for byte', async (t) => {
  const path = temporaryModel(t)
  const generator = startLlama(t, path)
  const [ana] = [await write(generator, 'Ana'), await write(generator, 'Bruno')]
  const again = await write(generator, 'Ana')
  t.is(again.json, ana.json)
  t.true(again.usage.promptTokens - again.usage.reusedTokens < 2 * PIECE)
  const second = await write(generator, 'Ana', undefined, 'Encaminhamento')
  t.true(second.usage.repeatedTokens <= PIECE, JSON.stringify(second.usage))
  t.is(
    second.json,
    (await write(startLlama(t, path), 'x', visitOf('Ana', 60), 'Encaminhamento')).json,
  )
})

test('with room for two visits the third takes the place of the first', async (t) => {
  const probe = startLlama(t, temporaryModel(t))
  const { usage } = await write(probe, 'Ana')
  const bytesOfOne = usage.promptTokens * 2 * 2 * 64 * 2
  const generator = startLlama(t, temporaryModel(t), { keptStateBytes: bytesOfOne * 2.5 })
  await write(generator, 'Ana')
  await write(generator, 'Bruno')
  await write(generator, 'Carla')
  const bruno = await write(generator, 'Bruno')
  t.true(bruno.usage.reusedTokens > 0.9 * bruno.usage.promptTokens)
  const ana = await write(generator, 'Ana')
  t.true(ana.usage.reusedTokens < 0.3 * ana.usage.promptTokens, 'only the rules')
})

test('a killed engine goes on where it was, and nothing of it lies under a name', async (t) => {
  const generator = startLlama(t, temporaryModel(t), { timing: { restartMs: 1 } })
  const before = await write(generator, 'Ana')
  const pid = generator.pid() as number
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  const kept = files.filter((file) => file.includes('llama-state'))
  t.is(kept.length, 4)
  t.true(kept.every((file) => file.startsWith('/dev/shm/') && file.endsWith('(deleted)')))
  t.deepEqual(
    readdirSync('/dev/shm').filter((name) => name.includes(`llama-state-${process.pid}-`)),
    [],
  )
  process.kill(pid, 'SIGKILL')
  await until(() => generator.pid() === undefined)
  const after = await write(generator, 'Ana')
  t.not(generator.pid(), pid)
  t.is(after.json, before.json)
  t.true(
    after.usage.promptTokens - after.usage.reusedTokens < 2 * PIECE,
    JSON.stringify(after.usage),
  )
})

test('an erased visit is forgotten: in the process, in its file, and while another is read; the others stay', async (t) => {
  const generator = startLlama(t, temporaryModel(t))
  const bruno = await write(generator, 'Bruno')
  await write(generator, 'Ana')
  const pid = generator.pid() as number
  const reading = readAhead(generator, 'Davi', 60).catch(() => {})
  await sleep(50)
  await generator.forget('Ana')
  await reading
  t.false(existsSync(`/proc/${pid}`), 'what it had read went with the process')
  const kept = await write(generator, 'Bruno')
  t.is(kept.json, bruno.json)
  t.true(kept.usage.reusedTokens > 0.9 * kept.usage.promptTokens)
  const again = await write(generator, 'Ana')
  t.true(again.usage.reusedTokens < 0.3 * again.usage.promptTokens, 'only the rules')
  const idle = generator.pid()
  await generator.forget('Carla')
  t.is(generator.pid(), idle, 'of a visit that it was never told, nothing has to go')
})

test('no state is kept on disk where the settings forbid it', async (t) => {
  const generator = startLlama(t, temporaryModel(t), { keptStateBytes: 0 })
  const ana = await write(generator, 'Ana')
  await write(generator, 'Bruno')
  const again = await write(generator, 'Ana')
  t.is(again.json, ana.json)
  t.true(again.usage.reusedTokens < 0.3 * again.usage.promptTokens)
})

test('reading ahead makes way: for live speech at once, for a document by ending', async (t) => {
  const gate = computeGate()
  const slow = temporaryModel(t, { width: 256, layers: 8, feedForward: 1024 })
  const generator = startLlama(t, slow, { gate })
  await generator.load(neverAborted())
  const reading = t.throwsAsync(readAhead(generator, 'Ana', 120), { message: /document/ })
  await sleep(200)
  let document: ReturnType<typeof write> | undefined
  await gate.run({ priority: 'live', signal: neverAborted() }, async () => {
    // Asked for while the reading stands still.
    document = write(generator, 'Bruno', visitOf('Bruno', 3))
    await sleep(100)
  })
  await reading
  t.true((await document!).json.length > 80)
  await readAhead(generator, 'Ana', 10)
  t.true(generator.lastReading()!.promptTokens > 0)
})

const withStories = existsSync(STORIES) ? test : test.skip
withStories('the same bytes by every way (stories260K)', async (t: ExecutionContext) => {
  const short = (who: string) => visitOf(who, 2)
  const options = { contextTokens: 4096 }
  const cold = await write(startLlama(t, STORIES, options), 'Ana', short('Ana'))
  const generator = startLlama(t, STORIES, { ...options, timing: { restartMs: 1 } })
  await generator.readAhead(writeBeginning(short('Ana')), { visit: 'Ana', signal: neverAborted() })
  t.is((await write(generator, 'Ana', short('Ana'))).json, cold.json)
  await write(generator, 'Bruno', short('Bruno'))
  t.is((await write(generator, 'Ana', short('Ana'))).json, cold.json)
  process.kill(generator.pid() as number, 'SIGKILL')
  await until(() => generator.pid() === undefined)
  t.is((await write(generator, 'Ana', short('Ana'))).json, cold.json)
})

async function until(condition: () => boolean) {
  while (!condition()) await sleep(10)
}
