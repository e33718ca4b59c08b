/**
 * Days, months and years as they are said: "dia 15", "quinze de março", "em 2019", "15/03/2024", "semana passada",
 * "desde ontem", "mês que vem". What was said is normalised as a part of an ISO 8601 date, or as a distance from the day
 * of the visit; what a date comes to is worked out only when that day is known.
 */
import { type NumberPhrase, readNumbers } from './numbers.ts'
import { normAt, type Token, wordsBetween } from './tokens.ts'

interface Distance {
  amount: number
  unit: 'day' | 'week' | 'month' | 'year'
  /** 0 for Sunday: of a week the day ("sábado passado"). */
  weekday?: number
}

export interface DateMention {
  /** "2024-03-15", "2019-05", "2019", "--03-15" (no year said), "---15" (only a day); null for a relative one. */
  iso: string | null
  /** From the day of the visit, in the unit; negative before. With `iso` its frame: "março do ano passado", "dia 20 do mês que vem". */
  relative: Distance | null
  /** "desde ontem": from then on. */
  since: boolean
  /** Tokens [from, to), the preposition included. */
  from: number
  to: number
}

const MONTHS =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(
    ' ',
  )
const SHORT = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ')
const WEEKDAYS = 'domingo segunda terca quarta quinta sexta sabado'.split(' ')

/** Every date of a text, from left to right, not overlapping. */
export function readDates(tokens: readonly Token[]): DateMention[] {
  const numbers = readNumbers(tokens)
  const found: DateMention[] = []
  for (let at = 0; at < tokens.length; ) {
    const date = absoluteAt(tokens, numbers, at) ?? relativeAt(tokens, at)
    if (date) found.push(withLead(tokens, date, found.at(-1)?.to ?? 0))
    at = date ? date.to : at + 1
  }
  return found
}

/**
 * The ISO date or month or year a mention comes to; null when it cannot be told. A day or month without a year is the
 * last one before the visit, or the next one after it when `ahead`.
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

type Found = Omit<DateMention, 'since'>

function absoluteAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Found | undefined {
  return (
    writtenAt(tokens, at) ??
    dayAt(tokens, numbers, at) ??
    monthAt(tokens, numbers, at) ??
    yearAt(tokens, numbers, at)
  )
}

/** "15/03/2024", "15/3", "03/2019", "2024-03-15". */
function writtenAt(tokens: readonly Token[], from: number): Found | undefined {
  const [a, mark, b, again, c] = tokens.slice(from, from + 5)
  const dotted = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}))?$/.exec(
    a?.kind === 'number' ? a.norm : '',
  )
  if (dotted?.[3]) return dayOf(dotted[1]!, dotted[2]!, dotted[3], from, from + 1)
  if (a?.kind !== 'number' || b?.kind !== 'number' || !/^[/-]$/.test(mark?.norm ?? ''))
    return undefined
  // Written together only: "12 / 8" is a pressure.
  if (a.end !== mark!.start || mark!.end !== b.start) return undefined
  if (
    again?.norm === mark!.norm &&
    c?.kind === 'number' &&
    again.start === b.end &&
    c.start === again.end
  )
    return /^\d{4}$/.test(a.norm)
      ? dayOf(c.norm, b.norm, a.norm, from, from + 5)
      : dayOf(a.norm, b.norm, c.norm, from, from + 5)
  if (
    mark!.norm === '/' &&
    /^\d{4}$/.test(b.norm) &&
    isMonth(Number(a.norm)) &&
    isYear(Number(b.norm))
  )
    return { iso: `${b.norm}-${pad(Number(a.norm))}`, relative: null, from, to: from + 3 }
  // "15/03": only where a day is spoken of, because "12/8" is a pressure and "1/2" a half.
  const before = wordsBetween(tokens, from - 2, from)
  if (
    mark!.norm === '/' &&
    /(?:^| )(?:dia|em|desde|data|ate o dia)$/.test(before) &&
    isMonth(Number(b.norm))
  )
    return dayOf(a.norm, b.norm, undefined, from, from + 3)
  return undefined
}

/** "dia 15", "quinze de março", "dia primeiro de maio de 2023", "15 do 3". */
function dayAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  from: number,
): Found | undefined {
  const named = normAt(tokens, from) === 'dia'
  const at = named ? from + 1 : from
  const first = /^(?:primeiro|1o|1º)$/.test(normAt(tokens, at))
  const number = first ? undefined : numbers.find((each) => each.from === at)
  const day = first ? 1 : number?.decimals === 0 ? number.value : undefined
  if (day === undefined || day < 1 || day > 31) return undefined
  let to = first ? at + 1 : number!.to
  if (normAt(tokens, to) === 'º' || (normAt(tokens, to) === 'o' && normAt(tokens, to + 1) === 'de'))
    to += 1
  const month = /^(?:de|do mes de|do)$/.test(normAt(tokens, to))
    ? monthOf(tokens, numbers, to + 1, normAt(tokens, to) === 'do')
    : monthWord(normAt(tokens, to))
      ? { month: monthWord(normAt(tokens, to))!, to: to + 1 }
      : undefined
  if (month) {
    const year = yearAfter(tokens, numbers, month.to)
    const text = `${pad(month.month)}-${pad(day)}`
    return {
      iso: year ? `${year.year}-${text}` : `--${text}`,
      relative: null,
      from,
      to: year?.to ?? month.to,
    }
  }
  if (
    !named ||
    /^(?:sim|nao|vez|vezes|x|horas?|comprimidos?|mg|por|e meio)$/.test(normAt(tokens, to))
  )
    return undefined
  // "dia 15/03".
  const slash = tokens[to]?.norm === '/' ? tokens[to + 1] : undefined
  if (slash?.kind === 'number' && isMonth(Number(slash.norm)))
    return dayOf(String(day), slash.norm, undefined, from, to + 2)
  // "dia 15 do mês que vem", "dia 15 desse mês".
  const frame = /^(?:do|desse|deste|agora do) mes(?: (?:que vem|passado|retrasado))?/.exec(
    wordsBetween(tokens, to, to + 4),
  )?.[0]
  if (frame) to += frame.split(' ').length
  const relative =
    frame === undefined ? null : ({ amount: frameAmount(frame), unit: 'month' } as const)
  return { iso: `---${pad(day)}`, relative, from, to }
}

/** "em março", "março de 2020", "março do ano passado", "no mês de agosto", "lá por agosto". */
function monthAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  from: number,
): Found | undefined {
  const month = monthWord(normAt(tokens, from))
  if (month === undefined) return undefined
  const year = yearAfter(tokens, numbers, from + 1)
  if (year) return { iso: `${year.year}-${pad(month)}`, relative: null, from, to: year.to }
  if (normAt(tokens, from).length < 4) return undefined
  const before = wordsBetween(tokens, from - 3, from)
  // "Maria" and "maio" do not collide, but a month alone needs its preposition or company.
  if (
    !/(?:^| )(?:em|de|desde|mes de|ate|por|pra|para|no|fim de|final de|comeco de|inicio de|meados de|la por|e|,|agora em)$/.test(
      before,
    ) &&
    from !== 0
  )
    return undefined
  const passed = /^(?:do ano passado|do ano retrasado|desse ano|deste ano|passado)/.exec(
    wordsBetween(tokens, from + 1, from + 4),
  )?.[0]
  const ofYear = passed?.includes('ano')
    ? ({ amount: frameAmount(passed), unit: 'year' } as const)
    : null
  return {
    iso: `--${pad(month)}`,
    relative: ofYear,
    from,
    to: from + 1 + (passed ? passed.split(' ').length : 0),
  }
}

function frameAmount(frame: string): number {
  return frame.endsWith('que vem')
    ? 1
    : frame.endsWith('passado')
      ? -1
      : frame.endsWith('retrasado')
        ? -2
        : 0
}

/** "em 2019", "desde 2020", "no ano de 1998", "em dois mil e dezenove", "de 98". */
function yearAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  from: number,
): Found | undefined {
  const number = numbers.find((each) => each.from === from)
  if (!number || number.decimals > 0 || !isYear(number.value)) return undefined
  if (tokens[from]!.norm.includes('.')) return undefined
  const before = wordsBetween(tokens, from - 3, from)
  const led =
    /(?:^| )(?:em|desde|ano de|de|ate|ano|la por|por volta de|la em|la pra|e|no ano|era|foi|,)$/.test(
      before,
    )
  if (!led && from > 0) return undefined
  if (
    /^(?:unidades?|ui|mg|mcg|g|ml|calorias|metros|reais|passos|gramas?|miligramas?|microgramas?|leucocitos|plaquetas|kcal|vezes|x)$/.test(
      normAt(tokens, number.to),
    )
  )
    return undefined
  return { iso: String(number.value), relative: null, from, to: number.to }
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

function relativeAt(tokens: readonly Token[], from: number): Found | undefined {
  const ahead = wordsBetween(tokens, from, from + 4)
  for (const [pattern, amount, unit] of RELATIVE) {
    const said = pattern.exec(ahead)?.[0]
    if (said !== undefined && (ahead.length === said.length || ahead[said.length] === ' '))
      return { iso: null, relative: { amount, unit }, from, to: from + said.split(' ').length }
  }
  return weekdayAt(tokens, from)
}

/** "sábado passado", "na sexta", "segunda que vem": a day within the week before or after. */
function weekdayAt(tokens: readonly Token[], from: number): Found | undefined {
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

/** "desde", "em", "no dia", "lá por": they belong to what is quoted. */
function withLead(tokens: readonly Token[], date: Found, least: number): DateMention {
  const before = wordsBetween(tokens, Math.max(least, date.from - 4), date.from)
  const lead =
    /(?:^| )((?:desde|ate|em|no|na|nos|la por|la em|por volta de|a partir de|para|pra|agora em|meados de|comeco de|inicio de|fim de|final de)(?: (?:o|a|de|do|da|mes de|no|na|ano de|ano|meados de|comeco de|inicio de|fim de|final de))*)$/.exec(
      before,
    )?.[1]
  const since = lead !== undefined && /desde|a partir/.test(lead)
  return { ...date, since, from: date.from - (lead?.split(' ').length ?? 0) }
}

function monthWord(word: string): number | undefined {
  const long = MONTHS.indexOf(word)
  if (long >= 0) return long + 1
  const short = SHORT.indexOf(word)
  return short >= 0 ? short + 1 : undefined
}

/** A month by name; by number only after "do" ("dia 15 do 3"). */
function monthOf(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
  byNumber: boolean,
): { month: number; to: number } | undefined {
  const named = monthWord(normAt(tokens, at))
  if (named !== undefined) return { month: named, to: at + 1 }
  const number = byNumber ? numbers.find(({ from }) => from === at) : undefined
  return number && isMonth(number.value) ? { month: number.value, to: number.to } : undefined
}

/** "de 2020", "do ano passado" is left to the reader of the sentence. */
function yearAfter(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): { year: number; to: number } | undefined {
  const joint = /^(?:de|do|em|\/|,)$/.test(normAt(tokens, at)) ? 1 : 0
  const number = numbers.find(({ from }) => from === at + joint)
  if (!number || number.decimals > 0) return undefined
  return isYear(number.value) ? { year: number.value, to: number.to } : undefined
}

function dayOf(
  day: string,
  month: string,
  year: string | undefined,
  from: number,
  to: number,
): Found | undefined {
  const [d, m] = [Number(day), Number(month)]
  if (d < 1 || d > 31 || !isMonth(m)) return undefined
  const full =
    year === undefined
      ? undefined
      : year.length === 2
        ? Number(year) + (Number(year) > 40 ? 1900 : 2000)
        : Number(year)
  return { iso: `${full ?? '-'}-${pad(m)}-${pad(d)}`, relative: null, from, to }
}

function isMonth(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 12
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2099
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
