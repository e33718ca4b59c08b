import { QueryTypes, type Sequelize } from 'sequelize'
import type { Locate, Located, LocatedKind } from '../../core/audit/ports.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'

const TABLES: Record<Exclude<LocatedKind, 'consultation'>, string> = {
  document: 'documents',
  recording: 'recordings',
  file: 'files',
}
const REMEMBERED = 5000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Remembers what it found: a document never moves to another consultation. */
export function auditLocate({
  sequelize,
  consultations,
}: {
  sequelize: Sequelize
  consultations: Pick<ConsultationStore, 'find' | 'findByExternalId'>
}): Locate {
  const found = new Map<string, Located>()

  async function consultationOf(kind: LocatedKind, id: string): Promise<string | undefined> {
    if (kind === 'consultation') return id
    const [row] = await sequelize.query<{ consultation_id: string }>(
      `SELECT consultation_id FROM ${TABLES[kind]} WHERE id = :id`,
      { type: QueryTypes.SELECT, replacements: { id } },
    )
    return row?.consultation_id
  }

  return async (organizationId, kind, id) => {
    // A column of ids may refuse to be compared with anything else.
    const isOurs = UUID.test(id)
    if (!isOurs && kind !== 'consultation') return null
    const key = `${organizationId} ${kind} ${id}`
    const known = found.get(key)
    if (known) return known
    const consultationId = isOurs ? await consultationOf(kind, id) : undefined
    const consultation =
      (consultationId === undefined
        ? undefined
        : await consultations.find(organizationId, consultationId)) ??
      // By the host's own id, as the gate takes it (core/consultation/open-consultation.ts).
      (kind === 'consultation'
        ? await consultations.findByExternalId(organizationId, id.trim())
        : undefined)
    if (!consultation) return null
    const located = { consultationId: consultation.id, patientId: consultation.externalPatientId }
    if (found.size >= REMEMBERED) found.clear()
    found.set(key, located)
    return located
  }
}
