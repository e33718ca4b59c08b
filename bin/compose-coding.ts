import type { Sequelize } from 'sequelize'
import type { ApiMount } from '../api/app.ts'
import { diagnosisDescriptions } from '../api/v1/diagnoses/describe.ts'
import { diagnosisRoutes } from '../api/v1/diagnoses/routes.ts'
import { terminologyDescriptions } from '../api/v1/terminology/describe.ts'
import { terminologyRoutes } from '../api/v1/terminology/routes.ts'
import { confirmDiagnoses } from '../core/coding/confirm-diagnoses.ts'
import { suggestDiagnoses } from '../core/coding/suggest-diagnoses.ts'
import type { OpenConsultation } from '../core/consultation/consultation.ts'
import type { Log } from '../core/log.ts'
import type { Terminology } from '../core/terminology/ports.ts'
import type { ConsultationVault } from '../core/vault/ports.ts'
import { consultationSeal } from '../models/consultation-seal.ts'
import { diagnosisStore } from '../models/diagnoses.ts'
import { documentStore } from '../models/documents.ts'

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  terminology: Terminology
  openConsultation: OpenConsultation
  now: () => Date
  log: Log
}

/** Coded diagnoses: what documents suggest, what doctors confirm. */
export function composeCoding({ sequelize, vault, terminology, openConsultation, now, log }: Deps) {
  const seal = consultationSeal(vault)
  const documents = documentStore({ sequelize, seal })
  const diagnoses = diagnosisStore({ sequelize, seal, now })
  const routers: ApiMount[] = [
    { router: terminologyRoutes({ terminology }) },
    {
      router: diagnosisRoutes({
        openConsultation,
        diagnoses,
        suggestDiagnoses: suggestDiagnoses({ documents, terminology }),
        confirmDiagnoses: confirmDiagnoses({ diagnoses, terminology, now, log }),
      }),
    },
  ]
  return {
    diagnoses,
    routers,
    descriptions: [...terminologyDescriptions, ...diagnosisDescriptions],
  }
}
