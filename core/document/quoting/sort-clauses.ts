/**
 * Sorts what the tables of the router do not place, or place against all that was learned from
 * right documents. Only where it is sure: a clause without a place is filed, one with a place is
 * moved or left out. Of what is left out, the list of what was said and not written tells
 * medicines, measures, diagnoses and the like; the rest stands in the transcript alone. Medicines
 * have readers of their own, a relative's disease stays a relative's, an allergy is never left out,
 * and what a doctor decides is filed from the doctor's words alone.
 */
import type { Template } from '../models/ports.ts'
import {
  ASSESSMENT,
  FALLBACK,
  GATHERED,
  PLAN,
  type Section,
  sectionOf,
  sectionOfKey,
} from '../models/sections.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Statement } from '../pieces/statements.ts'
import { cuesOf } from './clause-cues.ts'
import { placeOf } from './field-quotes.ts'
import { type FilingPlace, isOwn } from './places.ts'
import { type Routed, SAID_SO } from './router.ts'
import type { SaidClause } from './said-clauses.ts'
import { probabilitiesOf, type Weights } from './softmax.ts'
import { SORTED_SECTIONS, type SortedClass } from './sorted-classes.ts'
import { isUnsettled } from './unsettled.ts'

/** Probabilities from which it is sure enough. */
export interface Sureness {
  /** To file what has no place. */
  file: number
  /** To file what a doctor says behind the story among what is advised or arranged. */
  advise: number
  /** To file it elsewhere. */
  move: number
  /** That it belongs nowhere; the same for the answer to a question that asks for just that. */
  leave: number
  leaveAnswer: number
  /** Below which it does not stay where the tables put it. */
  keep: number
  /** To go against a relative or a score that is trusted. */
  overrule: number
  /** Score from which it stays all the same: "A hipótese é enxaqueca." */
  trust: number
  /** The same two for what was decided. */
  moveDecided: number
  keepDecided: number
}

/** Read by programs of their own. */
const MEDICINES: ReadonlySet<FilingPlace> = new Set<Section>(['medicationsInUse', 'prescriptions'])
/** A question weighs so much for a place that its first answer belongs there. */
const FULLY_ASKED = 0.9
/**
 * What names a medicine goes nowhere else: a value or a request that only sounds like one
 * ("vitamina D 17"), and what was not borne.
 */
const BESIDE_MEDICINES: ReadonlySet<FilingPlace> = new Set<Section>([
  'examResults',
  'examsRequested',
  'allergies',
])
/** Decided: elsewhere perhaps, but left out only where next to nothing speaks for it. */
const DECIDED: ReadonlySet<FilingPlace> = new Set<Section>([
  ...ASSESSMENT,
  'prescriptions',
  'medicationsInUse',
  'examsRequested',
  'certificate',
  'referral',
])
/** What a doctor decides, and what a doctor finds. */
const DOCTORS: ReadonlySet<FilingPlace> = new Set<Section>([...ASSESSMENT, ...PLAN, 'physicalExam'])

/** What a sentence encoder makes of a clause. */
export interface ClauseSense {
  /** A probability for each of the sorted classes. */
  classes: Float64Array
  /** How likely it tells why the patient came: a part of the story's probability. */
  complaint: number
}

/** Of each clause (`ai-local/encoding`), or nothing. */
export type ClauseSenses = (
  statements: readonly Statement[],
  said: readonly SaidClause[],
) => readonly (ClauseSense | undefined)[]

export function sortClauses(
  said: readonly SaidClause[],
  template: Template,
  weights: Weights,
  sureness: Sureness,
  senses: ReturnType<ClauseSenses> = [],
): Routed[] {
  const homes = homesOf(template)
  const cues = cuesOf(said)
  const own = weights.classes.indexOf('own')
  // What was only thought of takes its whole sentence along.
  const open = new Set(said.filter(isThoughtOf).map(({ clause }) => clause.statement))
  return said.map((each, at) => {
    const sense = senses[at]
    const probabilities = joined(probabilitiesOf(cues[at]!, weights), sense?.classes, own)
    const shares = sharesOf(each, probabilities, weights, homes)
    const isOpen = open.has(each.clause.statement)
    const routed = sorted(each, shares, homes, isOpen ? NEVER : sureness)
    return {
      ...routed,
      complaint: sense?.complaint ?? 0,
      likely: (name) => probabilities[weights.classes.indexOf(name)] ?? 0,
    }
  })
}

/** Nothing is sure enough. */
const NEVER: Sureness = {
  file: 2,
  advise: 2,
  move: 2,
  leave: 2,
  leaveAnswer: 2,
  overrule: 2,
  keep: 0,
  trust: 0,
  moveDecided: 2,
  keepDecided: 0,
}

/** By whomever: who speaks is guessed. */
const isThoughtOf = ({ clause }: SaidClause) => isUnsettled(clause.words, null, null)

/** Least that a sense is taken for: it may lack what it never saw. */
const LEAST = 1e-4

/**
 * What the cues say and what the encoder makes of it, one as good as the other; of a field that
 * only one model has the cues alone know.
 */
function joined(byCues: Float64Array, sense: Float64Array | undefined, own: number): Float64Array {
  if (!sense) return byCues
  const both = byCues.map((each, at) =>
    at === own ? 0 : Math.sqrt(Math.max(each, LEAST) * Math.max(sense[at]!, LEAST)),
  )
  const total = both.reduce((sum, each) => sum + each, 0)
  const rest = 1 - byCues[own]!
  return both.map((each, at) => (at === own ? byCues[own]! : (rest * each) / total))
}

/** The field that takes a section; sections of one home are told apart for nobody. */
type Homes = ReadonlyMap<Section, string>

interface Share {
  /** The likeliest section of this home. */
  section: Section
  most: number
  total: number
}

interface Shares {
  homes: ReadonlyMap<string, Share>
  nowhere: number
  /** That it tells of medicines, taken or ordered. */
  medicines: number
}

function sorted(said: SaidClause, shares: Shares, homes: Homes, sureness: Sureness): Routed {
  const { features, clause } = said
  const routed = isMisplaced(said, shares) ? { ...said.routed, place: null } : said.routed
  const { place } = routed
  if (place !== null && (isOwn(place) || place === 'allergies')) return routed
  if (routed.score >= SAID_SO) return routed
  const home = place === null ? undefined : homes.get(place as Section)
  const isDecided = place !== null && DECIDED.has(place)
  const [best, share] = [...shares.homes].reduce<[string | undefined, Share | undefined]>(
    (most, each) => (each[1].total > (most[1]?.total ?? 0) ? each : most),
    [undefined, undefined],
  )
  // A relative's, but against all doubt.
  const isKept = place === 'family'
  const least = isKept
    ? sureness.overrule
    : home === undefined
      ? sureness.file
      : isDecided
        ? sureness.moveDecided
        : sureness.move
  const own = home === undefined ? 0 : (shares.homes.get(home)?.total ?? 0)
  const isLikely = share && (share.total >= least || isAdvice(said, share, sureness))
  const isLikelier = isLikely && share.total - own >= AHEAD
  // "Vai tomar soro agora, dez ml por quilo": ordered, and no medicine is named.
  const isCare = share?.section === 'prescriptions' && said.role === 'doctor'
  const isOrder = features.has('#order') && !features.has('#drug') && said.phase !== 'story'
  if (isLikelier && (place === null || place === 'orientations') && isCare && isOrder)
    return { ...routed, place: 'orientations', alone: true }
  if (isLikelier && best !== home && mayGo(share, said))
    return { ...routed, place: share.section, alone: standsAlone(said) }
  if (place === null || home === undefined || isKept) return routed
  const isContradicted = own <= 1 - sureness.overrule
  // "Vou juntar timolol", "Biomicroscopia: catarata nuclear": a word's disease, and no diagnosis.
  const isNoDiagnosis = place === 'hypotheses' && isContradicted
  if (isDictated(clause.statement)) return routed
  if (!isNoDiagnosis && (features.has('#drug') || isLabelled(clause))) return routed
  // "O adesivo você vai parar hoje", "vou tirar esse ponto": what ends, named by no table.
  const isEnd = features.has('#stops') && said.role === 'doctor' && said.phase === 'plan'
  if (isEnd && place === 'orientations') return routed
  const isAsked = (said.asked.get(place) ?? 0) >= FULLY_ASKED
  const isStrong = routed.score >= sureness.trust && !isContradicted
  const isUnlikely = own < (isDecided ? sureness.keepDecided : sureness.keep)
  const isLeft = isAsked
    ? shares.nowhere >= sureness.leaveAnswer
    : !isStrong && (isUnlikely || (!isDecided && shares.nowhere >= sureness.leave))
  return isLeft ? { ...routed, place: null } : routed
}

/** What a doctor says once the story is told: advice more often than what it else may be. */
function isAdvice(said: SaidClause, { section, total }: Share, sureness: Sureness): boolean {
  const isPlan = (PLAN as readonly Section[]).includes(section)
  return isPlan && said.role === 'doctor' && said.phase !== 'story' && total >= sureness.advise
}

/**
 * Where a word alone has put it: an order is no finding of an entry ("qualquer pensamento de se
 * machucar, liga"), and a medicine's order no examination ("troca pela rosuvastatina, pro LDL
 * baixar").
 */
function isMisplaced(
  { routed, features, phase, role, clause }: SaidClause,
  shares: Shares,
): boolean {
  const { place } = routed
  if (place === null) return false
  // "Peço a nasofibroscopia": what is asked for has found nothing yet.
  if (isOwn(place) && role === 'doctor' && REQUESTS.test(clause.words))
    return /\bexame\b/i.test(place)
  const isOrdered = phase === 'plan' && role !== 'patient'
  if (isOwn(place))
    return isOrdered && (features.has('#if') || features.has('#order')) && /\bexame\b/i.test(place)
  const isExam = place === 'examsRequested' || place === 'examResults'
  return isExam && features.has('#drug') && shares.medicines >= SURELY_MEDICINE
}

const REQUESTS =
  /^(?:(?:e|entao|ai|tambem|agora) )*(?:peco|solicito|(?:eu |a gente )?(?:vou|vamos) (?:pedir|solicitar))\b/
const SURELY_MEDICINE = 0.9

function mayGo({ section, total }: Share, said: SaidClause): boolean {
  const { role, features, phase, answered } = said
  if (MEDICINES.has(section)) return false
  if (features.has('#drug') && !BESIDE_MEDICINES.has(section)) return false
  // "Se a febre passar de 39, corre pra emergência": what is ordered or foreseen is no history.
  const isTold = role === 'patient' || (role === null && phase === 'story' && answered)
  const isAhead = !isTold && (features.has('#if') || features.has('#order'))
  if (isAhead && !(PLAN as readonly Section[]).includes(section)) return false
  const isOfAnother = features.has('#family') || features.has('#other')
  // "Mas antes preciso tirar o que piora a memória": what is done next is no diagnosis.
  if (section === 'hypotheses' && !features.has('#disease') && DOES.test(said.clause.words))
    return false
  // "Dois filhos, os dois de cesárea": of the patient.
  const isOfBirths = section === 'obstetricHistory' && total >= SURELY
  if (isOfAnother && section !== 'family' && !isOfBirths) return false
  // "Aí dói": where the doctor presses, the patient tells what is found.
  const isFound = section === 'physicalExam' && total >= FOUND
  const isUnknown = role === null && phase === 'plan' && total >= SURELY
  return role === 'doctor' || isFound || isUnknown || !DOCTORS.has(section)
}

const DOES =
  /^(?:(?:e|mas|entao|ai|antes|primeiro|agora|depois) )*(?:(?:eu |a gente )?(?:preciso|quero|vou|vamos|prefiro|tenho que|tem que))\b/

/** Than where the tables put it. */
const AHEAD = 0.15
/** Against what else speaks against it. */
const SURELY = 0.9
/** Of a finding that the patient tells. */
const FOUND = 0.8

/** "Orientações: dieta leve": the speaker says where it belongs. */
function isLabelled({ tokens }: SaidClause['clause']): boolean {
  return tokens.slice(1, MOST_LABEL + 1).some(({ norm }) => norm === ':')
}

/** Words of a label, at most. */
const MOST_LABEL = 4

/** Words that lean on the question before them. */
const LEANS =
  /^(?:nao|sim|nunca|nada|nenhum|nenhuma|isso|so|ja|tenho|tive|as vezes|um|uma|uns|umas|de)\b/
const FEW = 4

function standsAlone({ answered, clause }: SaidClause): boolean {
  return !answered || (clause.words.split(' ').length > FEW && !LEANS.test(clause.words))
}

function sharesOf(
  { routed }: SaidClause,
  probabilities: Float64Array,
  { classes }: Weights,
  homes: Homes,
): Shares {
  // A field of the model's own is in question only where its own words speak for it.
  const hasOwn = [...routed.scores.keys(), ...routed.beside].some(isOwn)
  const other = hasOwn ? 0 : probabilities[classes.indexOf('own')]!
  const whole = 1 - other
  const found = new Map<string, Share>()
  let nowhere = 0
  let medicines = 0
  for (const [at, name] of (classes as readonly SortedClass[]).entries()) {
    const probability = probabilities[at]! / whole
    if (name === 'own') continue
    if (MEDICINES.has(name as FilingPlace)) medicines += probability
    const home = name === 'none' ? undefined : homes.get(name)
    if (home === undefined || name === 'none') {
      nowhere += probability
      continue
    }
    const share = found.get(home) ?? { section: name, most: 0, total: 0 }
    const isMost = probability > share.most
    found.set(home, {
      section: isMost ? name : share.section,
      most: isMost ? probability : share.most,
      total: share.total + probability,
    })
  }
  return { homes: found, nowhere, medicines }
}

const known = new WeakMap<Template['fields'], Homes>()

function homesOf(template: Template): Homes {
  const found = known.get(template.fields) ?? readHomes(template)
  known.set(template.fields, found)
  return found
}

function readHomes(template: Template): Homes {
  return new Map(
    SORTED_SECTIONS.flatMap((section): [Section, string][] => {
      const own = placeOf(section, template)
      const home =
        template.fields.find((field) => {
          const meant = field.type === 'dict' ? undefined : sectionOf(field)
          return meant !== undefined && (meant === own || GATHERED[meant]?.includes(section))
        })?.name ??
        entryFor(section, template) ??
        entryFor(FALLBACK[section], template)
      return home === undefined ? [] : [[section, home]]
    }),
  )
}

function entryFor(section: Section | undefined, { fields }: Template): string | undefined {
  if (section === undefined) return undefined
  for (const { name, keys } of fields)
    for (const key of keys ?? [])
      if (sectionOfKey(name, key)?.section === section) return `${name} / ${key}`
  return undefined
}
