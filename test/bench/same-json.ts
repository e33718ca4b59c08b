/**
 * The same JSON written twice by the same model: by the bare runtime, every token of it sampled
 * under the runtime's own JSON-schema grammar, and by the product, which puts fixed text into the
 * model unsampled (DESIGN §11).
 *
 * The model has random weights, so what it would say is noise. Both sides are therefore dictated
 * to: every step is computed and sampled under its grammar as always, then the token of a realistic
 * document takes the place of the sampled one.
 *
 * Counts of steps and of what is evaluated do not depend on the machine. Times do: the sides take
 * turns, who begins changes, and the median over the pairs is given of the wall time and of the
 * processor's time, which other work distorts less.
 */
import {
  getLlama,
  type Llama,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import { batching, promptMemory } from '../../ai-local/llama/prompt-memory.ts'
import {
  type BiasOf,
  grammarCache,
  openTokenSource,
  tokenBiases,
} from '../../ai-local/llama/token-source.ts'
import { compileSchema } from '../../ai-local/llama/value-plan.ts'
import { type TokenSource, writeJson } from '../../ai-local/llama/write-json.ts'
import type { DocumentInput, JsonSchema } from '../../core/document/models/ports.ts'
import { writePrompt } from '../../core/document/models/prompt.ts'
import { contentSchema } from '../../core/document/models/template-schema.ts'
import { median } from './figures.ts'

const PAIRS = 5
/** One, so that other work on the machine disturbs both sides alike. */
const THREADS = 1
const CONTEXT_TOKENS = 8192

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

/** What one side did, and what it took. */
interface Work {
  /** Samplings, each with a pass through the model. */
  steps: number
  /** Passes with more than the newest token in them, and the tokens of all passes. */
  batches: number
  evaluated: number
}

interface Measured {
  wallMs: number
  /** User and system time of this process, in which the runtime computes. */
  cpuMs: number
}

/** @param visit its template is the document's */
export async function benchSameJson(modelPath: string, visit: DocumentInput) {
  const asked = visit.template.fields.filter(
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
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: THREADS })
  const sequence = context.getSequence()
  const memory = promptMemory(sequence, batching(model, context.batchSize))
  const biasOf = tokenBiases(model)
  const prompt = model.tokenize(writePrompt(visit, asked).user, false)
  const start = prompt.slice(-1)
  const hooks = { signal: new AbortController().signal, onBeat() {} }

  const sides = {
    bare: {
      read: async (): Promise<unknown> =>
        sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1)),
      write: () => bareRuntime(llama, model, sequence, { start, schema, content }),
    },
    ours: {
      read: async (): Promise<unknown> => memory.evaluate(prompt, hooks, async () => {}),
      write: () => product(llama, model, sequence, { start, schema, content, biasOf }),
    },
  }
  const reading = { bare: [] as Measured[], ours: [] as Measured[] }
  const writing = { bare: [] as Measured[], ours: [] as Measured[] }
  const counts: Partial<Record<keyof typeof sides, Work>> = {}
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
    for (const side of order) {
      await sequence.clearHistory()
      reading[side].push((await measured(sides[side].read)).took)
      const { result, took } = await measured(sides[side].write)
      counts[side] = result
      writing[side].push(took)
    }
  }
  await llama.dispose()
  return {
    pairs: PAIRS,
    work: counts,
    writing: compared(writing),
    promptTokens: prompt.length,
    reading: compared(reading),
  }
}

async function measured<T>(work: () => Promise<T>): Promise<{ result: T; took: Measured }> {
  const begunAt = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const wallMs = Math.round(performance.now() - begunAt)
  return { result, took: { wallMs, cpuMs: Math.round((user + system) / 1000) } }
}

/** Ratios of each pair, which ran one after the other, and the median of them. */
function compared({ bare, ours }: { bare: Measured[]; ours: Measured[] }) {
  const of = (runs: Measured[], kind: keyof Measured) => median(runs.map((run) => run[kind]))
  const ratio = (kind: keyof Measured) =>
    Number(median(ours.map((run, at) => run[kind] / bare[at]![kind])).toFixed(3))
  return {
    bare: { wallMs: of(bare, 'wallMs'), cpuMs: of(bare, 'cpuMs') },
    ours: { wallMs: of(ours, 'wallMs'), cpuMs: of(ours, 'cpuMs') },
    cpuRatio: ratio('cpuMs'),
    wallRatio: ratio('wallMs'),
  }
}

interface Dictation {
  start: Token[]
  schema: JsonSchema
  content: Record<string, unknown>
}

/** Token after token of the document, each sampled under the runtime's own grammar. */
async function bareRuntime(
  llama: Llama,
  model: LlamaModel,
  sequence: LlamaContextSequence,
  { start, schema, content }: Dictation,
): Promise<Work> {
  const grammar = await llama.createGrammarForJsonSchema(
    runtimeSchema(schema) as Parameters<typeof llama.createGrammarForJsonSchema>[0],
  )
  const state = new LlamaGrammarEvaluationState({ model, grammar })
  const options = { grammarEvaluationState: state, yieldEogToken: true, temperature: 0 }
  const dictated = model.tokenize(JSON.stringify(content, null, 2), false, 'trimLeadingSpace')
  const steps = sequence.evaluate(start, options)
  let step = await steps.next()
  for (const token of dictated) {
    if (step.done) throw new Error('the runtime ended early')
    step = await steps.next(token)
  }
  await steps.return()
  return { steps: dictated.length, batches: 0, evaluated: dictated.length }
}

/** The product's own writer over the same memory; only the sampled tokens are replaced. */
async function product(
  llama: Llama,
  model: LlamaModel,
  sequence: LlamaContextSequence,
  { start, schema, content, biasOf }: Dictation & { biasOf: BiasOf },
): Promise<Work> {
  const { source, end } = openTokenSource(model, sequence, {
    start,
    temperature: 0,
    seed: 0,
    biasOf,
    grammarOf: grammarCache((grammar) => llama.createGrammar({ grammar })),
    beforeToken: () => {},
  })
  const work: Work = { steps: 0, batches: 0, evaluated: 0 }
  const { json } = await writeJson(compileSchema(schema), dictating(source, model, content, work), {
    maxTokens: 3000,
  })
  await end()
  if (json !== JSON.stringify(content)) throw new Error('the product wrote something else')
  return work
}

/** Computes and samples as always, then says what the document has there. */
function dictating(
  source: TokenSource,
  model: LlamaModel,
  content: Record<string, unknown>,
  work: Work,
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
    async next(certain, bound) {
      work.steps += 1
      work.evaluated += certain.length
      if (certain.length > 1) work.batches += 1
      await source.next(certain, bound)
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

/**
 * The runtime knows `oneOf` where the standard and we have `anyOf`, and requires every property by
 * itself.
 */
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
