/** Visits: where they rest, who opened them, and what the host and the plugin do with them. */
import type { Sequelize } from 'sequelize'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import { type ConsultationDeps, consultationUseCases } from '../../core/consultation/use-cases.ts'
import { visitCallers } from '../../core/consultation/visit-callers.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { Log } from '../../core/log.ts'
import type { BlindIndex } from '../../core/vault/ports.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { consultationShares } from '../../models/job/consultation-shares.ts'
import type { WebhookOutbox } from '../../models/webhook/outbox.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  platform: Pick<Platform, 'now' | 'newId'>
  sequelize: Sequelize
  vault: Parameters<typeof consultationStore>[0]['vault']
  index: BlindIndex
  access: Pick<AccessUseCases, 'getOrganization'>
  onCompleted: WebhookOutbox['consultationCompleted']
  log: Log
}

export function openVisits(deps: Deps) {
  const { platform, sequelize, vault, index, access, onCompleted, log } = deps
  const { now, newId } = platform
  const rows = consultationStore({ sequelize, vault, index, onCompleted })
  const { onOpened, shareOf } = visitOpeners({ sequelize, rows, log })
  const consultations = consultationUseCases({
    onOpened,
    store: rows,
    now,
    newId,
    organizationLanguage: async (id) => (await access.getOrganization(id)).language,
  })
  return { rows, shareOf, consultations }
}

interface OpenersDeps {
  sequelize: Sequelize
  rows: Pick<ReturnType<typeof consultationStore>, 'openerOf' | 'keepOpener'>
  log: Log
}

/** By whose tokens visits are opened, remembered and kept, and the shares that follow from it. */
export function visitOpeners({ sequelize, rows, log }: OpenersDeps): {
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
