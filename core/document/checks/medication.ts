/**
 * What was said of each medicine: its doses, how often it is taken, whether the patient is allergic to it. A medicine stays the
 * topic until another is named, for the sentences right after it: "O omeprazol eu já tomo. Sobe pra 40."
 */

import { inOrder } from '../../in-order.ts'
import { frequenciesIn, type Rhythm, rhythmsOf, sameRhythm } from '../evidence/rhythm.ts'
import type { Source } from '../evidence/sources.ts'
import type { Term } from '../evidence/term.ts'
import { tokenize } from '../extractors/tokens.ts'
import { type Tolerance, toleranceIn } from './tolerance.ts'

interface Said {
  doses: Term[]
  rhythms: Rhythm[]
}

interface MedicationFacts {
  of: ReadonlyMap<string, Said>
  allergies: ReadonlySet<string>
  tolerance: Tolerance
  rhythms: readonly Rhythm[]
}

/** Milligrams and their like: of anything else a number may be left without its unit. */
const MASS: Record<string, number> = { mcg: 0.001, mg: 1, g: 1000 }
export const DOSE_UNITS = new Set(
  'mg g mcg ml ui gota comprimido capsula jato puff unidade ampola sache meq l litro frasco'.split(
    ' ',
  ),
)
/** A dose that was said as a bare number is one of these. */
const UNSAID_UNITS = new Set(['mg', 'mcg', 'ui', 'gota', 'comprimido', 'capsula', 'jato', 'puff'])
/** Statements after the one that names the medicine. */
const TOPIC_REACHES = 2

const known = new WeakMap<readonly Source[], MedicationFacts>()

/** Read once per set of sources. */
export function medicationFacts(sources: readonly Source[]): MedicationFacts {
  const present = known.get(sources)
  if (present) return present
  const facts = readFacts(sources)
  known.set(sources, facts)
  return facts
}

function readFacts(sources: readonly Source[]): MedicationFacts {
  const of = new Map<string, Said>()
  const said = (drug: Term): Said => {
    const entry = of.get(drug.key) ?? { doses: [], rhythms: [] }
    of.set(drug.key, entry)
    return entry
  }
  const all: Rhythm[] = []
  let topic: Term[] = []
  let topicAt = -1
  for (const { statements, terms } of sources) {
    const at = statements[0]!.index
    const last = statements.at(-1)!
    const spoken = statements.map(({ text }) => text).join(' ')
    const rhythms = frequenciesIn(spoken)
    all.push(...rhythms)
    const drugs = terms.filter(isMedicine)
    if (drugs.length === 0 && (at - topicAt > TOPIC_REACHES || at < topicAt)) topic = []
    if (drugs.length > 0) topicAt = last.index
    // Before the first name, a dose may belong to what follows: "20 miligramas de omeprazol".
    let current = drugs.length > 0 && topic.length === 0 ? drugs.slice(0, 1) : topic
    for (const [index, term] of terms.entries()) {
      if (isMedicine(term)) current = joined(terms, index) ? [...current, term] : [term]
      else if (term.kind === 'number' && isDose(term) && !term.supposed)
        for (const drug of [...current, ...followingDrug(terms, index)]) said(drug).doses.push(term)
    }
    if (drugs.length > 0) topic = current
    for (const drug of drugs.length > 0 ? drugs : topic) said(drug).rhythms.push(...rhythms)
  }
  return { of, rhythms: all, allergies: allergiesIn(sources), tolerance: toleranceIn(sources) }
}

/** By its name, or by a word that is one, too: "o cálcio". */
function isMedicine({ kind, isMedicine }: Term): boolean {
  return kind === 'drug' || isMedicine === true
}

/** "Losartana e anlodipino, um de cada": both are spoken of. */
function joined(terms: readonly Term[], at: number): boolean {
  const before = terms.slice(0, at).findLast(({ kind }) => kind !== 'idle')
  return before?.kind === 'drug'
}

function followingDrug(terms: readonly Term[], at: number): Term[] {
  const next = terms.slice(at + 1).find(({ kind }) => kind !== 'idle' && kind !== 'unit')
  return next?.kind === 'drug' ? [next] : []
}

function isDose({ unit, rhythm }: Term): boolean {
  if (rhythm) return false
  return unit === undefined || DOSE_UNITS.has(unit)
}

/** How far behind "alergia" its medicine may stand, in terms. */
const ALLERGY_REACHES = 4

/** Medicines a patient said not to bear; a bare answer to the question for allergies counts. */
function allergiesIn(sources: readonly Source[]): Set<string> {
  const found = new Set<string>()
  let askedUntil = -1
  for (const { statements, terms } of sources) {
    const at = terms.findIndex(({ key }) => key === 'alergia')
    if (at >= 0) askedUntil = statements.at(-1)!.index
    // A brother's allergy forbids the patient nothing.
    if (terms[at]?.denied || terms[at]?.holder !== undefined) continue
    const isAnswer =
      statements[0]!.index <= askedUntil && !terms.some(({ kind }) => kind === 'number')
    if (at < 0 && !isAnswer) continue
    const near = at < 0 ? terms : terms.slice(at + 1, at + 1 + ALLERGY_REACHES)
    const first = near.findIndex(({ kind, denied }) => kind === 'drug' && !denied)
    for (const [index, term] of near.entries())
      if (
        term.kind === 'drug' &&
        index >= first &&
        (index === first || (joined(near, index) && isListed(term, statements)))
      )
        found.add(term.key)
  }
  return found
}

/** "Como tem alergia a penicilina, clindamicina na indução": the allergy is the reason, and what follows it no further item. */
function isListed({ to }: Term, [statement, ...others]: Source['statements']): boolean {
  if (!statement || others.length > 0 || !REASON.test(statement.text)) return true
  const next = statement.tokens[to]
  return !next || next.kind === 'mark' || /^(?:e|ou|nem|tambem)$/.test(next.norm)
}

const REASON = inOrder(/(?<!\p{L})(?:como|porque|por|já que|devido)\s/iu, /alergi/i, /\./)

/** Why the doses of a text are not what was said of its medicines; null when they are. */
export function doseFault(terms: readonly Term[], facts: MedicationFacts): string | null {
  let drug: Term | undefined
  for (const term of terms) {
    if (term.kind === 'drug') drug = term
    else if (
      drug &&
      term.kind === 'number' &&
      term.unit !== undefined &&
      DOSE_UNITS.has(term.unit)
    ) {
      const said = facts.of.get(drug.key) ?? { doses: [], rhythms: [] }
      if (isThousandfold(drug, term, said)) return OTHER_UNIT
      if (!said.doses.some((dose) => isSameDose(dose, term)) && !isCountSaid(term, said))
        return 'A dose não é a que foi dita para este medicamento.'
    }
  }
  return null
}

/** Medicines whose doses are told as bare numbers and are micrograms. */
const IN_MICROGRAMS = new Set(
  'levotiroxina liotironina cianocobalamina fentanila misoprostol desmopressina tiotropio formoterol salmeterol budesonida beclometasona fluticasona'.split(
    ' ',
  ),
)
const OTHER_UNIT = 'A unidade não é a deste medicamento.'
/** Of these medicines nobody is given so many milligrams. */
const TOO_MANY_MG = 10

/** "Levotiroxina de setenta e cinco" is never 75 mg. */
function isThousandfold(drug: Term, { key, unit }: Term, { doses }: Said): boolean {
  if (unit !== 'mg' || !IN_MICROGRAMS.has(drug.key)) return false
  const isSaid = doses.some((dose) => dose.key === key && dose.unit === 'mg')
  return !isSaid && Number(key.slice(1)) >= TOO_MANY_MG
}

function isSameDose(said: Term, claimed: Term): boolean {
  const unit = claimed.unit!
  if (said.unit === undefined) return said.key === claimed.key && UNSAID_UNITS.has(unit)
  if (said.unit === unit) return said.key === claimed.key
  const [one, other] = [MASS[said.unit], MASS[unit]]
  if (one === undefined || other === undefined) return false
  return Math.abs(massOf(said) * one - massOf(claimed) * other) < 1e-9
}

/** "Dois por dia" are two tablets; one of them is seldom said. */
function isCountSaid({ key, unit }: Term, { doses, rhythms }: Said): boolean {
  if (!/^(?:comprimido|capsula|jato|puff|gota|ampola|sache)$/.test(unit ?? '')) return false
  if (doses.some((dose) => dose.unit === unit)) return false
  return key === '#1' || rhythms.some(({ times, per }) => per === 'day' && `#${times}` === key)
}

function massOf({ key }: Term): number {
  return Number(key.slice(1))
}

/** How often is compared with what was said of the same medicine, and where nothing was, with all that was said. */
export function rhythmFault(
  text: string,
  terms: readonly Term[],
  facts: MedicationFacts,
  isOfDrug: boolean,
): string | null {
  const claimed = rhythmsOf(tokenize(text)).filter(
    ({ times, bare }) => isOfDrug || (times !== null && !bare),
  )
  if (claimed.length === 0) return null
  const drugs = terms.filter(({ kind }) => kind === 'drug')
  const own = drugs.flatMap(({ key }) => facts.of.get(key)?.rhythms ?? [])
  const said = own.length > 0 ? own : facts.rhythms
  const wrong = claimed.some(
    ({ bare, ...rhythm }) =>
      // A bare count ("duas vezes") may be of anything that was told.
      !(bare ? facts.rhythms : said).some((one) => sameRhythm(one, rhythm)),
  )
  return wrong ? 'A frequência não é a que foi dita.' : null
}

export function allergyFault(terms: readonly Term[], facts: MedicationFacts): string | null {
  const wrong = terms.some(
    ({ kind, key, denied }) => kind === 'drug' && !denied && facts.allergies.has(key),
  )
  return wrong ? 'Foi relatada alergia a este medicamento.' : null
}
