/**
 * What one run of the evaluation found, as it is written to a file, and the figures that follow
 * from it. A report keeps every case, so that two runs can be compared case by case; figures are
 * worked out from the cases and never stored.
 */
import { z } from 'zod'
import { FACT_KINDS } from './case.ts'

const Count = z.number().min(0)
const Path = z.array(z.string())
const Errors = z.object({ said: Count, wrong: Count, added: Count })

const Score = z.object({
  fields: z.record(
    z.string(),
    z.object({ facts: Count, found: Count, written: Count, right: Count }),
  ),
  kinds: z.record(z.string(), z.object({ facts: Count, found: Count })),
  omitted: z.array(z.object({ path: Path, kind: z.enum(FACT_KINDS), holds: z.string() })),
  wrong: z.array(z.object({ path: Path, text: z.string() })),
  unsupported: z.array(z.object({ path: Path, text: z.string(), why: z.string() })),
  nulls: z.object({ expected: Count, kept: Count, filled: z.array(Path) }),
  words: Count,
  referenceWords: Count,
  valid: z.boolean(),
})

/** Source of the words: `read` from the case itself, `heard` from its sound by the speech model. */
export const PARTS = ['read', 'heard'] as const
export type Part = (typeof PARTS)[number]

const CaseResult = z.object({
  id: z.string(),
  templateId: z.string(),
  part: z.enum(PARTS),
  /** Stable code of why there is no document; its facts are all omitted then. */
  failure: z.string().nullable(),
  score: Score,
  speech: z
    .object({
      words: Errors,
      drugs: Errors,
      terms: Errors,
      numbers: Errors,
      misheard: z.array(z.object({ said: z.string(), heard: z.string() })),
      audioS: Count,
      seconds: Count,
    })
    .nullable(),
  /** To write the document. */
  seconds: Count,
})

/**
 * The two that come with the product (the one that rules are tuned on, the one that they are not),
 * or somebody's own.
 */
const SetName = z.enum(['product', 'held-out', 'own'])
export type SetName = z.infer<typeof SetName>

export const EvaluationReport = z.object({
  format: z.literal(1),
  set: SetName.default('product'),
  /**
   * True: what was omitted, wrong or invented is counted and not named, because who reads it tunes
   * on it.
   */
  withheld: z.boolean().default(false),
  /** Version of the product. */
  version: z.string(),
  at: z.string(),
  generator: z.object({ kind: z.string(), model: z.string().nullable(), version: z.string() }),
  speech: z.object({ engine: z.string().nullable(), model: z.string().nullable() }).nullable(),
  seconds: Count,
  /**
   * Memory of this process and its children together, at the worst moment seen; null where the
   * system does not report it.
   */
  peakMemoryMiB: Count.nullable(),
  cases: z.array(CaseResult),
})

export type EvaluationReport = z.infer<typeof EvaluationReport>
export type CaseResult = z.infer<typeof CaseResult>

/** The same figures, and no word of what was omitted, wrong or invented, nor where. */
export function withholdWords(report: EvaluationReport): EvaluationReport {
  const cases = report.cases.map((one): CaseResult => {
    const { score } = one
    return {
      ...one,
      score: {
        ...score,
        omitted: score.omitted.map(({ kind }) => ({ path: [], kind, holds: '' })),
        wrong: score.wrong.map(() => ({ path: [], text: '' })),
        unsupported: score.unsupported.map(() => ({ path: [], text: '', why: '' })),
        nulls: { ...score.nulls, filled: [] },
      },
    }
  })
  return { ...report, withheld: true, cases }
}
