/**
 * Comparing FHIR's dates and times: what is written as a day is compared as the day it is in
 * Brasília.
 */
import { brasiliaDate } from '../bundle/brasilia-time.ts'

/** @returns `2026-03-16`, or undefined for a month, a year or what is no date */
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
