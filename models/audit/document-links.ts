/**
 * What ties the documents' own audit (models/document/audit.ts) into the chain. Its lines stay
 * where they are, sealed with the consultation's key; the chain holds the digest of each, so that
 * the facts are told once and proven by both.
 */
import { createHash } from 'node:crypto'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'

interface Line {
  sequence: number
  consultation_id: string
  document_id: string
  document_version: number
  kind: string
  made_by: string | null
  sealed_facts: Buffer
  /** Text on SQLite, a date elsewhere. */
  created_at: string | Date
}

export function documentLinks(sequelize: Sequelize) {
  function lines(condition: string, replacements: object, transaction?: Transaction) {
    return sequelize.query<Line>(
      `SELECT * FROM document_audit WHERE ${condition} ORDER BY sequence`,
      {
        type: QueryTypes.SELECT,
        replacements: { ...replacements },
        ...(transaction && { transaction }),
      },
    )
  }

  async function number(sql: string, above: number, transaction?: Transaction): Promise<number> {
    const [row] = await sequelize.query<{ value: number | string | null }>(sql, {
      type: QueryTypes.SELECT,
      replacements: { above },
      ...(transaction && { transaction }),
    })
    return Number(row?.value ?? 0)
  }

  return {
    /** Hex, by number. */
    async digests(numbers: readonly number[], transaction?: Transaction) {
      if (numbers.length === 0) return new Map<number, string>()
      const found = await lines('sequence IN (:numbers)', { numbers }, transaction)
      return new Map(found.map((line) => [line.sequence, digestOf(line)]))
    },
    async upTo(last: number, transaction?: Transaction): Promise<string> {
      return allOf(await lines('sequence <= :last', { last }, transaction))
    },
    /** Hex, by number: in the words of each kind of database. */
    async proofs(numbers: readonly number[]) {
      if (numbers.length === 0) return new Map<number, string[]>()
      const found = await lines('sequence IN (:numbers)', { numbers })
      return new Map(
        found.map((line) => [line.sequence, wordings(line).map((worded) => digestOf(worded))]),
      )
    },
    async proofsUpTo(last: number): Promise<string[]> {
      const found = (await lines('sequence <= :last', { last })).map(wordings)
      return [0, 1].map((which) => allOf(found.map((worded) => worded[which] as Line)))
    },
    count: (above: number) =>
      number('SELECT COUNT(*) AS value FROM document_audit WHERE sequence > :above', above),
    last: (transaction?: Transaction) =>
      number(
        'SELECT MAX(sequence) AS value FROM document_audit WHERE sequence > :above',
        0,
        transaction,
      ),
  }
}

function allOf(lines: readonly Line[]): string {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(digestOf(line))
  return hash.digest('hex')
}

/**
 * The line as SQLite and as PostgreSQL word its time: the chain may have been begun on the one and
 * moved to the other (`svcctl data move`), and its digests stay what they were.
 */
function wordings(line: Line): [Line, Line] {
  const iso = new Date(line.created_at).toISOString()
  const onSqlite = iso.replace('T', ' ').replace('Z', ' +00:00')
  return [
    { ...line, created_at: onSqlite },
    { ...line, created_at: iso },
  ]
}

function digestOf(line: Line): string {
  const { created_at, sealed_facts, ...plain } = line
  const at = typeof created_at === 'string' ? created_at : created_at.toISOString()
  const { sequence, consultation_id, document_id, document_version, kind, made_by } = plain
  const text = JSON.stringify([
    sequence,
    consultation_id,
    document_id,
    document_version,
    kind,
    made_by,
    Buffer.from(sealed_facts).toString('hex'),
    at,
  ])
  return createHash('sha256').update(text).digest('hex')
}
