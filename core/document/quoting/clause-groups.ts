/**
 * The clauses of a sentence with the place each belongs to, neighbours of one place together. What
 * is not settled (`unsettled.ts`) goes nowhere, and what only names an examination while it is
 * decided what comes next is a request.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import { apartFromStops, stopIn } from '../medicines/medication-stops.ts'
import { readSectionCues } from '../models/section-cues.ts'
import { GATHERED, type Section } from '../models/sections.ts'
import { type Clause, clausesOf, joinClauses } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { onlyCalls, saysNothing } from './fillers.ts'
import { type FilingPlace, isOwn } from './places.ts'
import { type Routed, type Router, SAID_SO } from './router.ts'
import { isAimOf, isBrokenOff, isOfAnother, isUnsettled, placesFor } from './unsettled.ts'

export interface Group {
  clause: Clause
  routed: Routed
}

interface Options {
  router: Router
  phases: readonly Phase[]
  findMedications: MedicationFinder
  patientIsChild: boolean
  /** The sentences right behind it. */
  next: readonly Statement[]
}

export function clauseGroups(
  statement: Statement,
  role: Role | null,
  asked: ReadonlyMap<FilingPlace, number>,
  options: Options,
): Group[] {
  return merged(routeClauses(statement, role, asked, options), role)
}

function routeClauses(
  statement: Statement,
  role: Role | null,
  asked: ReadonlyMap<FilingPlace, number>,
  { router, phases, findMedications, patientIsChild, next }: Options,
): (Group | null)[] {
  const phase = phases[statement.index] ?? 'story'
  const headed = role === 'patient' ? null : headedSection(statement)
  const names = ({ tokens }: Pick<Clause, 'tokens'>) => findMedications(tokens).length > 0
  const clauses = apartFromStops(sayingClauses(statement), findMedications)
  const routed = clauses.map((clause): Group => {
    if (role === 'doctor' && !headed && decidesDiagnosis(clause.words))
      return { clause, routed: decided('hypotheses') }
    const isAhead = role === 'doctor' && phase !== 'story'
    if (isAhead && needsExam(clause.words))
      return { clause, routed: decided('examsRequested', SAID_SO) }
    const medications = findMedications(clause.tokens)
    const routed = router.route(clause, { role, medications, phase, patientIsChild }, asked)
    // A clause that names a medicine is no entry of the prescriptions by itself (`file-clause.ts`).
    const isUnplaced = routed.place === null || routed.place === 'prescriptions'
    const isNowhere = isUnplaced && routed.beside.length === 0
    const stopped =
      role !== 'patient' && isNowhere ? stopIn(clause, findMedications, next) : undefined
    if (stopped) return { clause: stopped, routed: decided('orientations') }
    const isElsewhere = isOwn(routed.place ?? '')
    const isOrdered = routed.place === 'examResults' && phase === 'plan' && role === 'doctor'
    if (isOrdered && namesOnly(clause))
      return { clause, routed: { ...routed, place: 'examsRequested', alone: true } }
    return {
      clause,
      routed: headed && !isElsewhere ? { ...routed, place: headed, alone: true } : routed,
    }
  })
  const isLeftOut = ({ clause, routed: { place } }: Group, at: number): boolean => {
    const before = routed[at - 1]
    if (isUnsettled(clause.words, place, role) || isOfAnother(clause.words, place)) return true
    const strays = place !== null && place !== before?.routed.place
    const isNamed = routed.slice(0, at).some((each) => names(each.clause))
    const around = { names, isNamed, patientIsChild }
    return Boolean(before && strays && isBrokenOff(clause, before.clause, around))
  }
  const left = routed.map((group, at) => (isLeftOut(group, at) ? null : group))
  return left.map((group, at) => {
    if (!group || isAimOf(group.clause, at + 1 < left.length && left[at + 1] === null)) return null
    const beside = placesFor(group.clause, group.routed, { role, phase, findMedications })
    return { ...group, routed: { ...group.routed, beside } }
  })
}

/** "Então, doutor, eu tava jogando": the words ahead of what is said are no clause. */
function sayingClauses(statement: Statement): Clause[] {
  const clauses = clausesOf(statement)
  const saying = clauses.filter(({ tokens, words }) => !saysNothing(tokens) && !onlyCalls(words))
  return saying.length > 0 ? saying : clauses
}

function decided(place: Section, score = 5): Routed {
  return { place, score, alone: true, beside: [], scores: new Map([[place, score]]) }
}

/** "O senhor precisa de um cateterismo": asked for, whatever else a sorter would make of it. */
function needsExam(words: string): boolean {
  return NEEDS.test(words) && ownClassesOf(words.split(' ')).has('#exam')
}

const NEEDS =
  /^(?:(?:e|entao|ai|mas|agora|primeiro|por isso) )*(?:(?:o senhor|a senhora|voce|ele|ela|eu|a gente) )?(?:vai |vou |vamos )?(?:precis(?:a|o|amos|ar)|tem que fazer|temos que fazer) (?:de |fazer |pedir )*(?:um|uma|o|a|outr[oa]) /

/**
 * "Audiometria e imitanciometria.": named while it is decided what comes next, without anything
 * found.
 */
function namesOnly({ words, tokens }: Clause): boolean {
  return words.split(' ').length <= 6 && !FINDS.test(words) && readNumbers(tokens).length === 0
}

const FINDS =
  /\b(?:norma\p{L}+|alterad\p{L}+|positiv\p{L}+|negativ\p{L}+|reagente|veio|vieram|deu|deram|mostr\p{L}+|ficou|esta|ta|tao|saiu|sem|com|bo[am]|ruim|limp[oa]|subiu|caiu|baix[oa]|alt[oa]|igual|melhor\p{L}*|fiz|fez|trou\p{L}+|feit[oa]|ja|nao)\b/u

/**
 * "Antecedentes pessoais: hipertensão": dictated under its heading. What gathers other sections is
 * no section of its own.
 */
function headedSection({ tokens }: Statement): Section | null {
  const [cue] = readSectionCues(tokens)
  const isMarked = cue?.heading && tokens[cue.to]?.norm === ':'
  return isMarked && !GATHERED[cue.section] && cue.section !== 'complaint' ? cue.section : null
}

const REFUSES =
  /^(?:mas )?(?:(?:por ora|por enquanto|hoje|agora) nao|nao (?:vou pedir|peco|pedi))\b|\b(?:por ora|por enquanto) nao (?:peco|precisa)\b/

/**
 * Neighbouring clauses of one place are quoted in one piece; one that fits nothing follows the one
 * before. Null is what was left out: nothing is quoted across it.
 */
function merged(routed: readonly (Group | null)[], role: Role | null): Group[] {
  const groups: { clauses: Clause[]; routed: Routed }[] = []
  let isParted = false
  for (const group of routed) {
    if (!group) {
      isParted = true
      continue
    }
    const { clause, routed: own } = group
    const last = groups.at(-1)
    // "Ultrassom se crescer mais, mas por ora não peço": taken back. A patient's "já tive, ano
    // passado, mas agora não" tells both.
    if (role !== 'patient' && last && !isParted && REFUSES.test(clause.words)) {
      groups.pop()
      continue
    }
    if (isParted && own.place === null && own.beside.length === 0) continue
    const goesOn = last && !isParted
    isParted = false
    if (goesOn && (own.place === null || own.place === last.routed.place)) {
      last.clauses.push(clause)
      last.routed = join(last.routed, own)
    } else groups.push({ clauses: [clause], routed: own })
  }
  return groups.map(({ clauses, routed: own }) => ({ clause: joinClauses(clauses), routed: own }))
}

function join(a: Routed, b: Routed): Routed {
  return {
    place: a.place,
    score: Math.max(a.score, b.score),
    alone: a.alone || (b.place !== null && b.alone),
    beside: [...new Set([...a.beside, ...b.beside])],
    scores: strongest(a.scores, b.scores),
  }
}

function strongest(a: Routed['scores'], b: Routed['scores']): Routed['scores'] {
  const all = new Map(a)
  for (const [place, score] of b) all.set(place, Math.max(score, all.get(place) ?? 0))
  return all
}

const LEADS =
  '^(?:(?:e|entao|bom|olha|mae|pai|mamae|com (?:ess[ea]|est[ea]|isso)(?: \\p{L}+){0,3}|assim|ai|mas|agora|aqui|pra mim|na verdade|pelo que (?:eu )?(?:vejo|vi)|isso|esse quadro|o quadro|tudo|eu|pelo exame|pela historia|pelo que (?:eu )?examinei|pel[ao] (?:ressonancia|raio x|tomografia|ultrassom)) )*'
const WHO =
  '(?:(?:a|o) (?:senhora?|paciente)|voce|tu|ele|ela|o que (?:a senhora|o senhor|voce|ele|ela))'
/** What follows is what it is. */
const NAMES_IT = new RegExp(
  `${LEADS}(?:(?:a |as )?(?:minha|nossa|primeira|principal)s? (?:principal |primeira )?(?:hipoteses?|impressao|impressoes|suspeita)(?: (?:diagnostica|principal|inicial|aqui|agora|hoje))* (?:e|sao|seria) |o que (?:mais )?me (?:preocupa|parece) (?:mais )?e (?:um|uma) |(?:o )?(?:meu|nosso) diagnostico(?: (?:e|seria))? |(?:o que|isso que) (?:a senhora|o senhor|voce|ele|ela) tem e |parece (?:que )?(?:pode )?ser (?:um|uma) |parece que e (?:um|uma) |(?:penso|pensei) em (?:um |uma )?(?=\\p{L}+(?:ite|ose|oma|ia|ismo)\\b)|suspeito (?:de|que seja) )`,
  'u',
)
/** What a doctor calls a disease that it is: "É uma rinite", "Isso tem cara de angina". */
const IS =
  '(?:e|seria|deve ser|so pode ser|pode ser|trata se de|vejo como|vou tratar (?:isso )?como|vamos tratar (?:isso )?como|compativel com|sugere|sugestivo de|indica|(?:(?:isso|ta|esta) )?(?:tem|com) (?:toda a |muita )?cara de|quadro de) (?:(?:um|uma|mesmo|so|apenas|provavelmente|possivelmente|mais|caso de|quadro de|comeco de|inicio de) )*'
/** What follows is a diagnosis where it is a disease. */
const DECIDES = new RegExp(
  `${LEADS}(?:fech(?:a|ou|amos|o) (?:com |pra |para |o diagnostico de )?|${WHO} (?:esta|ta) com |(?:acho|acredito) que (?:e|seja|pode ser) |(?:me )?parece |aponta (?:pra|para) |(?:caracteriza|configura|confirm(?:a|o|ou)) |fala a favor de |${IS})`,
  'u',
)
/** No name of a disease, and what the visit found all the same. */
const STATE =
  /\b(?:descontrolad[oa]|descompensad[oa]|infeccionad[oa]|ansiedade|estresse|muscular|viral|emocional)\b/
/** "Você rompeu o ligamento cruzado", "o senhor fraturou o punho": an injury, whatever its name. */
const INJURED = new RegExp(
  `${LEADS}${WHO} (?:rompeu|fraturou|quebrou|luxou|trincou|lesionou|distendeu|estirou|torceu) (?:\\p{L}+ ){0,2}\\p{L}{4,}`,
  'u',
)
/** "O diabetes está descontrolado": a disease that is known, and how it is now. */
const STANDS =
  /\b(?:esta|ta|segue|continua|ficou) (?:(?:bem|mal|muito|ainda|mais) )?(?:des)?(?:controlad|compensad)[oa]\b/
/** "O corrimento é uma vaginose": folded, its verb is the word that joins; the article tells. */
const SYMPTOM_IS = new RegExp(
  `${LEADS}(?:[oa]s?|ess[ea]s?|ist?so) (?:\\p{L}+ ){1,3}(?:e|sao) (?:so )?(?:um|uma) (?=\\p{L}{4,})`,
  'u',
)
const NONE =
  /\b(?:nao|sem|nem|nunca|se|sera|medo|normal|normais|exames?|anos|resultado|remedio|tranquil\p{L}+|nada)\b/u

/**
 * A diagnosis by the doctor's own words of decision: "Minha hipótese principal é …", "Fecha …", "A
 * senhora está com …", "Parece que pode ser uma …". Words that say of themselves that a name
 * follows need no known name behind them; others ("fecha", "está com") need a disease.
 * @param words of one clause that the doctor says, and does not ask
 */
export function decidesDiagnosis(words: string): boolean {
  if (INJURED.test(words) && !/\b(?:nao|nunca|se|quando)\b/.test(words)) return true
  if (NONE.test(words)) return false
  const classes = ownClassesOf(words.split(' '))
  if (classes.has('#exam') || classes.has('#specialty')) return false
  return (
    NAMES_IT.test(words) ||
    (STANDS.test(words) && classes.has('#disease')) ||
    (SYMPTOM_IS.test(words) && classes.has('#disease')) ||
    (DECIDES.test(words) && (classes.has('#disease') || STATE.test(words)))
  )
}
