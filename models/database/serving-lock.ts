/**
 * One server at a time on one PostgreSQL. Sound and files lie in the data folder of the machine
 * that took them, so a second server would write final texts of sound that it does not have: it is
 * refused, and takes over when the first one has ended. On SQLite the folder's own lock says the
 * same (`folder-lock.ts`).
 *
 * A lock of a session's own says who serves: it goes with the connection, whatever becomes of the
 * machine.
 */
import type { Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import { openSession, type Session } from './session.ts'

/** Any number that is nobody else's. */
export const SERVING_LOCK = 7_305_616

export interface ServingLock {
  /**
   * To be called now and then: takes it again after the database was away. @throws {AppError}
   * `other_server` when another was faster
   */
  keep(): Promise<void>
  close(): Promise<void>
}

/** @throws {AppError} `other_server`, `database_sessions` */
export async function takeServingLock(sequelize: Sequelize): Promise<ServingLock> {
  if (sequelize.getDialect() === 'sqlite') return { keep: async () => {}, close: async () => {} }
  let held: Session | null = null

  async function take() {
    const session = await openSession(sequelize)
    const { rows } = await session.query(`SELECT pg_try_advisory_lock(${SERVING_LOCK}) AS taken`)
    if (rows[0]?.taken) {
      held = session
      return
    }
    await session.end()
    throw new AppError(
      'conflict',
      'other_server',
      'Another server works on this database. One serves at a time: sound and files are in its data folder. Stop it, or leave this one to be started again until it has ended.',
    )
  }

  await take()
  return {
    async keep() {
      const isHeld = await held?.query('SELECT 1').then(
        () => true,
        () => false,
      )
      if (isHeld) return
      held?.end().catch(() => {})
      held = null
      await take()
    },
    async close() {
      if (!held) return
      await held.end().catch(() => {})
      held = null
    },
  }
}
