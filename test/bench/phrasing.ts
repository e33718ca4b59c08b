/**
 * What a language model makes of the talk in documents by rules: of the lines asked for the share
 * that is accepted, at the first try and at all, why others are not, and how long a line takes; and
 * the facts in the documents before and after, which must not fall. The model is `SVC_BENCH_MODEL`,
 * else the smaller of the released ones that lies in `SPEECH_MODELS_DIR`.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { llamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { readEvaluationSet } from '../../bin/evaluation-set.ts'
import { platform } from '../../bin/platform.ts'
import { runEvaluation } from '../../bin/tools/evaluation/run-evaluation.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { DocumentGenerator, TextGenerator } from '../../core/document/models/ports.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import {
  type DraftingGenerator,
  type LineStore,
  lineMemory,
} from '../../core/document/notes/draft.ts'
import { canPhrase } from '../../core/document/notes/phrase-piece.ts'
import { phrasingGenerator } from '../../core/document/notes/phrasing-generator.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import type { EvaluationCase } from '../../core/evaluation/case.ts'
import { figuresOf } from '../../core/evaluation/figures.ts'
import { silentLog } from '../../core/log.ts'
import { LLAMA_CHILD } from '../helpers/llama.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { median, percentile } from './figures.ts'

const MODEL = 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'
const NEVER = new AbortController().signal
/** A whole set takes an hour: `-- --only .` */
const FEW = '^(?:anamnese|soap|retorno)-01$'
/** A document waits for all of its lines here: nothing is to be cut. */
const PATIENT_MS = 60 * 60_000

export async function benchPhrasing(options: { set?: string; only?: string } = {}) {
  const path = process.env.SVC_BENCH_MODEL ?? join(process.env.SPEECH_MODELS_DIR ?? '', MODEL)
  if (!existsSync(path)) throw new Error(`there is no language model at ${path}`)
  const set = await readEvaluationSet(
    platform().installRoot,
    options.set ? { folder: options.set } : 'product',
  )
  const cases = set.cases.filter(({ id }) => new RegExp(options.only ?? FEW).test(id))
  const text = llamaTextGenerator({
    model: { path, sha256: null, name: MODEL },
    childPath: LLAMA_CHILD,
    gate: computeGate(),
    log: silentLog,
    threads: 0,
  })
  try {
    return await measure(cases, text)
  } finally {
    await text[Symbol.asyncDispose]()
  }
}

async function measure(cases: readonly EvaluationCase[], text: TextGenerator) {
  const rules = counted(shippedRules())
  const asked = watched(text)
  const lines = lineMemory({ visits: cases.length })
  let [accepted, refused] = [0, 0]
  const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
  const phrasing = phrasingGenerator({
    rules: rules.generator,
    text: asked.text,
    kind: 'llama',
    version: 'bench',
    sha256,
    lines: {
      ...lines,
      async put(...[visit, digest, line]: Parameters<LineStore['put']>) {
        if (line.text === null) refused += 1
        else accepted += 1
        await lines.put(visit, digest, line)
      },
    },
    log: silentLog,
    lineTimeoutMs: PATIENT_MS,
    timeoutMs: PATIENT_MS,
  })
  const before = await factsBy(shippedRules(), cases)
  const after = await factsBy(phrasing, cases)
  return {
    cases: cases.length,
    ...rules.lines(),
    accepted,
    refused,
    ...asked.figures(),
    before,
    after,
  }
}

async function factsBy(generator: DocumentGenerator, cases: readonly EvaluationCase[]) {
  const results = await runEvaluation(cases, {
    templates: builtInTemplates().map(parseTemplate),
    write: (input, signal) =>
      generator.generate(input, {
        signal,
        visit: input.segments[0]?.consultationId ?? '',
        onField() {},
      }),
    hear: null,
    now: () => performance.now(),
    signal: NEVER,
    onStep: (done, of, what) => console.error(`  ${done + 1} of ${of} ${what}`),
  })
  const figures = figuresOf({ cases: results, seconds: 0, peakMemoryMiB: null } as never)
  return { recall: figures['read.facts.recall'], precision: figures['read.facts.precision'] }
}

/** The lines of the drafts, and how many of them are talk. */
function counted(rules: DraftingGenerator) {
  let [lines, talk] = [0, 0]
  const generator: DraftingGenerator = {
    ...rules,
    async draft(input, signal) {
      const fields = await rules.draft(input, signal)
      const all = fields.flatMap(({ places }) => places.flatMap((place) => place.lines))
      lines += all.length
      talk += all.filter(({ piece }) => piece !== null && canPhrase(piece)).length
      return fields
    },
  }
  return { generator, lines: () => ({ lines, talk }) }
}

/** How often it is asked, and asked again, and how long it takes. */
function watched(text: TextGenerator) {
  const times: number[] = []
  const again: boolean[] = []
  return {
    text: {
      ...text,
      async generate(...[prompt, options]: Parameters<TextGenerator['generate']>) {
        const begin = performance.now()
        const answer = await text.generate(prompt, options)
        times.push(performance.now() - begin)
        again.push(/\n\([^\n]*\)$/.test(prompt.user))
        return answer
      },
    },
    figures: () => ({
      asked: again.filter((isAgain) => !isAgain).length,
      askedAgain: again.filter(Boolean).length,
      medianMs: Math.round(median(times)),
      p95Ms: Math.round(percentile(times, 0.95)),
    }),
  }
}
