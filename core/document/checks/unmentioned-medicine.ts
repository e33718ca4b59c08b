/** A medicine that nobody named. */
import type { Term } from '../../portuguese/term.ts'
import type { Check } from './check.ts'
import { isOtherInsulin } from './wrong-type.ts'

export const unmentionedMedicine: Check = {
  name: 'unmentioned-medicine',
  isDangerous: true,
  ofQuotations: false,
  find(claim, sources) {
    const isUnknown = claim.terms.some(
      (drug) =>
        drug.kind === 'drug' &&
        !sources.some(({ terms }) => terms.some((term) => isSameDrug(term, drug))),
    )
    if (!isUnknown && !isOtherInsulin(claim, sources)) return null
    return 'O medicamento não foi mencionado na consulta.'
  },
}

/** "Tomou o lactulose?" "Tomei e parei." names it, too. */
function isSameDrug(term: Term, { key }: Term): boolean {
  const isMedicine = term.kind === 'drug' || term.isMedicine === true
  return isMedicine && term.key === key && !term.supposed
}
