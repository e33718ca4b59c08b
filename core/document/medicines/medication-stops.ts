/**
 * What the doctor stops, as it was said: "Pode parar a sinvastatina", "Vou tirar o anlodipino",
 * "Vamos trocar a fluoxetina pela sertralina 50". What is begun in the same breath is left to its
 * own entry, unless it takes the place of what is stopped.
 */
import { assertionAt, readScopes } from '../../portuguese/assertion.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { normAt } from '../../portuguese/tokens.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import { actOf } from './medication-act.ts'
import { doseUnit, type MedicationFinder } from './medication-mentions.ts'
import { type Act, actAt } from './medication-verbs.ts'

/**
 * Clauses of which each stops no medicine but where it begins: "mantenho a losartana e retiro o
 * anlodipino" are two.
 */
export function apartFromStops(clauses: readonly Clause[], find: MedicationFinder): Clause[] {
  return clauses.flatMap((clause) => {
    const { tokens } = clause
    const places = find(tokens).flatMap(({ lead }) => {
      const verb = /^[oa]s?$/.test(normAt(tokens, lead - 1)) ? lead - 2 : lead - 1
      const isJoined = verb > 1 && /^(?:e|,)$/.test(normAt(tokens, verb - 1))
      return isJoined && actAt(tokens, verb) === 'stops' ? [verb] : []
    })
    const ends = [...places.map((verb) => verb - 1), tokens.length]
    const starts = [0, ...places]
    return places.length === 0 ? [clause] : starts.map((from, at) => part(clause, from, ends[at]!))
  })
}

function part(clause: Clause, from: number, to: number): Clause {
  const tokens = clause.tokens.slice(from, to)
  return {
    ...clause,
    tokens,
    words: wordsOf(tokens),
    start: from === 0 ? clause.start : tokens[0]!.start,
    end: to === clause.tokens.length ? clause.end : tokens.at(-1)!.end,
  }
}

/** The part of a clause that stops a medicine; undefined where none is stopped. */
export function stopIn(
  clause: Clause,
  find: MedicationFinder,
  next: readonly Statement[],
): Clause | undefined {
  const { tokens } = clause
  const words = wordsOf(tokens)
  if (CONDITIONAL.test(words) || words.split(' ').length > MOST_WORDS) return undefined
  const mentions = find(tokens)
  const isStopped = mentions.every(
    (each, at) => isStoppedBehind(tokens, each) || isListed(tokens, each, mentions[at + 1]),
  )
  if (mentions.length > 0 && isStopped) return clause
  if (!DECIDES.test(words) && !NO_MORE.test(words)) return undefined
  const scopes = readScopes(tokens)
  let last: Act | undefined
  const acts = mentions.map((_, index) => {
    last = actOf(tokens, mentions, index, last)
    return last
  })
  // "Não precisa mais tomar o AAS": denied from now on.
  const isNoMore = NO_MORE.test(words)
  if (mentions.length === 0) return undefined
  const at = isNoMore ? 0 : acts.indexOf('stops')
  if (at < 0 || (!isNoMore && assertionAt(scopes, mentions[at]!.from) === 'denied'))
    return undefined
  const other = mentions.findIndex((_, index) => index > at && acts[index] !== 'stops')
  const swapped = SWAPS.test(words) ? mentions[other] : undefined
  if (swapped) {
    if (next.some((each) => refuses(each, swapped.name))) return undefined
    return part(clause, 0, endOfStrength(tokens, swapped.from + swapped.name.split(' ').length))
  }
  if (other < 0) return clause
  const joint = tokens.findLastIndex(
    ({ norm }, index) =>
      index > mentions[at]!.from && index < mentions[other]!.lead && PARTS.test(norm),
  )
  return joint < 0 ? clause : part(clause, 0, joint)
}

/** "O mefenâmico para.", "Cataflam fora", "a nimesulida, acabou": named first. */
function isStoppedBehind(tokens: Clause['tokens'], { to }: { to: number }): boolean {
  const after = tokens.slice(to)
  if (STOPS_BEHIND.test(wordsOf(after))) return true
  const verb = after.findIndex(({ kind }) => kind !== 'mark')
  const next = after[verb + 1]
  const isLast = next === undefined || next.kind === 'mark' || ALSO.test(next.norm)
  return after[verb]?.norm === 'para' && isLast
}

/** "A sinvastatina e a metformina pode parar": what is said of the last is said of both. */
function isListed(
  tokens: Clause['tokens'],
  { to }: { to: number },
  next: { lead: number; from: number } | undefined,
): boolean {
  return next !== undefined && /^(?:e |[oa]s? )*$/.test(`${wordsOf(tokens.slice(to, next.from))} `)
}

const ALSO = /^(?:tambem|ja|hoje|agora)$/
const STOPS_BEHIND =
  /^(?:(?:eu|a gente|voce|a senhora|o senhor|tambem|ja|agora|pode|podemos|vai|vamos|vou|deve|tem que) )*(?:(?:suspender|tirar|cortar|retirar|parar)(?= (?:ja|hoje|agora|tambem|de vez|nao|que|porque)|$)|suspend[aeo]|tir[aeo]|cort[aeo]|sai|fora|acabou|(?:para|pare) (?:hoje|agora|de vez|por enquanto|com ele|com ela))\b(?! (?:a|o|da|de|do) )/

/** "Sertralina 50": the strength right behind a name belongs to it. */
function endOfStrength(tokens: Clause['tokens'], name: number): number {
  const [strength] = readNumbers(tokens.slice(name, name + MOST_STRENGTH_WORDS))
  if (strength?.from !== 0) return name
  const end = name + strength.to
  return doseUnit(normAt(tokens, end)) === undefined ? end : end + 1
}

const MOST_STRENGTH_WORDS = 6

/**
 * Who decides: "suspendo", "vou tirar", "pode parar", "para com"; neither "tem que parar dois dias
 * antes" nor "está suspensa".
 */
const DECIDES =
  /^(?:(?:e|entao|ai|agora|hoje|mas|bom|olha|ja|tambem|eu|a gente|nos|voce|a senhora|o senhor) )*(?:(?:vou|vamos|pode|podemos|vai|deve|quero|precisa) )?(?:(?:te|lhe) )?(?:par(?:a|e|ar|amos)|tir(?:a|e|ar|o|amos)|suspend(?:e|a|o|er|emos)|interromp\p{L}{1,4}|cort(?:a|e|ar|o|amos)|troc(?:a|ar|o|amos)|substitu\p{L}{1,4}|retir(?:a|e|ar|o|amos)|larg(?:a|ue|ar)|descontinu\p{L}{1,4})\b(?!.*\b(?:dias?|horas?|semanas?) antes\b)/u
const NO_MORE =
  /^(?:(?:e|entao|ai|agora|mas|voce|a senhora|o senhor) )*(?:nao (?:precisa|vai|vamos|deve|pode|e para|e pra) (?:mais (?:tomar|usar|do|da|de)|(?:tomar|usar) mais)|nao (?:use|tome|aplique|passe|tomar|usar|aplicar) mais|(?:fica|fique|ficar|vai ficar|vamos ficar) sem (?:o|a|os|as|tomar|usar)|nada de|(?:esta )?proibid[oa] (?:o|a|tomar|usar)|mais nada de)\b/
/** Longer than an order that is heard: nobody set marks. */
const MOST_WORDS = 20

const CONDITIONAL = /^(?:(?:e|mas|ai) )*(?:se|caso|quando)\b/
const SWAPS = /\b(?:troc\p{L}+|substitu\p{L}+|no lugar d[aeo])\b/u
const PARTS = /^(?:e|,|;|mas|ai)$/

/** "Não, indapamida não": taken back at once. */
function refuses({ origin, tokens }: Statement, name: string): boolean {
  const words = wordsOf(tokens)
  return origin === 'speech' && words.includes(`${name} nao`)
}
