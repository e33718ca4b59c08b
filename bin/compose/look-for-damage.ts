import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../core/log.ts'
import type { Database } from '../../models/database/database.ts'

/** What a start waits for the look, which a database of a hospital's first year is done in. */
const WAITS_MS = 200

/**
 * Looks through the database once, at a start: of a small one it is known before anybody asks
 * `/readyz`, a large one is read on behind.
 * @returns ends the look where it still goes on
 */
export async function lookForDamage(
  { damage }: Pick<Database, 'damage'>,
  log: Log,
): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const looked = damage.lookThrough(stop.signal).then(() => {
    if (damage.isDamaged()) log.error('database.damaged', { fix: 'svcctl doctor' })
  })
  await Promise.race([looked, sleep(WAITS_MS, undefined, { ref: false })])
  return async () => {
    stop.abort()
    await looked
  }
}
