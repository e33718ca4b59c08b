import { type Sequelize, UniqueConstraintError } from 'sequelize'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ConsultationChanges, ConsultationStore } from '../../core/consultation/ports.ts'
import { notFound } from '../../core/errors.ts'
import { ConsultationRow } from '../consultation.ts'

/** Consultations of one open database. `toColumns` and `fromRow` are the only places that see clinical columns. */
export function consultationStore(sequelize: Sequelize): ConsultationStore {
  const consultations = ConsultationRow.attach(sequelize)
  const findOne = async (where: Partial<Consultation>) => {
    const row = await consultations.findOne({ where })
    return row ? fromRow(row) : undefined
  }

  return {
    async create({ consent, ...consultation }) {
      try {
        await consultations.create({ ...consultation, ...consentColumns(consent) })
        return true
      } catch (error) {
        // The unique index decides who was first, also between processes.
        if (error instanceof UniqueConstraintError) return false
        throw error
      }
    },
    findByExternalId: (organizationId, externalConsultationId) =>
      findOne({ organizationId, externalConsultationId }),
    find: (organizationId, id) => findOne({ organizationId, id }),
    async languageOf(id) {
      const row = await consultations.findByPk(id, { attributes: ['language'] })
      if (!row) throw notFound('Consulta não encontrada.')
      return row.language
    },
    async textsOf(id) {
      const row = await consultations.findByPk(id)
      if (!row) return null
      const { contextMarkdown, backgroundHistory } = fromRow(row)
      return { contextMarkdown, backgroundHistory }
    },
    async update(id, { version, unrecorded }, changes) {
      const where = { id, version, ...(unrecorded && { status: 'open', recordedMs: 0 }) }
      const [written] = await consultations.update(
        { ...toColumns(changes), version: version + 1 },
        { where },
      )
      return written > 0
    },
    async updateRecorded(id, { status, recordedMs }) {
      await consultations.update({ status, recordedMs }, { where: { id } })
    },
  }
}

function toColumns({ consent, ...columns }: ConsultationChanges & { updatedAt: Date }) {
  return consent ? { ...columns, ...consentColumns(consent) } : columns
}

function consentColumns({ status, recordedAt, recordedBy, method }: Consultation['consent']) {
  return {
    consentStatus: status,
    consentRecordedAt: recordedAt,
    consentRecordedBy: recordedBy,
    consentMethod: method,
  }
}

function fromRow(row: ConsultationRow): Consultation {
  return {
    id: row.id,
    organizationId: row.organizationId,
    externalConsultationId: row.externalConsultationId,
    externalDoctorId: row.externalDoctorId,
    externalPatientId: row.externalPatientId,
    type: row.type as Consultation['type'],
    status: row.status as Consultation['status'],
    consent: {
      status: row.consentStatus as Consultation['consent']['status'],
      recordedAt: row.consentRecordedAt,
      recordedBy: row.consentRecordedBy,
      method: row.consentMethod,
    },
    contextMarkdown: row.contextMarkdown,
    backgroundHistory: row.backgroundHistory,
    backgroundHistorySetAt: row.backgroundHistorySetAt,
    language: row.language,
    recordedMs: row.recordedMs,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
