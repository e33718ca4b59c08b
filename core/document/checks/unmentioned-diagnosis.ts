/**
 * Names too grave to be carried by the words around them: "câncer de próstata" is not found in
 * "próstata aumentada".
 */

import diseases from '../../../config/portuguese/diseases.json' with { type: 'json' }
import { stem } from '../../portuguese/stems.ts'
import { kindredMentions, mentionsOf } from '../evidence/sources.ts'
import type { Check } from './check.ts'

/** As terms are keyed. */
const GRAVE: ReadonlySet<string> = new Set([...diseases.grave.map(stem), ...diseases.graveIdeas])

export const unmentionedDiagnosis: Check = {
  name: 'unmentioned-diagnosis',
  isDangerous: false,
  ofQuotations: false,
  find({ terms }, sources) {
    const isUnmentioned = terms.some(
      (term) =>
        term.kind === 'word' &&
        !term.denied &&
        GRAVE.has(term.key) &&
        mentionsOf(term, sources).length === 0 &&
        kindredMentions(term, sources).length === 0,
    )
    return isUnmentioned ? 'Não foi dito na consulta.' : null
  },
}
