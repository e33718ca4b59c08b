/**
 * What all readers of dates share: the shape of a date as it was said, and the names of months and
 * weekdays.
 */
export interface Distance {
  amount: number
  unit: 'day' | 'week' | 'month' | 'year'
  /** 0 for Sunday: of a week the day ("sábado passado"). */
  weekday?: number
}

export interface DateMention {
  /**
   * "2024-03-15", "2019-05", "2019", "--03-15" (no year said), "---15" (only a day); null for a
   * relative one.
   */
  iso: string | null
  /**
   * From the day of the visit, in the unit; negative before. With `iso` its frame: "março do ano
   * passado", "dia 20 do mês que vem".
   */
  relative: Distance | null
  /** "desde ontem": from then on. */
  since: boolean
  /** Tokens [from, to), the preposition included. */
  from: number
  to: number
}

/** A date before its preposition is looked at. */
export type FoundDate = Omit<DateMention, 'since'>

const MONTHS =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(
    ' ',
  )
const SHORT = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ')
/** Folded, Sunday first. */
export const WEEKDAYS = 'domingo segunda terca quarta quinta sexta sabado'.split(' ')

/** 1 to 12, of "março" or "mar", folded. */
export function monthWord(word: string): number | undefined {
  const long = MONTHS.indexOf(word)
  if (long >= 0) return long + 1
  const short = SHORT.indexOf(word)
  return short >= 0 ? short + 1 : undefined
}

/** A month by its number. */
export function isMonth(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 12
}

/** A year that people speak of: 1900 to 2099. */
export function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2099
}

/** Two digits. */
export function pad(value: number): string {
  return String(value).padStart(2, '0')
}
