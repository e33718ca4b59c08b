/**
 * Refusals, counted. The first of its kind is on record at once; what repeats within the minute
 * becomes one entry with its number, so that somebody who knocks ten thousand times does not write
 * ten thousand lines.
 */
import type { AuditAct, AuditTrail } from './ports.ts'

export interface Refusals {
  /** @param who whatever tells callers apart where the act cannot */
  note(act: AuditAct, who: string): Promise<void>
  /** Puts the count so far on record. */
  close(): Promise<void>
}

interface Counted {
  act: AuditAct
  times: number
}

const WINDOW_MS = 60_000
/**
 * Callers whose refusals are told apart; beyond that they are counted together, by what was
 * refused.
 */
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

  /** @returns false when it is the first of its kind */
  function count(key: string, act: AuditAct): boolean {
    const known = counted.get(key)
    if (!known) return false
    known.times += 1
    known.act = act
    return true
  }

  const stop = every(WINDOW_MS, write)
  return {
    async note(act, who) {
      if (count(keyOf(act, who), act)) return
      if (counted.size < MOST) {
        counted.set(keyOf(act, who), { act, times: 0 })
        return trail.note(act)
      }
      const together = inGeneral(act)
      if (count(keyOf(together, ''), together)) return
      counted.set(keyOf(together, ''), { act: together, times: 0 })
      await trail.note(together)
    },
    async close() {
      stop()
      await write()
    },
  }
}

function keyOf(act: AuditAct, who: string): string {
  return JSON.stringify([who, act.action, act.actor, act.subject, act.facts])
}

/** The act without its caller: a caller with many addresses would fill the audit with them. */
function inGeneral({ action, requestId, facts }: AuditAct): AuditAct {
  return {
    action,
    requestId,
    outcome: 'refused',
    subject: null,
    organizationId: null,
    actor: { kind: 'session', id: 'several' },
    facts: { code: facts.code ?? null, address: 'several' },
  }
}
