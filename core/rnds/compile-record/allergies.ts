import {
  type MedicationFinder,
  medicationFinder,
} from '../../document/medicines/medication-mentions.ts'
import type { Allergy } from '../../fhir/clinical-record.ts'
import { mentionsFamily } from '../../portuguese/family.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'
import { allergenFinder, otherAllergen } from './allergens.ts'
import { divide, type FieldWords, textsOf } from './read-documents.ts'
import { toldAllergies } from './told-allergies.ts'

/**
 * Reads allergies one by one, in the doctor's words, with the catalogue's code where they name
 * nothing else. The lists of medicines and of allergens are read once.
 */
export function allergyReader() {
  const findMedications = medicationFinder()
  const allergens = allergenFinder()
  const isKnown = (words: string) => namedCategories(words, findMedications).size > 0
  const told = (text: string) => toldAllergies(text, isKnown)
  const allergyOf = (text: string, more: Partial<Allergy> = {}): Allergy => {
    const allergen = allergens.named(text)
    const named = namedCategories(text, findMedications)
    const category = allergen?.category ?? categoryOf(named)
    const code = allergen?.code ?? otherAllergen(named.size === 1 && category === 'food')
    return { text, code, category, criticality: null, note: null, ...more }
  }

  return {
    told,

    /**
     * Of the field for allergies. What denies one, says that none is known or is a relative's is
     * left over as words.
     */
    listed(fields: readonly FieldWords[]): { allergies: Allergy[]; denied: FieldWords[] } {
      const { meant: denied, rest } = divide(fields, ({ text }) => isDenied(text) || isOthers(text))
      return { allergies: textsOf(rest).map((text) => allergyOf(text)), denied }
    },

    /**
     * Of other fields, where they are told in running words and are not `known` already; the words
     * stay where they are.
     */
    mentioned(fields: readonly FieldWords[], known: readonly Allergy[]): Allergy[] {
      const there = known.map(({ text }) => fold(text))
      const found = new Map<string, Allergy>()
      for (const { substance, isUncertain, note } of textsOf(fields).flatMap(told)) {
        const key = fold(substance)
        if (found.has(key) || there.some((text) => text.includes(key))) continue
        const verification = isUncertain ? { verification: 'unconfirmed' as const } : {}
        found.set(key, allergyOf(substance, { note, ...verification }))
      }
      return [...found.values()]
    },
  }
}

const DENIED =
  /^(?:nega\b|negou|negad[ao]s?\b|nao\b|nunca\b|sem\b|nenhuma?\b|nada\b|desconhec|ausen|inexist|nkda\b)|\b(?:alergias?|alergic[ao]s?) (?:negadas?|desconhecidas?|ausentes?)\b/

/** "Penicilina: nega", "Dipirona (negativo)", "Alergia a sulfa descartada". */
const DENIED_IN_THE_END =
  /(?:[:(\u2013-]\s*(?:nega(?:tiv[ao]s?|d[ao]s?)?|nao|ausentes?|sem alergias?)|\b(?:negad[ao]s?|descartad[ao]s?|excluid[ao]s?|nao confirmad[ao]s?))\s*[).]*$/

function isDenied(text: string): boolean {
  const folded = fold(text).trim()
  return DENIED.test(folded) || DENIED_IN_THE_END.test(folded)
}

/** "Mãe alérgica a penicilina" and "Mãe: penicilina" are about the mother. */
function isOthers(text: string): boolean {
  const label = /^[^:(\u2013-]*(?=[:\u2013-])/.exec(text)?.[0] ?? ''
  const isLabelled = label !== '' && mentionsFamily(tokenize(label))
  return isLabelled || (/\balergi/.test(fold(text)) && mentionsFamily(tokenize(text)))
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
  [
    'medication',
    /\b(?:medicamentos?|remedios?|antibioticos?|penicilinas?|cefalosporinas?|sulfas?|anestesicos?|anti-?inflamatorios?|aines?|opioides?|contrastes?)\b/,
  ],
]

/**
 * Where several kinds are named, the first of them in this order; where none is, the kind that the
 * catalogue gives its "other substance". The profile's own list has "other", which FHIR's lacks.
 */
const KINDS: Allergy['category'][] = ['medication', 'food', 'biologic', 'environment']

function categoryOf(named: ReadonlySet<Allergy['category']>): Allergy['category'] {
  return KINDS.find((kind) => named.has(kind)) ?? 'environment'
}

function namedCategories(text: string, findMedications: MedicationFinder) {
  const words = fold(text)
  const named = new Set(
    CATEGORIES.filter(([, pattern]) => pattern.test(words)).map(([category]) => category),
  )
  if (findMedications(tokenize(text)).length > 0) named.add('medication')
  return named
}
