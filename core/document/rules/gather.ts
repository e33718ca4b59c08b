/**
 * Walks through the conversation once and files what was said under sections. A clause that answers a question
 * without saying what about ("Não.", "Há três dias.") is quoted with the question, never without.
 */

import { mentionsFamily } from '../extractors/family.ts'
import type { Measurements } from '../extractors/measure.ts'
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import type { Statement } from '../extractors/statements.ts'
import { pairAnswer } from '../extractors/turns.ts'
import { classify, speaksOfSelf } from './classify.ts'
import { type Clause, clausesOf, joinClauses, wordsOf } from './clauses.ts'
import { startsExam } from './doctor-sections.ts'
import { listItems } from './list-items.ts'
import { isNoise } from './noise.ts'
import { topicOf } from './question-topic.ts'
import { asItem, joinQuotes, type Quote, quote } from './quote.ts'
import { ASSESSMENT, PLAN, type Section } from './sections.ts'
import { type Role, speakerRoles } from './speaker-role.ts'

export interface Filed {
  section: Section
  /** As a sentence of a text. */
  text: Quote
  /** As items of a list. */
  items: Quote[]
}

interface Options {
  findMedications: MedicationFinder
  measurements: Measurements
  patientIsChild: boolean
}

/** Where the visit stands, as far as it changes the meaning of a sentence. */
interface Progress {
  question: Asked | undefined
  /** Nothing but short answers came since the question. */
  answering: boolean
  examining: boolean
  planning: boolean
}

interface Asked {
  statement: Statement
  topic: Section | null
}

/** Everything said that a record holds, in order of time. */
export function gather(statements: readonly Statement[], options: Options): Filed[] {
  const roles = speakerRoles(statements)
  const measured = new Set(options.measurements.all.map(({ statement }) => statement.index))
  const filed: Filed[] = []
  const now: Progress = { question: undefined, answering: false, examining: false, planning: false }

  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (startsExam(words)) Object.assign(now, { examining: true, planning: false })
    if (statement.question) {
      const family = mentionsFamily(statement.tokens, options.patientIsChild)
      const topic = family ? 'family' : topicOf(words)
      Object.assign(now, { question: { statement, topic }, answering: true })
      if (topic !== null) now.planning = false
      continue
    }
    const role = roles[statement.index] ?? null
    const sorted = sortClauses(statement, role, now, options)
    const own = sorted.flatMap(({ sections }) => sections)
    const asked = now.question?.topic === 'complaint' ? 'presentIllness' : now.question?.topic
    const short =
      now.answering &&
      words.split(' ').length <= 3 &&
      role !== 'doctor' &&
      own[0] === asked &&
      !speaksOfSelf(words)
    if (own.length === 0 || short) {
      if (measured.has(statement.index)) now.examining = true
      else if (now.answering && now.question)
        fileAnswer(filed, now.question, statement, own[0], role, options, statements)
      now.answering &&= words.split(' ').length < 12
      continue
    }
    for (const { clause, sections } of merged(sorted)) {
      const text = quote(statement, clause.start, clause.end)
      const medications = options.findMedications(clause.tokens)
      if (text)
        for (const section of sections)
          if (!(medications.length > 0 && MEDICINES.has(section)))
            filed.push({ section, text, items: itemsOf(section, clause) })
    }
    if (own.includes('physicalExam')) now.examining = true
    if (own.some((section) => CONCLUDES.has(section)))
      Object.assign(now, { examining: false, planning: true })
    now.answering = false
  }
  return filed
}

/** "Não tomo nada.": told where there is room for words, but no entry of a list of medicines. */
function itemsOf(section: Section, clause: Clause): Quote[] {
  if (section === 'medicationsInUse' && /\b(?:nao|nunca|nada|nenhum)\b/.test(clause.words))
    return []
  return listItems(section, clause)
}

/** Filed by `medication-events.ts` where a medicine is named. */
const MEDICINES: ReadonlySet<Section> = new Set(['medicationsInUse', 'prescriptions'])

/** What ends an examination. */
const CONCLUDES: ReadonlySet<Section> = new Set([...ASSESSMENT, ...PLAN])

/** How far a question reaches, in sentences. */
const NEAR = 3

function sortClauses(
  statement: Statement,
  role: Role | null,
  { question, answering, examining, planning }: Progress,
  { findMedications, patientIsChild }: Options,
): { clause: Clause; sections: Section[] }[] {
  const near = question && statement.index - question.statement.index <= NEAR
  // Once a relative's disease is told, what follows is the patient's again.
  const topic = near && (answering || question.topic !== 'family') ? question.topic : null
  return clausesOf(statement).map((clause) => {
    const medications = findMedications(clause.tokens)
    const context = { role, medications, topic, examining, planning, patientIsChild }
    return { clause, sections: classify(clause, context) }
  })
}

/** Longer than this, an answer that fits nothing is small talk. */
const MAX_ANSWER_WORDS = 14

/** Quotes a short answer with its question; another short answer to the same question joins the first. */
function fileAnswer(
  filed: Filed[],
  question: Asked,
  statement: Statement,
  own: Section | undefined,
  role: Role | null,
  { findMedications, patientIsChild }: Options,
  statements: readonly Statement[],
): void {
  const topic = question.topic === 'complaint' ? 'presentIllness' : question.topic
  const section = topic ?? own
  const words = wordsOf(statement.tokens)
  if (!section || role === 'doctor' || words.split(' ').length > MAX_ANSWER_WORDS) return
  // "Minha mãe que tem.": a relative's is not the patient's answer.
  if (section !== 'family' && mentionsFamily(statement.tokens, patientIsChild)) return
  if (section === 'medicationsInUse' && findMedications(statement.tokens).length > 0) return
  if (isNoise(words) && !/^(?:sim|nao|isso|e isso|certo|aham|uhum|tenho|tomo)\b/.test(words)) return
  const asked = quote(question.statement)
  const said = quote(statement)
  if (!asked || !said) return
  const last = filed.at(-1)
  const goesOn = last?.section === section && last.text.index === question.statement.index
  if (
    !goesOn &&
    statement.index !== question.statement.index + Math.max(1, answersIn(question, statements))
  )
    return
  const text = joinQuotes(goesOn ? [last.text, said] : [asked, said])
  if (!text) return
  const items = section === 'medicationsInUse' ? [] : [asItem(text)]
  if (goesOn) filed.pop()
  filed.push({ section, text, items })
}

/** How many sentences after a question answer it, fillers ("Hum.", "Deixa eu ver.") included. */
function answersIn({ statement }: Asked, statements: readonly Statement[]): number {
  const after = statements.slice(statement.index + 1, statement.index + 4)
  const end = after.findIndex(({ question, origin }) => question || origin !== 'speech')
  const answers = end < 0 ? after : after.slice(0, end)
  return pairAnswer(
    statement.tokens,
    answers.map(({ tokens }) => tokens),
  ).sentences
}

/** Neighbouring clauses of one section are quoted in one piece; one that fits nothing follows the one before. */
function merged(
  sorted: readonly { clause: Clause; sections: Section[] }[],
): { clause: Clause; sections: Section[] }[] {
  const groups: { clauses: Clause[]; sections: Section[] }[] = []
  for (const { clause, sections } of sorted) {
    const last = groups.at(-1)
    const key = sections.join()
    if (last && (key === '' || key === last.sections.join())) last.clauses.push(clause)
    else groups.push({ clauses: [clause], sections })
  }
  return groups
    .filter(({ sections }) => sections.length > 0)
    .map(({ clauses, sections }) => ({ clause: joinClauses(clauses), sections }))
}
