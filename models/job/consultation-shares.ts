import { QueryTypes, type Sequelize } from 'sequelize'
import type { VisitCaller, VisitCallers } from '../../core/consultation/visit-callers.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { WaitingJob } from '../../core/job/ports.ts'

const MOST_REMEMBERED = 10_000

interface Doctor {
  organization: string
  doctor: string
}

/** By whose token a visit was opened: since the start, and as it is kept. */
interface Openers {
  callers: Pick<VisitCallers, 'of'>
  openerOf: (visit: string) => Promise<VisitCaller | undefined>
}

const NO_OPENERS: Openers = { callers: { of: () => undefined }, openerOf: async () => undefined }

/**
 * Whose a consultation is, for queues that go round: by whom it was opened, then by the index of
 * the doctor's identifier, which says nothing else. Opened by no token: its organization's. Of one
 * that is not there: its own.
 */
export function consultationShares(
  sequelize: Sequelize,
  { callers, openerOf }: Openers = NO_OPENERS,
): ShareOf {
  const known = new Map<string, Doctor & { kept: VisitCaller | undefined }>()

  return async (visit) => {
    const whose = known.get(visit) ?? (await look(visit))
    if (!whose) return { keyOwner: visit, named: '', doctor: '', visit }
    const { organization, doctor, kept } = whose
    const { keyOwner = organization, named = '' } = callers.of(visit) ?? kept ?? {}
    return { keyOwner, named, doctor: `${organization} ${doctor}`, visit }
  }

  async function look(visit: string) {
    const [row] = await sequelize.query<Doctor>(
      'SELECT organization_id AS organization, doctor_index AS doctor FROM consultations WHERE id = :visit',
      { type: QueryTypes.SELECT, replacements: { visit } },
    )
    if (!row) return undefined
    const whose = { ...row, kept: await openerOf(visit) }
    known.set(visit, whose)
    const [oldest] = known.keys()
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
    return whose
  }
}

/** The first of each visit, as they are given. */
export async function firstOfVisits(
  jobs: readonly { id: string; consultationId: string }[],
  shareOf: ShareOf,
): Promise<WaitingJob[]> {
  const firsts = new Map<string, string>()
  for (const { id, consultationId } of jobs)
    if (!firsts.has(consultationId)) firsts.set(consultationId, id)
  const waiting: WaitingJob[] = []
  for (const [visit, id] of firsts) waiting.push({ id, share: await shareOf(visit) })
  return waiting
}
