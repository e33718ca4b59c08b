/**
 * What a document says, read with the readers of what was said, so that the two compare by meaning
 * and over the whole document. A denied disease, a relative's, and a result under its own heading
 * do not stand for the patient's, today's or what was asked for.
 */
import type { DocumentContent } from '../../contract/api.ts'
import { readDurations } from '../../portuguese/durations.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { numberKey } from '../evidence/numbers.ts'
import { isMeasuredField, measureOfKey } from '../measures/deterministic-values.ts'
import { MEASURE_RULES } from '../measures/measures.ts'
import { filledValues } from '../models/content.ts'
import type { Template } from '../models/ports.ts'
import { type Section, sectionOf, sectionOfKey } from '../models/sections.ts'
import { allergiesIn } from './allergies.ts'
import { type DiseaseFinder, diagnosesIn } from './disease-names.ts'
import type { Fact } from './fact.ts'
import { amountsIn, rhythmsWritten } from './how-much.ts'
import { isSpokenOf, spokenValues } from './measures.ts'
import { requestStems } from './requests.ts'
import { COMES_BACK, daysAhead, inDays } from './returns.ts'
import type { Said, Visit, VisitReader } from './visit-reader.ts'

/** One value, read. */
interface Value {
  section: Section | undefined
  /** Kind of a key that holds a measure. */
  measure: string | undefined
  lines: readonly Line[]
  visit: Visit
}

/** A sentence of it, with what facts are compared with. */
interface Line {
  said: Said
  numbers: ReadonlySet<string>
  stems: ReadonlySet<string>
  amounts: ReadonlySet<string>
}

function lineOf(said: Said): Line {
  const { tokens } = said.statement
  const numbers = [...readNumbers(tokens), ...spokenValues(tokens)].map(({ value }) =>
    numberKey(value),
  )
  const forms = said.terms.flatMap(({ kind, key, also = [] }) =>
    kind === 'number' ? [key, ...also] : [],
  )
  const lengths = readDurations(tokens).flatMap(({ iso }) =>
    iso === null ? [] : [inDays(iso), iso],
  )
  return {
    said,
    numbers: new Set([...numbers, ...forms]),
    stems: requestStems(tokens),
    amounts: new Set([...amountsIn(tokens), ...rhythmsWritten(tokens), ...lengths]),
  }
}

/** Whether the document says it: all of it, in any field. */
export type IsWritten = (fact: Fact) => boolean

export function writtenReader(read: VisitReader, findDiseases: DiseaseFinder) {
  return (template: Pick<Template, 'fields'>, content: DocumentContent): IsWritten => {
    const values: Value[] = []
    for (const { path, text } of filledValues(template, content)) {
      const [name = '', key] = path
      const field = template.fields.find((one) => one.name === name)!
      const isKey = field.type === 'dict' && key !== undefined
      const visit = read(
        {
          segments: [],
          // What Markdown makes a heading of is text as well.
          contextMarkdown: (isKey ? `${key}: ${text}` : text).replaceAll(/[#*_>]+/g, ' '),
          backgroundHistory: null,
          files: [],
        },
        { isWritten: true },
      )
      values.push({
        section: isKey ? (sectionOfKey(name, key)?.section ?? sectionOf(field)) : sectionOf(field),
        measure: isKey && isMeasuredField(field) ? measureOfKey(key)?.id : undefined,
        lines: visit.said.map(lineOf),
        visit,
      })
    }
    const diagnoses = new Set(
      values
        .filter(({ section }) => section !== 'family')
        .flatMap(({ visit }) => diagnosesIn(visit, findDiseases).flatMap(({ keys }) => keys)),
    )
    const allergies = allergiesWritten(values)
    const isOneOf = (keys: readonly string[], known: ReadonlySet<string>) =>
      keys.some((key) => known.has(key))

    return (fact) => {
      const { kind, keys, details } = fact
      if (kind === 'medicine') return isMedicineWritten(fact, values)
      if (kind === 'measure') return isMeasureWritten(fact, values)
      if (kind === 'diagnosis') return isOneOf(keys, diagnoses)
      if (kind === 'allergy') return isOneOf(keys, allergies)
      if (kind === 'request') return isRequestWritten(fact, values)
      if (kind === 'number') return isNumberWritten(fact, values)
      return values.some(({ lines }) => lines.some((one) => isReturn(one, details[0]!)))
    }
  }
}

/** How many sentences after its name still tell of a medicine. */
const GOES_ON = 1

function isMedicineWritten(
  { keys: [ingredient], details }: Fact,
  values: readonly Value[],
): boolean {
  const amounts = new Set<string>()
  let isNamed = false
  for (const { section, lines } of values) {
    if (section === 'allergies') continue
    lines.forEach(({ said: { mentions, terms, words } }, at) => {
      const isHere =
        mentions.some((mention) => mention.ingredient === ingredient) ||
        terms.some(({ kind, key }) => kind === 'drug' && key === ingredient)
      if (!isHere || /\balerg/.test(words)) return
      isNamed = true
      for (const line of lines.slice(at, at + 1 + GOES_ON))
        for (const key of line.amounts) amounts.add(key)
    })
  }
  return isNamed && details.every((detail) => amounts.has(detail))
}

function isMeasureWritten({ keys, details }: Fact, values: readonly Value[]): boolean {
  const [first = ''] = keys
  const rule = MEASURE_RULES.find(({ id }) => id === first)
  const isVital = rule !== undefined || values.some(({ measure }) => measure === first)
  return details.every((detail) =>
    values.some(({ measure, lines }) => {
      const holding = lines.filter(({ numbers }) => numbers.has(detail))
      if (measure !== undefined) return (measure === first || !isVital) && holding.length > 0
      return holding.some((line) => {
        if (!isVital) return isOfThing(line, keys, detail)
        const { tokens } = line.said.statement
        const readings = rule?.find(tokens, false) ?? []
        const isRead = readings.some(({ values: read }) => read.map(numberKey).includes(detail))
        return isRead || isSpokenOf(first, line.said.words)
      })
    }),
  )
}

/** Measures that are told and never read out (`told-measures.ts`): what they are counted in. */
const TOLD_IN: Partial<Record<string, string>> = {
  prePregnancyWeight: 'kg',
  pregnancyWeightGain: 'kg',
  weightLoss: 'kg',
  bodySurface: 'm',
}

function isNumberWritten({ details }: Fact, values: readonly Value[]): boolean {
  return details.every((detail) =>
    values.some(({ lines }) =>
      lines.some(({ numbers, amounts }) => numbers.has(detail) || amounts.has(detail)),
    ),
  )
}

/** The number stands with the same unit, or beside the name of the same examination. */
function isOfThing({ said, stems }: Line, keys: readonly string[], detail: string): boolean {
  const unit = /^unit (.*)$/.exec(keys[0] ?? '')?.[1] ?? TOLD_IN[keys[0] ?? '']
  if (unit === undefined) return keys.some((key) => stems.has(key))
  return said.terms.some(
    (term) =>
      term.kind === 'number' &&
      (term.key === detail || term.also?.includes(detail)) &&
      (term.unit ?? unit) === unit,
  )
}

function allergiesWritten(values: readonly Value[]): Set<string> {
  const found = new Set(
    values.flatMap(({ visit }) => allergiesIn(visit).flatMap(({ keys }) => keys)),
  )
  for (const { section, lines } of values) {
    if (section !== 'allergies') continue
    for (const { said } of lines) {
      const { mentions, terms, statement } = said
      const isDenied = (at: number) =>
        terms.some(({ from, to, denied }) => denied && at >= from && at < to)
      for (const { ingredient, from } of mentions) if (!isDenied(from)) found.add(ingredient)
      const stems = [...requestStems(statement.tokens.filter((_, at) => !isDenied(at)))]
      for (const [at, stem] of stems.entries()) {
        found.add(stem)
        found.add(`${stem} ${stems[at + 1] ?? ''}`.trim())
      }
    }
  }
  if (found.size > 0) found.add('alergia')
  return found
}

/** Where a result stands, which is not what is asked for anew. */
const RESULTS: ReadonlySet<Section | undefined> = new Set<Section>(['examResults', 'physicalExam'])

function isRequestWritten({ keys, details }: Fact, values: readonly Value[]): boolean {
  return values.some(({ section, measure, lines }) => {
    if (RESULTS.has(section) || measure !== undefined) return false
    return lines.some(
      ({ stems, amounts }) =>
        keys.some((key) => hasAlike(stems, key)) && details.every((detail) => amounts.has(detail)),
    )
  })
}

/** "Fono" and "fonoaudiologia": the shorter one begins the longer. */
function hasAlike(stems: ReadonlySet<string>, key: string): boolean {
  if (stems.has(key)) return true
  return [...stems].some(
    (stem) =>
      Math.min(stem.length, key.length) >= LEAST_ALIKE &&
      (stem.startsWith(key) || key.startsWith(stem)),
  )
}

const LEAST_ALIKE = 4

function isReturn({ said, amounts }: Line, when: string): boolean {
  const { tokens } = said.statement
  if (!tokens.some(({ norm }) => COMES_BACK.test(norm))) return false
  return amounts.has(when) || daysAhead(said).some(({ key }) => key === when)
}
