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

/**
 * What there is to do at this moment, over all organizations; numbers only. For people who watch:
 * nothing waits for them. Documents, files and backups are not in it: each tells its own state, and
 * goes on or says that it was broken off after a restart.
 */
export interface Workload {
  /** Final transcriptions. `waiting`: for the speech engine. `failed`: given up. */
  queue: { queued: number; running: number; waiting: number; failed: number }
  /** Live recordings that have not ended. */
  recordings: { recording: number; paused: number }
}

/** Counted from the rows, so that the work of an earlier process or another one counts too. */
export async function readWorkload(sequelize: Sequelize): Promise<Workload> {
  const [jobs, recordings] = await Promise.all([
    // By what the indices begin with: of years of visits, what is over is not looked at.
    countByState(
      sequelize,
      "FROM jobs WHERE kind = 'transcription.final' AND state IN ('queued', 'running', 'waiting', 'failed')",
    ),
    countByState(
      sequelize,
      "FROM recordings WHERE source = 'live' AND state IN ('recording', 'paused')",
    ),
  ])
  const jobsIn = (state: string) => jobs.get(state) ?? 0
  const recordingsIn = (state: string) => recordings.get(state) ?? 0
  return {
    queue: {
      queued: jobsIn('queued'),
      running: jobsIn('running'),
      waiting: jobsIn('waiting'),
      failed: jobsIn('failed'),
    },
    recordings: { recording: recordingsIn('recording'), paused: recordingsIn('paused') },
  }
}

async function countByState(sequelize: Sequelize, from: string): Promise<Map<string, number>> {
  const rows = await sequelize.query<{ state: string; count: number | string }>(
    `SELECT state, COUNT(*) AS count ${from} GROUP BY state`,
    { type: QueryTypes.SELECT },
  )
  // PostgreSQL counts in text.
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}
