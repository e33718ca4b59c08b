/**
 * Constrained generation through the product against the bare runtime writing the same JSON with the same model, and what
 * the second document of a visit costs (DESIGN §11).
 *
 * The model has random weights in the shape of a small released one, so what it would say is noise. Both sides are
 * therefore dictated to: every step is computed and sampled under its grammar as always, then the token of a
 * realistic document takes the place of the sampled one. The bare runtime writes every token of the document
 * under its own JSON-schema grammar; the product writes the fixed text unsampled.
 *
 * Beside it, through the engine's own process: a visit of twenty minutes read while it goes on against one read when the
 * document is asked for, what the second document evaluates, visits by turns, and how soon a cancellation frees the processor.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  getLlama,
  type Llama,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import {
  type LlamaTextGenerator,
  type LlamaTextGeneratorOptions,
  llamaTextGenerator,
} from '../../ai-local/llama/llama-text-generator.ts'
import {
  grammarCache,
  openTokenSource,
  withoutControlTokens,
} from '../../ai-local/llama/token-source.ts'
import { compileSchema } from '../../ai-local/llama/value-plan.ts'
import { type TokenSource, writeJson } from '../../ai-local/llama/write-json.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { JsonSchema, Template } from '../../core/document/ports.ts'
import { writeBeginning, writePrompt } from '../../core/document/prompt.ts'
import { contentSchema } from '../../core/document/template-schema.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { LLAMA_CHILD } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { percentile } from './figures.ts'

/** Some 60 million weights with a vocabulary of released size: enough for the model to be what costs. */
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
const ROUNDS = 2
/** One, so that other work on the machine disturbs both sides alike. */
const THREADS = 1
/** Questions with their answers: a short visit. */
const TURNS = 25
/** Some twenty minutes. */
const LONG_TURNS = 40
const CANCELS = 120

/** What is typical: about half of a record's fields were talked about. */
const DOCUMENT: Record<string, unknown> = {
  'Queixa Principal': 'Tosse seca há três dias.',
  'História da Doença Atual':
    'Paciente refere tosse seca há três dias, pior à noite, sem febre. Nega falta de ar e dor no peito. Usou xarope sem melhora.',
  'Medicações em uso': ['Losartana 50 mg pela manhã', 'Metformina 850 mg após o almoço'],
  'História pregressa': 'Hipertensão e diabetes há dez anos.',
  'Exame físico': 'Bom estado geral. Ausculta pulmonar sem alterações.',
  'Hipóteses Diagnósticas': ['Infecção de vias aéreas superiores'],
  Orientações: ['Beber bastante água', 'Voltar se houver febre ou falta de ar'],
}

export async function benchGeneration() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  try {
    const modelPath = makeGguf(join(folder, 'model.gguf'), SHAPE)
    return {
      sameJson: await benchSameJson(modelPath),
      firstToken: await benchFirstToken(modelPath),
      secondDocument: await benchSecondDocument(modelPath),
      cancel: await benchCancel(modelPath),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchSameJson(modelPath: string) {
  const template = templateNamed('anamnesis')
  const asked = template.fields.filter(
    ({ name }) => !['Sinais Vitais', 'Dados Antropométricos'].includes(name),
  )
  const content = Object.fromEntries(asked.map(({ name }) => [name, DOCUMENT[name] ?? null]))
  const schema = contentSchema({ fields: asked })

  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.disabled,
    maxThreads: THREADS,
  })
  const model = await llama.loadModel({ modelPath })
  const context = await model.createContext({ contextSize: 4096, threads: THREADS })
  const sequence = context.getSequence()
  const prompt = model.tokenize(writePrompt(visit(), asked).user, false)
  await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
  const start = prompt.slice(-1)

  const bare: Measured[] = []
  const ours: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measured(() => bareRuntime(llama, model, sequence, start, schema, content)))
    await forget(sequence, prompt.length - 1)
    ours.push(await measured(() => product(llama, model, sequence, start, schema, content)))
    await forget(sequence, prompt.length - 1)
  }
  await llama.dispose()
  const [fastestBare, fastestOurs] = [fastest(bare), fastest(ours)]
  return {
    bareMs: fastestBare.wallMs,
    bareSteps: fastestBare.steps,
    oursMs: fastestOurs.wallMs,
    oursSteps: fastestOurs.steps,
    ratio: round(fastestOurs.wallMs / fastestBare.wallMs),
  }
}

interface Measured {
  wallMs: number
  /** Samplings, each with a pass through the model. */
  steps: number
}

async function measured(work: () => Promise<number>): Promise<Measured> {
  const begin = performance.now()
  const steps = await work()
  return { wallMs: Math.round(performance.now() - begin), steps }
}

/** Token after token of the document, each sampled under the runtime's own grammar. */
async function bareRuntime(
  llama: Llama,
  model: LlamaModel,
  sequence: LlamaContextSequence,
  start: Token[],
  schema: JsonSchema,
  content: object,
): Promise<number> {
  const grammar = await llama.createGrammarForJsonSchema(
    runtimeSchema(schema) as Parameters<typeof llama.createGrammarForJsonSchema>[0],
  )
  const state = new LlamaGrammarEvaluationState({ model, grammar })
  const options = { grammarEvaluationState: state, yieldEogToken: true, temperature: 0 }
  const dictated = model.tokenize(JSON.stringify(content, null, 2), false, 'trimLeadingSpace')
  const steps = sequence.evaluate(start, options)
  let count = 0
  let step = await steps.next()
  for (const token of dictated) {
    count += 1
    if (step.done) throw new Error('the runtime ended early')
    step = await steps.next(token)
  }
  await steps.return()
  return count
}

/** The product's own writer over the same memory; only the sampled tokens are replaced. */
async function product(
  llama: Llama,
  model: LlamaModel,
  sequence: LlamaContextSequence,
  start: Token[],
  schema: JsonSchema,
  content: Record<string, unknown>,
): Promise<number> {
  const { source, end } = openTokenSource(model, sequence, {
    start,
    temperature: 0,
    seed: 0,
    tokenBias: withoutControlTokens(model),
    grammarOf: grammarCache((grammar) => llama.createGrammar({ grammar })),
    beforeToken: () => {},
  })
  const { json, sampledTokens } = await writeJson(
    compileSchema(schema),
    dictating(source, model, content),
    {
      maxTokens: 3000,
    },
  )
  await end()
  if (json !== JSON.stringify(content)) throw new Error('the product wrote something else')
  return sampledTokens
}

/** Computes and samples as always, then says what the document has there. */
function dictating(
  source: TokenSource,
  model: LlamaModel,
  content: Record<string, unknown>,
): TokenSource {
  const slots = Object.values(content).flatMap(slotTexts)
  let tokens: number[] = []
  return {
    ...source,
    async startSlot(grammar) {
      await source.startSlot(grammar)
      const next = slots.shift()
      if (next === undefined) throw new Error('one slot too many')
      tokens = model.tokenize(next, false)
    },
    async next(certain) {
      await source.next(certain)
      return tokens.shift() ?? null
    },
  }
}

/** What a model says for a value: with the punctuation behind it, as models do. */
function slotTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [` ${JSON.stringify(value)},`]
  const items = value.map((item, index) => {
    const lead = index > 0 ? ' ' : ''
    return `${lead}${JSON.stringify(item)}${index < value.length - 1 ? ',' : ']'}`
  })
  return [' [', ...items]
}

/** The runtime knows `oneOf` where the standard and we have `anyOf`, and requires every property by itself. */
function runtimeSchema(schema: JsonSchema): unknown {
  const { anyOf, properties, items, required, ...rest } = schema
  return {
    ...rest,
    ...(anyOf && { oneOf: anyOf.map(runtimeSchema) }),
    ...(items && { items: runtimeSchema(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, runtimeSchema(one)]),
      ),
    }),
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
  }
}

/** From "generate" to the first token of a visit of some twenty minutes, read along with and not. */
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
  const without = await asked(false)
  const withIt = await asked(true)
  return {
    without,
    readAlong: withIt,
    msRatio: round(withIt.firstTokenMs / without.firstTokenMs),
    tokenRatio: round(withIt.evaluated / without.evaluated),
  }
}

/** Documents of one visit: cold, the same again, another model, after another visit, and after the engine was ended. */
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

/** From the cancellation to the end of its promise, which comes when the processor is free; at every stage of a document. */
async function benchCancel(modelPath: string) {
  const generator = openEngine(modelPath, { timing: { restartMs: 1 } })
  await generator.load(NEVER)
  const waits: number[] = []
  let enginesEnded = 0
  const schema: JsonSchema = {
    type: 'object',
    properties: { text: { type: 'string', minLength: 200, maxLength: 2000 } },
  }
  for (let index = 0; index < CANCELS; index += 1) {
    const controller = new AbortController()
    const pid = generator.pid()
    let canceledAt = 0
    // Early ones meet the prompt, late ones the answer.
    const timer = setTimeout(
      () => {
        canceledAt = performance.now()
        controller.abort(new Error('enough'))
      },
      20 + (index % 20) * 50,
    )
    const prompt = writePrompt(visit(TURNS, String(index % 3)), [])
    await generator
      .generate(prompt, { schema, maxTokens: 3000, visit: 'a', signal: controller.signal })
      .catch(() => {})
    clearTimeout(timer)
    if (canceledAt > 0) waits.push(performance.now() - canceledAt)
    if (generator.pid() !== pid) enginesEnded += 1
    await generator.load(NEVER)
  }
  await generator[Symbol.asyncDispose]()
  const waitAt = (share: number) => Math.round(percentile(waits, share))
  return {
    cancels: waits.length,
    enginesEnded,
    p50Ms: waitAt(0.5),
    p99Ms: waitAt(0.99),
    longestMs: waitAt(1),
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

async function forget(sequence: LlamaContextSequence, from: number) {
  await sequence.eraseContextTokenRanges([{ start: from, end: sequence.nextTokenIndex }])
}

function fastest(runs: Measured[]): Measured {
  return runs.reduce((best, one) => (one.wallMs < best.wallMs ? one : best))
}

function round(value: number): number {
  return Number(value.toFixed(4))
}
