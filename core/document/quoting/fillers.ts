/**
 * Words at the edges of a sentence that say nothing: "Bah, doutora, é uma queimação …, né?". Quotes
 * begin after them and end before them.
 */

import type { Token } from '../../portuguese/tokens.ts'
import type { Statement } from '../pieces/statements.ts'
import { type Quote, quote } from './quote.ts'

const OPENS =
  /^(?:ah|ai|ahn|hum|hm|eh|olha|oh|o|bah|bom|bem|entao|ne|viu|vixe|vix|ixe|oxe|uai|nossa|puxa|tipo|assim|sabe|veja|pois|e|mas|ta|certo|isso|ok|doutora?|dra?|minha filha|meu filho|senhor|senhora|moco|moca|gente|rapaz|menina|homem|mulher)$/
const CLOSES =
  /^(?:ne|viu|ta|ok|certo|doutora?|dra?|sabe|entendeu|hein|ue|uai|tche|assim|gracas|deus|mesmo|o|la)$/
/** Who is spoken to, behind a nod: "viu, mãe?". Alone it may be told: "moro com meu pai, mãe". */
const SPOKEN_TO = /^(?:mae|pai|mamae|papai|filh[ao]|senhora?|gente|moc[ao]|querid[ao])$/
const NODS = /^(?:ne|viu|ta|ok|certo|sabe|entendeu)$/
const GREETING = /^(?:bom dia|boa tarde|boa noite)$/
/** "Boa noite de sono". */
const LEANS_ON_IT = /^(?:de|da|do|a|para|pra)$/
const NAMES = /^(?:seu|dona)$/
const KEPT_AFTER = /^(?:e|o|mas|isso|ta)$/

/**
 * Tokens [from, to) of a stretch without the fillers at its edges; the stretch itself when nothing
 * else is left.
 */
export function withoutFillers(tokens: readonly Token[]): readonly Token[] {
  let from = 0
  while (from < tokens.length) {
    const next = openedBy(tokens, from)
    if (next === from) break
    from = next
  }
  let to = tokens.length
  while (to > from) {
    const before = closedBy(tokens, from, to)
    if (before === to) break
    to = before
  }
  const kept = tokens.slice(from, to)
  return kept.some(({ kind }) => kind !== 'mark') ? kept : tokens
}

/** "Então, doutor": nothing is said yet. */
export function saysNothing(tokens: readonly Token[]): boolean {
  return tokens.every(({ norm, kind }) => kind === 'mark' || OPENS.test(norm))
}

/** "Seu Osvaldo, isso é angina": who is spoken to. */
export function onlyCalls(words: string): boolean {
  return /^(?:(?:e|olha|entao|bom) )*(?:seu|dona) \p{L}+$/u.test(words)
}

/** A stretch of a statement, all of it by default, without the fillers at its edges. */
export function trimmedQuote(
  statement: Statement,
  stretch: { tokens: readonly Token[]; start: number; end: number } = {
    tokens: statement.tokens,
    start: 0,
    end: statement.text.length,
  },
): Quote | undefined {
  const { tokens, start, end } = stretch
  const kept = withoutFillers(tokens)
  return quote(
    statement,
    kept[0] === tokens[0] ? start : kept[0]!.start,
    kept.at(-1) === tokens.at(-1) ? end : kept.at(-1)!.end,
  )
}

/** Where the words begin after one filler; only what a comma parts from the rest is one. */
function openedBy(tokens: readonly Token[], at: number): number {
  const { norm, kind } = tokens[at]!
  if (kind === 'mark') return at + 1
  const next = tokens[at + 1]
  if (GREETING.test(`${norm} ${next?.norm}`))
    return LEANS_ON_IT.test(tokens[at + 2]?.norm ?? '') ? at : at + 2
  const parted = next !== undefined && /^[,.…!]$/.test(next.norm)
  // "Não, não tem alergia": answered, and said.
  if (norm === 'nao' && parted && tokens[at + 2]?.norm === 'nao') return at + 2
  if (OPENS.test(norm)) {
    if (parted) return at + 2
    return KEPT_AFTER.test(norm) ||
      !/^(?:ah|ai|olha|bah|entao|hum|vixe|oxe|ixe|uai|bom)$/.test(norm)
      ? at
      : at + 1
  }
  const named = NAMES.test(norm) && tokens[at + 2] && /^[,.!]$/.test(tokens[at + 2]!.norm)
  return named ? at + 3 : at
}

function closedBy(tokens: readonly Token[], from: number, to: number): number {
  const last = tokens[to - 1]!
  if (last.kind === 'mark') {
    const inner = closedBy(tokens, from, to - 1)
    return inner === to - 1 ? to : inner
  }
  const before = tokens[to - 2]
  if (!before || to - 2 <= from) return to
  const isParted = /^[,…]$/.test(before.norm)
  const isNodded = isParted && SPOKEN_TO.test(last.norm) && NODS.test(tokens[to - 3]?.norm ?? '')
  if (isNodded || (isParted && CLOSES.test(last.norm))) return to - 2
  const named = tokens[to - 3] && NAMES.test(before.norm) && /^[,…]$/.test(tokens[to - 3]!.norm)
  return named ? to - 3 : to
}
