/**
 * How long each kind of content is kept (SPEC-GAPS C32). Each organization may have rules of its
 * own; what it leaves open is as the box's settings say. A rule is refused where it would
 * contradict the law the organization itself names.
 */
import { AppError, type ErrorDetail } from '../errors.ts'

/**
 * `audio`: sound. `transcripts`: its words, with everything a document was written from.
 * `documents`: with versions and structured output. `files`: uploaded ones, with their text.
 * `contexts`: what the host or the doctor wrote for the visit, with its history. `records`: what
 * the national network was sent.
 */
export const retentionCategories = [
  'audio',
  'transcripts',
  'files',
  'contexts',
  'records',
  'documents',
] as const

export type RetentionCategory = (typeof retentionCategories)[number]

/** In ms; null: until somebody erases it. */
export type KeptFor = number | null

export interface RetentionRules extends Record<RetentionCategory, KeptFor> {
  /**
   * Documents that the host confirmed to have imported, from that moment on. Asks for
   * `ehrKeepsChart`.
   */
  imported: KeptFor
  /** How long the law has the organization keep a document that no other system keeps. */
  legalDuty: KeptFor
  /**
   * The organization states that its EHR is where the chart is kept for as long as the law wants.
   */
  ehrKeepsChart: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A leap year's: nothing goes a day too early. */
const YEAR_MS = 366 * DAY_MS

const UNITS_MS = { h: HOUR_MS, d: DAY_MS, y: YEAR_MS }
const KEEP = 'keep'
const keptForPattern = /^(keep|\d{1,5}[hdy])$/
export const keptForAllowed = 'keep, or a time such as 24h, 90d or 20y'

/** `24h`, `90d`, `20y` or `keep`. @throws {AppError} `validation_error` */
export function readKeptFor(text: string, field: string): KeptFor {
  if (!keptForPattern.test(text)) throw refused([{ field, issue: `must be ${keptForAllowed}` }])
  if (text === KEEP) return null
  return Number(text.slice(0, -1)) * UNITS_MS[text.at(-1) as keyof typeof UNITS_MS]
}

/** As `readKeptFor` reads it, in the largest unit that says it exactly. */
export function keptForText(kept: KeptFor): string {
  if (kept === null) return KEEP
  if (kept > 0 && kept % YEAR_MS === 0) return `${kept / YEAR_MS}y`
  if (kept > 0 && kept % DAY_MS === 0 && kept > DAY_MS) return `${kept / DAY_MS}d`
  return `${kept / HOUR_MS}h`
}

/** What an organization may choose between; in ms. */
const BOUNDS: Record<RetentionCategory, { least: number; most: KeptFor }> = {
  audio: { least: 0, most: 30 * DAY_MS },
  transcripts: { least: DAY_MS, most: null },
  files: { least: DAY_MS, most: null },
  contexts: { least: DAY_MS, most: null },
  records: { least: 30 * DAY_MS, most: null },
  documents: { least: DAY_MS, most: null },
}

/** @throws {AppError} `retention_refused`, one detail per rule that cannot be */
export function checkRules(rules: RetentionRules): RetentionRules {
  const faults: ErrorDetail[] = []
  for (const category of retentionCategories) {
    const { least, most } = BOUNDS[category]
    const kept = rules[category]
    if (kept !== null && kept < least)
      faults.push({ field: category, issue: `must be at least ${keptForText(least)}` })
    if (most !== null && (kept === null || kept > most))
      faults.push({ field: category, issue: `must be at most ${keptForText(most)}` })
  }
  const { documents, imported, legalDuty, ehrKeepsChart } = rules
  if (documents !== null && (legalDuty === null || documents < legalDuty))
    faults.push({
      field: 'documents',
      issue: `is shorter than the legal duty, ${keptForText(legalDuty)}`,
    })
  if (imported !== null && !ehrKeepsChart)
    faults.push({
      field: 'imported',
      issue: 'needs the statement that the EHR keeps the chart as long as the law wants',
    })
  if (faults.length > 0) throw refused(faults)
  return rules
}

function refused(details: readonly ErrorDetail[]): AppError {
  const words = details.map(({ field, issue }) => `${field} ${issue}`).join('; ')
  return new AppError('invalid', 'retention_refused', `These rules cannot be: ${words}.`, {
    details,
  })
}
