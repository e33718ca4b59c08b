/**
 * What the encoder makes of each clause of a visit: a probability for each class that a clause may
 * be sorted into. The visit is read in runs that overlap, so that a clause is read with what was
 * said before it.
 */

import { readFileSync } from 'node:fs'
import { normalized } from '../../core/document/quoting/softmax.ts'
import type { ClauseSense, ClauseSenses } from '../../core/document/quoting/sort-clauses.ts'
import { COMPLAINT, SORTED_CLASSES } from '../../core/document/quoting/sorted-classes.ts'
import { bend, encoder, LONGEST } from './encoder.ts'
import { type Dense, pieceTokenizer, readEncoder, type SentenceEncoder } from './read-encoder.ts'
import { visitPieces } from './visit-pieces.ts'

/** Pieces of a run between those that begin and end it. */
const READ = LONGEST - 2
/** Pieces that a clause is read with at least, before it and behind it, where there are any. */
const BEFORE = 40
const BEHIND = 12
/** Of one visit: some twenty seconds of work. What is said later is sorted by its cues alone. */
const MOST_PIECES = 20_000
/** Numbers after the point: what differs from machine to machine is behind them. */
const DIGITS = 1e4

export function clauseSenses(model: SentenceEncoder): ClauseSenses {
  const { encode } = encoder(model.weights)
  const { width } = model.weights
  const known = new Map<string, number[]>()
  const tokenize = pieceTokenizer(model.vocabulary)
  const cut = (word: string) => {
    const found = known.get(word) ?? tokenize(word)
    if (known.size < MOST_WORDS) known.set(word, found)
    return found
  }

  function senseRun(pieces: readonly number[], speakers: readonly number[], clauses: Clauses) {
    const vectors = encode([model.begin, ...pieces, model.end], [0, ...speakers, 0])
    const rows = new Map<number, number[]>()
    for (const [at, clause] of clauses.entries())
      if (clause >= 0) rows.set(clause, [...(rows.get(clause) ?? []), at + 1])
    return new Map(
      [...rows].map(([clause, own]) => [clause, senseOf(pool(vectors, own, width), model)]),
    )
  }

  const sense = remembered(senseRun)
  return (statements, said) => {
    const { pieces, speakers, clauses } = visitPieces(statements, said, cut, model.end)
    const senses = said.map((): ClauseSense | undefined => undefined)
    for (const { from, to, wanted } of runsOf(clauses)) {
      // By their order in the run: the same run of another visit, or document, is the same.
      const own = clauses.slice(from, to).map((clause) => wanted.indexOf(clause))
      const found = sense(pieces.slice(from, to), speakers.slice(from, to), own)
      for (const [at, clause] of wanted.entries()) senses[clause] = found.get(at)
    }
    return senses
  }
}

/** Of each piece of a run, the clause that it is part of, if that is wanted; else -1. */
type Clauses = readonly number[]

/** A visit's next document asks for the same runs as the one before. */
function remembered<Given extends (readonly number[])[], Sense>(
  compute: (...given: Given) => Sense,
): (...given: Given) => Sense {
  const kept = new Map<string, Sense>()
  return (...given) => {
    const key = given.join('|')
    const sense = kept.get(key) ?? compute(...given)
    kept.delete(key)
    kept.set(key, sense)
    const [oldest] = kept.keys()
    if (kept.size > MOST_RUNS && oldest !== undefined) kept.delete(oldest)
    return sense
  }
}

/** Some three hours of talk. */
const MOST_RUNS = 600

interface Run {
  /** Pieces [from, to). */
  from: number
  to: number
  /** The clauses that are read in it. */
  wanted: number[]
}

/** @param clauses of each piece */
function runsOf(clauses: readonly number[]): Run[] {
  const places = new Map<number, { first: number; last: number }>()
  for (const [at, clause] of clauses.entries())
    if (clause >= 0) places.set(clause, { first: places.get(clause)?.first ?? at, last: at })
  const left = [...places]
    .filter(([, { last }]) => last < MOST_PIECES)
    .sort(([, a], [, b]) => a.first - b.first)
  const runs: Run[] = []
  while (left[0]) {
    const from = Math.max(0, Math.min(left[0][1].first - BEFORE, clauses.length - READ))
    const to = Math.min(clauses.length, from + READ)
    const reach = to === clauses.length ? to : to - BEHIND
    const later = left.findIndex(([, { last }]) => last >= reach)
    const wanted = left.splice(0, later < 0 ? left.length : Math.max(1, later))
    runs.push({ from, to, wanted: wanted.map(([clause]) => clause) })
  }
  return runs
}

/** Words that are kept cut. */
const MOST_WORDS = 20_000

/** Mean and most of the vectors in these rows. */
function pool(vectors: Float32Array, rows: readonly number[], width: number): Float32Array {
  const pooled = new Float32Array(2 * width)
  for (let i = 0; i < width; i++) {
    let sum = 0
    let most = Number.NEGATIVE_INFINITY
    for (const row of rows) {
      const value = vectors[row * width + i]!
      sum += value
      if (value > most) most = value
    }
    pooled[i] = sum / rows.length
    pooled[width + i] = most
  }
  return pooled
}

function senseOf(pooled: Float32Array, { pooled: first, classes }: SentenceEncoder): ClauseSense {
  const inner = dense(first, pooled)
  bend(inner, inner.length)
  const given = normalized(Float64Array.from(dense(classes, inner)))
  const sure = given.map((each) => Math.round(each * DIGITS) / DIGITS)
  const sorted = sure.slice(0, COMPLAINT)
  sorted[STORY]! += sure[COMPLAINT]!
  return { classes: sorted, complaint: sure[COMPLAINT]! }
}

const STORY = SORTED_CLASSES.indexOf('presentIllness')

function dense({ rows, values, bias }: Dense, x: Float32Array): Float32Array {
  return Float32Array.from({ length: rows }, (_, row) => {
    let sum = bias[row]!
    for (let i = 0; i < x.length; i++) sum += values[row * x.length + i]! * x[i]!
    return sum
  })
}

/**
 * The sentence encoder that comes with the program, read from its file when it is first asked.
 * @param path of `encoder.bin`
 */
export function openSenses(path: string): ClauseSenses {
  let senses: ClauseSenses | undefined
  return (statements, said) => {
    senses ??= clauseSenses(readEncoder(readFileSync(path)))
    return senses(statements, said)
  }
}
