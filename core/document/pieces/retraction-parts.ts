/**
 * What a correction can name again: a medicine, a part of the body, a day, a number with its unit.
 * Two of one kind can stand for each other, so that the second may correct the first.
 */

import { medicationNames } from '../../portuguese/medications.ts'
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'
import { wordsOf } from './clauses.ts'

/** Something that can be named wrongly: `kinds` are what it can be taken for. */
export interface Item {
  from: number
  to: number
  kinds: ReadonlySet<string>
  words: string
}

const NAMED: readonly [RegExp, string][] = [
  [/^(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)(?:s|-feira)?$/, 'weekday'],
  [/^(?:ontem|anteontem|hoje|amanha)$/, 'day'],
  [
    /^(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/,
    'month',
  ],
  [/^(?:direit[oa]s?|esquerd[oa]s?)$/, 'side'],
  [
    /^(?:mae|pai|irma|irmao|tia|tio|avo|prima|primo|sogra|sogro|filha|filho|marido|esposa)$/,
    'relative',
  ],
  [/^(?:manha|tarde|noite|madrugada)$/, 'moment'],
  [
    /^(?:joelho|ombro|tornozelo|punho|cotovelo|quadril|pe|mao|perna|braco|dedo|polegar|coluna|pescoco|olho|ouvido)s?$/,
    'part',
  ],
]
const UNITS: readonly [RegExp, string][] = [
  [/^(?:dias?|semanas?|mes|meses|anos?)$/, 'time'],
  [/^(?:horas?|h|hs|minutos?|min)$/, 'hours'],
  [/^(?:mg|miligramas?|mcg|microgramas?|gramas?|g|ui|unidades?)$/, 'strength'],
  [
    /^(?:ml|mililitros?|gotas?|comprimidos?|capsulas?|jatos?|puffs?|gotinhas?|ampolas?|colher(?:es)?)$/,
    'amount',
  ],
  [/^(?:quilos?|kg|kilos?)$/, 'weight'],
  [/^(?:centimetros?|cm|metros?|m|milimetros?|mm)$/, 'length'],
  [/^(?:vez|vezes|x)$/, 'times'],
  [/^(?:maco|macos|carteiras?|cigarros?)$/, 'packets'],
  [/^(?:%|graus?|bpm)$/, 'rate'],
]
/** A number whose unit was not said may have any. */
const BARE = 'bare'

/** What is named from a token on; undefined where nothing is. */
export function itemAt(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
): Item | undefined {
  const { norm, kind } = tokens[at]!
  if (/^mei[oa]$/.test(norm) && tokens[at - 1]?.norm !== 'e')
    return unitItem(tokens, numbers, at, at + 1)
  const number = numbers.get(at)
  if (number) return numberItem(tokens, numbers, at, number)
  if (kind !== 'word') return undefined
  if (norm === 'raio' && tokens[at + 1]?.norm === 'x')
    return { from: at, to: at + 2, kinds: new Set(['#exam']), words: 'raio x' }
  const kinds = new Set<string>(
    NAMED.flatMap(([pattern, name]) => (pattern.test(norm) ? [name] : [])),
  )
  if (drugs().has(norm)) kinds.add('drug')
  for (const name of ownClassesOf([norm]))
    if (name === '#exam' || name === '#disease' || name === '#specialty') kinds.add(name)
  return kinds.size === 0 ? undefined : { from: at, to: at + 1, kinds, words: norm }
}

function numberItem(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
  number: NumberPhrase,
): Item | undefined {
  const joint = tokens[number.to]?.norm ?? ''
  const second = numbers.get(number.to + 1)
  // "de 8 em 8 horas", "120 por 80": one thing of two numbers.
  if (second && /^(?:em|por|x|\/|barra)$/.test(joint)) {
    const kind = joint === 'em' ? 'interval' : 'pair'
    const hours = /^(?:horas?|h|hs)$/.test(tokens[second.to]?.norm ?? '') ? 1 : 0
    return {
      from: at,
      to: second.to + hours,
      kinds: new Set([kind]),
      words: `${number.value} ${second.value}`,
    }
  }
  const before = tokens[at - 1]?.norm ?? ''
  // "1 metro e 70" is one length.
  const whole =
    before === 'e' && UNITS.some(([pattern]) => pattern.test(tokens[at - 2]?.norm ?? ''))
  if (whole) return undefined
  if (/^(?:em|por|x|\/|barra)$/.test(before) && numbers.size > 1 && isSecond(numbers, at))
    return undefined
  const item = unitItem(tokens, numbers, at, number.to, number.value)
  // "Um" without a unit is an article.
  return number.article && item.kinds.size > 2 ? undefined : item
}

function isSecond(numbers: ReadonlyMap<number, NumberPhrase>, at: number): boolean {
  return [...numbers.values()].some(({ to }) => to === at - 1)
}

function unitItem(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  from: number,
  end: number,
  value = 0.5,
): Item {
  const unit = tokens[end]?.norm ?? ''
  const kind = UNITS.find(([pattern]) => pattern.test(unit))?.[1]
  if (kind) {
    const to = restEnd(tokens, numbers, end + 1)
    const words = [value, ...tokens.slice(end, to).map(({ norm }) => norm)].join(' ')
    return { from, to, kinds: new Set([kind, BARE]), words }
  }
  if (value >= 1900 && value <= 2100)
    return { from, to: end, kinds: new Set(['year']), words: `${value}` }
  const kinds = new Set([BARE, ...UNITS.map(([, name]) => name)])
  return { from, to: end, kinds, words: `${value}` }
}

/** "72 quilos e meio", "1 metro e 70": the rest of it. */
function restEnd(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
): number {
  if (tokens[at]?.norm !== 'e') return at
  if (/^mei[oa]$/.test(tokens[at + 1]?.norm ?? '')) return at + 2
  return numbers.get(at + 1)?.to ?? at
}

let names: ReadonlyMap<string, string> | undefined

/** Folded names of medicines, read once. */
function drugs(): ReadonlyMap<string, string> {
  names ??= medicationNames()
  return names
}

/**
 * What is taken back without naming a better one in its place: a number begun and begun again, a
 * finding that was not looked for, an examination that is named again to be refused.
 *
 * Tokens [from, to) that hold no longer, seen from the word that shows it. `least`: what stands
 * before was cut already.
 */
export function takenBackWhole(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
  least: number,
): [number, number] | undefined {
  return (
    restarted(tokens, numbers, at) ?? unseen(tokens, at, least) ?? refusedAgain(tokens, at, least)
  )
}

/** "…" or "...". */
export function isEllipsis(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.norm === '…' || (tokens[at]!.norm === '.' && tokens[at + 1]?.norm === '.')
}

/** "Um metro e sessenta e… sessenta e três": begun, and begun again. */
function restarted(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
): [number, number] | undefined {
  if (!/^(?:…|\.)$/.test(tokens[at]!.norm) || tokens[at - 1]?.norm !== 'e') return undefined
  const begun = [...numbers.values()].find(({ to }) => to === at - 1)
  let to = at
  while (/^(?:…|\.)$/.test(tokens[to]?.norm ?? '')) to += 1
  const whole = numbers.get(to)
  if (!begun || !whole || begun.value < 20 || begun.value % 10 !== 0) return undefined
  return whole.value > begun.value && whole.value < begun.value + (begun.value < 100 ? 10 : 100)
    ? [begun.from, to]
    : undefined
}

/**
 * "… e sangue oculto nas fezes, não, sangue oculto não precisa": named, and named again to be
 * refused.
 */
function refusedAgain(
  tokens: readonly Token[],
  at: number,
  least: number,
): [number, number] | undefined {
  if (
    tokens[at]!.norm !== 'nao' ||
    !/^(?:precis|pec|faz|quer|necessit)/.test(tokens[at + 1]?.norm ?? '')
  )
    return undefined
  const words = tokens.slice(least, at)
  const turn = words.findLastIndex(({ norm }) => /^(?:nao|nem|alias|melhor)$/.test(norm)) + least
  if (turn <= least) return undefined
  const again = tokens
    .slice(turn + 1, at)
    .filter(({ kind, norm }) => kind !== 'mark' && !/^[oa]s?$/.test(norm))
  const [first] = again
  if (!first || again.length > MOST_AGAIN) return undefined
  const from = tokens.findLastIndex(
    (_, place) =>
      place >= least &&
      place < turn &&
      place >= turn - MOST_BEFORE &&
      again.every(({ norm }, index) => tokens[place + index]?.norm === norm),
  )
  if (from < 0) return undefined
  let start = from
  while (start > least && /^(?:e|,|o|a|um|uma|mais)$/.test(tokens[start - 1]!.norm)) start -= 1
  return [start, at + 2]
}

/** Words of the name that is said again, and words before the refusal, at most. */
const MOST_AGAIN = 4
const MOST_BEFORE = 7

/** "Colo sem lesão… não, não vi o colo": what was not looked at was not found. */
function unseen(tokens: readonly Token[], at: number, least: number): [number, number] | undefined {
  if (!isEllipsis(tokens, at) && tokens[at]!.norm !== '…') return undefined
  const behind = tokens.findIndex(({ kind }, place) => place > at && kind !== 'mark')
  const words = wordsOf(tokens.slice(Math.max(behind, 0)))
  if (behind < 0 || !NOT_LOOKED.test(words)) return undefined
  const start = tokens.findLastIndex(({ norm }, place) => place < at && /^[,.;:]$/.test(norm)) + 1
  return start < at ? [Math.max(start, least), behind] : undefined
}

const NOT_LOOKED =
  /^nao (?:espera |perai |pera )?nao (?:vi|deu|consegui|examinei|medi|fiz|toquei|palpei|auscultei|olhei|avaliei|testei)\b/
