/**
 * Whether a case can be asked of a writer at all: it fits its document model, its own document says
 * every fact and nothing forbidden, and every number and drug in it comes from the sources or
 * follows from them. Faults name places and words of the case.
 */

import type { DocumentContent, DocumentValue } from '../contract/api.ts'
import { filledValues } from '../document/models/content.ts'
import type { Template } from '../document/models/ports.ts'
import { validateContent } from '../document/models/template-schema.ts'
import { MONTHS } from '../portuguese/months.ts'
import type { EvaluationCase } from './case.ts'
import { type Named, namedReader, sourceTexts } from './foreign-names.ts'
import { plainText } from './plain-words.ts'
import { forbiddenIn, isHeld } from './score-document.ts'

export interface CaseFault {
  /** As in `facts.3` or `document.Sinais Vitais.PA Sistólica`. */
  path: string
  problem: string
}

export type CheckCase = (one: EvaluationCase, template: Template) => CaseFault[]

/** Reads the lexicon of drugs once; the check is pure. */
export function caseChecker(): CheckCase {
  const named = namedReader()

  function sourceFaults(one: EvaluationCase, template: Template): CaseFault[] {
    const sources = sourceTexts(one).join('\n')
    const known = named(sources)
    return filledValues(template, one.document).flatMap(({ path, text }) => {
      const { numbers, drugs } = named(text)
      const place = ['document', ...path].join('.')
      return [
        ...[...numbers]
          .filter((number) => !known.numbers.has(number))
          .filter(
            (number) =>
              !isDerived(Number(number), { path, text, sources, known, document: one.document }),
          )
          .map((number) => ({ path: place, problem: `nobody said ${number}` })),
        ...[...drugs]
          .filter((drug) => !known.drugs.has(drug))
          .map((drug) => ({ path: place, problem: `nobody named ${drug}` })),
      ]
    })
  }

  return (one, template) => {
    const shape = validateContent(template, one.document).map(({ field, issue }) => ({
      path: `document.${field}`,
      problem: String(issue),
    }))
    // Everything further rests on a document of the right shape.
    if (shape.length > 0) return shape
    return [
      ...factFaults(one, template),
      ...forbiddenFaults(one, template),
      ...nullFaults(one, template),
      ...sourceFaults(one, template),
    ]
  }
}

function factFaults({ facts, document }: EvaluationCase, template: Template): CaseFault[] {
  const seen = new Set<string>()
  return facts.flatMap((fact, index): CaseFault[] => {
    const path = `facts.${index}`
    if (!isInTemplate(fact.path, template))
      return [{ path, problem: `no such field: ${fact.path.join(' / ')}` }]
    const key = JSON.stringify([fact.path, fact.holds])
    if (seen.has(key)) return [{ path, problem: `twice: ${fact.holds}` }]
    seen.add(key)
    const says = plainText(fact.holds)
    if (says.words.length === 0 && !says.denies) return [{ path, problem: 'holds no word' }]
    if (isHeld({ ...fact, or: [] }, document[fact.path[0]!] ?? null)) return []
    return [
      { path, problem: `the document does not say “${fact.holds}” in ${fact.path.join(' / ')}` },
    ]
  })
}

function forbiddenFaults(one: EvaluationCase, template: Template): CaseFault[] {
  return one.forbidden.flatMap((each, index): CaseFault[] => {
    const path = `forbidden.${index}`
    if (each.field !== null && !isInTemplate([each.field], template))
      return [{ path, problem: `no such field: ${each.field}` }]
    if (plainText(each.text).words.length === 0) return [{ path, problem: 'holds no word' }]
    return forbiddenIn({ forbidden: [each] }, template, one.document).map((found) => ({
      path,
      problem: `the document says “${each.text}” in ${found.path.join(' / ')}: ${found.text}`,
    }))
  })
}

function nullFaults({ nulls, document }: EvaluationCase, template: Template): CaseFault[] {
  return nulls.flatMap((place, index): CaseFault[] => {
    const path = `nulls.${index}`
    const [name = '', key] = place
    if (!isInTemplate(place, template))
      return [{ path, problem: `no such field: ${place.join(' / ')}` }]
    const value = document[name] ?? null
    const isNull =
      value === null ||
      (key !== undefined && typeof value === 'object' && !Array.isArray(value) && !value[key])
    return isNull ? [] : [{ path, problem: `the document fills ${place.join(' / ')}` }]
  })
}

function isInTemplate([name, key]: readonly string[], { fields }: Template): boolean {
  const field = fields.find((each) => each.name === name)
  return field !== undefined && (key === undefined || (field.keys ?? []).includes(key))
}

interface Where {
  path: readonly string[]
  text: string
  sources: string
  known: Named
  document: DocumentContent
}

/**
 * Numbers that a careful doctor writes though nobody said them in these digits, each by a rule that
 * can be followed.
 *
 * Whether `number` follows from what was said.
 */
function isDerived(number: number, { path, text, sources, known, document }: Where): boolean {
  const said = [...known.numbers].map(Number)
  const place = `${path.join(' ')} ${text}`.toLowerCase()
  const key = (path[1] ?? '').toLowerCase()
  const follows = (rule: (a: number, b: number) => number) =>
    said.some((a) => said.some((b) => isClose(rule(a, b), number)))

  if (key.startsWith('imc'))
    return isBodyMassIndex(number, document[path[0] ?? ''] ?? null, path[1] ?? '')
  // "12 por 8"
  if (/press|\bpa\b/.test(place) && said.includes(number / 10)) return true
  // "1 metro e 65"; "um metro e 65", where "um" may be an article.
  if (/altura|comprimento|estatura/.test(place) && follows((m, cm) => m + cm / 100)) return true
  if (/altura|comprimento|estatura/.test(place) && said.includes(Math.round(number * 100) - 100))
    return true
  if (/altura|comprimento|estatura/.test(place) && said.includes(Math.round(number * 100)))
    return true
  // "38 e 2"
  if (/temperatura|febre|°/.test(place) && follows((a, b) => (b < 10 ? a + b / 10 : a))) return true
  // "72 quilos e 300 gramas", "72 quilos e meio"
  if (/peso|kg/.test(place) && follows((kg, g) => kg + g / 1000)) return true
  if (/\bmei[oa]\b/i.test(sources) && (number === 0.5 || said.includes(number - 0.5))) return true
  // A packet is twenty cigarettes.
  if (/maço|tabágica/.test(place) && (follows((a, b) => a * b) || follows((a, b) => (a * b) / 20)))
    return true
  if (/ganho|perda|balanço|total/.test(key) && follows((a, b) => a - b)) return true
  if (/ganhos|perdas|balanço|total/.test(key) && follows((a, b) => a + b)) return true
  if (number === 0) return /(?:nenhum|nunca|sem|não|nulípara|zero)/i.test(sources)
  if (number === 1) return /(?:^|\s)(?:um|uma|primeir[oa])(?:\s|$)/i.test(sources)
  return isMonth(number, text, sources) || isYear(number, said, text)
}

/**
 * Whether it follows from the weight and height that the same document gives; `IMC Pré-Gestacional`
 * is that of `Peso Pré-Gestacional`.
 */
function isBodyMassIndex(number: number, measures: DocumentValue, key: string): boolean {
  if (measures === null || typeof measures !== 'object' || Array.isArray(measures)) return false
  const [kg, m] = [key.replace('IMC', 'Peso'), 'Altura'].map((name) =>
    Number.parseFloat((measures[name] ?? '').replace(',', '.')),
  )
  return kg !== undefined && m !== undefined && isClose(kg / (m > 3 ? m / 100 : m) ** 2, number)
}

/** "10/05" of "dez de maio". */
function isMonth(number: number, text: string, sources: string): boolean {
  const name = MONTHS[number - 1]
  return name !== undefined && /\d\/\d/.test(text) && new RegExp(`\\b${name}\\b`, 'i').test(sources)
}

/** "12/03/2024" of "doze de março de vinte e quatro". */
function isYear(number: number, said: readonly number[], text: string): boolean {
  return number > 1900 && said.includes(number % 100) && /\d\/\d/.test(text)
}

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) < 0.0051 || Math.round(left * 10) / 10 === right
}
