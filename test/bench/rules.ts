/**
 * Figures of the `rules` generator: recall and precision per field on the samples, and time for a
 * long visit.
 */

import { buildInput } from '../helpers/rules.ts'
import { samples, templateOf } from '../helpers/rules-samples.ts'
import { precision, recall, type Scores, score, sum } from '../helpers/rules-score.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

/** About twenty minutes of speech. */
const LONG_VISIT_TURNS = 400
const RUNS = 15

export async function benchRules() {
  const generator = shippedRules()
  const options = { signal: new AbortController().signal, onField() {} }
  const scores: Scores = new Map()
  const all = samples()
  for (const sample of all) {
    const template = templateOf(sample.templateId)
    const input = buildInput(
      template,
      sample.turns.map(({ text }) => text),
    )
    score(sample, template, await generator.generate(input, options), scores)
  }

  const phrases = all.flatMap(({ turns }) => turns.map(({ text }) => text))
  const turns = Array.from(
    { length: LONG_VISIT_TURNS },
    (_, index) => phrases[index % phrases.length]!,
  )
  const long = buildInput(templateOf('anamnesis'), turns)
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    await generator.generate(long, options)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const [first = 0, ...again] = times
  again.sort((a, b) => a - b)

  const total = sum(scores)
  return {
    samples: all.length,
    facts: total.facts,
    recall: round(recall(total)),
    precision: round(precision(total)),
    fields: Object.fromEntries(
      [...scores].map(([field, each]) => [
        field,
        { facts: each.facts, recall: round(recall(each)), precision: round(precision(each)) },
      ]),
    ),
    longVisit: {
      words: turns.join(' ').split(/\s+/).length,
      // Processor time. The second document of a visit finds what was made of its clauses.
      firstMs: round(first),
      againMedianMs: round(again[Math.floor(again.length / 2)]!),
    },
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
