/**
 * The network's rules about today, birth and death (RNDS.md §6.3: ERR798 to 801, 807, 808, 974),
 * and one patient per document.
 */

import { brasiliaDate } from '../bundle/brasilia-time.ts'
import { asText, type JsonObject, valuesAt } from '../profile/json.ts'
import type { Run } from '../profile/run.ts'

/** What is known of the patient; ISO dates. */
export interface PatientFacts {
  birthDate: string | null
  deathDate: string | null
}

/**
 * What has happened when the document is sent. The leave of a certificate and the validity of a
 * prescription may lie ahead.
 */
const PAST: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Composition: ['date'],
    Encounter: ['period.start', 'period.end'],
    Condition: ['onsetDateTime'],
    Procedure: ['performedDateTime'],
    Observation: ['issued', 'effectiveDateTime', 'valueDateTime'],
    AllergyIntolerance: ['onsetDateTime'],
    MedicationRequest: ['authoredOn'],
  }),
)

/** @param today as the calendar shows it in Brasília: `2026-03-16` */
export function checkToday(run: Run, bundle: JsonObject, today: string) {
  const timestamp = dayInBrasilia(asText(bundle.timestamp) ?? '')
  const problem =
    'a data deve ser a de hoje em Brasília; o documento é datado de novo ao ser enviado'
  if (timestamp !== undefined && timestamp < today)
    run.report('ERR807', 'Bundle.timestamp', problem)
  if (timestamp !== undefined && timestamp > today)
    run.report('ERR808', 'Bundle.timestamp', problem)
  for (const { type, path, resource } of run.entries) {
    for (const element of PAST.get(type) ?? []) {
      const day = dayInBrasilia(asText(valuesAt(resource, element.split('.'))[0]) ?? '')
      if (day !== undefined && day > today)
        run.report(
          'ERR974',
          `${path}.${element.replace(/DateTime$/, '')}`,
          'a data não pode estar no futuro',
        )
    }
  }
}

export function checkLifetime(run: Run, { birthDate, deathDate }: PatientFacts) {
  for (const { type, path, resource } of run.entries) {
    if (type !== 'Encounter') continue
    const tell = (name: 'start' | 'end', afterDeath: string, beforeBirth: string) => {
      const day = dayInBrasilia(asText(valuesAt(resource, ['period', name])[0]) ?? '')
      if (day === undefined) return
      if (deathDate && day > deathDate)
        run.report(afterDeath, `${path}.period.${name}`, 'não pode ser depois do óbito do paciente')
      if (birthDate && day < birthDate)
        run.report(
          beforeBirth,
          `${path}.period.${name}`,
          'não pode ser antes do nascimento do paciente',
        )
    }
    tell('end', 'ERR798', 'ERR799')
    tell('start', 'ERR800', 'ERR801')
  }
}

/** Everything in a document is about one person: whoever differs from the others is told. */
export function checkOnePatient(run: Run) {
  const named = run.entries.flatMap(({ path, resource }) =>
    ['subject', 'patient'].flatMap((element) => {
      const value = asText(valuesAt(resource, [element, 'identifier', 'value'])[0])
      return value === undefined ? [] : [{ at: `${path}.${element}.identifier.value`, value }]
    }),
  )
  const counts = new Map<string, number>()
  for (const { value } of named) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [usual] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  for (const { at, value } of named)
    if (value !== usual)
      run.report('consistency', at, 'não é o mesmo paciente do resto do documento')
}

/**
 * Comparing FHIR's dates and times: what is written as a day is compared as the day it is in
 * Brasília.
 * @returns `2026-03-16`, or undefined for a month, a year or what is no date
 */
export function dayInBrasilia(dateTime: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(dateTime)) return dateTime
  const at = dateTime.includes('T') ? Date.parse(dateTime) : Number.NaN
  return Number.isNaN(at) ? undefined : brasiliaDate(new Date(at))
}

/** Whole days from one to the other by the calendar; undefined where either is no day. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [dayInBrasilia(from), dayInBrasilia(to)]
  if (start === undefined || end === undefined) return undefined
  return (Date.parse(end) - Date.parse(start)) / 86_400_000
}

/** By the second where both have one, else by the day. */
export function isBefore(one: string, other: string): boolean {
  if (one.includes('T') && other.includes('T')) return Date.parse(one) < Date.parse(other)
  return (daysBetween(one, other) ?? 0) > 0
}

export function isSameInstant(one: string, other: string): boolean {
  if (one.includes('T') && other.includes('T')) return Date.parse(one) === Date.parse(other)
  return daysBetween(one, other) === 0
}
