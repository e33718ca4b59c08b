import {
  type MedicationFinder,
  medicationFinder,
} from '../../document/medicines/medication-mentions.ts'
import type { Allergy } from '../../fhir/clinical-record.ts'
import { mentionsFamily } from '../../portuguese/family.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'
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

interface Allergen {
  code: string
  category: 'food' | 'environment'
}

interface AllergenFinder {
  /** @param words a whole entry: "Camarão", "alergia a pelo de gato, com urticária" */
  named(words: string): Allergen | null
}

/**
 * The network's catalogue of allergens (CBARA): a code where a whole entry is a name of it, and the
 * catalogue's "other" with the doctor's words for everything else. The profile binds the code
 * strictly: words without a code are refused by HL7's validator.
 *
 * Codes are their own names: without accents, small words and plurals.
 */
export function allergenFinder(): AllergenFinder {
  const byName = new Map<string, Allergen>()
  for (const category of ['food', 'environment'] as const)
    for (const code of CODES[category].split(' ')) byName.set(nameOf(code), { code, category })
  for (const [name, code] of Object.entries(SAME_THING)) {
    const allergen = byName.get(nameOf(code))
    if (allergen) byName.set(name, allergen)
  }
  return {
    named(words) {
      const written = words.normalize('NFC').toLowerCase()
      const allergen = byName.get(nameOf(alone(fold(written))))
      const accented = allergen && ACCENTED[allergen.code]
      return accented && !written.includes(accented) ? null : (allergen ?? null)
    },
  }
}

/** For what the catalogue does not name, or not for sure: a medicine, a group, two in one entry. */
export function otherAllergen(isFood: boolean): string {
  return isFood ? 'outro-alimento' : 'outro-agente-substancia'
}

/**
 * Left out: "cola", "coelho", "ferro" and "grama", which are other things too (a drink, an animal's
 * hair, a medicine, a weight), and the two codes for others.
 */
const CODES = {
  food: 'aditivo-alimentar aipo alho amendoim arroz aspartame atum aveia avela bacalhau banana batata baunilha camarao canela caracol caranguejo carne carne-ave carne-vermelha castanha castanha-caju cebola cenoura centeio cereal cereja chocolate clara-ovo coco cogumelo cravo-india crustaceo curry erva-aromatica-especiaria farinha feijao figo framboesa fruta-citrica gengibre glutamato grao grao-soja kiwi lagosta lambreta laranja laticinio leguminosa lima limao lula maca manga manteiga-cacau marisco melancia melao mexilhao milho mirtilo morango mostarda noz noz-moscada oleo-peixe ostra paprica peixe pessego pimenta pinhao pistache polvo porco proteina-leite-vaca proteina-ovo queijo semente sepia sulfito tomate trigo',
  environment:
    'abelha acaro acido-azelaico adesivo agente-fisico alcool-polivinilico aluminio ambrosia antralina aranha areia arvore barata borracha carbaril citrato cloreto-metilbenzetonio cobre contato-metal cosmetico enxofre erva-daninha etanolamina la lanolina latao latex madeira material-dentario-policarboneto material-sutura niquel oleo-eucalipto organofosfato ouro parafina peixe-aranha pelo-animal pelo-cao pelo-cavalo pelo-coelho pelo-gato pelo-vaca pena perfluorinato perfume peroxido-benzoila pesticida pesticida-organoclorado podofilina polen polen-grama prata resina-arvore samambaia seda silicone-derivado terpeno tinta-cabelo tinta-textil toxina-botulinica veneno-escorpiao veneno-vespa',
}

/** Other names of the same thing. */
const SAME_THING: Record<string, string> = {
  soja: 'grao-soja',
  aplv: 'proteina-leite-vaca',
  'picada abelha': 'abelha',
  'veneno abelha': 'abelha',
  'picada vespa': 'veneno-vespa',
  'picada escorpiao': 'veneno-escorpiao',
}

/** Without their accents they are other words. */
const ACCENTED: Record<string, string> = { la: 'lã', maca: 'maçã', coco: 'coco' }

const SMALL_WORDS = ' a as o os ao aos da das de do dos e em com para seu seus sua suas '

function nameOf(words: string): string {
  const all = words.split(/[^a-z0-9]+/).filter((word) => word !== '')
  const large = all.filter((word) => all.length === 1 || !SMALL_WORDS.includes(` ${word} `))
  return large.map(singular).join(' ')
}

function singular(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/(?:oes|aes)$/, 'ao')
    .replace(/zes$/, 'z')
    .replace(/ares$/, 'ar')
    .replace(/ais$/, 'al')
    .replace(/teis$/, 'til')
    .replace(/s$/, '')
}

/** The allergen without what tells it ("alérgico a") and without the reaction, folded. */
function alone(folded: string): string {
  return withoutReaction(
    folded
      .trim()
      .replace(
        /^(?:(?:alergi(?:a|co|ca)|hipersensibilidade|anafilaxia)\s*(?:a|as|ao|aos|por|:)\s+)/,
        '',
      ),
  )
}

/** "Dipirona, urticária": what the last part of it begins to tell of the reaction goes. */
function withoutReaction(text: string): string {
  const last = 1 + Math.max(...[',', ';', '('].map((mark) => text.lastIndexOf(mark)))
  const found = REACTION.exec(text.slice(last))
  if (!found) return text
  return text.slice(0, last + found.index).replace(/(?<![\s,;:(–-])[\s,;:(–-]+$/, '')
}

const REACTION =
  /\b(?:com |causa |da |deu |provoca )?(?:urticaria|edema|angioedema|anafilaxia|choque|prurido|coceira|rash|falta de ar|dispneia|inchaco|broncoespasmo|vermelhidao|lesoes|manchas|vomitos?|diarreia|espirros)\b/
