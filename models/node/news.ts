/**
 * What servers on one PostgreSQL tell each other at once, by LISTEN and NOTIFY: ids, never content.
 * A hint and no truth: what it is about is read from rows, which are also looked at now and then.
 */
import type { Sequelize } from 'sequelize'
import type { Log } from '../../core/log.ts'

/**
 * `recording`: another server writes it. `visit`: its text or a file of it changed. `work`: there
 * is something to take.
 */
export type NewsKind = 'recording' | 'visit' | 'work'

export interface NodeNews {
  /** Never rejects. */
  send(kind: NewsKind, subject: string): Promise<void>
  /** News of the other servers. */
  on(kind: NewsKind, listener: (subject: string) => void): void
  /**
   * To be called now and then: listens again after the database was away.
   * @throws {AppError} `database_sessions`
   */
  keep(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'svc_nodes'

/** What we use of a session of the database. */
interface Session {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  end(): Promise<void>
}

interface Deps {
  sequelize: Sequelize
  /** @throws {AppError} `database_sessions` */
  openSession(): Promise<Session>
  nodeId: string
  log: Log
}

export function nodeNews({ sequelize, openSession, nodeId, log }: Deps): NodeNews {
  const listeners = new Map<NewsKind, ((subject: string) => void)[]>()
  let listening: Session | null = null

  function receive({ payload = '' }: { payload?: string }) {
    const [from, kind, subject = ''] = payload.split(' ')
    if (from === nodeId) return
    for (const listener of listeners.get(kind as NewsKind) ?? []) listener(subject)
  }

  async function listen() {
    const session = await openSession()
    session.on('notification', receive)
    await session.query(`LISTEN ${CHANNEL}`)
    listening = session
  }

  return {
    async send(kind, subject) {
      const payload = `${nodeId} ${kind} ${subject}`
      await sequelize
        .query('SELECT pg_notify($1, $2)', { bind: [CHANNEL, payload] })
        .catch((err) => log.warn('node.news_not_sent', { kind, err }))
    },
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    async keep() {
      const isHeard = await listening?.query('SELECT 1').then(
        () => true,
        () => false,
      )
      if (isHeard) return
      listening?.end().catch(() => {})
      listening = null
      await listen()
    },
    async close() {
      await listening?.end().catch(() => {})
      listening = null
    },
  }
}
