/**
 * One invented consultation of the evaluation set: what was said, what a careful doctor's document
 * says of it, and what no document may say. A data file each in `config/evaluation`, so that
 * everybody can read, check and add to them.
 */
import { z } from 'zod'
import type { DocumentInput, Template } from '../document/models/ports.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'

const Text = z.string().min(1).max(4000)

/**
 * What a fact is about: figures are given per kind, because a wrong dose is worse than a missing
 * habit.
 */
export const FACT_KINDS = [
  'measure',
  'medication',
  'allergy',
  'negation',
  'side',
  'family',
  'duration',
  'exam',
  'diagnosis',
  'plan',
  'text',
] as const

const Fact = z.strictObject({
  /**
   * Field, then dict key where the field is a dict: `["Sinais Vitais", "PA Sistólica"]`,
   * `["Medicações em Uso"]`.
   */
  path: z.array(z.string().min(1)).min(1).max(2),
  kind: z.enum(FACT_KINDS),
  /**
   * Words that stand together in one sentence or list item of the field, in any order, accents and
   * case aside. For a dict key that holds a measure: the whole value as the document writes it
   * ("130 mmHg").
   */
  holds: Text,
  /** Other words that say the same. */
  or: z.array(Text).optional(),
})

const Forbidden = z.strictObject({
  /** Words that must not stand together in one sentence or item. */
  text: Text,
  /** Only there; anywhere in the document when null. */
  field: z.string().min(1).nullable(),
  why: z.string().min(1),
})

const Sound = z.strictObject({
  /** Beside the case file, in `sound/`: Ogg Opus, 16 kHz. */
  file: z.string().regex(/^[a-z0-9-]+\.ogg$/),
  /** Voices of the speaking program, by who speaks: `jm_kumo`. */
  voices: z.record(z.string(), z.string()),
  noise: z.strictObject({ kind: z.string().min(1), snrDb: z.number() }).nullable(),
})

export const EvaluationCase = z.strictObject({
  /** As the file is named: `cardiologia-01`. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  templateId: z.string().min(1),
  /** What this case tries, in English. */
  about: z.string().min(1),
  /**
   * `telemedicine`: the doctor is heard by the microphone, the others by the second channel, so
   * that it is known who spoke.
   */
  modality: z.enum(['in_person', 'telemedicine']),
  /** As the doctor or the host wrote it for this visit. */
  context: z.string().default(''),
  /** From before the visit. */
  background: z.string().nullable().default(null),
  files: z
    .array(z.strictObject({ name: z.string().min(1), pages: z.array(Text).min(1) }))
    .default([]),
  turns: z
    .array(z.strictObject({ by: z.enum(['doctor', 'patient', 'companion']), text: Text }))
    .min(6),
  /** The whole document, every field of the model in order, null where nothing was said. */
  document: z.record(
    z.string(),
    z.union([
      z.string(),
      z.array(z.string()),
      z.record(z.string(), z.string().nullable()),
      z.null(),
    ]),
  ),
  facts: z.array(Fact).min(6),
  forbidden: z.array(Forbidden),
  /**
   * Paths that stay null because nothing was said of them, though a careless writer would fill
   * them; a SOAP may fill its four.
   */
  nulls: z.array(z.array(z.string().min(1)).min(1).max(2)),
  sound: Sound.nullable().default(null),
})

export type EvaluationCase = z.infer<typeof EvaluationCase>
export type EvaluationFact = EvaluationCase['facts'][number]

/** How fast people talk in these cases, and how long they wait. */
const MS_PER_WORD = 400
const PAUSE_MS = 800

type Spoken = Pick<EvaluationCase, 'id' | 'modality' | 'turns'>

/**
 * A case as a generator gets it: what was said, one segment a turn, and what was written beside it.
 * @param segments what the speech engine heard, in place of what was said
 */
export function caseInput(
  one: Spoken & Pick<EvaluationCase, 'context' | 'background' | 'files'>,
  template: Template,
  segments: TranscriptSegment[] = spokenSegments(one),
): DocumentInput {
  return {
    template,
    segments,
    contextMarkdown: one.context,
    backgroundHistory: one.background,
    files: one.files.map(({ name, pages }, index) => ({ id: `f${index}`, name, pages })),
  }
}

/** Every turn as a perfect recognizer would write it; channels only where the visit had two. */
function spokenSegments({ id, modality, turns }: Spoken): TranscriptSegment[] {
  let startMs = 0
  return turns.map(({ by, text }, sequence): TranscriptSegment => {
    const endMs = startMs + text.split(/\s+/).length * MS_PER_WORD
    const segment: TranscriptSegment = {
      id: `s${sequence}`,
      consultationId: id,
      recordingId: 'r',
      sequence,
      startMs,
      endMs,
      text,
      channel: modality === 'telemedicine' && by !== 'doctor' ? 'remote' : 'mic',
      speaker: null,
      confidence: null,
      final: true,
    }
    startMs = endMs + PAUSE_MS
    return segment
  })
}
