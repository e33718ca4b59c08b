/**
 * Chores of the server that notice what somebody else changed in the database or the data folder,
 * `svcctl` for the most part, and do here what follows from it.
 */
import type { Sequelize } from 'sequelize'
import type { ConsultationStore } from '../core/consultation/ports.ts'
import { isAppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { FindHold } from '../core/outgoing/hold.ts'
import type { Recorder } from '../core/recording/recorder.ts'
import type { ServingLock } from '../models/database/serving-lock.ts'
import { refusedWhileRecording } from '../models/recording/repository.ts'
import { erasureWatch } from '../models/retention/erasure-tombstones.ts'
import type { Chore } from './upkeep.ts'

const EVERY_MS = 2000

interface Deps extends Omit<Erased, 'erased'>, Omit<Refused, 'refused'>, Resumed {
  sequelize: Sequelize
  openedAt: Date
  recordings: Pick<Recorder, 'forgetConsultation' | 'consentChanged'>
}

export function externalChanges(deps: Deps) {
  const { sequelize, openedAt } = deps
  return {
    chores: [
      forgetErased({ ...deps, erased: erasureWatch(sequelize, openedAt) }),
      stopRefusedRecordings({ ...deps, refused: refusedWhileRecording(sequelize) }),
      wakeAfterResume(deps),
    ],
  }
}

interface Erased {
  erased: ReturnType<typeof erasureWatch>
  forgetVisit(consultationId: string): Promise<void>
  recordings: Pick<Recorder, 'forgetConsultation'>
}

/** A consultation was erased: its running recording ends, and the language model forgets it. */
function forgetErased({ erased, forgetVisit, recordings }: Erased): Chore {
  return {
    name: 'erasures',
    everyMs: EVERY_MS,
    async run() {
      for (const id of await erased()) {
        await forgetVisit(id)
        await recordings.forgetConsultation(id)
      }
    },
  }
}

interface Refused {
  refused: ReturnType<typeof refusedWhileRecording>
  consultationRows: Pick<ConsultationStore, 'find'>
  recordings: Pick<Recorder, 'consentChanged'>
}

/** A patient's refusal was written down while a recording runs. */
function stopRefusedRecordings({ refused, consultationRows, recordings }: Refused): Chore {
  return {
    name: 'refusals',
    everyMs: EVERY_MS,
    async run() {
      for (const { id, organizationId } of await refused()) {
        const consultation = await consultationRows.find(organizationId, id)
        if (consultation) await recordings.consentChanged(consultation)
      }
    },
  }
}

interface Resumed {
  findHold: FindHold
  /** What waited behind the doors. */
  wake: readonly (() => void)[]
  log: Log
}

/** A held box was let go (`svcctl outgoing resume`). */
function wakeAfterResume({ findHold, wake, log }: Resumed): Chore {
  let wasHeld = findHold() !== null
  return {
    name: 'outgoing',
    everyMs: EVERY_MS,
    async run() {
      const isHeld = findHold() !== null
      if (wasHeld && !isHeld) {
        log.info('outgoing.resumed')
        for (const one of wake) one()
      }
      wasHeld = isHeld
    },
  }
}

/**
 * Two servers on one database would tear visits apart: the one that lost its place ends, in good
 * order.
 */
export function renewServingLock({ keep }: ServingLock, log: Log): Chore {
  return {
    name: 'serving-lock',
    everyMs: EVERY_MS,
    async run() {
      try {
        await keep()
      } catch (error) {
        if (!isAppError(error) || error.code !== 'other_server') throw error
        log.error('server.replaced', { err: error })
        process.kill(process.pid, 'SIGTERM')
      }
    },
  }
}
