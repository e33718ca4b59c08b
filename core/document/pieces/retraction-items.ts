/**
 * What a correction can name again: a medicine, a part of the body, a day, a number with its unit.
 * Two of one kind can stand for each other, so that the second may correct the first.
 */

import { medicationNames } from '../../portuguese/medications.ts'
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'

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
