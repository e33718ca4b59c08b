/**
 * Days, months and years as they are said: "dia 15", "quinze de março", "em 2019", "15/03/2024",
 * "semana passada", "desde ontem", "mês que vem". What was said is normalised as a part of an ISO
 * 8601 date, or as a distance from the day of the visit; what a date comes to is worked out only
 * when that day is known.
 */
import {
  calendarDateAt,
  type DateMention,
  type Distance,
  type FoundDate,
  pad,
  WEEKDAYS,
} from './calendar-dates.ts'
import { readNumbers } from './numbers.ts'
import { normAt, type Token, wordsBetween } from './tokens.ts'

export type { DateMention } from './calendar-dates.ts'

/** Every date of a text, from left to right, not overlapping. */
export function readDates(tokens: readonly Token[]): DateMention[] {
  const numbers = readNumbers(tokens)
  const found: DateMention[] = []
  for (let at = 0; at < tokens.length; ) {
    const date = calendarDateAt(tokens, numbers, at) ?? relativeDateAt(tokens, at)
    if (date) found.push(withLead(tokens, date, found.at(-1)?.to ?? 0))
    at = date ? date.to : at + 1
  }
  return found
}

/**
 * The ISO date or month or year a mention comes to; null when it cannot be told. A day or month
 * without a year is the last one before the visit, or the next one after it when `ahead`.
 *
 * @param today the day of the visit, "2024-05-20"
 */
export function resolveDate(mention: DateMention, today: string, ahead = false): string | null {
  const { iso, relative } = mention
  if (iso === null) return relative && shifted(today, relative)
  if (/^\d{4}/.test(iso)) return iso
  if (relative)
    return realDate(shifted(today, relative) + iso.slice(relative.unit === 'year' ? 1 : 2))
  const unit = iso.startsWith('---') ? 'month' : 'year'
  const near = [-1, 0, 1].flatMap((amount) => {
    const frame = shifted(`${today.slice(0, 7)}-01`, { amount, unit })
    return realDate(frame + iso.slice(unit === 'year' ? 1 : 2)) ?? []
  })
  const isPast = (each: string) => each <= today.slice(0, each.length)
  return (ahead ? near.find((each) => !isPast(each)) : near.findLast(isPast)) ?? null
}

/** The date, unless the calendar has none such ("2023-02-30"). */
function realDate(iso: string): string | null {
  const time = Date.parse(iso)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

/** A day, an ISO week ("2024-W20"), a month or a year: only as much as was said. */
function shifted(today: string, { amount, unit, weekday }: Distance): string {
  const day = new Date(`${today}T00:00:00Z`)
  if (unit === 'day' || unit === 'week') {
    day.setUTCDate(
      day.getUTCDate() +
        (weekday === undefined
          ? amount * (unit === 'week' ? 7 : 1)
          : toWeekday(day.getUTCDay(), weekday, amount)),
    )
    return unit === 'week' && weekday === undefined ? isoWeek(day) : day.toISOString().slice(0, 10)
  }
  if (unit === 'year') return String(day.getUTCFullYear() + amount)
  const months = day.getUTCFullYear() * 12 + day.getUTCMonth() + amount
  return `${Math.floor(months / 12)}-${pad((months % 12) + 1)}`
}

/** Days from a weekday to the one meant: the last one before, or the next one after. */
function toWeekday(from: number, to: number, amount: number): number {
  if (amount > 0) return ((to - from + 6) % 7) + 1 + (amount - 1) * 7
  return -(((from - to + 6) % 7) + 1) + (amount + 1) * 7
}

function isoWeek(day: Date): string {
  const thursday = new Date(day)
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  const year = thursday.getUTCFullYear()
  const week = Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7)
  return `${year}-W${pad(week)}`
}

/** "desde", "em", "no dia", "lá por": they belong to what is quoted. */
function withLead(tokens: readonly Token[], date: FoundDate, least: number): DateMention {
  const before = wordsBetween(tokens, Math.max(least, date.from - 4), date.from)
  const lead =
    /(?:^| )((?:desde|ate|em|no|na|nos|la por|la em|por volta de|a partir de|para|pra|agora em|meados de|comeco de|inicio de|fim de|final de)(?: (?:o|a|de|do|da|mes de|no|na|ano de|ano|meados de|comeco de|inicio de|fim de|final de)){0,3})$/.exec(
      before,
    )?.[1]
  const since = lead !== undefined && /desde|a partir/.test(lead)
  return { ...date, since, from: date.from - (lead?.split(' ').length ?? 0) }
}

const RELATIVE: readonly [RegExp, number, Distance['unit']][] = [
  [/^antes de ontem/, -2, 'day'],
  [/^(?:anteontem|trasanteontem|antontem)/, -2, 'day'],
  [/^ontem(?: (?:a noite|de noite|de manha|a tarde|de tarde))?/, -1, 'day'],
  [/^hoje(?: (?:cedo|de manha|a tarde|de tarde|a noite|de madrugada))?/, 0, 'day'],
  [/^depois de amanha/, 2, 'day'],
  [/^amanha(?: (?:cedo|de manha|a tarde|a noite))?/, 1, 'day'],
  [/^(?:semana retrasada)/, -2, 'week'],
  [/^(?:semana passada|ultima semana|semana anterior)/, -1, 'week'],
  [/^(?:essa semana|esta semana|nessa semana|nesta semana)/, 0, 'week'],
  [/^(?:semana que vem|proxima semana)/, 1, 'week'],
  [/^(?:mes retrasado)/, -2, 'month'],
  [/^(?:mes passado|ultimo mes|mes anterior)/, -1, 'month'],
  [/^(?:esse mes|este mes|nesse mes|neste mes)/, 0, 'month'],
  [/^(?:mes que vem|proximo mes)/, 1, 'month'],
  [/^(?:ano retrasado)/, -2, 'year'],
  [/^(?:ano passado|ultimo ano|ano anterior)/, -1, 'year'],
  [/^(?:esse ano|este ano|nesse ano|neste ano)/, 0, 'year'],
  [/^(?:ano que vem|proximo ano)/, 1, 'year'],
]

/**
 * Dates as distances from the day of the visit: "ontem", "semana passada", "na sexta", "mês que
 * vem".
 *
 * The date that begins at a token.
 */
function relativeDateAt(tokens: readonly Token[], from: number): FoundDate | undefined {
  const ahead = wordsBetween(tokens, from, from + 4)
  for (const [pattern, amount, unit] of RELATIVE) {
    const said = pattern.exec(ahead)?.[0]
    if (said !== undefined && (ahead.length === said.length || ahead[said.length] === ' '))
      return { iso: null, relative: { amount, unit }, from, to: from + said.split(' ').length }
  }
  return weekdayAt(tokens, from)
}

/** "sábado passado", "na sexta", "segunda que vem": a day within the week before or after. */
function weekdayAt(tokens: readonly Token[], from: number): FoundDate | undefined {
  if (!WEEKDAYS.includes(normAt(tokens, from))) return undefined
  const feira = normAt(tokens, from + 1) === 'feira' ? 1 : 0
  const after = wordsBetween(tokens, from + 1 + feira, from + 4 + feira)
  const said = /^(?:passad[oa]|retrasad[oa]|que vem|que passou|agora)/.exec(after)?.[0]
  const led = /(?:^| )(?:no|na|desde|nesse|nessa|ultim[oa]|proxim[oa]|desde o|desde a)$/.test(
    wordsBetween(tokens, from - 2, from),
  )
  const ordinal =
    /^(?:segunda|terca|quarta|quinta|sexta)$/.test(normAt(tokens, from)) &&
    feira === 0 &&
    said === undefined
  if (
    (!led && said === undefined && feira === 0) ||
    (ordinal &&
      /^(?:vez|dose|feira|opcao|gestacao|gravidez|consulta|cirurgia|crise|semana|filha|parte|costela|linha|fase|cesarea)\b/.test(
        after,
      ))
  )
    return undefined
  const amount =
    said === undefined || /^pass|que passou|agora/.test(said) ? -1 : said === 'que vem' ? 1 : -2
  return {
    iso: null,
    relative: {
      amount: /(?:^| )proxim[oa]$/.test(wordsBetween(tokens, from - 1, from)) ? 1 : amount,
      unit: 'week',
      weekday: WEEKDAYS.indexOf(normAt(tokens, from)),
    },
    from,
    to: from + 1 + feira + (said?.split(' ').length ?? 0),
  }
}
