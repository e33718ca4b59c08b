/**
 * Dates by the calendar: "15/03/2024", "quinze de março", "dia 15", "março do ano passado", "em
 * 2019".
 */
import type { NumberPhrase } from './numbers.ts'
import { normAt, type Token, wordsBetween } from './tokens.ts'

/** The date that begins at a token. */
export function calendarDateAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): FoundDate | undefined {
  return (
    writtenAt(tokens, at) ??
    dayAt(tokens, numbers, at) ??
    monthAt(tokens, numbers, at) ??
    yearAt(tokens, numbers, at)
  )
}

/** "15/03/2024", "15/3", "03/2019", "2024-03-15". */
function writtenAt(tokens: readonly Token[], from: number): FoundDate | undefined {
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
): FoundDate | undefined {
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
): FoundDate | undefined {
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
): FoundDate | undefined {
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
): FoundDate | undefined {
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
function monthWord(word: string): number | undefined {
  const long = MONTHS.indexOf(word)
  if (long >= 0) return long + 1
  const short = SHORT.indexOf(word)
  return short >= 0 ? short + 1 : undefined
}

/** A month by its number. */
function isMonth(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 12
}

/** A year that people speak of: 1900 to 2099. */
function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2099
}

/** Two digits. */
export function pad(value: number): string {
  return String(value).padStart(2, '0')
}
