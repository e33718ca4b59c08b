/** A dose that is not the one that was said of its medicine. */
import medicineNames from '../../../config/portuguese/medicine-names.json' with { type: 'json' }
import { rhythmsOf, sameRhythm } from '../../portuguese/rhythm.ts'
import type { Term } from '../../portuguese/term.ts'
import { tokenize } from '../../portuguese/tokens.ts'
import type { Check } from './check.ts'
import { DOSE_UNITS, medicationFacts, type SaidOfMedicine } from './medication-facts.ts'

/**
 * How often is compared with what was said of the same medicine, and where nothing was, with all
 * that was said.
 */
export const wrongFrequency: Check = {
  name: 'wrong-frequency',
  isDangerous: true,
  ofQuotations: false,
  find({ text, terms }, sources, { isPrescription }) {
    const drugs = terms.filter(({ kind }) => kind === 'drug')
    // For anything else only a count is compared: "três vezes por semana".
    const isOfDrug = isPrescription || drugs.length > 0
    const claimed = rhythmsOf(tokenize(text)).filter(
      ({ times, bare }) => isOfDrug || (times !== null && !bare),
    )
    if (claimed.length === 0) return null
    const facts = medicationFacts(sources)
    const own = drugs.flatMap(({ key }) => facts.of.get(key)?.rhythms ?? [])
    const said = own.length > 0 ? own : facts.rhythms
    const isWrong = claimed.some(
      ({ bare, ...rhythm }) =>
        // A bare count ("duas vezes") may be of anything that was told.
        !(bare ? facts.rhythms : said).some((one) => sameRhythm(one, rhythm)),
    )
    return isWrong ? 'A frequência não é a que foi dita.' : null
  },
}

const OTHER_DOSE = 'A dose não é a que foi dita para este medicamento.'
const OTHER_UNIT = 'A unidade não é a deste medicamento.'

export const wrongDose: Check = {
  name: 'wrong-dose',
  isDangerous: true,
  ofQuotations: false,
  find({ terms }, sources) {
    const { of } = medicationFacts(sources)
    let drug: Term | undefined
    for (const term of terms) {
      if (term.kind === 'drug') drug = term
      else if (drug && term.kind === 'number' && DOSE_UNITS.has(term.unit ?? '')) {
        const said = of.get(drug.key) ?? { doses: [], rhythms: [] }
        if (isThousandfold(drug, term, said)) return OTHER_UNIT
        if (!said.doses.some((dose) => isSameDose(dose, term)) && !isCountSaid(term, said))
          return OTHER_DOSE
      }
    }
    return null
  },
}

/** Medicines whose doses are told as bare numbers and are micrograms. */
const IN_MICROGRAMS = new Set(medicineNames.inMicrograms)
/** Limit for medicines of which no dose has so many milligrams. */
const TOO_MANY_MG = 10

/** "Levotiroxina de setenta e cinco" is never 75 mg. */
function isThousandfold(drug: Term, { key, unit }: Term, { doses }: SaidOfMedicine): boolean {
  if (unit !== 'mg' || !IN_MICROGRAMS.has(drug.key)) return false
  const isSaid = doses.some((dose) => dose.key === key && dose.unit === 'mg')
  return !isSaid && Number(key.slice(1)) >= TOO_MANY_MG
}

/** Milligrams and their like: of anything else a number may be left without its unit. */
const MASS: Record<string, number> = { mcg: 0.001, mg: 1, g: 1000 }

/** A dose that was said as a bare number is one of these. */
const UNSAID_UNITS = new Set(['mg', 'mcg', 'ui', 'gota', 'comprimido', 'capsula', 'jato', 'puff'])

function isSameDose(said: Term, claimed: Term): boolean {
  const unit = claimed.unit!
  if (said.unit === undefined) return said.key === claimed.key && UNSAID_UNITS.has(unit)
  if (said.unit === unit) return said.key === claimed.key
  const [one, other] = [MASS[said.unit], MASS[unit]]
  if (one === undefined || other === undefined) return false
  return Math.abs(massOf(said) * one - massOf(claimed) * other) < 1e-9
}

/** "Dois por dia" are two tablets; one of them is seldom said. */
function isCountSaid({ key, unit }: Term, { doses, rhythms }: SaidOfMedicine): boolean {
  if (!/^(?:comprimido|capsula|jato|puff|gota|ampola|sache)$/.test(unit ?? '')) return false
  if (doses.some((dose) => dose.unit === unit)) return false
  return key === '#1' || rhythms.some(({ times, per }) => per === 'day' && `#${times}` === key)
}

function massOf({ key }: Term): number {
  return Number(key.slice(1))
}
