import type { Template } from './ports.ts'

export type Sha256 = (text: string) => string

/**
 * The same model is the same text, wherever it is installed and whatever number it has there:
 * everything it says, and not where it is kept.
 */
export function templateText({
  slug,
  name,
  purpose,
  pendingClinicalReview,
  instructions,
  style,
  fields,
}: Template): string {
  const said = fields.map(({ name: field, type, keys, description, cues, section, examples }) =>
    [field, type, keys, description, cues, section, examples].map((one) => one ?? null),
  )
  const whole = [slug, name, purpose, pendingClinicalReview, instructions, style, said]
  return JSON.stringify(whole.map((one) => one ?? null))
}

/** The model with its fingerprint, made anew: one that came with a file is never believed. */
export function withFingerprint(
  template: Template,
  sha256: Sha256,
): Template & { fingerprint: string } {
  return { ...template, fingerprint: sha256(templateText(template)) }
}
