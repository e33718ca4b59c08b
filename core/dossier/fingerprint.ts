/**
 * What wrote a document, told so that it can be recognized years later (CFM 2.454/2026). No
 * clinical word is in it.
 */
import type { ClinicalDocument } from '../contract/api.ts'
import { type Sha256, withFingerprint } from '../document/models/fingerprint.ts'
import type { Template } from '../document/models/ports.ts'

export interface Fingerprint {
  generator: ClinicalDocument['source']['generator']
  model: string | null
  /**
   * Of the model's file; null where there is none, or where another server holds it and nothing can
   * be proven here.
   */
  modelSha256: string | null
  /** Of the rules, or of the prompt. */
  recipeVersion: string
  /** `sha256`: the fingerprint that the document itself carries. */
  template: { id: string; version: number; sha256: string }
  productVersion: string
}

/** @param source its version: `<sha256> prompt-7`, `<name> prompt-7` or `rules-12` */
export function fingerprintOf(
  source: ClinicalDocument['source'],
  template: Template,
  productVersion: string,
  sha256: Sha256,
): Fingerprint {
  const words = source.version.split(' ')
  const digest = /^[0-9a-f]{64}$/.exec(words[0] ?? '')?.[0] ?? null
  return {
    generator: source.generator,
    model: source.model,
    modelSha256: digest,
    recipeVersion: (words.length > 1 ? words.slice(1).join(' ') : source.version).slice(0, 255),
    template: {
      id: template.id,
      version: template.version,
      // A document from before models had one carries none; the function is the same.
      sha256: template.fingerprint ?? withFingerprint(template, sha256).fingerprint,
    },
    productVersion,
  }
}
