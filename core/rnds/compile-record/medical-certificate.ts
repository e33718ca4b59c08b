/**
 * A medical certificate as days of leave, only where its words leave no doubt: one number of days,
 * one first day, nothing denied. Hours, attendance, an end instead of a beginning: all that stays
 * text and goes to the plan.
 */

import type { MedicalCertificate } from '../../fhir/clinical-record.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { fold, type Token, tokenize } from '../../portuguese/tokens.ts'
import { WRITTEN_CODE, writtenCodes } from './coded-facts.ts'

/**
 * @param today of the consultation, ISO date
 * @param codes CID-10 codes confirmed for this consultation: one is shown only if the certificate
 * itself writes it
 */
export function readCertificate(
  text: string,
  today: string,
  codes: readonly string[],
): MedicalCertificate | null {
  const words = fold(text)
  if (DOUBTFUL.test(words) || OTHER_DAYS.test(words)) return null
  const days = daysOf(text)
  const start = startOf(words, today)
  if (days === null || start === null || !isNear(start, today)) return null
  const diagnosis = writtenCodes(text).find((code) => codes.includes(code)) ?? null
  return { start, days, description: text, diagnosis }
}

const DOUBTFUL =
  /\b(?:nao|sem|nega|recus\w*|dispens\w*|horas?|semanas?|mes|meses|comparec\w*|acompanh\w*|apto|apta|aptidao|ate|retroativ\w*|amanha|ontem|segunda|terca|quarta|quinta|sexta|sabado|domingo)\b/

/** Days of something else: how long it lasts already, when to come again, how long to take what. */
const OTHER_DAYS =
  /\b(?:ha|faz|desde|retorn\w*|reaval\w*|revis\w*|volt\w*|us(?:o|ar|ando)|tom(?:ar|ando)|tratamento|internad\w*)\b/

/** A first day farther away is a birthday, or a slip of the pen. */
const NEAR_DAYS = { before: 15, after: 60 }

function isNear(start: string, today: string): boolean {
  const days = (Date.parse(start) - Date.parse(today)) / 86_400_000
  return days >= -NEAR_DAYS.before && days <= NEAR_DAYS.after
}

/**
 * The one number in the text, dates and codes aside, and it counts days. "3 (três) dias" is one
 * number.
 */
function daysOf(text: string): number | null {
  const tokens = tokenize(text.replace(DATE, ' ').replace(WRITTEN_CODE, ' '))
  const numbers = readNumbers(tokens).map(({ value, article, to }) => ({
    value,
    article,
    countsDays: /^dias?$/.test(nextWord(tokens, to)),
  }))
  const days = numbers.find(({ countsDays }) => countsDays)?.value
  const isAlone = numbers.every(
    ({ value, article, countsDays }) => value === days || (article && !countsDays),
  )
  const mentions = tokens.filter(({ norm }) => /^dias?$/.test(norm)).length
  return days !== undefined && isAlone && mentions === 1 && Number.isInteger(days) && days > 0
    ? days
    : null
}

function nextWord(tokens: readonly Token[], at: number): string {
  return tokens.slice(at).find(({ kind }) => kind !== 'mark')?.norm ?? ''
}

/** "a partir de hoje", or one written date. */
function startOf(words: string, today: string): string | null {
  const dates = new Set([...words.matchAll(DATE)].map(isoDate))
  if (/\bhoje\b|\bdesta data\b|\bdata de emissao\b/.test(words)) dates.add(today)
  const [start] = dates
  return dates.size === 1 ? (start ?? null) : null
}

const DATE = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g

/** @returns null where the calendar has no such day */
function isoDate([, day = '', month = '', year = '']: RegExpMatchArray): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? null : iso
}
