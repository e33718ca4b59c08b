/**
 * The figures of a run, each by its name: `read.facts.recall`,
 * `read.field.medicationsInUse.precision`, `read.kind.allergy.recall`, `read.model.soap.recall`,
 * `heard.words.errorRate`. Thresholds and comparisons use the same names.
 */

import { z } from 'zod'
import { type CaseResult, type EvaluationReport, PARTS } from './report.ts'
import type { Tally } from './score-document.ts'
import { type ErrorCount, errorRate } from './word-errors.ts'

/**
 * A figure without anything to measure (no allergy in the cases chosen) is left out, never 0 or 1.
 */
export type Figures = Record<string, number>

export function figuresOf({ cases, seconds, peakMemoryMiB }: EvaluationReport): Figures {
  const figures: Figures = {}
  for (const part of PARTS) {
    const own = cases.filter((one) => one.part === part)
    if (own.length === 0) continue
    for (const [name, value] of Object.entries(partFigures(own)))
      if (value !== null) figures[`${part}.${name}`] = round(value)
  }
  figures.seconds = round(seconds)
  if (peakMemoryMiB !== null) figures.peakMemoryMiB = Math.round(peakMemoryMiB)
  return figures
}

/**
 * Whether more of a figure is better; null for those that are only told (words against the
 * reference's).
 */
export function isMoreBetter(name: string): boolean | null {
  if (/\.(?:recall|precision|valid|nullsKept)$/.test(name)) return true
  return /\.lengthRatio$|\.documents$/.test(name) ? null : false
}

function partFigures(cases: readonly CaseResult[]): Record<string, number | null> {
  const scores = cases.map(({ score }) => score)
  const whole = sumTallies(scores.flatMap(({ fields }) => Object.values(fields)))
  const sum = (of: (score: CaseResult['score']) => number) =>
    scores.reduce((total, score) => total + of(score), 0)
  const written = cases.filter(({ failure }) => failure === null)
  return {
    documents: cases.length,
    failures: cases.length - written.length,
    valid: ratio(written.filter(({ score }) => score.valid).length, written.length),
    'facts.recall': ratio(whole.found, whole.facts),
    'facts.precision': ratio(whole.right, whole.written),
    'facts.omitted': whole.facts - whole.found,
    unsupported: sum(({ unsupported }) => unsupported.length),
    nullsKept: ratio(
      sum(({ nulls }) => nulls.kept),
      sum(({ nulls }) => nulls.expected),
    ),
    lengthRatio: ratio(
      sum(({ words }) => words),
      sum(({ referenceWords }) => referenceWords),
    ),
    ...groupFigures(scores),
    ...modelFigures(cases),
    ...speechFigures(cases),
    secondsPerDocument: ratio(
      written.reduce((total, { seconds }) => total + seconds, 0),
      written.length,
    ),
  }
}

/**
 * Fields that are named together where figures are given, by the meaning of the field or its name.
 */
const GROUPS: Record<string, readonly string[]> = {
  vitalSigns: ['Sinais Vitais'],
  anthropometrics: ['Dados Antropométricos'],
  medication: ['medicationsInUse', 'prescriptions'],
}

function groupFigures(scores: readonly CaseResult['score'][]) {
  const names = new Set(scores.flatMap(({ fields }) => Object.keys(fields)))
  const figures: Record<string, number | null> = {}
  const add = (name: string, tallies: (Tally | undefined)[]) => {
    const tally = sumTallies(tallies.filter((each) => each !== undefined))
    figures[`${name}.recall`] = ratio(tally.found, tally.facts)
    figures[`${name}.precision`] = ratio(tally.right, tally.written)
  }
  for (const [group, fields] of Object.entries(GROUPS))
    add(
      `group.${group}`,
      fields.flatMap((name) => scores.map((score) => score.fields[name])),
    )
  for (const name of names)
    add(
      `field.${name}`,
      scores.map((score) => score.fields[name]),
    )
  for (const kind of new Set(scores.flatMap(({ kinds }) => Object.keys(kinds)))) {
    const own = scores.flatMap(({ kinds }) => kinds[kind] ?? [])
    const total = (of: 'facts' | 'found') => own.reduce((sum, each) => sum + each[of], 0)
    figures[`kind.${kind}.recall`] = ratio(total('found'), total('facts'))
  }
  return figures
}

function modelFigures(cases: readonly CaseResult[]) {
  const figures: Record<string, number | null> = {}
  for (const id of new Set(cases.map(({ templateId }) => templateId))) {
    const own = cases.filter(({ templateId }) => templateId === id)
    const tally = sumTallies(own.flatMap(({ score }) => Object.values(score.fields)))
    figures[`model.${id}.recall`] = ratio(tally.found, tally.facts)
    figures[`model.${id}.precision`] = ratio(tally.right, tally.written)
  }
  return figures
}

function speechFigures(cases: readonly CaseResult[]) {
  const speech = cases.flatMap((one) => one.speech ?? [])
  if (speech.length === 0) return {}
  const rate = (of: 'words' | 'drugs' | 'terms' | 'numbers') => {
    const counts = speech.map((each) => each[of])
    const add = (what: keyof ErrorCount) => counts.reduce((total, each) => total + each[what], 0)
    const total = { said: add('said'), wrong: add('wrong'), added: add('added') }
    return total.said === 0 ? null : errorRate(total)
  }
  const total = (of: 'audioS' | 'seconds') => speech.reduce((sum, each) => sum + each[of], 0)
  return {
    'words.errorRate': rate('words'),
    'terms.errorRate': rate('terms'),
    'drugs.errorRate': rate('drugs'),
    'numbers.errorRate': rate('numbers'),
    /** Seconds of work per second of sound. */
    secondsPerAudioSecond: ratio(total('seconds'), total('audioS')),
  }
}

function sumTallies(tallies: readonly Tally[]): Tally {
  const sum: Tally = { facts: 0, found: 0, written: 0, right: 0 }
  for (const tally of tallies)
    for (const of of ['facts', 'found', 'written', 'right'] as const) sum[of] += tally[of]
  return sum
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

const Bounds = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'min or max is missing')

/**
 * What a run must reach: figures by name with the least or the most they may be.
 *
 * `{ "read.facts.recall": { "min": 0.9 }, "read.unsupported": { "max": 0 } }`
 */
export const Thresholds = z.record(z.string().min(1), Bounds)
export type Thresholds = z.infer<typeof Thresholds>

export interface Miss {
  figure: string
  value: number
  min: number | null
  max: number | null
}

/**
 * @returns what was not reached, and figures this run does not have (a part left out, a kind not in
 * the cases chosen)
 */
export function judgeFigures(figures: Figures, thresholds: Thresholds) {
  const missed: Miss[] = []
  const notMeasured: string[] = []
  for (const [figure, { min, max }] of Object.entries(thresholds)) {
    const value = figures[figure]
    if (value === undefined) notMeasured.push(figure)
    else if (value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY))
      missed.push({ figure, value, min: min ?? null, max: max ?? null })
  }
  return { missed, notMeasured }
}
