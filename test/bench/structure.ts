/**
 * Ten thousand generations through the product's own writing path: all document models and 200
 * random legal schemas, over hostile visits, by rules, by a model that says anything its grammars
 * allow, and by a real engine in its real process, which computes beside the others.
 * `BENCH_SHARE=0.1` makes a tenth of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { llamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { DocumentInput, TextGenerator } from '../../core/document/models/ports.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import {
  type DiagnosisCodes,
  diagnosisCodes,
} from '../../core/structured-output/diagnosis-codes.ts'
import type { Material } from '../../core/structured-output/material.ts'
import { hostileTranscripts, OTHER_PATIENT } from '../helpers/hostile-texts.ts'
import { tallyIllegal } from '../helpers/illegal-schemas.ts'
import { LLAMA_CHILD } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { randomTextGenerator } from '../helpers/random-text-generator.ts'
import { buildInput } from '../helpers/rules.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { newTally, type Tally, tallyData, tallyDocument } from '../helpers/structure-run.ts'
import { cid10, VISIT, visitMaterial } from '../helpers/structured-material.ts'
import { type HostSchema, hostSchema } from '../helpers/structured-schemas.ts'

const SCHEMAS = 200
const RANDOM_DOCUMENT_ROUNDS = 2
const REAL_SCHEMAS = 150
const REAL_DOCUMENT_ROUNDS = 8
const ILLEGAL = 5_000
const TOLD_EVERY = 500
const SEED = 20_261_122
const LIMITS = { textChars: 120, listItems: 3 }
const SHORT = { textChars: 16, listItems: 2 }

export async function benchStructure() {
  const started = performance.now()
  const share = Number(process.env.BENCH_SHARE ?? 1)
  const part = (count: number) => Math.max(1, Math.round(count * share))
  const templates = builtInTemplates().map(parseTemplate)
  const transcripts = hostileTranscripts(VISIT)
  const visits = await Promise.all(
    transcripts.map(async (said) => {
      const material = await visitMaterial({ said, context: OTHER_PATIENT })
      return { material, codes: diagnosisCodes(material, cid10) }
    }),
  )
  const schemas = fc.sample(hostSchema, { seed: SEED, numRuns: SCHEMAS })
  const inputs = templates.flatMap((template) =>
    transcripts.map((said) => buildInput(template, said, { contextMarkdown: OTHER_PATIENT })),
  )
  const phrases = transcripts.flat()
  const random = randomTextGenerator(SEED, () => phrases)

  let made = 0

  /** Long work says where it is, and lets the engine's answers in. */
  async function told(what: string) {
    await setImmediate()
    made += 1
    if (made % TOLD_EVERY === 0)
      console.error(`  ${made} generations (${what}) after ${seconds()} s`)
  }

  const seconds = () => Math.round((performance.now() - started) / 1000)

  async function documents(
    text: TextGenerator | null,
    some: readonly DocumentInput[],
    limits = LIMITS,
  ) {
    const tally = newTally()
    const generator = text
      ? llamaGenerator({ text, kind: 'llama', version: 'bench', stops: limits })
      : shippedRules()
    for (const input of some) {
      await tallyDocument(tally, generator, input)
      await told(`documents by ${text?.model ?? 'rules'}`)
    }
    return tally
  }

  async function data(text: TextGenerator | null, some: readonly Asked[], limits = LIMITS) {
    const tally = newTally()
    for (const { schema, visit } of some) {
      await tallyData(tally, visit, schema, text, limits)
      await told(`data by ${text?.model ?? 'rules'}`)
    }
    return tally
  }

  /** Each schema so many times, over other visits. */
  function asked(perSchema: number, some = schemas): Asked[] {
    return some.flatMap((schema, index) =>
      Array.from({ length: perSchema }, (_, turn) => ({
        schema,
        visit: visits[(index + turn) % visits.length]!,
      })),
    )
  }

  const shared = <T>(all: readonly T[]) => everyFew(all, part(all.length))

  async function inThisProcess() {
    const twice = Array.from({ length: RANDOM_DOCUMENT_ROUNDS }, () => inputs).flat()
    return {
      documentsByRules: await documents(null, shared(inputs)),
      documentsByRandom: await documents(random, shared(twice)),
      dataByRules: await data(null, shared(asked(10))),
      dataByRandom: await data(random, shared(asked(28))),
    }
  }

  const [here, there] = await Promise.all([
    inThisProcess(),
    withRealEngine(async (text) => ({
      documentsByEngine: await documents(text, engineInputs(part(REAL_DOCUMENT_ROUNDS)), SHORT),
      dataByEngine: await data(
        text,
        byVisit(shared(asked(1, schemas.slice(0, REAL_SCHEMAS)))),
        SHORT,
      ),
    })),
  ])
  const results = { ...here, ...there }
  const nothing = await nothingSaid(templates.length)
  const total = Object.values(results).reduce((all, one) => ({
    ...one,
    generations: all.generations + one.generations,
    valid: all.valid + one.valid,
    extraKeys: all.extraKeys + one.extraKeys,
    outOfOrder: all.outOfOrder + one.outOfOrder,
    unsourced: all.unsourced + one.unsourced,
    values: all.values + one.values,
    faults: [...all.faults, ...one.faults].slice(0, 10),
  }))
  return {
    total: { ...total, validShare: total.valid / total.generations },
    ...results,
    nothingSaid: nothing,
    illegalSchemas: tallyIllegal(part(ILLEGAL), SEED),
    seconds: seconds(),
  }

  /**
   * One of each model over the same visit, which is then read once; another visit in every round.
   */
  function engineInputs(rounds: number) {
    const each = transcripts.length
    return Array.from({ length: rounds }, (_, round) =>
      templates.map((_template, index) => inputs[index * each + ((round * 5) % each)]!),
    ).flat()
  }

  /** A greeting says nothing: every value of every model and schema is null. */
  async function nothingSaid(count: number) {
    const tally = newTally()
    for (const template of templates.slice(0, count))
      await tallyDocument(tally, shippedRules(), buildInput(template, ['Bom dia.']))
    const material = await visitMaterial({ said: ['Bom dia.'] })
    const visit = { material, codes: diagnosisCodes(material, cid10) }
    for (const schema of schemas) await tallyData(tally, visit, schema, null, LIMITS)
    return { generations: tally.generations, valid: tally.valid, values: tally.values }
  }
}

interface Asked {
  schema: HostSchema
  visit: { material: Material; codes: DiagnosisCodes }
}

/** So many of them, spread over all. */
function everyFew<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!)
}

/** Visit by visit: the engine reads each once. */
function byVisit(some: readonly Asked[]): Asked[] {
  const visits = [...new Set(some.map(({ visit }) => visit))]
  return visits.flatMap((visit) => some.filter((one) => one.visit === visit))
}

async function withRealEngine(
  work: (text: TextGenerator) => Promise<Record<string, Tally>>,
): Promise<Record<string, Tally>> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const path = makeGguf(join(folder, 'model.gguf'), { seed: 5 })
  const text = llamaTextGenerator({
    model: { path, sha256: null, name: 'random weights' },
    childPath: LLAMA_CHILD,
    gate: computeGate(),
    log: silentLog,
    contextTokens: 8192,
    threads: 1,
  })
  try {
    return await work(text)
  } finally {
    await text[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  }
}
