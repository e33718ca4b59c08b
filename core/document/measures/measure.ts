/**
 * The patient's measurements of today, from the whole conversation. The last valid reading of a
 * kind counts: corrections ("120 por 80, não, 130 por 80") and second measurements come after what
 * they replace. Two readings that could be either ("não 130 por 80" without a pause) cancel each
 * other.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { Statement } from '../pieces/statements.ts'
import { STANDING } from './blood-pressure.ts'
import { CORRECTION, type MeasureReading, type MeasureRule } from './measure-rule.ts'
import type { Measurement, Measurements } from './measurement.ts'
import { MEASURE_RULES, type MeasureId } from './measures.ts'
import { frameOf, isRecent, qualify } from './qualify.ts'
import { toldMeasures } from './told-measures.ts'

export type { Measurement, Measurements } from './measurement.ts'

const VITAL_SIGNS = idsOf(({ isVitalSign }) => isVitalSign)
const BODY_MEASURES = idsOf(({ isBodyMeasure }) => isBodyMeasure)

function idsOf(isOne: (rule: MeasureRule<MeasureId>) => true | undefined): ReadonlySet<MeasureId> {
  return new Set(MEASURE_RULES.filter(isOne).map(({ id }) => id))
}

/** Only speech is measured: what was written before the visit is history. */
export function measure(statements: readonly Statement[], patientIsChild = false): Measurements {
  const all: Measurement[] = []
  const beside: Measurement[] = []
  const spoken = statements.filter(({ origin }) => origin === 'speech')
  let topic: Topic = {
    ids: new Set(),
    open: false,
    asks: false,
    statement: undefined,
    request: null,
  }
  spoken.forEach((statement, index) => {
    const [previous, next] = [spoken[index - 1], spoken[index + 1]]
    const words = fold(statement.text)
    const hasNumber = readNumbers(statement.tokens).length > 0
    const named = new Set<MeasureId>()
    const measured = new Set<MeasureId>()
    const setting = {
      isChild: patientIsChild,
      amongVitalSigns: isAmongVitalSigns(topic, statement),
    }
    for (const rule of MEASURE_RULES) {
      const asked = isAsked(rule.id, topic, statement, words)
      const found = hasNumber
        ? withoutAmbiguous(statement, rule.find(statement.tokens, asked, setting))
        : []
      if (rule.topic.test(words)) named.add(rule.id)
      if (found.length > 0) measured.add(rule.id)
      const again = rule.id === 'height' ? correctedHeight(statement, all.at(-1)) : undefined
      if (again) all.push(again)
      for (const reading of found) {
        const when = qualify(statement.tokens, reading, patientIsChild)
        const requested = BODY_MEASURES.has(rule.id) && isRequested(topic, statement)
        if (when !== 'today' && !(when === 'other_time' && requested && isRecent(words))) continue
        if (isOfChild(rule.id, statement, previous)) continue
        if (patientIsChild && isOfBirth(rule.id, words, previous)) continue
        if (
          !reading.cued &&
          !NOW_ITSELF.test(words) &&
          !ownFrame(statement, topic.statement, previous, patientIsChild)
        )
          continue
        const isTold = isToldBefore(statement, reading) || isReadBack(rule.id, statement, next)
        if (statement.question && !isTold && !isConfirmed(next)) continue
        const isBeside = reading.beside || isStanding(rule.id, reading, statement, previous)
        const taken = isBeside ? beside : all
        taken.push(
          toMeasurement(
            rule.id,
            statement,
            reading,
            asked && !reading.cued ? (topic.statement ?? null) : null,
          ),
        )
      }
    }
    const asks = statement.question && [...named].some((id) => BODY_MEASURES.has(id))
    const goesOn = topic.request !== null && statement.index - topic.request <= 3
    const request = asks ? statement.index : goesOn ? topic.request : null
    // "Peso e altura?" "66 e meio." "Um metro e 65.": what is not answered yet stays asked.
    const left = [...topic.ids].filter(
      (id) => topic.asks && BODY_MEASURES.has(id) && !measured.has(id),
    )
    const isNew = [...named].some((id) => !measured.has(id))
    if (measured.size > 0 && left.length > 0 && !isNew && !statement.question)
      topic = { ...topic, ids: new Set(left), request }
    else if (measured.size > 0)
      topic = { ids: measured, open: statement.question, asks: false, statement, request }
    else if (named.size > 0)
      topic = { ids: named, open: true, asks: statement.question, statement, request }
    else topic = { ...topic, request }
  })
  const plausible = all.filter(({ id, values }) => id !== 'bloodPressure' || !isNarrow(values))
  const pressures = comparedPressures(plausible)
  const counted = [...all, ...plausible, ...pressures.slice(-1)]
  const chosen = new Map(counted.map((measurement) => [measurement.id, measurement]))
  return {
    chosen,
    all,
    beside: [...beside, ...pressures.slice(0, -1)],
    told: toldMeasures(statements, chosen),
  }
}

/** "No braço direito 150 por 90." "E no esquerdo?": one arm is named and no other. */
const ARM = /\b(?:direit|esquerd)[oa]\b/
const TAKES_BACK =
  /(?:^|[,.;] )(?:nao|digo|alias|minto|perdao|desculpe?|corrigindo|corrijo|ou melhor|quer dizer|na verdade|errei|opa)\b/
const TAKEN_AGAIN =
  /\b(?:de novo|novamente|outra vez|primeira|segunda|repet\w+|repous\w+|depois|apos|agora)\b/

/**
 * The last pressures that were taken to be compared: on two arms the one that counts is the higher,
 * of one taken again it is the last. It stands last; none where there is nothing to compare.
 */
function comparedPressures(all: readonly Measurement[]): Measurement[] {
  const [first, second] = all.filter(({ id }) => id === 'bloodPressure').slice(-2)
  if (!first || !second || first.values.join() === second.values.join()) return []
  if (second.statement.index - first.statement.index > MOST_BETWEEN_PRESSURES) return []
  const isSame = first.statement === second.statement
  const between = isSame
    ? first.statement.text.slice(first.end, second.start)
    : second.statement.text
  if (TAKES_BACK.test(fold(between))) return []
  const [own, other] = [first, second].map(({ statement }) => fold(statement.text))
  const isOnArms = !isSame && [own, other].every((text) => ARM.test(text!))
  if (isOnArms && ARM.exec(own!)![0] !== ARM.exec(other!)![0])
    return [first, second].toSorted((a, b) => a.values[0]! - b.values[0]!)
  return TAKEN_AGAIN.test(`${own} ${other}`) ? [first, second] : []
}

/** Sentences. */
const MOST_BETWEEN_PRESSURES = 30

/** 90/80: hardly a pressure that anybody has, and replaces none that is. */
function isNarrow([systolic = 0, diastolic = 0]: readonly number[]): boolean {
  return systolic - diastolic < LEAST_PULSE_PRESSURE
}

const LEAST_PULSE_PRESSURE = 15

/**
 * What the conversation is measuring: open while it is only named, closed once a number was said.
 */
interface Topic {
  ids: ReadonlySet<MeasureId>
  open: boolean
  /** It was a question that named it. */
  asks: boolean
  statement: Statement | undefined
  /** Index of the question that asked for weight or height; null when none did shortly before. */
  request: number | null
}

function isAmongVitalSigns({ ids, open, statement }: Topic, next: Statement): boolean {
  if (!statement || open || next.index - statement.index > 1) return false
  return [...ids].some((id) => VITAL_SIGNS.has(id))
}

/**
 * "Você conseguiu pesar ele?" "Na farmácia ontem: 12 quilos e 700. A altura eu medi na parede, 87."
 */
function isRequested({ request }: Topic, { index, question }: Statement): boolean {
  return request !== null && !question && index - request <= 3
}

/** "Medi agora há pouco, 122 por 74", "Aqui deu 142 por 88", whatever was said before. */
const NOW_ITSELF =
  /\b(?:(?:medi|mediu|medimos|medindo|aferi|pesei|pesou|deu) (?:\w+ )?(?:agora|hoje|aqui))\b|^(?:e |mas |ai )?(?:hoje|agora|aqui)\b(?! (?:cedo|de manha|em casa))/

/**
 * The number of a bare answer belongs to what was just named; after a number only a correction
 * does.
 */
function isAsked(id: MeasureId, topic: Topic, statement: Statement, words: string): boolean {
  if (!topic.statement || !topic.ids.has(id) || statement.index - topic.statement.index > 2)
    return false
  return (
    topic.open ||
    /^(?:hoje|agora|aqui|nao|digo|alias|minto|perdao|desculpe?|corrigindo|ou melhor|quer dizer|na verdade|opa)\b/.test(
      words,
    )
  )
}

/** "De pé, um minuto… 110 por 64": taken standing, it replaces nothing. */
function isStanding(
  id: MeasureId,
  reading: MeasureReading,
  statement: Statement,
  previous: Statement | undefined,
): boolean {
  return (
    id === 'bloodPressure' && !reading.cued && STANDING.test(shortlyBefore(statement, previous))
  )
}

/** "Altura uterina 31. Batimento 142": the child's that is not born yet. */
function isOfChild(id: MeasureId, statement: Statement, previous: Statement | undefined): boolean {
  if (id !== 'heartRate') return false
  return (
    /\b(?:uterina|uterino|fetal|feto|cefalic[oa]|gestacional)\b/.test(
      shortlyBefore(statement, previous),
    ) && /\bbatimentos?\b/.test(fold(statement.text))
  )
}

/** Folded; empty where it was said longer ago. */
function shortlyBefore({ index }: Statement, previous: Statement | undefined): string {
  return previous && index - previous.index <= 2 ? fold(previous.text) : ''
}

const CORRECTS_AHEAD =
  /^(?:(?:ah|opa|nao|desculpa|desculpe|digo|alias|minto|perdao|errei|e|sao|era) )+/

/** "Um metro e setenta e cinco." "Não, setenta e três.": the centimetres alone are said again. */
function correctedHeight(
  statement: Statement,
  last: Measurement | undefined,
): Measurement | undefined {
  if (last?.id !== 'height' || last.statement.index !== statement.index - 1) return undefined
  const [number, other] = readNumbers(statement.tokens)
  if (!number || other || number.decimals > 0 || number.value < 10 || number.value > 99)
    return undefined
  const said = statement.tokens.map(({ norm }) => norm)
  const before = said.slice(0, number.from).filter((norm) => /\p{L}/u.test(norm))
  const isWhole = said.slice(number.to).every((norm) => !/\p{L}|\d/u.test(norm))
  if (!isWhole || before.length === 0 || !CORRECTS_AHEAD.test(`${before.join(' ')} `))
    return undefined
  if (`${before.join(' ')} `.replace(CORRECTS_AHEAD, '') !== '') return undefined
  const metres = Math.floor(last.values[0]!)
  const reading: MeasureReading = {
    values: [metres + number.value / 100],
    from: number.from,
    to: number.to,
    cued: false,
  }
  return toMeasurement('height', statement, reading, last.statement)
}

const OF_BIRTH = /\b(?:nasceu|nasc(?:eram|imento|er)|parto|apgar|maternidade)\b/

/**
 * "Nasceu de quantas semanas?" "Trinta e oito, parto normal, pesou três quilos e cem": of that day.
 */
function isOfBirth(id: MeasureId, words: string, previous: Statement | undefined): boolean {
  if (id !== 'weight' && id !== 'height' && id !== 'headCircumference') return false
  if (/\b(?:hoje|agora|aqui|balanca)\b/.test(words)) return false
  return OF_BIRTH.test(words) || (previous?.question === true && OF_BIRTH.test(fold(previous.text)))
}

/** A number that only the conversation names belongs to the conversation's time and person. */
function ownFrame(
  statement: Statement,
  topic: Statement | undefined,
  previous: Statement | undefined,
  patientIsChild: boolean,
): boolean {
  return [topic, previous].every(
    (earlier) =>
      earlier === undefined ||
      statement.index - earlier.index > 2 ||
      frameOf(earlier.tokens, patientIsChild) === 'today',
  )
}

/** "Pressão 152 por 80, frequência 76, jejum não, né?": only the last clause asks. */
function isToldBefore({ tokens }: Statement, { cued, to }: MeasureReading): boolean {
  const rest = tokens.slice(to).map(({ norm }) => norm)
  const comma = rest.indexOf(',')
  if (!cued || comma < 0) return false
  const asking = rest.slice(comma + 1).filter((norm) => /\p{L}|\d/u.test(norm))
  return (
    asking.length > 1 && !/^(?:e isso|foi isso|esta certo|ta certo|nao e)\b/.test(asking.join(' '))
  )
}

/** "O senhor mede um e setenta, né? Tá magrinho.": known to who asks, and nobody objects. */
function isReadBack(id: MeasureId, { tokens }: Statement, next: Statement | undefined): boolean {
  const asksForNod = tokens.at(-1)?.norm === '?' && tokens.at(-2)?.norm === 'ne'
  return (
    BODY_MEASURES.has(id) && asksForNod && !/^(?:nao|era|uns|acho)\b/.test(fold(next?.text ?? ''))
  )
}

/** "O senhor pesa 80 quilos? Isso." */
function isConfirmed(next: Statement | undefined): boolean {
  return (
    next !== undefined &&
    /^(?:sim|isso|e isso|exato|exatamente|correto|certo|isso mesmo)\b/.test(fold(next.text)) &&
    next.tokens.length <= 6
  )
}

/** "120 por 80 não 130 por 80": a correction or its opposite; neither is taken. */
function withoutAmbiguous(statement: Statement, readings: MeasureReading[]): MeasureReading[] {
  return readings.filter((reading, index) => {
    const next = readings[index + 1]
    const previous = readings[index - 1]
    return (
      !(next && clash(statement, reading, next)) &&
      !(previous && clash(statement, previous, reading))
    )
  })
}

function clash(statement: Statement, first: MeasureReading, second: MeasureReading): boolean {
  const between = statement.tokens
    .slice(first.to, second.from)
    .map((token) => token.norm)
    .join(' ')
  return /\bnao$|^(?:,? ?)ou$/.test(between) && !CORRECTION.test(between)
}

function toMeasurement(
  id: MeasureId,
  statement: Statement,
  reading: MeasureReading,
  asked: Statement | null,
): Measurement {
  return {
    id,
    values: reading.values,
    statement,
    start: statement.tokens[reading.from]!.start,
    end: statement.tokens[reading.to - 1]!.end,
    asked,
  }
}
