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
  /** To be called now and then: listens again after the database was away. */
  keep(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'svc_nodes'

interface Deps {
  sequelize: Sequelize
  nodeId: string
  log: Log
}

export function nodeNews({ sequelize, nodeId, log }: Deps): NodeNews {
  const { connectionManager } = sequelize
  const listeners = new Map<NewsKind, ((subject: string) => void)[]>()
  let listening: Connection | null = null

  function receive({ payload = '' }: { payload?: string }) {
    const [from, kind, subject = ''] = payload.split(' ')
    if (from === nodeId) return
    for (const listener of listeners.get(kind as NewsKind) ?? []) listener(subject)
  }

  async function listen() {
    const connection = (await connectionManager.getConnection({ type: 'write' })) as Connection
    connection.on('notification', receive)
    await connection.query(`LISTEN ${CHANNEL}`)
    listening = connection
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
      listening = null
      await listen()
    },
    async close() {
      if (!listening) return
      listening.off('notification', receive)
      await listening.query(`UNLISTEN ${CHANNEL}`).catch(() => {})
      connectionManager.releaseConnection(listening)
      listening = null
    },
  }
}

/** What we use of the `pg` package. */
interface Connection {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  off(event: 'notification', listener: (message: { payload?: string }) => void): void
}
