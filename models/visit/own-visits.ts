import { Op, type Sequelize } from 'sequelize'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { BlindIndex } from '../../core/vault/ports.ts'
import { ConsultationRow } from '../consultation/consultation.ts'

interface Deps {
  sequelize: Sequelize
  index: BlindIndex
  consultations: Pick<ConsultationStore, 'find'>
}

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
