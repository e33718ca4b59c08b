/**
 * Numbers with what they measure: vital signs and body measures of whichever day, results of
 * examinations, and any other number with a unit that is no dose and no length of time.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import { stem } from '../../portuguese/stems.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { numberKey } from '../evidence/numbers.ts'
import type { MeasureReading } from '../measures/measure-rule.ts'
import { formatMeasure, type Measurement } from '../measures/measurement.ts'
import { MEASURE_RULES, type MeasureId, measureOf } from '../measures/measures.ts'
import { qualify } from '../measures/qualify.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { type Named, named } from './disease-names.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

export function measuresIn({ said, measurements, patientIsChild }: Visit): Fact[] {
  // What was worked out from two weights was not said.
  const told = [...measurements.told.values()].filter(isNamed)
  const taken = [...measurements.all, ...told]
  const byStatement = new Map<number, Measurement[]>()
  for (const one of taken)
    byStatement.set(one.statement.index, [...(byStatement.get(one.statement.index) ?? []), one])
  let asked: Said[] = []
  return said.flatMap((one) => {
    if (one.statement.question) asked.push(one)
    asked = asked.filter(({ statement }) => one.statement.index - statement.index <= ANSWERS)
    const topics = [...asked, one].map(({ words }) => words).join(' ')
    const today = (byStatement.get(one.statement.index) ?? []).map(ofMeasurement)
    const others = readingsIn(one, patientIsChild).filter((each) => !overlaps(each, today))
    const vital = [...today, ...others]
    const named = [...vital, ...numbersIn(one).filter((each) => !overlaps(each, vital))]
    return [...named, ...bareIn(one, topics).filter((each) => !overlaps(each, named))]
  })
}

function isNamed({ statement, values }: Measurement): boolean {
  const said = readNumbers(statement.tokens).map(({ value }) => value)
  return values.every((value) => said.some((one) => Math.abs(one - value) <= 0.5))
}

/**
 * Readings of another day or place too: "em casa deu dezesseis por dez"; not another's, and no
 * threshold.
 */
function readingsIn({ statement, terms }: Said, patientIsChild: boolean): Fact[] {
  const { tokens, question } = statement
  if (question || !terms.some(({ kind }) => kind === 'number')) return []
  return MEASURE_RULES.flatMap(({ id, find }) =>
    find(tokens, false)
      .filter((reading) => reading.cued && isSaid(tokens, reading, patientIsChild))
      .map((reading) => {
        const [start, end] = [tokens[reading.from]!.start, tokens[reading.to - 1]!.end]
        return ofMeasurement({ id, values: reading.values, statement, start, end, asked: null })
      }),
  )
}

function isSaid(
  tokens: readonly Token[],
  reading: MeasureReading,
  patientIsChild: boolean,
): boolean {
  const when = qualify(tokens, reading, patientIsChild)
  return when === 'today' || when === 'other_time' || when === 'uncertain'
}

function ofMeasurement({ id, values, statement, start, end }: Measurement): Fact {
  return {
    kind: 'measure',
    keys: [id],
    statement,
    start,
    end,
    details: values.map(numberKey),
    text: measureText(id, values),
    tells: 1,
    isDecided: false,
  }
}

/** Sentences after a question that may answer it. */
const ANSWERS = 3

/**
 * "Febre desde ontem, 38 e 8", "pesava 70, agora deu 61": the measure is named, though not beside
 * its number.
 */
function bareIn(one: Said, topics: string): Fact[] {
  const { statement, terms, mentions } = one
  const { tokens, question } = statement
  const rules = MEASURE_RULES.filter(({ bare }) => bare?.topic.test(topics))
  if (question || rules.length === 0) return []
  return spokenValues(tokens).flatMap(({ value, from, to, article }): Fact[] => {
    const term = terms.find((each) => each.from === from && each.kind === 'number')
    const isOther =
      (term?.unit ?? '') !== '' || term?.rhythm || term?.also?.some((each) => each.startsWith('='))
    const rule = rules.find(({ bare }) => bare && value >= bare.min && value <= bare.max)
    const isPart = PART.test(tokens[to]?.norm ?? '') || PART.test(tokens[from - 1]?.norm ?? '')
    // Behind the name of a medicine a number is how much of it.
    const isOfMedicine = mentions.some(({ lead }) => lead < from)
    // "Peso 66, altura 1,59, dedo 230": another word names it.
    const before = tokens[from - 1]
    const isNamedElse = before?.kind === 'word' && !BETWEEN.test(before.norm)
    if (article || !rule || isOther || isPart || isOfMedicine || isNamedElse) return []
    if (!isPatients(one, from)) return []
    return [
      ofMeasurement({
        id: rule.id,
        values: [value],
        statement,
        asked: null,
        start: tokens[from]!.start,
        end: tokens[to - 1]!.end,
      }),
    ]
  })
}

/** Half of a pressure, or of no certain number. */
const PART = /^(?:por|x|uns|umas|quase|menos|mais)$/

/** Every number, with the tenth that is said behind it: "38 e 8", "39 e meio". */
export function spokenValues(tokens: readonly Token[]) {
  return readNumbers(tokens).flatMap(({ value, from, to, article }) => {
    const plain = { value, from, to, article }
    const tenth = tenthBehind(tokens, to)
    return tenth === 0 ? [plain] : [{ ...plain, value: value + tenth, to: to + 2 }]
  })
}

function tenthBehind(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.norm !== 'e') return 0
  if (/^mei[oa]$/.test(tokens[at + 1]?.norm ?? '')) return 0.5
  const [rest] = readNumbers(tokens.slice(at + 1, at + 2))
  return rest && rest.value > 0 && rest.value < 10 ? rest.value / 10 : 0
}

/** Whether words speak of a measure, so that a bare number beside them may be of it. */
export function isSpokenOf(id: string, words: string): boolean {
  return MEASURE_RULES.some(
    ({ id: own, topic, bare }) => own === id && (topic.test(words) || bare?.topic.test(words)),
  )
}

function measureText(id: MeasureId, values: readonly number[]): string {
  const [first = 0, second] = values
  const value = formatMeasure(id, second ?? first)
  return `${measureOf(id).name} ${second === undefined ? value : `${first}/${value}`}`
}

/** Units that measure; times and doses are told with what they belong to. */
const MEASURING = new Set('kg g cm mm metro grau % mmhg bpm irpm litro ml meq'.split(' '))

function numbersIn(one: Said): Fact[] {
  const { statement, terms, mentions } = one
  const { tokens, question } = statement
  if (question || !terms.some(({ kind }) => kind === 'number')) return []
  const exams = named('#exam', tokens)
  return terms.flatMap((term): Fact[] => {
    if (term.kind !== 'number' || term.rhythm) return []
    if (mentions.some(({ lead, to }) => term.from >= lead && term.from < to)) return []
    if (!isPatients(one, term.from)) return []
    const exam = examBefore(tokens, exams, term.from)
    const hasUnit = MEASURING.has(term.unit ?? '') && !isWhole(term)
    if ((!exam || isTimeOrCount(term)) && !hasUnit) return []
    const to = hasUnit ? unitEnd(tokens, term) : term.to
    const [start, end] = [
      tokens[exam?.from ?? thingBefore(tokens, term.from)]!.start,
      tokens[to - 1]!.end,
    ]
    const value = chartText(statement, tokens[term.from]!.start, end)
    const name = exam && chartText(statement, tokens[exam.from]!.start, tokens[exam.to - 1]!.end)
    return [
      {
        kind: 'measure',
        statement,
        start,
        end,
        keys: exam ? stemsOf(tokens, exam) : [`unit ${term.unit}`],
        details: [term.key],
        text: name ? `${name} ${value}` : chartText(statement, start, end),
        tells: exam ? 2 : 1,
        isDecided: false,
      },
    ]
  })
}

/** "Cem por cento melhor". */
function isWhole({ key, unit }: Term): boolean {
  return unit === '%' && key === '#100'
}

function isTimeOrCount({ unit, key }: Term): boolean {
  return (
    /^(?:minuto|hora|dia|semana|mes|ano|relogio|comprimido|gota)$/.test(unit ?? '') ||
    /^#(?:19|20)\d\d$/.test(key)
  )
}

/** What stands between the name of an examination and its result. */
const BETWEEN =
  /^(?:de|do|da|deu|deram|veio|vieram|em|esta|ta|estava|tava|foi|era|e|a|o|com|:|,|-|=|agora|hoje|sua|seu|mostrou|caiu|subiu|baixou|aumentou|para|pra|total|livre|serica|serico|continua|ficou|no|uns|umas|quase)$/
const MOST_BETWEEN = 5

function examBefore(tokens: readonly Token[], exams: readonly Named[], number: number) {
  for (let at = number - 1; at >= 0 && number - at <= MOST_BETWEEN; at--) {
    const found = exams.find(({ from, to }) => at >= from && at < to)
    if (found) return found
    if (!BETWEEN.test(tokens[at]!.norm)) return undefined
  }
  return undefined
}

/** Two words before a number say what it is of: "nódulo de oito milímetros". */
function thingBefore(tokens: readonly Token[], number: number): number {
  let at = number
  while (at > 0 && number - at < 3 && tokens[at - 1]!.kind === 'word') at -= 1
  return at
}

function unitEnd(tokens: readonly Token[], { to }: Term): number {
  const rest = wordsOf(tokens.slice(to, to + 3))
  const said = /^(?:por cento|milimetros de mercurio|batimentos por minuto)/.exec(rest)?.[0]
  const length = said?.split(' ').length ?? 1
  const end = Math.min(tokens.length, to + length)
  // "mg/dL": the volume belongs to the unit.
  return tokens[end]?.norm === '/' ? Math.min(tokens.length, end + 2) : end
}

function stemsOf(tokens: readonly Token[], { from, to }: { from: number; to: number }): string[] {
  return tokens
    .slice(from, to)
    .filter(({ kind, norm }) => kind !== 'mark' && norm.length > 2)
    .map(({ norm }) => stem(norm))
}

function overlaps(one: Fact, others: readonly Fact[]): boolean {
  return others.some(({ start, end }) => one.start < end && start < one.end)
}
