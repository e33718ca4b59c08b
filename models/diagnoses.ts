import type { Sequelize } from 'sequelize'
import type { ConfirmedDiagnosis, DiagnosisStore } from '../core/terminology/ports.ts'
import type { ConsultationSeal } from './consultation-seal.ts'
import { DiagnosisRow } from './diagnosis.ts'

/** As JSON has it: dates are text. */
type Stored = Omit<ConfirmedDiagnosis, 'confirmedAt'> & { confirmedAt: string }

/** Confirmed diagnoses in the database, sealed: a code is as telling as the text it stands for. */
export function diagnosisStore({
  sequelize,
  seal,
  now,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
  now: () => Date
}): DiagnosisStore {
  const Diagnoses = DiagnosisRow.attach(sequelize)

  return {
    async list(consultationId) {
      const row = await Diagnoses.findByPk(consultationId)
      if (!row) return []
      const body = await seal.open(consultationId, CONTEXT, row.sealedBody)
      return (JSON.parse(body) as Stored[]).map((one) => ({
        ...one,
        confirmedAt: new Date(one.confirmedAt),
      }))
    },

    async replace(consultationId, diagnoses) {
      const sealedBody = await seal.seal(consultationId, CONTEXT, JSON.stringify(diagnoses))
      await Diagnoses.upsert({ consultationId, sealedBody, updatedAt: now() })
    },
  }
}

const CONTEXT = 'diagnoses'
