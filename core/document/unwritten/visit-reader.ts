/**
 * The sentences of the visit with what is known of each: who says it, in which part of the visit,
 * which of its words are denied, only asked, another person's or taken back. Every reader of this
 * folder reads these, so that all of them leave the same things out.
 */
import { isInstruction, isWarning, mentionsAnotherPatient } from '../../portuguese/noise.ts'
import type { Term } from '../../portuguese/term.ts'
import { withLengths } from '../evidence/numbers.ts'
import { assertedSources, type ReadStatement } from '../evidence/sources.ts'
import { termReader } from '../evidence/terms.ts'
import { isChildTemplate } from '../measures/deterministic-values.ts'
import { type Measurements, measure } from '../measures/measure.ts'
import { measuredSentences } from '../measures/measurement.ts'
import { type MedicationMention, medicationFinder } from '../medicines/medication-mentions.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { companionsOwn } from '../pieces/companion.ts'
import type { Role } from '../pieces/piece.ts'
import { withoutRetractions } from '../pieces/retractions.ts'
import { readStatements, type Sources, type Statement } from '../pieces/statements.ts'
import { isChildsVisit, isParentsVisit, PARENTS } from '../pieces/visit.ts'
import { type Phase, visitPhases } from '../pieces/visit-phases.ts'
import { voicesOf } from '../pieces/voices.ts'

/**
 * Sentences that end like a question and tell all the same: "Sou alérgico a penicilina, sabe?",
 * "Tenho diabetes há dez anos, né?". For a document they stay questions; for the list of what is
 * missing they are told, since a missing allergy costs more than an entry too many. What the other
 * one denies at once was asked.
 */
function asserting(statements: readonly Statement[]): Statement[] {
  return statements.map((statement, at) => {
    if (!statement.question || statement.origin !== 'speech') return statement
    const words = wordsOf(statement.tokens)
    const next = statements[at + 1]
    const isDenied = next !== undefined && DENIES.test(wordsOf(next.tokens))
    const isTold = (TAG.test(words) && !ASKS.test(words)) || (TELLS.test(words) && hasRest(words))
    return isTold && !isDenied ? { ...statement, question: false } : statement
  })
}

/** Only asks for a nod. */
const TAG =
  /\S \S+ (?:ne|ta|ta bom|sabe|viu|ok|certo|ta certo|tudo bem|pode ser|combinado|entendeu|nao e|nao foi|beleza|tranquilo|fechado)$/
/**
 * "A senhora toma losartana, né?": whoever is asked may still deny it; interrogatives ask whatever
 * ends them.
 */
const ASKS =
  /\b(?:qual|quais|quant[oa]s?|como|quem|algum|alguma|o que|quando|onde|por que|sera que)\b/
/** "Tomo losartana, posso continuar?": told of oneself before something is asked. */
const TELLS =
  /^(?:(?:e|mas|entao|ah|olha|doutora?|eu|ja|tambem) )*(?:tomo|uso|tenho (?!que\b)|tive|sou|fiz|estou tomando|to tomando|faco uso)\b/
const DENIES = /^(?:(?:ah|eu|que) )?(?:nao|nunca|nada|nem|nenhuma?|jamais)(?: |$)/

/** Longer than what is asked alone. */
function hasRest(words: string): boolean {
  return words.split(' ').length > 3
}

/** One sentence. */
export interface Said {
  statement: Statement
  /** Folded, without marks. */
  words: string
  terms: readonly Term[]
  mentions: readonly MedicationMention[]
  role: Role | null
  phase: Phase
  /** Statements that follow a question, nearest first, up to the next one. */
  answers: readonly Said[]
}

export interface Visit {
  said: readonly Said[]
  measurements: Measurements
  patientIsChild: boolean
}

export type VisitReader = (
  input: Sources,
  options?: { templateId?: string; isWritten?: boolean },
) => Visit

/** Builds the dictionaries once; the reader is pure. */
export function visitReader(): VisitReader {
  const readTerms = termReader()
  const findMedications = medicationFinder()

  return (input, { templateId = '', isWritten = false } = {}) => {
    const statements = asserting(withoutRetractions(readStatements(input)))
    const patientIsChild = isChildTemplate({ id: templateId }) || isChildsVisit(statements)
    const parents = isParentsVisit(statements) ? PARENTS : new Set<string>()
    const own = ({ holder, ...term }: Term): Term =>
      holder !== undefined && !parents.has(holder) ? { ...term, holder } : term
    const readings: ReadStatement[] = []
    for (const statement of statements) {
      const places = statement.tokens.filter(({ kind }) => kind !== 'mark')
      const terms = withLengths(readTerms(statement.tokens, patientIsChild)).map(own)
      readings.push({
        statement,
        terms,
        places,
        words: places.map(({ norm }) => norm.toLowerCase()),
      })
    }
    const measurements = measure(statements, patientIsChild)
    const roles = voicesOf(statements)
    const measured = measuredSentences(measurements)
    const phases = visitPhases(statements, roles, measured)
    const asserted = new Map(
      assertedSources(readings).map(({ statements: [first], terms }) => [first!.index, terms]),
    )
    const ofCompanion = companionsOwn(statements, roles, patientIsChild)
    const all: Said[] = []
    for (const { statement, terms } of readings) {
      if (ofCompanion.has(statement.index)) continue
      const words = wordsOf(statement.tokens)
      if (!isWritten && (isInstruction(words) || mentionsAnotherPatient(words) || isWarning(words)))
        continue
      // A question with its answer has the question's terms first; without an answer it says
      // nothing.
      const told = asserted.get(statement.index)?.slice(0, terms.length)
      all.push({
        statement,
        words,
        terms: told ?? terms.map((term): Term => ({ ...term, asked: true })),
        mentions: findMedications(statement.tokens),
        role: roles[statement.index] ?? null,
        phase: phases[statement.index] ?? 'story',
        answers: [],
      })
    }
    return { said: withAnswers(all), measurements, patientIsChild }
  }
}

/** Sentences that may answer one question. */
const MOST_ANSWERS = 4

function withAnswers(all: readonly Said[]): Said[] {
  return all.map((said, at) => {
    if (!said.statement.question) return said
    const after = all.slice(at + 1, at + 1 + MOST_ANSWERS)
    // Who answers may ask back in the same breath: "Um antibiótico. Cefalexina? Deu coceira."
    const breath = after[0]?.statement.pieces[0]?.segment
    const end = after.findIndex(
      ({ statement }) => statement.question && statement.pieces[0]?.segment !== breath,
    )
    return { ...said, answers: end < 0 ? after : after.slice(0, end) }
  })
}

/**
 * Whether what stands at a token is said of the patient: not denied, not another's, not taken back,
 * not only asked.
 */
export function isPatients({ terms }: Pick<Said, 'terms'>, from: number, to = from + 1): boolean {
  const around = terms.filter((term) => term.from < to && term.to > from)
  return around.every(({ denied, asked, holder }) => !denied && !asked && holder === undefined)
}
