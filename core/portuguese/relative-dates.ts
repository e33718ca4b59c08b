/**
 * Dates as distances from the day of the visit: "ontem", "semana passada", "na sexta", "mês que
 * vem".
 */
import { type Distance, type FoundDate, WEEKDAYS } from './date-words.ts'
import { normAt, type Token, wordsBetween } from './tokens.ts'

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

/** The date that begins at a token. */
export function relativeDateAt(tokens: readonly Token[], from: number): FoundDate | undefined {
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
