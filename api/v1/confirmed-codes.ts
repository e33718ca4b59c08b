/**
 * What the lists of codes that a doctor confirms, diagnoses and procedures, take and answer alike.
 */
import { z } from 'zod'

/** Far beyond any visit, so that a body cannot ask for endless look-ups. */
const MOST_CODES = 30

export const ConsultationId = z.object({ id: z.string() })

export const GetCodes = z.object({ params: ConsultationId }).transform(({ params }) => params)

export const Code = z.string().trim().min(1).max(16)

export function chosenCodes<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(MOST_CODES)
}

export const SuggestedCodes = z.array(
  z.object({ code: z.string(), display: z.string(), text: z.string(), score: z.number() }),
)
