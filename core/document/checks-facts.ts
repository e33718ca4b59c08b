/**
 * The comparisons that no model is trusted with: numbers, units, doses, medicines, sides, relatives, denials. Each
 * takes a claim with its sources and says, in Portuguese and without clinical judgement, what does not agree.
 */
import { type Claim, type Source, says } from './evidence.ts'
import type { Term } from './evidence-terms.ts'

/** What does not agree, for the doctor to read; null when everything does. */
export function disagreement(claim: Claim, sources: readonly Source[]): string | null {
  if (claim.verbatim) return null
  return (
    drugs(claim, sources) ??
    doses(claim, sources) ??
    units(claim) ??
    numbers(claim, sources) ??
    sides(claim) ??
    relatives(claim) ??
    denials(claim, sources)
  )
}

function drugs({ terms }: Claim, sources: readonly Source[]): string | null {
  const unknown = ofKind(terms, 'drug').find(
    ({ key }) => !anywhere(sources, (term) => term.kind === 'drug' && term.key === key),
  )
  return unknown ? 'O medicamento não foi mencionado na consulta.' : null
}

/** A dose belongs to its medicine: "500 mg" said of another one is not this one's. */
function doses({ terms }: Claim, sources: readonly Source[]): string | null {
  for (const { drug, dose } of pairs(terms)) {
    if (!dose) continue
    const said = sources
      .flatMap((source) => pairs(source.terms))
      .filter((pair) => pair.drug.key === drug.key)
    const agrees = said.some(
      (pair) =>
        pair.dose &&
        pair.dose.key === dose.key &&
        (pair.dose.unit === dose.unit || !pair.dose.unit),
    )
    if (!agrees) return 'A dose não é a que foi dita para este medicamento.'
  }
  return null
}

function pairs(terms: readonly Term[]): { drug: Term; dose: Term | undefined }[] {
  return terms.flatMap((drug, index) => {
    if (drug.kind !== 'drug') return []
    const rest = terms.slice(index + 1)
    const next = rest.findIndex(({ kind }) => kind === 'drug')
    const own = next < 0 ? rest : rest.slice(0, next)
    return [
      { drug, dose: own.find((term) => term.kind === 'number' && DOSE_UNITS.has(term.unit ?? '')) },
    ]
  })
}

const DOSE_UNITS = new Set(
  'mg g mcg ml ui gota comprimido capsula jato puff unidade ampola sache meq'.split(' '),
)

function numbers(claim: Claim, sources: readonly Source[]): string | null {
  for (const [index, number] of claim.terms.entries()) {
    if (number.kind !== 'number') continue
    if (!anywhere(sources, (term) => says(term, number)))
      return 'O número não foi dito na consulta.'
    const anchor = anchorOf(claim.terms, index)
    const beside = sources.filter(({ terms }) => terms.some((term) => anchor && says(term, anchor)))
    if (beside.some(({ terms }) => terms.some((term) => says(term, number)))) continue
    const another = beside.some(({ terms }) =>
      terms.some((term) => term.kind === 'number' && term.unit === number.unit),
    )
    if (another) return 'O número não é o que foi dito sobre isto.'
  }
  return null
}

/** What a number is about: the nearest word before it that says something, else after it. */
function anchorOf(terms: readonly Term[], at: number): Term | undefined {
  const speaks = ({ kind }: Term) => kind === 'word' || kind === 'drug'
  return terms.slice(0, at).findLast(speaks) ?? terms.slice(at + 1).find(speaks)
}

function units(claim: Claim): string | null {
  for (const number of ofKind(claim.terms, 'number')) {
    if (number.unit === undefined) continue
    const said = claim.sources
      .flatMap(({ terms }) => terms)
      .filter((term) => term.key === number.key && term.unit !== undefined)
    if (said.length > 0 && said.every(({ unit }) => unit !== number.unit))
      return 'A unidade não é a que foi dita.'
  }
  return null
}

function sides(claim: Claim): string | null {
  const said = new Set(
    claim.sources.flatMap(({ terms }) => ofKind(terms, 'side').map(({ key }) => key)),
  )
  const wrong = ofKind(claim.terms, 'side').some(({ key }) =>
    key === 'bilateral' ? !said.has(key) && said.size < 2 : !said.has(key),
  )
  return wrong ? 'O lado (direito ou esquerdo) não é o que foi dito.' : null
}

function relatives(claim: Claim): string | null {
  const said = new Set(
    claim.sources.flatMap(({ terms }) => ofKind(terms, 'family').map(({ key }) => key)),
  )
  const own = ofKind(claim.terms, 'family')
  return own.some(({ key }) => !said.has(key) && !GENERIC.has(key))
    ? 'O familiar não é o que foi mencionado.'
    : null
}

const GENERIC = new Set(['famil', 'parent', 'mulh'])

/** Nearly the same sentence, or a clinical idea, with the opposite polarity wherever it was said. */
function denials(claim: Claim, sources: readonly Source[]): string | null {
  const close = claim.coverage >= 0.75
  for (const term of claim.terms) {
    if (term.kind !== 'word' && term.kind !== 'drug') continue
    if (!close && term.kind === 'word') continue
    const near = mentionsOf(term, claim.sources)
    if (near.length === 0 || near.some(({ denied }) => denied === term.denied)) continue
    const all = mentionsOf(term, sources)
    if (all.every(({ denied }) => denied !== term.denied))
      return term.denied
        ? 'Foi dito o contrário: o documento nega o que foi afirmado.'
        : 'Foi dito o contrário: o documento afirma o que foi negado.'
  }
  return null
}

function mentionsOf(wanted: Term, sources: readonly Source[]): Term[] {
  return sources.flatMap(({ terms }) => terms.filter((term) => says(term, wanted)))
}

function ofKind(terms: readonly Term[], kind: Term['kind']): Term[] {
  return terms.filter((term) => term.kind === kind)
}

function anywhere(sources: readonly Source[], test: (term: Term) => boolean): boolean {
  return sources.some(({ terms }) => terms.some(test))
}
