/**
 * Speech as a chart writes it: "cinquenta miligramas" → "50 mg", "trinta e sete vírgula oito" →
 * "37,8", "pressão doze por oito" → "pressão 120/80", "noventa e oito por cento" → "98%",
 * "metformina oitocentos e cinquenta" → "metformina 850". A small number without a unit, a time or
 * a count stays a word.
 *
 * The words as heard are what is stored, corrected and pointed at by sources; this is computed from
 * them wherever it is shown, with a map of places both ways (normalized-text.ts), so that one can
 * never contradict the other.
 *
 * Abbreviations follow the lists for safe writing: micrograms are "mcg", units are never "U",
 * nothing has a trailing zero that was not said.
 */
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, tokenize } from '../../portuguese/tokens.ts'
import { type NormalizedText, type Replacement, replaceParts } from './normalized-text.ts'
import { isCounted, isTemperature, readUnit, type UnitPhrase } from './units.ts'

interface TokenReplacement {
  /** Tokens [from, to). */
  from: number
  to: number
  text: string
}

export function normalizeText(raw: string): NormalizedText {
  const tokens = tokenize(raw)
  const numbers = readNumbers(tokens)
  const found: TokenReplacement[] = []
  for (const [index, number] of numbers.entries()) {
    if (number.from < (found.at(-1)?.to ?? 0) || touchesNumber(tokens, number)) continue
    // "Três quatro vezes": both, or neither.
    if (numbers[index - 1]?.to === number.from && (found.at(-1)?.to ?? 0) < number.from) continue
    const one =
      bloodPressure(tokens, number, numbers[index + 1]) ??
      everyHours(tokens, number, numbers[index + 1]) ??
      metres(tokens, number, numbers[index + 1]) ??
      temperature(tokens, number, numbers[index + 1]) ??
      tenths(tokens, number, numbers[index + 1]) ??
      withUnit(raw, tokens, number) ??
      plain(raw, tokens, number)
    if (one) found.push(one)
  }
  const replacements = withAlternatives(raw, tokens, numbers, found).map(
    ({ from, to, text }): Replacement => ({
      rawFrom: tokens[from]!.start,
      rawTo: tokens[to - 1]!.end,
      text,
    }),
  )
  return replaceParts(raw, replacements)
}

/**
 * "losartana de 50 duas vezes" and "de 50, duas vezes" stay: "50, 2 vezes" could be read as another
 * dose.
 */
function touchesNumber(tokens: readonly Token[], { from }: NumberPhrase): boolean {
  const before = tokens[from - 1]?.norm === ',' ? from - 2 : from - 1
  return tokens[from]!.kind === 'word' && tokens[before]?.kind === 'number'
}

/**
 * "pressão doze por oito" → 120/80; "doze por oito" alone → 12 por 8, since it may be something
 * else.
 */
function bloodPressure(
  tokens: readonly Token[],
  upper: NumberPhrase,
  lower: NumberPhrase | undefined,
): TokenReplacement | undefined {
  const between = tokens[upper.to]
  if (!lower || lower.from !== upper.to + 1 || !/^(?:por|x)$/.test(between?.norm ?? '')) return
  if (upper.decimals > 0 || lower.decimals > 0 || upper.article || lower.article) return
  const full = isPressure(upper.value, lower.value)
  const short = isPressure(upper.value * 10, lower.value * 10)
  if (!full && !short) return
  const unit = readUnit(tokens, lower.to)
  if (unit && unit.symbol !== 'mmHg') return
  // "De doze em doze por dez dias": how often, and for how long.
  if (tokens[upper.from - 1]?.norm === 'em' || isCounted(tokens[lower.to])) return
  const named = tokens
    .slice(Math.max(0, upper.from - 5), upper.from)
    .some(({ norm }) => /^(?:pressao|pa)$/.test(norm))
  if (!named && unit === undefined) {
    // Other things are measured "by" something too: only spoken numbers become digits.
    if (tokens[upper.from]!.kind === 'number' || tokens[lower.from]!.kind === 'number') return
    return { from: upper.from, to: lower.to, text: `${upper.value} por ${lower.value}` }
  }
  const times = full ? 1 : 10
  return {
    from: upper.from,
    to: unit?.to ?? lower.to,
    text: `${upper.value * times}/${lower.value * times}${unit ? ' mmHg' : ''}`,
  }
}

function isPressure(upper: number, lower: number): boolean {
  return upper >= 60 && upper <= 280 && lower >= 30 && lower <= 180 && upper > lower
}

/** "de oito em oito horas" → "de 8/8 h". */
function everyHours(
  tokens: readonly Token[],
  first: NumberPhrase,
  second: NumberPhrase | undefined,
): TokenReplacement | undefined {
  if (!second || second.from !== first.to + 1 || tokens[first.to]?.norm !== 'em') return
  if (tokens[first.from - 1]?.norm !== 'de' || first.value !== second.value) return
  if (!/^horas?$/.test(tokens[second.to]?.norm ?? '') || first.decimals > 0) return
  return { from: first.from, to: second.to + 1, text: `${first.value}/${first.value} h` }
}

/** "um metro e setenta" → "1,70 m". */
function metres(
  tokens: readonly Token[],
  whole: NumberPhrase,
  rest: NumberPhrase | undefined,
): TokenReplacement | undefined {
  if (!/^metros?$/.test(tokens[whole.to]?.norm ?? '') || whole.decimals > 0) return
  if (!rest || rest.from !== whole.to + 2 || tokens[whole.to + 1]?.norm !== 'e') return
  if (rest.value < 10 || rest.value > 99 || rest.decimals > 0) return
  const unit = readUnit(tokens, rest.to)
  if (unit && unit.symbol !== 'cm') return
  if (isCounted(tokens[rest.to])) return
  return { from: whole.from, to: unit?.to ?? rest.to, text: `${whole.value},${rest.value} m` }
}

/**
 * "temperatura trinta e oito e meio", "febre de trinta e nove e dois" → "38,5 °C": of a temperature
 * nobody says the unit.
 */
function temperature(
  tokens: readonly Token[],
  whole: NumberPhrase,
  rest: NumberPhrase | undefined,
): TokenReplacement | undefined {
  if (whole.value < 34 || whole.value > 42.5 || !followsTemperature(tokens, whole.from)) return
  const isJoined = whole.decimals === 0 && tokens[whole.to]?.norm === 'e'
  const half = isJoined && /^mei[oa]$/.test(tokens[whole.to + 1]?.norm ?? '') ? whole.to + 2 : 0
  const isTenth =
    isJoined && rest?.from === whole.to + 1 && rest.value >= 1 && rest.value <= 9 && !rest.decimals
  const to = half || (isTenth ? rest.to : whole.to)
  const behind = tokens[to]
  if (
    readUnit(tokens, to) ||
    isCounted(behind) ||
    /^(?:[°º].*|por|em|a|ou|e|x)$/.test(behind?.norm ?? '')
  )
    return
  const value = whole.value + (half ? 0.5 : isTenth ? rest.value / 10 : 0)
  const decimals = half || isTenth ? 1 : whole.decimals
  return { from: whole.from, to, text: `${digits({ value, decimals })} °C` }
}

/** "Glicada sete e nove" → "7,9": of results that are told to a tenth. */
function tenths(
  tokens: readonly Token[],
  whole: NumberPhrase,
  rest: NumberPhrase | undefined,
): TokenReplacement | undefined {
  if (whole.decimals > 0 || whole.article || whole.value < 1 || whole.value >= 20) return
  if (tokens[whole.to]?.norm !== 'e' || rest?.from !== whole.to + 1) return
  if (rest.value < 1 || rest.value > 9 || rest.decimals > 0 || rest.article) return
  const behind = tokens[rest.to]
  if (behind && behind.kind !== 'mark' && !/^(?:e|mas|por|agora|era)$/.test(behind.norm)) return
  let at = whole.from - 1
  while (at > whole.from - 5 && TOLD_FILLERS.test(tokens[at]?.norm ?? '')) at -= 1
  if (!TOLD_TO_A_TENTH.test(tokens[at]?.norm ?? '')) return
  return { from: whole.from, to: rest.to, text: `${whole.value},${rest.value}` }
}

const TOLD_TO_A_TENTH =
  /^(?:glicada|hemoglobina|potassio|albumina|calcio|urico|tsh|inr|creatinina)$/
const TOLD_FILLERS = /^(?:de|deu|esta|ta|era|foi|veio|em|:|,)$/

function followsTemperature(tokens: readonly Token[], from: number): boolean {
  let at = from - 1
  while (at > from - 4 && TEMPERATURE_FILLERS.test(tokens[at]?.norm ?? '')) at -= 1
  return /^(?:temperatura|tax|febre|febril|afebril)$/.test(tokens[at]?.norm ?? '')
}

const TEMPERATURE_FILLERS = /^(?:de|deu|esta|ta|era|foi|axilar|agora|chegou|a|ate|:|,)$/

/** "cinquenta miligramas" → "50 mg"; "dois quilos e meio" → "2,5 kg". */
function withUnit(
  raw: string,
  tokens: readonly Token[],
  number: NumberPhrase,
): TokenReplacement | undefined {
  const unit = readUnit(tokens, number.to)
  if (!unit) return
  if (unit.symbol === '°C' && !unit.certain && !isTemperature(tokens, number)) return
  const grams = unit.symbol === 'kg' && !number.decimals ? gramsBehind(tokens, unit) : undefined
  if (grams)
    return {
      from: number.from,
      to: grams.to,
      text: `${String(number.value + grams.value / 1000).replace('.', ',')} kg`,
    }
  const half = !number.decimals && /^(?:kg|g|L|m|cm)$/.test(unit.symbol) && saysHalf(tokens, unit)
  const value = half
    ? digits({ value: number.value + 0.5, decimals: 1 })
    : written(raw, tokens, number)
  const space = unit.symbol === '%' ? '' : ' '
  return {
    from: number.from,
    to: half ? unit.to + 2 : unit.to,
    text: `${value}${space}${unit.symbol}`,
  }
}

/** "Três quilos e duzentos", "três quilos e duzentos gramas": of one weight. */
function gramsBehind(tokens: readonly Token[], { to }: UnitPhrase) {
  if (tokens[to]?.norm !== 'e') return undefined
  const [number] = readNumbers(tokens.slice(to + 1, to + 5))
  if (number?.from !== 0 || number.article || number.value % 10 !== 0) return undefined
  if (number.value < 100 || number.value >= 1000) return undefined
  const end = to + 1 + number.to
  const isGrams = /^gramas?$/.test(tokens[end]?.norm ?? '')
  const isAlone = tokens[end] === undefined || tokens[end].kind === 'mark'
  return isGrams || isAlone ? { value: number.value, to: end + (isGrams ? 1 : 0) } : undefined
}

function saysHalf(tokens: readonly Token[], { to }: UnitPhrase): boolean {
  return tokens[to]?.norm === 'e' && /^mei[oa]$/.test(tokens[to + 1]?.norm ?? '')
}

/**
 * Counted things ("três dias"), decimals ("trinta e sete vírgula oito") and large numbers as
 * digits; "um" is an article more often.
 */
function plain(
  raw: string,
  tokens: readonly Token[],
  number: NumberPhrase,
): TokenReplacement | undefined {
  if (number.article) return
  const comma = tokens
    .slice(number.from, number.to)
    .some(({ norm, kind }) => kind === 'word' && norm === 'virgula')
  if (!comma && !isCounted(tokens[number.to]) && !isLarge(tokens, number)) return
  return { from: number.from, to: number.to, text: written(raw, tokens, number) }
}

/**
 * Not "cinquenta e um pouco"; "quatrocentos doze" may be two strengths, and "um e cinquenta" or
 * "trinta e oito e seis" is one number that nothing names.
 */
function isLarge(tokens: readonly Token[], { from, to, value }: NumberPhrase): boolean {
  const words = tokens.slice(from, to).map(({ norm }) => norm)
  const isJoined = tokens[from - 1]?.norm === 'e' || tokens[to]?.norm === 'e'
  return (
    value >= LARGE &&
    tokens[from]!.kind === 'word' &&
    !isJoined &&
    !/^(?:uma?|mil)$/.test(words.at(-1)!) &&
    !UNJOINED.test(words.join(' '))
  )
}

const UNJOINED =
  /\b(?:cem|cento|duzent[oa]s|trezent[oa]s|quatrocent[oa]s|quinhent[oa]s|seiscent[oa]s|setecent[oa]s|oitocent[oa]s|novecent[oa]s|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa) (?!e\b|mil\b)/

/** From here on charts write digits, whatever is counted. */
const LARGE = 20

/**
 * "dois ou três dias", "dois por três centímetros": where one of the two is written in digits, both
 * are.
 */
function withAlternatives(
  raw: string,
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  found: readonly TokenReplacement[],
): TokenReplacement[] {
  return found.flatMap((one, index) => {
    const joint = tokens[one.from - 1]?.norm ?? ''
    const other = numbers.find(({ to }) => to === one.from - 1)
    const taken = found[index - 1]?.to ?? 0
    if (!/^(?:ou|a|por|x)$/.test(joint) || !other || other.article || other.from < taken)
      return [one]
    // "De doze em doze por dez dias": how often, and for how long.
    if (tokens[other.from - 1]?.norm === 'em') return [one]
    return [{ from: other.from, to: other.to, text: written(raw, tokens, other) }, one]
  })
}

/** As it stands where it is written in digits already. */
function written(raw: string, tokens: readonly Token[], number: NumberPhrase): string {
  const first = tokens[number.from]!
  if (number.to === number.from + 1 && first.kind === 'number')
    return raw.slice(first.start, first.end)
  return digits(number)
}

function digits({ value, decimals }: { value: number; decimals: number }): string {
  return value.toFixed(decimals).replace('.', ',')
}
