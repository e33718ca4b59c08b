import { cast, col, Op, QueryTypes, type Sequelize, type WhereOptions, where } from 'sequelize'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { ListVisits, VisitFilter, VisitsBeginning } from '../../core/vault/describe-visit.ts'
import type { BlindIndex } from '../../core/vault/ports.ts'
import { ConsultationRow } from '../consultation/consultation.ts'

interface Deps {
  sequelize: Sequelize
  index: BlindIndex
  consultations: Pick<ConsultationStore, 'find'>
}

/** Reads rows beside a running server; of what is sealed only who the doctor is. */
export function listVisits({ sequelize, index, consultations }: Deps): ListVisits {
  const rows = ConsultationRow.attach(sequelize)

  /** The host's identifiers are an organization's own: without one no index finds them. */
  async function indexes({ organizationId, patientId, doctorId }: VisitFilter) {
    const found: { patientIndex?: string; doctorIndex?: string } = {}
    if (organizationId === undefined) return found
    if (patientId !== undefined)
      found.patientIndex = await index(organizationId, 'patient', patientId)
    if (doctorId !== undefined) found.doctorIndex = await index(organizationId, 'doctor', doctorId)
    return found
  }

  /** One that nothing opens any more hides no other from who looks for it. */
  async function doctorOf(organizationId: string, id: string): Promise<string | null> {
    try {
      return (await consultations.find(organizationId, id))?.externalDoctorId ?? null
    } catch (error) {
      if (error instanceof AppError && error.code === 'vault_damaged') return null
      throw error
    }
  }

  return async (filter) => {
    const { organizationId, status, since, until, limit } = filter
    const condition: WhereOptions<ConsultationRow> = {
      [Op.and]: [
        await indexes(filter),
        organizationId === undefined ? {} : { organizationId },
        status === undefined ? {} : { status },
        since === undefined ? {} : { createdAt: { [Op.gte]: since } },
        until === undefined ? {} : { createdAt: { [Op.lt]: until } },
      ],
    }
    const { rows: found, count: total } = await rows.findAndCountAll({
      attributes: LISTED,
      where: condition,
      order: NEWEST_FIRST,
      limit,
    })
    const visits = []
    for (const row of found) {
      const { id, organizationId, status, type, createdAt, recordedMs, heldAt } = row
      const doctor = await doctorOf(organizationId, id)
      visits.push({ id, organizationId, doctor, status, type, createdAt, recordedMs, heldAt })
    }
    return { visits, total }
  }
}

export function visitsBeginning(sequelize: Sequelize): VisitsBeginning {
  const rows = ConsultationRow.attach(sequelize)
  return async (beginning, limit) => {
    const found = await rows.findAll({
      attributes: ['id', 'createdAt'],
      // PostgreSQL compares its own kind of ids with no pattern.
      where: where(cast(col('id'), 'text'), { [Op.like]: `${beginning}%` }),
      order: NEWEST_FIRST,
      limit,
    })
    return found.map(({ id, createdAt }) => ({ id, createdAt }))
  }
}

const LISTED = 'id organizationId status type createdAt recordedMs heldAt'.split(' ')
const NEWEST_FIRST: [string, string][] = [
  ['createdAt', 'DESC'],
  ['id', 'ASC'],
]

/** A day has fewer; an old one that nobody ended is not looked for among hundreds. */
const MOST = 100

/** Visits that one doctor began, the newest first: since then, or not ended. */
export function ownVisits({ sequelize, index, consultations }: Deps) {
  const rows = ConsultationRow.attach(sequelize)
  return async (organizationId: string, doctorId: string, since: Date): Promise<Consultation[]> => {
    const doctorIndex = await index(organizationId, 'doctor', doctorId)
    const isOpen = { status: ['open', 'recording', 'paused'] }
    const found = await rows.findAll({
      attributes: ['id'],
      where: {
        organizationId,
        doctorIndex,
        [Op.or]: [{ createdAt: { [Op.gte]: since } }, isOpen],
      },
      order: [
        ['createdAt', 'DESC'],
        ['id', 'ASC'],
      ],
      limit: MOST,
    })
    const visits = await Promise.all(found.map(({ id }) => consultations.find(organizationId, id)))
    // Erased between two reads.
    return visits.filter((visit) => visit !== undefined)
  }
}

/**
 * Ids of visits to look at in the place of all: those with sound, and those of any kind, each
 * spread evenly from the oldest to the newest.
 * @param most of each; with fewer there are, all
 */
export async function sampleVisits(sequelize: Sequelize, most: number) {
  const ids = async (where: string) => {
    const sql = `SELECT c.id FROM consultations c ${where} ORDER BY c.created_at, c.id`
    const rows = await sequelize.query<{ id: string }>(sql, { type: QueryTypes.SELECT })
    return rows.map(({ id }) => id)
  }
  const any = await ids('')
  const withSound = await ids(
    `WHERE EXISTS (SELECT 1 FROM recordings r WHERE r.consultation_id = c.id
       AND r.state = 'finished' AND r.sound_erased_at IS NULL)`,
  )
  const sample = new Set([...spread(withSound, most), ...spread(any, most)])
  return { visits: any.length, sample: [...sample] }
}

/** The first, the last, and others at even distances. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, place) => items[Math.round(place * step)] as Item)
}
