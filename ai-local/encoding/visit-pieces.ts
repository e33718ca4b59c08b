/**
 * A visit as one row of pieces for the encoder: every word that was said, who says it, and the
 * clause that it is part of. A turn ends with a piece of its own.
 */
import type { Statement } from '../../core/document/pieces/statements.ts'
import type { SaidClause } from '../../core/document/quoting/said-clauses.ts'

export interface VisitPieces {
  pieces: number[]
  /** Rows of the encoder's speakers. */
  speakers: number[]
  /** Index of the clause, or none (-1). */
  clauses: number[]
}

/** Rows of the encoder's speakers: of clauses by role, and of turns without any. */
const UNKNOWN = 0
const SPEAKERS: Readonly<Record<string, number>> = { doctor: 1, patient: 2 }
const OF_NO_CLAUSE = 3
const NONE = -1
const WORD = /\S+/g

export function visitPieces(
  statements: readonly Statement[],
  said: readonly SaidClause[],
  cut: (word: string) => readonly number[],
  end: number,
): VisitPieces {
  const visit: VisitPieces = { pieces: [], speakers: [], clauses: [] }
  const add = (piece: number, speaker: number, clause: number) => {
    visit.pieces.push(piece)
    visit.speakers.push(speaker)
    visit.clauses.push(clause)
  }
  const clausesOf = new Map<Statement, number[]>()
  for (const [at, { clause }] of said.entries()) {
    const { statement } = clause
    if (statement.origin !== 'speech') continue
    clausesOf.set(statement, [...(clausesOf.get(statement) ?? []), at])
  }
  const rowOf = (at: number) => SPEAKERS[said[at]!.role ?? ''] ?? UNKNOWN
  for (const turn of turnsOf(statements)) {
    const own = turn.flatMap((statement) => clausesOf.get(statement) ?? [])
    const speaker = own.length === 0 ? OF_NO_CLAUSE : mostly(own.map(rowOf))
    for (const statement of turn)
      for (const { 0: word, index } of statement.text.matchAll(WORD)) {
        const clause = clausesOf
          .get(statement)
          ?.find((at) => said[at]!.clause.start <= index && index < said[at]!.clause.end)
        for (const piece of cut(word))
          add(piece, clause === undefined ? speaker : rowOf(clause), clause ?? NONE)
      }
    add(end, UNKNOWN, NONE)
  }
  return visit
}

/** Statements of one segment after the other. */
function turnsOf(statements: readonly Statement[]): Statement[][] {
  const turns: Statement[][] = []
  let last: string | undefined
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const first = statement.pieces[0]?.segment?.id
    if (first === last && turns.length > 0) turns.at(-1)!.push(statement)
    else turns.push([statement])
    last = statement.pieces.at(-1)?.segment?.id
  }
  return turns
}

function mostly(rows: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}
