import type { Sequelize } from 'sequelize'
import type { ApiMount } from '../../api/app.ts'
import { diagnosisDescriptions, diagnosisRoutes } from '../../api/v1/diagnoses/routes.ts'
import { procedureDescriptions, procedureRoutes } from '../../api/v1/procedures/routes.ts'
import { terminologyDescriptions, terminologyRoutes } from '../../api/v1/terminology/routes.ts'
import { confirmDiagnoses, confirmProcedures } from '../../core/coding/confirm-codes.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { Log } from '../../core/log.ts'
import type { Terminology } from '../../core/terminology/ports.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { documentStore } from '../../models/document/documents.ts'
import { diagnosisStore, procedureStore } from '../../models/terminology/confirmed-codes.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import type { Reading } from './reading.ts'

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  terminology: Terminology
  /** What reads documents for the codes that they name. */
  codes: Reading['codes']
  openConsultation: OpenConsultation
  now: () => Date
  log: Log
}

/** Coded diagnoses and procedures: what documents suggest, what doctors confirm. */
export function openCoding(deps: Deps) {
  const { sequelize, vault, terminology, openConsultation, now, log } = deps
  const seal = consultationSeal(vault)
  const documents = documentStore({ sequelize, seal })
  const { suggestDiagnoses, suggestProcedures } = deps.codes(documents)
  const diagnoses = diagnosisStore({ sequelize, seal, now })
  const procedures = procedureStore({ sequelize, seal, now })
  const routers: ApiMount[] = [
    { router: terminologyRoutes({ terminology }) },
    {
      router: diagnosisRoutes({
        openConsultation,
        diagnoses,
        suggestDiagnoses,
        confirmDiagnoses: confirmDiagnoses({ diagnoses, terminology, now, log }),
      }),
    },
    {
      router: procedureRoutes({
        openConsultation,
        procedures,
        suggestProcedures,
        confirmProcedures: confirmProcedures({ procedures, terminology, now, log }),
      }),
    },
  ]
  return {
    diagnoses,
    routers,
    descriptions: [...terminologyDescriptions, ...diagnosisDescriptions, ...procedureDescriptions],
  }
}
