/**
 * Where a sentence names an examination, a disease or a specialty: the shortest words that do, and
 * what belongs to the name behind them.
 */
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ownClassesOf, type WordClass } from '../../portuguese/word-classes.ts'

/** Tokens [from, to). */
export interface Named {
  from: number
  to: number
}

/** Words of the longest listed name. */
const LONGEST = 4

export function named(kind: WordClass, tokens: readonly Token[]): Named[] {
  const found: Named[] = []
  for (let at = 0; at < tokens.length; ) {
    const to = endOfName(kind, tokens, at)
    if (to === undefined) at += 1
    else {
      const end = withQualifiers(tokens, to)
      found.push({ from: at, to: end })
      at = end
    }
  }
  return found
}

/** The end of the shortest name that begins at a token; undefined where none does. */
function endOfName(kind: WordClass, tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]!.kind !== 'word') return undefined
  const words: string[] = []
  for (let to = at; to < tokens.length && words.length < LONGEST; to++) {
    if (tokens[to]!.kind === 'mark') break
    words.push(tokens[to]!.norm)
    if (!ownClassesOf(words).has(kind)) continue
    // What is named by the later words alone begins there.
    return ownClassesOf(words.slice(1)).has(kind) && words.length > 1 ? undefined : to + 1
  }
  return undefined
}

const JOINT = /^(?:d[aeo]s?|n[ao]s?|por)$/
const QUALIFIES =
  /^(?:agud[oa]s?|cronic[oa]s?|leves?|moderad[oa]s?|graves?|direit[oa]s?|esquerd[oa]s?|bilatera(?:l|is)|tota(?:l|is)|livres?|complet[oa]|tipo|grau|estagio|classe|primari[oa]|secundari[oa]|alergic[oa]|glicad[oa]|glicosilad[oa]|\p{L}{4,}(?:ica|ico|icas|icos|iva|ivo|ivas|ivos|osa|oso|al|ar|ais|ares|oide|ea|eo|ante|ente|aria|ario))$/u
/** Levels of the spine, joined by a hyphen: "L5-S1". */
const LEVEL = /^[ctls]\d{1,2}$/
/** Words that follow a joint and are no part of a name. */
const NO_PART =
  /^(?:que|manha|tarde|noite|hoje|agora|ontem|senhora?|voce|isso|el[ea]|mim|anos?|mes(?:es)?|dias?|semanas?|sempre|novo|controle|retorno)$/
const MOST_QUALIFIERS = 4

/** "Fratura de rádio distal", "anemia ferropriva": what stands right behind and only says which. */
export function withQualifiers(tokens: readonly Token[], from: number): number {
  let to = from
  while (to < tokens.length && to - from < MOST_QUALIFIERS) {
    const { norm, kind } = tokens[to]!
    const next = tokens[to + 1]
    if (kind === 'word' && QUALIFIES.test(norm)) to += 1
    else if (/^(?:tipo|grau|estagio|classe)$/.test(tokens[to - 1]!.norm) && kind !== 'mark') to += 1
    else if (LEVEL.test(norm)) to += 1
    else if (
      JOINT.test(norm) &&
      next?.kind === 'word' &&
      next.norm.length > 2 &&
      !NO_PART.test(next.norm) &&
      readNumbers([next]).length === 0
    )
      to += 2
    else break
  }
  return to
}
