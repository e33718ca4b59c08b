/**
 * Counts of requests as rows of PostgreSQL, one for each caller and window: every quarter of a
 * second a server adds what it counted since, in one statement for all callers, and reads in its
 * answer what all of them have. Stretches of time are the database's.
 */
import { createHash } from 'node:crypto'
import { QueryTypes, type Sequelize } from 'sequelize'
import type { Elsewhere, SharedCounts } from '../../core/node/shared.ts'

export interface RequestCounts extends SharedCounts {
  /** To be called four times a second; does nothing where nobody asked for anything. */
  share(): Promise<void>
  /** Rows of stretches that ended. */
  forgetOld(): Promise<void>
}

interface Entry {
  id: string
  windowS: number
  /** Counted here and not shared yet. */
  unsent: number
  /** Counted here in `stretch`, and shared. */
  sent: number
  /** What all counted in `stretch`. */
  total: number
  stretch: number
  endsMs: number
}

/** Callers in one statement. */
const AT_ONCE = 1000
/** While the database does not answer, it is asked so seldom. */
const PAUSE_MS = 5000

export function requestCounts(sequelize: Sequelize): RequestCounts {
  const entries = new Map<string, Entry>()
  let sharing: Promise<void> | null = null
  let pausedUntilMs = 0

  function elsewhere(entry: Entry | undefined): Elsewhere {
    const leftMs = entry ? entry.endsMs - performance.now() : 0
    if (!entry || leftMs <= 0) return { count: 0, leftMs: 0 }
    return { count: Math.max(0, entry.total - entry.sent), leftMs }
  }

  async function send(some: readonly Entry[]): Promise<void> {
    const counts = some.map(({ unsent }) => unsent)
    some.forEach((entry) => {
      entry.unsent = 0
    })
    try {
      const rows = await sequelize.query<Shared>(
        `INSERT INTO request_counts AS known (id, stretch, count, ends_at)
         SELECT given.id, now.stretch, given.count,
           to_timestamp((now.stretch + 1) * given.window_s)
         FROM unnest($1::text[], $2::int[], $3::int[]) AS given (id, window_s, count),
           LATERAL (SELECT floor(extract(epoch FROM clock_timestamp()) / given.window_s)::bigint
             AS stretch) AS now
         ORDER BY given.id
         ON CONFLICT (id) DO UPDATE SET stretch = EXCLUDED.stretch, ends_at = EXCLUDED.ends_at,
           count = EXCLUDED.count
             + CASE WHEN known.stretch = EXCLUDED.stretch THEN known.count ELSE 0 END
         RETURNING id, stretch, count,
           extract(epoch FROM ends_at - clock_timestamp()) * 1000 AS left_ms`,
        {
          bind: [some.map(({ id }) => id), some.map(({ windowS }) => windowS), counts],
          type: QueryTypes.SELECT,
        },
      )
      const known = new Map(rows.map((row) => [row.id, row]))
      some.forEach((entry, at) => {
        const row = known.get(entry.id)
        if (row) learn(entry, row, counts[at] ?? 0)
      })
    } catch (error) {
      some.forEach((entry, at) => {
        entry.unsent += counts[at] ?? 0
      })
      pausedUntilMs = performance.now() + PAUSE_MS
      throw error
    }
  }

  async function shareAll(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs < pausedUntilMs) return
    for (const [key, { unsent, endsMs }] of entries)
      if (unsent === 0 && endsMs < nowMs) entries.delete(key)
    const changed = [...entries.values()].filter(({ unsent }) => unsent > 0)
    for (let from = 0; from < changed.length; from += AT_ONCE)
      await send(changed.slice(from, from + AT_ONCE))
  }

  return {
    add(caller, windowS) {
      const key = `${windowS} ${caller}`
      let entry = entries.get(key)
      if (!entry) {
        entry = { id: digestOf(key), windowS, unsent: 0, sent: 0, total: 0, stretch: 0, endsMs: 0 }
        entries.set(key, entry)
      }
      entry.unsent++
      return elsewhere(entry)
    },
    find: (caller, windowS) => elsewhere(entries.get(`${windowS} ${caller}`)),
    share() {
      sharing ??= shareAll().finally(() => {
        sharing = null
      })
      return sharing
    },
    async forgetOld() {
      await sequelize.query('DELETE FROM request_counts WHERE ends_at < clock_timestamp()')
    },
  }
}

interface Shared {
  id: string
  stretch: string
  count: number
  left_ms: string | number
}

function learn(entry: Entry, row: Shared, sent: number): void {
  const stretch = Number(row.stretch)
  entry.sent = stretch === entry.stretch ? entry.sent + sent : sent
  entry.stretch = stretch
  entry.total = row.count
  entry.endsMs = performance.now() + Number(row.left_ms)
}

/** Of whom it is stays with the servers. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}
