/**
 * How many fields one request asks for. Models of a billion weights and less lose count in a long
 * form: they answer the fifth question in the second field, and repeat in the tenth what they said
 * in the first. Asked for a few fields at a time they do better, and since every request begins
 * with the same text, a further one costs its own questions and no more. Larger models keep the
 * whole form in view, and say nothing twice because they see it.
 */
import type { TemplateFieldSpec } from '../models/ports.ts'

const SMALL_MODEL_BYTES = 1.2e9
const MIDDLE_MODEL_BYTES = 2.6e9

/** By the size of the model's file, which is what is known of any model. 0: all at once. */
export function fieldsPerRequest(modelBytes: number): number {
  if (modelBytes <= SMALL_MODEL_BYTES) return 4
  return modelBytes <= MIDDLE_MODEL_BYTES ? 8 : 0
}

/** In the template's order, as even as they can be: no last request for a single field. */
export function fieldGroups(
  fields: readonly TemplateFieldSpec[],
  most: number,
): TemplateFieldSpec[][] {
  if (most <= 0 || fields.length <= most) return fields.length > 0 ? [[...fields]] : []
  const count = Math.ceil(fields.length / most)
  return Array.from({ length: count }, (_, index) =>
    fields.slice(
      Math.floor((index * fields.length) / count),
      Math.floor(((index + 1) * fields.length) / count),
    ),
  )
}
