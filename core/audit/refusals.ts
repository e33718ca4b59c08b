/**
 * Refusals, counted. The first of its kind is on record at once; what repeats within the minute becomes one entry with its
 * number, so that somebody who knocks ten thousand times does not write ten thousand lines.
 */
import type { AuditAct, AuditTrail } from './ports.ts'

export interface Refusals {
  /** @param who whatever tells callers apart where the act cannot */
  note(act: AuditAct, who: string): Promise<void>
  /** What was counted so far is on record. */
  close(): Promise<void>
}

interface Counted {
  act: AuditAct
  times: number
}

const WINDOW_MS = 60_000
/** Callers whose refusals are told apart; beyond that each act is written. */
const MOST = 2000

export function refusals(
  trail: Pick<AuditTrail, 'note'>,
  every: (ms: number, run: () => Promise<void>) => () => void,
): Refusals {
  const counted = new Map<string, Counted>()

  async function write() {
    const repeated = [...counted.values()].filter(({ times }) => times > 0)
    counted.clear()
    for (const { act, times } of repeated)
      await trail.note({ ...act, facts: { ...act.facts, times } })
  }

  const stop = every(WINDOW_MS, write)
  return {
    async note(act, who) {
      const key = JSON.stringify([who, act.action, act.actor, act.subject, act.facts])
      const known = counted.get(key)
      if (known) {
        known.times += 1
        known.act = act
        return
      }
      if (counted.size < MOST) counted.set(key, { act, times: 0 })
      await trail.note(act)
    },
    async close() {
      stop()
      await write()
    },
  }
}
