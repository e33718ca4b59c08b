/** What a run must reach: figures by name with the least or the most they may be. */
import { z } from 'zod'
import type { Figures } from './figures.ts'

const Bounds = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'min or max is missing')

/** `{ "read.facts.recall": { "min": 0.9 }, "read.unsupported": { "max": 0 } }` */
export const Thresholds = z.record(z.string().min(1), Bounds)
export type Thresholds = z.infer<typeof Thresholds>

export interface Miss {
  figure: string
  value: number
  min: number | null
  max: number | null
}

/**
 * @returns what was not reached, and figures this run does not have (a part left out, a kind not in
 * the cases chosen)
 */
export function judgeFigures(figures: Figures, thresholds: Thresholds) {
  const missed: Miss[] = []
  const notMeasured: string[] = []
  for (const [figure, { min, max }] of Object.entries(thresholds)) {
    const value = figures[figure]
    if (value === undefined) notMeasured.push(figure)
    else if (value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY))
      missed.push({ figure, value, min: min ?? null, max: max ?? null })
  }
  return { missed, notMeasured }
}
