/** Units as they are said, and their symbols. Data for normalize-text.ts. */
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'

export interface UnitPhrase {
  symbol: string
  /** First token after it. */
  to: number
  /** False where the same word has another meaning. */
  certain: boolean
}

/** Folded words in a row; the longest that fits is taken. */
const UNITS: readonly [phrase: RegExp[], symbol: string][] = [
  [[/^milimetros?$/, /^de$/, /^mercurio$/], 'mmHg'],
  [[/^mmhg$/], 'mmHg'],
  [[/^miligramas?$/, /^por$/, /^decilitros?$/], 'mg/dL'],
  [[/^miligramas?$/, /^por$/, /^mililitros?$/], 'mg/mL'],
  [[/^miligramas?$/, /^por$/, /^quilos?$/], 'mg/kg'],
  [[/^gramas?$/, /^por$/, /^decilitros?$/], 'g/dL'],
  [[/^microgramas?$/, /^por$/, /^mililitros?$/], 'mcg/mL'],
  [[/^batimentos?$/, /^por$/, /^minuto$/], 'bpm'],
  [[/^(?:incursoes|respiracoes)$/, /^por$/, /^minuto$/], 'irpm'],
  [[/^(?:incursoes|movimentos)$/, /^respiratori[oa]s$/, /^por$/, /^minuto$/], 'irpm'],
  [[/^unidades?$/, /^internaciona(?:l|is)$/], 'UI'],
  [[/^por$/, /^cento$/], '%'],
  [[/^graus?$/, /^(?:celsius|centigrados)$/], '°C'],
  [[/^graus?$/], '°C'],
  [[/^miligramas?$/], 'mg'],
  [[/^microgramas?$/], 'mcg'],
  [[/^gramas?$/], 'g'],
  [[/^(?:quilos?|quilogramas?|kilos?)$/], 'kg'],
  [[/^mililitros?$/], 'mL'],
  [[/^litros?$/], 'L'],
  [[/^milimetros?$/], 'mm'],
  [[/^centimetros?$/], 'cm'],
  // Written already: only the number before it may change.
  [[/^mg$/], 'mg'],
  [[/^kg$/], 'kg'],
]

/** Things that are counted: the number before them is a number. */
const COUNTED =
  /^(?:dias|semanas|mes|meses|anos|horas|minutos|vezes|comprimidos|capsulas|gotas|ampolas|doses|jatos|cigarros|macos|sessoes|consultas|quilometros|filhos|gestacoes|partos)$/

/** The unit that begins at a token; undefined where none does. */
export function readUnit(tokens: readonly Token[], at: number): UnitPhrase | undefined {
  let best: UnitPhrase | undefined
  for (const [phrase, symbol] of UNITS) {
    if (at + phrase.length <= (best?.to ?? at)) continue
    if (!phrase.every((word, i) => word.test(tokens[at + i]?.norm ?? ''))) continue
    const to = at + phrase.length
    // "por cento e dez" is a number, not a percentage.
    if (
      symbol === '%' &&
      tokens[to]?.norm === 'e' &&
      readNumbers(tokens.slice(to + 1, to + 2)).length
    )
      continue
    best = { symbol, to, certain: symbol !== '°C' || phrase.length > 1 }
  }
  return best
}

export function isCounted(token: Token | undefined): boolean {
  return token?.kind === 'word' && COUNTED.test(token.norm)
}

/**
 * "graus" are of a fever only where one speaks of it and the number fits; joints are bent by
 * degrees too.
 */
export function isTemperature(
  tokens: readonly Token[],
  { from, value }: { from: number; value: number },
): boolean {
  if (value < 33 || value > 43) return false
  return tokens
    .slice(Math.max(0, from - 8), from)
    .some(({ norm }) => /^(?:temperatura|febre|febril|afebril|axilar|tax|tive|teve)$/.test(norm))
}
