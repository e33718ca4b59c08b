/**
 * Which words name a medicine: the folded names of the list of medicines, and those among them that
 * need company ("Tomo Frontal") because a conversation uses them for other things.
 */

import lookAlikes from '../../config/portuguese/look-alike-medicines.json' with { type: 'json' }
import medicineNames from '../../config/portuguese/medicine-names.json' with { type: 'json' }
import { fold } from './tokens.ts'

/**
 * Names of medicines that look or sound alike and are not each other. A name that was misheard is
 * never read as the other one of its pair: left unread it is quoted as it was said, read wrongly it
 * would be another medicine. Folded.
 */
export const LOOK_ALIKES: readonly (readonly [string, string])[] = lookAlikes.pairs.map((pair) => {
  const [one = '', other = ''] = pair.split(' ')
  return [one, other]
})

export interface MedicationLexicon {
  /** Folded name → folded active ingredient; names of several words keep single spaces. */
  names: ReadonlyMap<string, string>
  /** Folded names that count only where something is said of taking or giving them. */
  weak: ReadonlySet<string>
}

export function medicationLexicon(): MedicationLexicon {
  const names = new Map<string, string>()
  for (const line of medicineNames.medicines) {
    const [generic = '', brands = ''] = line.split(':')
    const ingredient = foldName(generic)
    names.set(ingredient, ingredient)
    for (const brand of brands.split(',').map(foldName).filter(Boolean))
      names.set(brand, ingredient)
  }
  return { names, weak: WEAK }
}

/**
 * Folded name → folded active ingredient, of the names that mean a medicine wherever they are said.
 */
export function medicationNames(): Map<string, string> {
  const { names, weak } = medicationLexicon()
  return new Map([...names].filter(([name]) => !weak.has(name)))
}

/**
 * Names that a recognizer's words are compared with by sound: as they are written, but for those
 * that a conversation uses for other things, those with digits and those too short to be told from
 * other words.
 */
export function spokenMedicationNames(): { name: string; ingredient: string }[] {
  return medicineNames.medicines.flatMap((line) => {
    const [generic = '', brands = ''] = line.split(':')
    const names = [generic, ...brands.split(',')].map((name) => name.trim()).filter(isSpoken)
    return names.map((name) => ({ name, ingredient: foldName(generic) }))
  })
}

function isSpoken(name: string): boolean {
  return name.length >= SHORTEST_SPOKEN && !/\d/.test(name) && !WEAK.has(foldName(name))
}

const SHORTEST_SPOKEN = 5

const WEAK: ReadonlySet<string> = new Set(medicineNames.ambiguous)

function foldName(name: string): string {
  return fold(name).replace(/-/g, ' ').replace(/\s+/g, ' ').trim()
}

const ENDINGS =
  /(?:cilina|micina|floxacin[oa]?|penem|ciclina|conazol|vir|sulfametoxazol|nidazol|cidina|fungina|zolida|zolid)\b/
const BEGINNINGS =
  /^(?:cef|vanco|teico|dapto|poli|anfo|nistatina|rifampicina|isoniazida|etambutol|nitrofurantoina|linezolida|aztreonam|clavulan)/

/**
 * Which medicines are given against bacteria, fungi and viruses: a record of the ward lists them
 * apart.
 * @param ingredient folded, as in the lexicon of medicines
 */
export function isAntimicrobial(ingredient: string): boolean {
  return ENDINGS.test(ingredient) || BEGINNINGS.test(ingredient)
}
