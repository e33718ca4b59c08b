/**
 * Where nobody can hear what a denial reaches: "sem sopro pulmão limpo pernas sem inchaço", from a
 * recognizer that writes no marks.
 */
import type { Scope } from './assertion.ts'
import type { Token } from './tokens.ts'

export type UnsureReader = (at: number, isClinical: boolean) => boolean

/** Words that one mark may hold together, at least, for a statement to be without marks. */
const UNMARKED = 10
/**
 * Words of a denied phrase, in a statement without marks, behind which it may be over: of
 * complaints, which are told in lists, more.
 */
const SURE_WORDS = 1
const SURE_COMPLAINTS = 5

/**
 * "Sem sopro pulmão limpo pernas sem inchaço": nobody can hear from the words alone where what is
 * denied ends.
 */
export function unsureReader(tokens: readonly Token[], scopes: readonly Scope[]): UnsureReader {
  const marks = tokens.slice(0, -1).filter(({ kind, norm }) => kind === 'mark' && norm !== '%')
  if (tokens.length < UNMARKED * (marks.length + 1)) return () => false
  return (at, isClinical) => {
    const around = scopes.filter(
      ({ assertion, from, to }) => assertion === 'denied' && at >= from && at < to,
    )
    const most = isClinical ? SURE_COMPLAINTS : SURE_WORDS
    return around.length > 0 && around.every(({ from }) => wordsBefore(tokens, from, at) >= most)
  }
}

/**
 * Words that say something between two places; what is joined or told more closely counts with what
 * it belongs to.
 */
function wordsBefore(tokens: readonly Token[], from: number, to: number): number {
  let words = 0
  for (let at = from; at < to; at++) {
    const isJoined = JOINS.test(tokens[at + 1]?.norm ?? '')
    if (tokens[at]!.kind === 'word' && !JOINS.test(tokens[at]!.norm) && !isJoined) words += 1
  }
  return words
}

const JOINS = /^(?:[aeo]s?|ou|nem|d[aeo]s?|n[ao]s?|em|aos?|com|uma?|muit[ao]|tenho|tem|tive|teve)$/
