/**
 * How long, and since when, as it is said: "há coisa de três semanas", "uns dez anos", "de um mês
 * pra cá", "ano e meio", "por sete dias", "daqui a 15 dias". Normalised as an ISO 8601 duration,
 * with the tokens it was said with. How often ("3 vezes por semana", "de 8 em 8 horas") and how old
 * ("tenho 54 anos") is no duration.
 */
import { type NumberPhrase, readNumbers } from './numbers.ts'
import { normAt, type Token, wordsBetween } from './tokens.ts'

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export interface Duration {
  /**
   * `ago`: up to now, or that long before; `for`: how long something lasts; `ahead`: from now on;
   * `span`: only a length of time.
   */
  kind: 'ago' | 'for' | 'ahead' | 'span'
  /** ISO 8601: "P3W", "P1Y6M", "PT30M"; null when only "alguns dias", "muitos anos" was said. */
  iso: string | null
  /** Longer one of a range ("dois ou três dias"); null otherwise. */
  isoMost: string | null
  /** The smallest unit said. */
  unit: TimeUnit
  /** "uns", "mais ou menos", "quase": the speaker does not know exactly. */
  approximate: boolean
  /** Tokens [from, to), with the words that lead into it. */
  from: number
  to: number
}

const UNITS: readonly [RegExp, TimeUnit][] = [
  [/^(?:segundos?|seg)$/, 'second'],
  [/^(?:minutos?|min|minutinhos?)$/, 'minute'],
  [/^(?:horas?|hs?|horinhas?)$/, 'hour'],
  [/^(?:dias?|diazinhos?|noites)$/, 'day'],
  [/^(?:semanas?|semaninhas?)$/, 'week'],
  [/^(?:mes|meses|mesinhos?)$/, 'month'],
  [/^(?:anos?|aninhos?)$/, 'year'],
]

export function timeUnit(word: string): TimeUnit | undefined {
  return UNITS.find(([pattern]) => pattern.test(word))?.[1]
}

/** Every duration of a text, from left to right, not overlapping. */
export function readDurations(tokens: readonly Token[]): Duration[] {
  const numbers = readNumbers(tokens)
  const found: Duration[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = lengthAt(tokens, numbers, at)
    const duration = length && framed(tokens, length, found.at(-1)?.to ?? 0)
    if (duration) found.push(duration)
    at = length ? length.to : at + 1
  }
  return found
}

interface Length {
  iso: string | null
  isoMost: string | null
  unit: TimeUnit
  approximate: boolean
  from: number
  to: number
}

const SOME =
  /^(?:alguns|algumas|varios|varias|muitos|muitas|poucos|poucas|uns|umas|bons|boas|tantos|tantas|longos|longas)$/
const HALF = /^mei[oa]$/

/** A length of time at a token, without the words around it. */
function lengthAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Length | undefined {
  const half = halfAt(tokens, at)
  if (half) return half
  const first = numbers.find(({ from }) => from === at)
  if (!first) return vagueAt(tokens, at)
  let most: NumberPhrase | undefined
  let to = first.to
  // "dois ou três dias", "de 7 a 10 dias", "3 4 dias": two numbers, one unit.
  const joint = /^(?:ou|a|ate|,|-|pra)$/.test(normAt(tokens, to)) ? 1 : 0
  const second = numbers.find(({ from }) => from === to + joint)
  // "De seis em seis, sete dias": how often, and then how long.
  const isRhythm = normAt(tokens, to) === ',' && /^(?:em|\/|por|cada)$/.test(normAt(tokens, at - 1))
  const isRange =
    second &&
    !isRhythm &&
    timeUnit(normAt(tokens, second.to)) &&
    second.value > first.value &&
    !(joint === 0 && first.article)
  if (isRange) {
    most = second
    to = second.to
  }
  const unit = timeUnit(normAt(tokens, to))
  if (!unit) return undefined
  to += 1
  let iso = format(first.value, unit)
  let isoMost = most ? format(most.value, unit) : null
  if (!most && normAt(tokens, to) === 'e') {
    // "um ano e meio", "dois anos e três meses".
    const more = numbers.find(({ from }) => from === to + 1)
    const moreUnit = more && timeUnit(normAt(tokens, more.to))
    if (HALF.test(normAt(tokens, to + 1)) && !timeUnit(normAt(tokens, to + 2))) {
      iso = format(first.value + 0.5, unit)
      to += 2
    } else if (more && moreUnit && ORDER.indexOf(moreUnit) < ORDER.indexOf(unit)) {
      iso = joinIso(iso, format(more.value, moreUnit))
      to = more.to + 1
    }
  }
  // "três dias e pouco", "dez anos ou mais".
  let approximate = most !== undefined
  const tail =
    /^(?:e pouco|e poucos|e pouquinho|e tanto|e tantos|ou mais|ou menos|mais ou menos|por ai|, por ai|no maximo|pelo menos)/.exec(
      wordsBetween(tokens, to, to + 4),
    )?.[0]
  if (tail) {
    to += tail.split(' ').length
    approximate = true
  }
  if (isoMost === iso) isoMost = null
  return { iso, isoMost, unit, approximate, from: at, to }
}

/** "meia hora", "meio ano", "hora e meia", "ano e meio", "semana e meia". */
function halfAt(tokens: readonly Token[], at: number): Length | undefined {
  const next = timeUnit(normAt(tokens, at + 1))
  if (HALF.test(normAt(tokens, at)) && next && next !== 'day')
    return exact(format(0.5, next), next, at, at + 2)
  const unit = timeUnit(normAt(tokens, at))
  const singular = /^(?:hora|semana|mes|ano|dia)$/.test(normAt(tokens, at))
  if (unit && singular && normAt(tokens, at + 1) === 'e' && HALF.test(normAt(tokens, at + 2)))
    return exact(format(1.5, unit), unit, at, at + 3)
  return undefined
}

/** "alguns dias", "muitos anos", "uns tempos": no number. */
function vagueAt(tokens: readonly Token[], at: number): Length | undefined {
  if (!SOME.test(normAt(tokens, at)) && normAt(tokens, at) !== 'uma porcao de') return undefined
  const bons = /^(?:bons|boas)$/.test(normAt(tokens, at + 1)) ? 1 : 0
  const unit = timeUnit(normAt(tokens, at + 1 + bons))
  return unit && { iso: null, isoMost: null, unit, approximate: true, from: at, to: at + 2 + bons }
}

function exact(iso: string, unit: TimeUnit, from: number, to: number): Length {
  return { iso, isoMost: null, unit, approximate: false, from, to }
}

const ROUGHLY =
  /(?:^| )(uns|umas|cerca de|coisa de|mais ou menos|mais ou menos uns|mais ou menos umas|mais ou menos por|aproximadamente|quase|em torno de|por volta de|perto de|acho que|uma base de|tipo|tipo uns|tipo umas|pelo menos|no minimo|no maximo|ate|mais de|menos de|ja|bem|la|assim|a|o|os|as|ai|ne|e|eh|so|apenas|,|pouco|eee|hum|hm|ahn|bem uns|bem umas|ja uns|ja umas|um periodo de|um total de|mais|proximos|proximas)$/
const INEXACT =
  /uns|umas|cerca|coisa|mais ou menos|aproximadamente|quase|torno|volta|perto|acho|base|tipo|pelo menos|minimo|maximo|ate|mais de|menos de/
const AGO =
  /(?:^| )(ha|faz|fazem|tem|vai fazer|esta fazendo|ta fazendo|fez|completou|la se vao|tem ja|faz ja|de|desde|a)$/
const LEADS: readonly [RegExp, Duration['kind']][] = [
  [
    /(?:^| )(daqui a|daqui ha|daqui|dentro de|em|apos|depois de|para daqui a|nos proximos|nas proximas)$/,
    'ahead',
  ],
  [
    /(?:^| )(por|durante|ao longo de|no decorrer de|dura|durou|duram|duraram|durando|dura de|durou de|por mais|pelos proximos|pelas proximas|a cada crise)$/,
    'for',
  ],
]
/** How often, or how old. */
const OFTEN =
  /(?:^| )(?:a cada|cada|vez(?:es)? por|vez(?:es)? a cada|x por|vez(?:es)? em|em|todo|toda|todos os|todas as)$/

/** Words that lead into a length and follow it decide its meaning. */
function framed(tokens: readonly Token[], length: Length, least: number): Duration | undefined {
  let from = length.from
  let approximate = length.approximate
  // Words of estimate stand between the lead and the number.
  for (;;) {
    const before = wordsBetween(tokens, Math.max(least, from - 5), from)
    const rough = ROUGHLY.exec(before)?.[1]
    if (rough === undefined || /^(?:a|o|os|as|la)$/.test(rough)) break
    from -= rough.split(' ').length
    approximate ||= INEXACT.test(rough)
  }
  const before = wordsBetween(tokens, Math.max(least, from - 5), from)
  const after = wordsBetween(tokens, length.to, length.to + 4)
  if (isAge(before, after, length)) return undefined
  if (OFTEN.test(before) && !/(?:^| )em$/.test(before)) return undefined
  // "de 8 em 8 horas", "8/8 horas".
  if (/(?:^| )(?:em|\/)$/.test(before) && isNumberWord(tokens, from - 2, least)) return undefined
  const at = { ...length, approximate }
  const until =
    /^(?:pra ca|para ca|atras|antes(?! d[eoa]s?\b)|que (?:comecou|eu|ela|ele|isso|esta|ta|vem|nao))\b/.exec(
      after,
    )?.[0]
  if (until) {
    const plain = /^(?:pra ca|para ca|atras|antes)/.test(until)
    const lead = leadOf(AGO, before)
    return {
      ...at,
      kind: 'ago',
      from: from - lead,
      to: plain ? length.to + (until === 'atras' || until === 'antes' ? 1 : 2) : length.to,
    }
  }
  if (/(?:^| )(?:ha|faz|fazem|fez|vai fazer|esta fazendo|ta fazendo|completou)$/.test(before))
    return { ...at, kind: 'ago', from: from - leadOf(AGO, before) }
  if (/(?:^| )(?:ja )?tem$/.test(before) && !isAgeNoun(after))
    return { ...at, kind: 'ago', from: from - 1 }
  if (/(?:^| )(?:n?os|n?as) (?:ultimos|ultimas)$/.test(before))
    return { ...at, kind: 'ago', from: from - 2 }
  for (const [pattern, kind] of LEADS) {
    const lead = leadOf(pattern, before)
    if (lead > 0) return { ...at, kind, from: from - lead }
  }
  while (
    from < length.from &&
    /^(?:,|e|eh|ne|la|ai|ja|so|assim|bem|mais)$/.test(normAt(tokens, from))
  )
    from += 1
  return { ...at, kind: 'span', from }
}

function leadOf(pattern: RegExp, before: string): number {
  return pattern.exec(before)?.[1]?.split(' ').length ?? 0
}

const AGE_BEFORE =
  /(?:^| )(?:tenho|tinha|tem|com|idade|aos|dos|fiz|completei|faco|fez|faz|completou|quando tinha|ele tem|ela tem|de|paciente de)$/
function isAge(before: string, after: string, { unit }: Length): boolean {
  if (/^de (?:idade|vida|nascid[oa])\b/.test(after)) return true
  if (unit !== 'year') return false
  if (isAgeNoun(after)) return true
  if (
    /(?:^| )(?:tenho|tinha|aos|dos|fiz|completei|minha idade e|quando tinha|(?:ele|ela|filho|filha|mae|pai|irma|irmao|senhora?|voce|paciente|menin[oa]|bebe) (?:tem|tinha)|(?:filho|filha|homem|mulher|menin[oa]|crianca|paciente|senhora?|idos[oa]|bebe) (?:de|com))$/.test(
      before,
    )
  )
    return true
  return (
    AGE_BEFORE.test(before) &&
    /^(?:,|e tenho|e trabalho|e moro|e sou|sou|moro)\b/.test(after) &&
    !/(?:^| )(?:ha|faz|fez)$/.test(before)
  )
}

function isAgeNoun(after: string): boolean {
  return /^de (?:idade|vida)\b|^(?:completos)\b/.test(after)
}

function isNumberWord(tokens: readonly Token[], at: number, least: number): boolean {
  return at >= least && readNumbers(tokens.slice(at, at + 1)).length > 0
}

const ORDER: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']
/** A half is said in the next smaller unit that gives a whole number. */
const HALVES: Record<TimeUnit, [factor: number, unit: TimeUnit]> = {
  second: [1, 'second'],
  minute: [60, 'second'],
  hour: [60, 'minute'],
  day: [24, 'hour'],
  week: [7, 'day'],
  month: [30, 'day'],
  year: [12, 'month'],
}

function format(value: number, unit: TimeUnit): string {
  if (Number.isInteger(value)) return isoOf(value, unit)
  const [factor, smaller] = HALVES[unit]
  const whole = Math.floor(value)
  const rest = Math.round((value - whole) * factor)
  if (unit === 'week') return isoOf(Math.round(value * 7), 'day')
  return whole === 0 ? isoOf(rest, smaller) : joinIso(isoOf(whole, unit), isoOf(rest, smaller))
}

function isoOf(value: number, unit: TimeUnit): string {
  const letter = {
    second: 'S',
    minute: 'M',
    hour: 'H',
    day: 'D',
    week: 'W',
    month: 'M',
    year: 'Y',
  }[unit]
  return `${ORDER.indexOf(unit) < 3 ? 'PT' : 'P'}${value}${letter}`
}

function joinIso(a: string, b: string): string {
  if (b.startsWith('PT')) return a.includes('T') ? a + b.slice(2) : `${a}T${b.slice(2)}`
  return a + b.slice(1)
}
