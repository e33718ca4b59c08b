/**
 * What a language model's documents cost (DESIGN §11), with random weights in the shape of a small
 * released model: the same JSON through the product and through the bare runtime (same-json.ts),
 * and through the engine's own process a visit of twenty minutes read while it goes on against one
 * read when the document is asked for, what the second document evaluates, visits by turns, and how
 * soon a cancellation frees the processor.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LlamaTextGenerator,
  type LlamaTextGeneratorOptions,
  llamaTextGenerator,
} from '../../ai-local/llama/llama-text-generator.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { JsonSchema, Template } from '../../core/document/models/ports.ts'
import { writeBeginning, writePrompt } from '../../core/document/models/prompt.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { LLAMA_CHILD } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { childCpuMs, median, percentile } from './figures.ts'
import { benchSameJson } from './same-json.ts'

/**
 * Some 60 million weights with a vocabulary of released size: enough for the model to be what
 * costs.
 */
const SHAPE = {
  width: 512,
  layers: 8,
  heads: 8,
  feedForward: 1536,
  fillerTokens: 31_000,
  weights: 'q8_0',
  tokenizer: 'byte-pair',
  contextTokens: 16_384,
} as const
/** With and without, by turns. */
const ROUNDS = 3
/** One, so that other work on the machine disturbs everything alike. */
const THREADS = 1
/** Questions with their answers: a short visit. */
const TURNS = 25
/** Some twenty minutes. */
const LONG_TURNS = 40
const CANCELS = 80
/** After a cancellation: whoever computes on is seen in it. */
const QUIET_MS = 50

export async function benchGeneration() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  try {
    const modelPath = makeGguf(join(folder, 'model.gguf'), SHAPE)
    return {
      sameJson: await benchSameJson(modelPath, visit()),
      firstToken: await benchFirstToken(modelPath),
      secondDocument: await benchSecondDocument(modelPath),
      cancel: await benchCancel(modelPath),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function openEngine(modelPath: string, options: Partial<LlamaTextGeneratorOptions> = {}) {
  return llamaTextGenerator({
    model: { path: modelPath, sha256: null, name: 'bench' },
    childPath: LLAMA_CHILD,
    gate: computeGate(),
    log: silentLog,
    threads: THREADS,
    contextTokens: SHAPE.contextTokens,
    ...options,
  })
}

const NEVER = new AbortController().signal

/** One short answer to a whole prompt. */
async function write(generator: LlamaTextGenerator, template: Template, id: string, turns = TURNS) {
  const begin = performance.now()
  const pid = generator.pid() as number
  const cpuBefore = childCpuMs(pid)
  await generator.generate(writePrompt({ ...visit(turns, id), template }, template.fields), {
    schema: { type: 'object', properties: { first: { type: 'boolean' } } },
    maxTokens: 50,
    visit: id,
    signal: NEVER,
  })
  const usage = generator.lastUsage()
  if (!usage) throw new Error('no usage')
  const { promptTokens, reusedTokens, repeatedTokens, firstTokenMs } = usage
  return {
    promptTokens,
    evaluated: promptTokens - reusedTokens,
    evaluatedShare: round((promptTokens - reusedTokens) / promptTokens),
    /** Of what it had read of this visit before. */
    againShare: round(repeatedTokens / promptTokens),
    firstTokenMs,
    wallMs: Math.round(performance.now() - begin),
    cpuMs: childCpuMs(pid) - cpuBefore,
  }
}

type Written = Awaited<ReturnType<typeof write>>

/**
 * From "generate" to the first token of a visit of some twenty minutes, read along with and not.
 */
async function benchFirstToken(modelPath: string) {
  const template = templateNamed('anamnesis')
  const asked = async (readAlong: boolean) => {
    const generator = openEngine(modelPath)
    await generator.load(NEVER)
    for (let turns = 5; readAlong && turns <= LONG_TURNS; turns += 5)
      await generator.readAhead(writeBeginning(visit(turns, 'a')), { visit: 'a', signal: NEVER })
    const measured = await write(generator, template, 'a', LONG_TURNS)
    await generator[Symbol.asyncDispose]()
    return measured
  }
  const runs = { without: [] as Written[], readAlong: [] as Written[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.without.push(await asked(false))
    runs.readAlong.push(await asked(true))
  }
  const middle = (all: Written[], kind: 'firstTokenMs' | 'cpuMs' | 'evaluated') =>
    median(all.map((one) => one[kind]))
  const of = (all: Written[]) => ({
    promptTokens: all[0]?.promptTokens,
    evaluated: middle(all, 'evaluated'),
    firstTokenMs: middle(all, 'firstTokenMs'),
    cpuMs: middle(all, 'cpuMs'),
  })
  const [without, readAlong] = [of(runs.without), of(runs.readAlong)]
  return {
    rounds: ROUNDS,
    without,
    readAlong,
    msRatio: round(readAlong.firstTokenMs / without.firstTokenMs),
    cpuRatio: round(readAlong.cpuMs / without.cpuMs),
    tokenRatio: round(readAlong.evaluated / without.evaluated),
  }
}

/**
 * Documents of one visit: cold, the same again, another model, after another visit, and after the
 * engine was ended.
 */
async function benchSecondDocument(modelPath: string) {
  const generator = openEngine(modelPath, { timing: { restartMs: 1 } })
  const [first, second] = [templateNamed('anamnesis'), templateNamed('soap')]
  await generator.load(NEVER)
  const cold = await write(generator, first, 'a', LONG_TURNS)
  const again = await write(generator, first, 'a', LONG_TURNS)
  const otherModel = await write(generator, second, 'a', LONG_TURNS)
  await write(generator, first, 'b', LONG_TURNS)
  const afterAnotherVisit = await write(generator, second, 'a', LONG_TURNS)
  const pid = generator.pid()
  if (pid) process.kill(pid, 'SIGKILL')
  while (generator.pid() === pid) await sleep(5)
  await generator.load(NEVER)
  const afterRestart = await write(generator, second, 'a', LONG_TURNS)
  await generator[Symbol.asyncDispose]()
  return { cold, again, otherModel, afterAnotherVisit, afterRestart }
}

/**
 * From the cancellation to the end of its promise, which comes when the processor is free, at every
 * stage of a document; the processor's time of the engine in between, which other work on the
 * machine does not change; and afterwards.
 */
async function benchCancel(modelPath: string) {
  const generator = openEngine(modelPath, { timing: { restartMs: 1 } })
  await generator.load(NEVER)
  const waits: number[] = []
  const cpu: number[] = []
  let busyAfterMs = 0
  let enginesEnded = 0
  const schema: JsonSchema = {
    type: 'object',
    properties: { text: { type: 'string', minLength: 200, maxLength: 2000 } },
  }
  for (let index = 0; index < CANCELS; index += 1) {
    const controller = new AbortController()
    const pid = generator.pid() as number
    let canceled: { at: number; cpuMs: number } | null = null
    // Early ones meet the prompt, late ones the answer.
    const timer = setTimeout(
      () => {
        canceled = { at: performance.now(), cpuMs: childCpuMs(pid) }
        controller.abort(new Error('enough'))
      },
      20 + (index % 20) * 50,
    )
    const prompt = writePrompt(visit(TURNS, String(index % 3)), [])
    await generator
      .generate(prompt, { schema, maxTokens: 3000, visit: 'a', signal: controller.signal })
      .catch(() => {})
    clearTimeout(timer)
    const { at, cpuMs } = (canceled ?? {}) as { at?: number; cpuMs?: number }
    if (at !== undefined && cpuMs !== undefined) waits.push(performance.now() - at)
    if (generator.pid() !== pid) enginesEnded += 1
    else if (cpuMs !== undefined) {
      const freeAt = childCpuMs(pid)
      cpu.push(freeAt - cpuMs)
      await sleep(QUIET_MS)
      busyAfterMs = Math.max(busyAfterMs, childCpuMs(pid) - freeAt)
    }
    await generator.load(NEVER)
  }
  await generator[Symbol.asyncDispose]()
  const at = (values: number[], share: number) => Math.round(percentile(values, share))
  return {
    cancels: waits.length,
    enginesEnded,
    p50Ms: at(waits, 0.5),
    p99Ms: at(waits, 0.99),
    longestMs: at(waits, 1),
    /** Until it is free, of the processor's own time. */
    cpuP50Ms: at(cpu, 0.5),
    cpuP99Ms: at(cpu, 0.99),
    busyAfterMs,
  }
}

function visit(turnCount = 8, who = 'a') {
  const turns = Array.from({ length: turnCount }, (_, index) => [
    `${index === 0 ? `Consulta ${who}. ` : ''}O senhor está com tosse há quantos dias, e piora à noite ou quando se deita? Pergunta número ${index + 1}.`,
    'Há três dias, doutora, seca, pior à noite. Não tive febre nem falta de ar, e usei um xarope sem melhora.',
  ])
  return documentInput({ template: templateNamed('anamnesis'), segments: segments(turns.flat()) })
}

function templateNamed(id: string): Template {
  const found = builtInTemplates().find((template) => template.id === id)
  if (!found) throw new Error(`no template ${id}`)
  return found as Template
}

function round(value: number): number {
  return Number(value.toFixed(4))
}
