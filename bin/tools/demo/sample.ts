/**
 * A sample consultation: who speaks, what is said, and what a correct document holds and must not
 * hold. They drive the demo page and are the project's test set; every person in them is invented.
 */
import { z } from 'zod'

/**
 * What a field must hold. A list: every entry's words occur, in this order, in the text or in one
 * item of the list. A dict: per key the exact text, null for "was not said", or such a list of
 * words; keys that are not named may hold anything.
 */
const FIELD_FACT = z.union([
  z.array(z.string().min(1)).min(1),
  z.record(z.string(), z.union([z.string().min(1), z.null(), z.array(z.string().min(1)).min(1)])),
])

const TURN = z.strictObject({
  speaker: z.enum(['doctor', 'patient']),
  text: z.string().min(1),
  /** Begins before the turn in front of it has ended. */
  interrupts: z.literal(true).optional(),
})

const PATIENT = z.strictObject({
  name: z.string().min(1),
  sex: z.enum(['F', 'M']),
  /** In years. */
  age: z.int().min(0).max(120),
  recordNumber: z.string().min(1),
  /** Belong to nobody: right check digits, known to the rehearsal of the national network only. */
  cpf: z.string().regex(/^\d{11}$/),
  cns: z.string().regex(/^\d{15}$/),
})

const FORBIDDEN = z.strictObject({
  text: z.string().min(1),
  /** Null: nowhere in the document. */
  field: z.string().min(1).nullable(),
  /** For whoever reads a failing test (pt-BR). */
  why: z.string().min(1),
})

export const SAMPLE = z.strictObject({
  slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  /** Place in the list of the demo page. */
  order: z.int().min(1),
  title: z.string().min(1),
  specialty: z.string().min(1),
  /** The document model that fits this visit (spec §2.2). */
  templateId: z.string().min(1),
  /** Its name, for the page to say which one to choose. */
  templateName: z.string().min(1),
  patient: PATIENT,
  /** Voices of the speaking program (bin/tools/generate/make-sound.ts). */
  voices: z.strictObject({ doctor: z.string().min(1), patient: z.string().min(1) }),
  turns: z.array(TURN).min(2),
  facts: z.record(z.string(), FIELD_FACT),
  forbidden: z.array(FORBIDDEN),
  expectedNull: z.array(z.string().min(1)),
})

export type Sample = z.infer<typeof SAMPLE>
export type FieldFact = z.infer<typeof FIELD_FACT>
