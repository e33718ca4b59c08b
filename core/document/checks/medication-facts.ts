/**
 * What was said of each medicine: its doses, how often it is taken, whether the patient is allergic
 * to it. A medicine stays the topic until another is named, for the sentences right after it: "O
 * omeprazol eu já tomo. Sobe pra 40."
 */

import { frequenciesIn, type Rhythm } from '../../portuguese/rhythm.ts'
import type { Term } from '../../portuguese/term.ts'
import { matchesInOrder } from '../../portuguese/text-matches.ts'
import type { Source } from '../evidence/sources.ts'

export interface SaidOfMedicine {
  doses: Term[]
  rhythms: Rhythm[]
}

interface MedicationFacts {
  of: ReadonlyMap<string, SaidOfMedicine>
  allergies: ReadonlySet<string>
  tolerance: Tolerance
  rhythms: readonly Rhythm[]
}

export const DOSE_UNITS = new Set(
  'mg g mcg ml ui gota comprimido capsula jato puff unidade ampola sache meq l litro frasco'.split(
    ' ',
  ),
)
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
  const of = new Map<string, SaidOfMedicine>()
  const said = (drug: Term): SaidOfMedicine => {
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

/**
 * "Como tem alergia a penicilina, clindamicina na indução": the allergy is the reason, and what
 * follows it no further item.
 */
function isListed({ to }: Term, [statement, ...others]: Source['statements']): boolean {
  if (!statement || others.length > 0 || !REASON.test(statement.text)) return true
  const next = statement.tokens[to]
  return !next || next.kind === 'mark' || /^(?:e|ou|nem|tambem)$/.test(next.norm)
}

const REASON = matchesInOrder(/(?<!\p{L})(?:como|porque|por|já que|devido)\s/iu, /alergi/i, /\./)

/** What a visit says of allergies. */
interface Tolerance {
  /** The patient has one, to whatever it be. */
  isTold: boolean
  /** "Alergia?" "Não.": then what was told may be another's. */
  isDenied: boolean
  /** "A remédio, não." */
  isDrugDenied: boolean
  /** Medicines named near an allergy or near what one does. */
  spokenOf: ReadonlySet<string>
  /** What it is to: keys of what was named with it, and denied nowhere near. */
  told: ReadonlySet<string>
}

/** Statements before and behind the one that speaks of it. */
const BEFORE = 1
const BEHIND = 2

/** "Fiquei todo empolado", "me deu falta de ar": what an allergy does, and how it is told. */
const REACTIONS =
  /(?<!\p{L})(?:al[eé]rgi\p{L}+|empol\p{L}+|urtic\p{L}+|rea[cç]\p{L}+|choque|anafil\p{L}+|bolinhas?|placas|coce\p{L}+|inchei|inchou|pass\p{L}+ mal|n[aã]o posso tomar|n[aã]o pode tomar|garganta fech\p{L}+|fech\p{L}+ a garganta|me deu|deu um)(?!\p{L})/iu

/** "Penicilina ele pode, já tomou": named, and borne. */
export const BORNE =
  /(?<!\p{L})(?:(?<!não )(?:pode|posso)(?! com)|já tom(?:ei|ou)|eu tomo|tolera|sem problema|(?:não é|não tenho|não tem)(?: mais)? al[eé]rg\p{L}+|(?:não|nunca) (?:dá|deu|faz|fez|me deu) (?:nada|problema|alergia|reação))(?!\p{L})/iu

/** What a visit says of allergies: what the patient does not bear, and what was denied. */
function toleranceIn(sources: readonly Source[]): Tolerance {
  const places = sources.flatMap(({ statements, terms }) =>
    statements.some(({ text }) => REACTIONS.test(text)) ||
    terms.some(({ key }) => key === 'alergia')
      ? statements.map(({ index }) => index)
      : [],
  )
  const spokenOf = new Set<string>()
  const told = new Set<string>()
  let isTold = false
  let isDrugDenied = false
  let isDenied = false
  let askedUntil = -1
  for (const { statements, terms } of sources) {
    const first = statements[0]!
    const reacts = statements.some(({ text }) => REACTIONS.test(text))
    // With a dose it is taken or ordered.
    const isOrder = !reacts && terms.some(({ kind }) => kind === 'number')
    const isNear = places.some(
      (place) => first.index >= place - BEFORE && first.index <= place + BEHIND,
    )
    const isBorne = statements.some(({ text }) => BORNE.test(text))
    const allergy = terms.find(({ key }) => key === 'alergia')
    if (isNear && !isOrder && !isBorne && allergy?.holder === undefined)
      for (const term of terms) if (term.kind === 'drug') spokenOf.add(term.key)
    if (allergy && !isBorne)
      for (const { kind, key, from, denied, asked, holder } of terms) {
        const isNamed = (kind === 'word' || kind === 'drug') && from >= allergy.to
        if (isNamed && !denied && !asked && holder === undefined && key !== 'medicamento')
          told.add(key)
      }
    if (allergy) askedUntil = statements.at(-1)!.index + 1
    isTold ||=
      allergy !== undefined &&
      (tells(allergy, terms, first.question) || isAnswered(statements.slice(1)))
    isDenied ||= allergy?.denied === true
    isDrugDenied ||=
      first.index <= askedUntil && terms.some(({ key, denied }) => key === 'medicamento' && denied)
  }
  return { isTold, isDenied, isDrugDenied, spokenOf, told }
}

/** "Alergia?" "Camarão.": named, or affirmed. */
function isAnswered([answer]: readonly { text: string }[]): boolean {
  return answer !== undefined && /\p{L}{3}/u.test(answer.text) && !NONE.test(answer.text)
}

const NONE =
  /(?<!\p{L})(?:não|nunca|nenhuma?|nada|nadinha|ninguém|negativo|jamais|acho|hum|depende|marido|esposa|mãe|pai|filh[ao]|irmã|irmão)(?!\p{L})/iu

/**
 * Said of the patient and with what it is to: "Tenho alergia a camarão"; a question's answer may be
 * anything.
 */
function tells(allergy: Term, terms: readonly Term[], isAsked: boolean): boolean {
  if (allergy.denied || allergy.asked || allergy.holder !== undefined || isAsked) return false
  return terms.some(
    ({ kind, from, denied }) =>
      from >= allergy.to && (kind === 'word' || kind === 'drug') && !denied,
  )
}
