/**
 * What a statement names without it being so: a goal, an ideal, the number from which something is
 * done.
 */
import type { Token } from './tokens.ts'

/**
 * By place: whether the word there is only aimed at. "O ideal é doze por oito", "quero chegar nos
 * sessenta quilos".
 */
export function wishReader(tokens: readonly Token[]): (at: number) => boolean {
  const goals = tokens.flatMap((_, at) => goalFrom(tokens, at))
  const limits = tokens.flatMap((_, at) => limitFrom(tokens, at))
  const ranges = [...goals, ...limits]
  return (at) => ranges.some(({ from, to }) => at >= from && at < to)
}

interface Range {
  /** Tokens [from, to). */
  from: number
  to: number
}

const GOAL = /^(?:ideal|meta|objetivo|alvo)$/
const WANTS = /^(?:quero|queria|quer|pretendo|gostaria|sonho)$/
const ARRIVES = /^(?:chegar|baixar|descer|subir|voltar|ficar|pesar|atingir)$/

/** From the word that tells of a goal to the end of its clause. */
function goalFrom(tokens: readonly Token[], at: number): Range[] {
  const { norm } = tokens[at]!
  const isWish =
    WANTS.test(norm) && tokens.slice(at + 1, at + 4).some((one) => ARRIVES.test(one.norm))
  if (!GOAL.test(norm) && !isWish) return []
  return [{ from: at + 1, to: endOfClause(tokens, at + 1) }]
}

/** "Acima de quatro é que a gente investiga": a limit, and nobody's number. */
function limitFrom(tokens: readonly Token[], at: number): Range[] {
  if (!/^(?:acima|abaixo|mais|menos|partir)$/.test(tokens[at]!.norm)) return []
  const to = endOfClause(tokens, at)
  const isLimit = tokens
    .slice(at, to)
    .some(({ norm }, index, rest) => norm === 'que' && rest[index - 1]?.norm === 'e')
  return isLimit ? [{ from: at, to }] : []
}

function endOfClause(tokens: readonly Token[], from: number): number {
  const end = tokens
    .slice(from)
    .findIndex(({ norm }) => /^(?:[.,;:!?…]|mas|hoje|agora)$/.test(norm))
  return end < 0 ? tokens.length : from + end
}
