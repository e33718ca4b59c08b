import type { Sequelize } from 'sequelize'
import type { ConsultationDeps } from '../../core/consultation/use-cases.ts'
import { visitCallers } from '../../core/consultation/visit-callers.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { Log } from '../../core/log.ts'
import type { consultationStore } from '../../models/consultation/consultations.ts'
import { consultationShares } from '../../models/job/consultation-shares.ts'

interface Deps {
  sequelize: Sequelize
  rows: Pick<ReturnType<typeof consultationStore>, 'openerOf' | 'keepOpener'>
  log: Log
}

/** By whose tokens visits are opened, remembered and kept, and the shares that follow from it. */
export function composeOpeners({ sequelize, rows, log }: Deps): {
  onOpened: NonNullable<ConsultationDeps['onOpened']>
  shareOf: ShareOf
} {
  const callers = visitCallers((consultationId, opener) => {
    // Nobody waits for it: what is not kept is only forgotten by a restart.
    rows
      .keepOpener(consultationId, opener)
      .catch((err: unknown) => log.warn('consultation.opener_not_kept', { consultationId, err }))
  })
  return {
    onOpened: (reach, { id, openedBy }) => callers.note(reach, id, openedBy),
    shareOf: consultationShares(sequelize, { callers, openerOf: rows.openerOf }),
  }
}
