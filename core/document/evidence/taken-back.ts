/**
 * What does not hold any more by the end of the talk, though it was said: corrected a sentence
 * later, taken back ("não, X não", "deixa pra lá"), only intended ("ia passar … mas"), or proposed
 * and refused. Its terms become denied, so that no value quotes them, and say why.
 */

import { correctionReader } from '../../portuguese/scope-readers.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { ReadStatement } from './sources.ts'

export function withTakenBack(readings: readonly ReadStatement[]): ReadStatement[] {
  const words = readings.map(({ statement }) => wordsOf(statement.tokens))
  return readings.map((reading, at) => {
    if (reading.statement.origin !== 'speech') return reading
    const marks = [
      intended(reading),
      correctedBy(reading, readings[at + 1]),
      withdrawnBy(reading, readings.slice(at + 1, at + 1 + REACHES), words.slice(at + 1)),
      deferredIn(reading, readings[at - 1], words[at]!),
      isRefused(reading, words[at]!, readings[at + 1], words[at + 1]) ? REFUSED : NOTHING,
    ]
    const standingOf = (term: Term) => marks.map((mark) => mark(term)).find(Boolean)
    const terms = reading.terms.map((term): Term => {
      const standing = term.kind === 'idle' || term.denied ? undefined : standingOf(term)
      return standing ? { ...term, denied: true, standing } : term
    })
    return { ...reading, terms }
  })
}

type Mark = (term: Term) => Term['standing']

const NOTHING: Mark = () => undefined
const REFUSED: Mark = () => 'refused'

/** Sentences within which something is taken back. */
const REACHES = 2

/**
 * "Ia te passar a amitriptilina, mas …", "pensei em tomografia, só que …": up to what stands
 * against it.
 */
function intended({ statement: { tokens } }: ReadStatement): Mark {
  const norms = tokens.map(({ norm }) => norm)
  const from = norms.findIndex((_, at) => isIntent(norms, at))
  if (from < 0) return NOTHING
  const to = norms.findIndex((norm, at) => at > from + 1 && isAdverse(norms, at, norm))
  return to < 0 ? NOTHING : (term) => (term.from > from && term.to <= to ? 'takenBack' : undefined)
}

const BEGINS =
  /^(?:passar|dar|pedir|receitar|prescrever|comecar|iniciar|usar|encaminhar|colocar|fazer|internar|tomar|associar|solicitar|operar)$/

function isIntent(norms: readonly string[], at: number): boolean {
  if (!/^(?:ia|iria|iamos|queria|queriamos|pensei|pensava|pensado|pensando)$/.test(norms[at]!))
    return false
  return norms.slice(at + 1, at + 4).some((norm) => BEGINS.test(norm))
}

function isAdverse(norms: readonly string[], at: number, norm: string): boolean {
  return /^(?:mas|porem|contudo)$/.test(norm) || (norm === 'so' && norms[at + 1] === 'que')
}

/**
 * "Furosemida de oitenta. Opa, de quarenta.": another of its kind right behind a word that
 * corrects.
 */
function correctedBy({ statement }: ReadStatement, next: ReadStatement | undefined): Mark {
  if (!next || !isSameVoice(statement, next.statement)) return NOTHING
  const norms = next.statement.tokens.slice(0, 2).map(({ norm }) => norm)
  if (!norms.some((norm) => CORRECTS.test(norm))) return NOTHING
  const cue: Token = { ...next.statement.tokens[0]!, norm: 'minto' }
  const both = [...statement.tokens, cue, ...next.statement.tokens]
  const isCorrected = correctionReader(both)
  return ({ from }) => (isCorrected(from) ? 'takenBack' : undefined)
}

const CORRECTS = /^(?:opa|minto|digo|perdao|corrigindo|errei|desculpa|desculpe|alias|quer)$/

/**
 * By one of the next sentences of the same voice: what it denies by name, or all of the one before
 * it.
 */
function withdrawnBy(
  { statement }: ReadStatement,
  next: readonly ReadStatement[],
  words: readonly string[],
): Mark {
  const end = next.findIndex((one) => !isSameVoice(statement, one.statement))
  const own = end < 0 ? next : next.slice(0, end)
  const denied = new Set(
    own.flatMap(({ terms }, at) =>
      DENIES.test(words[at]!) ? terms.filter((one) => one.denied).map(({ key }) => key) : [],
    ),
  )
  const [first] = own
  const isDropped = first !== undefined && DROPS.test(words[0]!) && !first.statement.question
  const kept = new Set(
    isDropped
      ? first.terms.flatMap((term) => (term.denied || isPutOff(first, term) ? [] : term.key))
      : [],
  )
  return ({ key }) => (denied.has(key) || (isDropped && !kept.has(key)) ? 'takenBack' : undefined)
}

const DENIES = /^(?:(?:ah|mas) )?(?:nao|opa|espera|perai|alias|minto|melhor nao|pensando bem)\b/
const DROPS =
  /^(?:(?:ah|nao|mas|ou|e) )*(?:deixa pra la|deixa para la|esquece|mudei de ideia|melhor nao|pensando (?:bem|melhor))\b/

/** "Primeiro o nefrologista, o cardiologista a gente deixa", where the one before it is dropped. */
function deferredIn(
  reading: ReadStatement,
  before: ReadStatement | undefined,
  words: string,
): Mark {
  if (!before || !DROPS.test(words) || !isSameVoice(before.statement, reading.statement))
    return NOTHING
  const proposed = new Set(before.terms.map(({ key }) => key))
  return (term) => (proposed.has(term.key) && isPutOff(reading, term) ? 'takenBack' : undefined)
}

function isPutOff({ statement: { tokens } }: ReadStatement, { from }: Term): boolean {
  const isMark = ({ norm }: Token) => /^[,.;…]$/.test(norm)
  const end = tokens.findIndex((token, at) => at >= from && isMark(token))
  const start = tokens.findLastIndex((token, at) => at < from && isMark(token))
  return tokens
    .slice(start + 1, end < 0 ? tokens.length : end)
    .some(({ norm }) => /^(?:deixa|deixamos|depois|adiante)$/.test(norm))
}

/** A doctor's proposal whose next words, by another voice, refuse it. */
function isRefused(
  { statement }: ReadStatement,
  words: string,
  next: ReadStatement | undefined,
  reply: string | undefined,
): boolean {
  if (!next || reply === undefined || next.statement.origin !== 'speech') return false
  if (isSameVoice(statement, next.statement) || statement.speaker === 'patient') return false
  return PROPOSES.test(words) && REFUSES.test(reply) && !ACCEPTS.test(reply)
}

const PROPOSES =
  /\b(?:vou|vamos|posso|podemos|poderia|podiamos|queria|quero|preciso|precisa|ideal|caso de|sugiro|recomendo|indico|proponho|faco|fazemos|que tal|daria|seria|encaminhamento|melhor)\b/
const REFUSES =
  /\b(?:nao (?:quero|aceito|faco (?!ideia)|tomo|deixo|concordo|vou(?! (?:mentir|negar|saber|lembrar)))|me recuso|recuso|prefiro nao|de jeito nenhum|nem pensar)\b|^(?:[a-z]+ )?nao (?:doutora? )?obrigad[oa]$/
const ACCEPTS = /^(?:pode|aceito|sim|claro|tomo|faco|quero|ta|tudo bem|esta bem)\b/

function isSameVoice(one: Statement, other: Statement): boolean {
  if (one.origin !== 'speech' || other.origin !== 'speech') return false
  if (one.speaker !== null && other.speaker !== null) return one.speaker === other.speaker
  const segment = one.pieces.at(-1)?.segment
  return segment !== undefined && segment === other.pieces[0]?.segment
}
