/**
 * Refusals, counted. The first of its kind is on record at once; what repeats within the minute becomes one entry with its
 * number, so that somebody who knocks ten thousand times does not write ten thousand lines.
 */
import type { AuditAct, AuditTrail } from './ports.ts'

export interface Refusals {
  /** @param who whatever tells callers apart where the act cannot */
  note(act: AuditAct, who: string): void
  /** What was counted so far is on record. */
  close(): void
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
  every: (ms: number, run: () => void) => () => void,
): Refusals {
  const counted = new Map<string, Counted>()

  function write() {
    for (const { act, times } of counted.values())
      if (times > 0) trail.note({ ...act, facts: { ...act.facts, times } })
    counted.clear()
  }

  const stop = every(WINDOW_MS, write)
  return {
    note(act, who) {
      const key = JSON.stringify([who, act.action, act.actor, act.subject, act.facts])
      const known = counted.get(key)
      if (known) {
        known.times += 1
        known.act = act
        return
      }
      trail.note(act)
      if (counted.size < MOST) counted.set(key, { act, times: 0 })
    },
    close() {
      stop()
      write()
    },
  }
}
