import {
  type MedicationFinder,
  medicationFinder,
} from '../../document/extractors/medication-mentions.ts'
import { fold, tokenize } from '../../document/extractors/tokens.ts'
import type { Allergy } from '../../fhir/clinical-record.ts'
import { divide, type FieldWords, textsOf } from './read-documents.ts'

/**
 * Allergies one by one, in the doctor's words: no code is certain enough to be chosen from them. What denies an allergy, or says
 * that none is known, is left over as words.
 */
export function readAllergies(fields: readonly FieldWords[]): {
  allergies: Allergy[]
  denied: FieldWords[]
} {
  const findMedications = medicationFinder()
  const { meant: denied, rest: told } = divide(fields, ({ text }) => isDenied(text))
  return {
    allergies: textsOf(told).map((text) => ({
      text,
      category: categoryOf(text, findMedications),
      criticality: null,
      note: null,
    })),
    denied,
  }
}

const DENIED =
  /^(?:nega\b|negou|negad[ao]s?\b|nao\b|nunca\b|sem\b|nenhuma?\b|nada\b|desconhec|ausen|inexist|nkda\b)|\b(?:alergias?|alergic[ao]s?) (?:negadas?|desconhecidas?|ausentes?)\b/

function isDenied(text: string): boolean {
  return DENIED.test(fold(text).trim())
}

/** Whole folded words; a list of what is certain, not of everything there is. */
const CATEGORIES: [Allergy['category'], RegExp][] = [
  ['biologic', /\b(?:vacinas?|soro antiofidico|soro antitetanico|imunoglobulinas?)\b/],
  [
    'food',
    /\b(?:leite|lactose|ovos?|clara de ovo|amendoim|castanhas?|nozes|soja|trigo|gluten|camarao|camaroes|frutos do mar|crustaceos?|mariscos?|peixes?|morangos?|abacaxi|kiwi|chocolate|corantes?|alimentos?)\b/,
  ],
  [
    'environment',
    /\b(?:poeira|po domestico|acaros?|polen|polens|mofo|fungos|pelos? de (?:gatos?|caes|cachorros?|animais)|gatos?|cachorros?|abelhas?|vespas?|formigas?|picadas? de insetos?|fumaca|perfumes?)\b/,
  ],
  ['medication', /\b(?:medicamentos?|remedios?|antibioticos?|penicilinas?|sulfas?|anestesicos?)\b/],
]

/** `other` unless exactly one kind is named. */
function categoryOf(text: string, findMedications: MedicationFinder): Allergy['category'] {
  const words = fold(text)
  const named = new Set(
    CATEGORIES.filter(([, pattern]) => pattern.test(words)).map(([category]) => category),
  )
  if (findMedications(tokenize(text)).length > 0) named.add('medication')
  const [only] = named
  return named.size === 1 && only ? only : 'other'
}
