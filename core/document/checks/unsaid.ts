/** Names too grave to be carried by the words around them: "câncer de próstata" is not found in "próstata aumentada". */
import type { Claim } from '../evidence/claim.ts'
import { kindredMentions, mentionsOf, type Source } from '../evidence/sources.ts'
import { stem } from '../evidence/words.ts'
import type { Disagreement } from './place.ts'

const NAMES =
  'cancer leucemia linfoma metastase sarcoma melanoma carcinoma mieloma infarto tuberculose sifilis hiv meningite suicidio sepse esquizofrenia epilepsia'
const IDEAS = 'neoplasia avc iam tep tuberculose suicidio'

/** As terms are keyed. */
const GRAVE: ReadonlySet<string> = new Set([...NAMES.split(' ').map(stem), ...IDEAS.split(' ')])

export function unsaidFault(claim: Claim, sources: readonly Source[]): Disagreement | null {
  const isUnsaid = claim.terms.some(
    (term) =>
      term.kind === 'word' &&
      !term.denied &&
      GRAVE.has(term.key) &&
      mentionsOf(term, sources).length === 0 &&
      kindredMentions(term, sources).length === 0,
  )
  return isUnsaid ? { reason: 'Não foi dito na consulta.', isDangerous: false } : null
}
