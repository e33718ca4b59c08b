/**
 * What wrote a document, told so that it can be recognized years later (CFM 2.454/2026). No
 * clinical word is in it.
 */
import type { ClinicalDocument } from '../contract/api.ts'
import { type Sha256, withFingerprint } from '../document/models/fingerprint.ts'
import type { Template } from '../document/models/ports.ts'

// How much of a text people changed: of the words of both texts together, those that stand in only
// one of them. 0: nothing, 1000: not a word is left. A figure of oversight for the AI-use dossier
// (CFM 2.454/2026), never a mark for anybody.

/** In thousandths. */
export function changedPermille(before: string, after: string): number {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  const all = one.length + other.length
  if (all === 0) return 0
  return Math.round((1000 * (all - 2 * common(one, other))) / all)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Length of the longest common subsequence; one row at a time, because documents may be long. */
function common(one: readonly string[], other: readonly string[]): number {
  let begin = 0
  while (begin < one.length && begin < other.length && one[begin] === other[begin]) begin += 1
  let row = new Uint32Array(other.length - begin + 1)
  for (let i = begin; i < one.length; i++) {
    const next = new Uint32Array(row.length)
    for (let j = 1; j < row.length; j++)
      next[j] =
        one[i] === other[begin + j - 1]
          ? (row[j - 1] ?? 0) + 1
          : Math.max(row[j] ?? 0, next[j - 1] ?? 0)
    row = next
  }
  return begin + (row.at(-1) ?? 0)
}

export interface Fingerprint {
  generator: ClinicalDocument['source']['generator']
  model: string | null
  /**
   * Digest of the model's file; null where there is none, or where another server holds it and
   * nothing can be proven here.
   */
  modelSha256: string | null
  /** Version of the rules, or of the prompt. */
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
