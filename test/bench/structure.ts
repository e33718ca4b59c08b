/**
 * Ten thousand generations through the product's own writing path: all document models and 200 random legal schemas, over
 * hostile visits, by rules, by a model that says anything its grammars allow, and by a real engine in its real process.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { llamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { llamaGenerator } from '../../core/document/llama-generator.ts'
import type { TextGenerator } from '../../core/document/ports.ts'
import { rulesGenerator } from '../../core/document/rules/rules-generator.ts'
import { parseTemplate } from '../../core/document/template-schema.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { diagnosisCodes } from '../../core/structured-output/diagnosis-codes.ts'
import { hostileTranscripts, OTHER_PATIENT } from '../helpers/hostile-texts.ts'
import { tallyIllegal } from '../helpers/illegal-schemas.ts'
import { LLAMA_CHILD } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { randomTextGenerator } from '../helpers/random-text-generator.ts'
import { buildInput } from '../helpers/rules.ts'
import { newTally, type Tally, tallyData, tallyDocument } from '../helpers/structure-run.ts'
import { cid10, VISIT, visitMaterial } from '../helpers/structured-material.ts'
import { hostSchema } from '../helpers/structured-schemas.ts'

const SCHEMAS = 200
const RANDOM_DOCUMENT_ROUNDS = 2
const REAL_SCHEMAS = 150
const REAL_DOCUMENT_ROUNDS = 8
const ILLEGAL = 5_000
const SEED = 20_261_122
const LIMITS = { textChars: 120, listItems: 3 }
const SHORT = { textChars: 16, listItems: 2 }

export async function benchStructure() {
  const started = performance.now()
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

  /** Long work says where it is. */
  const told = (what: string) =>
    console.error(`  ${what} from ${Math.round((performance.now() - started) / 1000)} s`)

  async function documents(text: TextGenerator | null, times: number, short = false) {
    const tally = newTally()
    const version = 'bench'
    const limits = short ? SHORT : LIMITS
    const generator = text
      ? llamaGenerator({ text, kind: 'llama', version, limits })
      : rulesGenerator()
    told('documents')
    for (let round = 0; round < times; round++)
      for (const input of short ? spread(inputs, templates.length, round) : inputs)
        await tallyDocument(tally, generator, input)
    return tally
  }

  async function data(
    text: TextGenerator | null,
    count: number,
    perSchema: number,
    limits = LIMITS,
  ) {
    const tally = newTally()
    told('data')
    for (const [index, schema] of schemas.slice(0, count).entries())
      for (let turn = 0; turn < perSchema; turn++)
        await tallyData(tally, visits[(index + turn) % visits.length]!, schema, text, limits)
    return tally
  }

  const results = {
    documentsByRules: await documents(null, 1),
    documentsByRandom: await documents(random, RANDOM_DOCUMENT_ROUNDS),
    dataByRules: await data(null, SCHEMAS, 10),
    dataByRandom: await data(random, SCHEMAS, 28),
    ...(await withRealEngine(async (text) => ({
      documentsByEngine: await documents(text, REAL_DOCUMENT_ROUNDS, true),
      dataByEngine: await data(text, REAL_SCHEMAS, 1, SHORT),
    }))),
  }
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
    illegalSchemas: tallyIllegal(ILLEGAL, SEED),
    seconds: Math.round((performance.now() - started) / 1000),
  }

  /** A greeting says nothing: every value of every model and schema is null. */
  async function nothingSaid(count: number) {
    const tally = newTally()
    for (const template of templates.slice(0, count))
      await tallyDocument(tally, rulesGenerator(), buildInput(template, ['Bom dia.']))
    const material = await visitMaterial({ said: ['Bom dia.'] })
    const visit = { material, codes: diagnosisCodes(material, cid10) }
    for (const schema of schemas) await tallyData(tally, visit, schema, null, LIMITS)
    return { generations: tally.generations, valid: tally.valid, values: tally.values }
  }
}

/** One of each model, over other visits in every round. */
function spread<T>(all: readonly T[], groups: number, round: number): T[] {
  const each = all.length / groups
  return Array.from({ length: groups }, (_, group) => all[group * each + ((round * 5) % each)]!)
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
