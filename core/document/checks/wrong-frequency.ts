/**
 * How often is compared with what was said of the same medicine, and where nothing was, with all
 * that was said.
 */
import { rhythmsOf, sameRhythm } from '../../portuguese/rhythm.ts'
import { tokenize } from '../../portuguese/tokens.ts'
import type { Check } from './check.ts'
import { medicationFacts } from './medication-facts.ts'

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
