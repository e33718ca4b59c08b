import { QueryTypes, type Sequelize } from 'sequelize'
import type { LeftToEnd } from '../../core/drain/drain.ts'

const LEFT_MS = 30 * 60_000

/** Counted from the rows; documents are written outside of them. */
export async function leftToEnd(
  sequelize: Sequelize,
  now: Date,
): Promise<Omit<LeftToEnd, 'documents'>> {
  const count = async (from: string) => {
    const [row] = await sequelize.query<{ n: number | string }>(`SELECT COUNT(*) AS n ${from}`, {
      type: QueryTypes.SELECT,
      replacements: { seen: new Date(now.getTime() - LEFT_MS) },
    })
    return Number(row?.n ?? 0)
  }
  const live = "FROM recordings WHERE source = 'live' AND state ="
  const [recordings, paused, uploads, texts, files] = await Promise.all([
    count(`${live} 'recording'`),
    count(`${live} 'paused' AND touched_at >= :seen`),
    count("FROM recordings WHERE source = 'upload' AND state <> 'finished'"),
    count("FROM jobs WHERE kind = 'transcription.final' AND state IN ('queued', 'running')"),
    count("FROM files WHERE state = 'processing'"),
  ])
  return { recordings, paused, uploads, final_texts: texts, files }
}
