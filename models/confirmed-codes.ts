import type { Sequelize } from 'sequelize'
import type {
  Confirmed,
  ConfirmedStore,
  DiagnosisStore,
  ProcedureStore,
} from '../core/terminology/ports.ts'
import { ConfirmedCodesRow, type ConfirmedTable } from './confirmed-codes-row.ts'
import type { ConsultationSeal } from './consultation-seal.ts'

interface Deps {
  sequelize: Sequelize
  seal: ConsultationSeal
  now: () => Date
}

/** Confirmed diagnoses in the database, sealed: a code is as telling as the text it stands for. */
export function diagnosisStore(deps: Deps): DiagnosisStore {
  return confirmedStore(deps, 'diagnoses')
}

/** Confirmed procedures in the database, sealed as diagnoses are. */
export function procedureStore(deps: Deps): ProcedureStore {
  return confirmedStore(deps, 'procedures')
}

/** The table's name is also what each blob is sealed for: one cannot be put in the other's place. */
function confirmedStore<One extends Confirmed>(
  { sequelize, seal, now }: Deps,
  table: ConfirmedTable,
): ConfirmedStore<One> {
  const Rows = ConfirmedCodesRow.attach(sequelize, table)

  return {
    async list(consultationId) {
      const row = await Rows.findByPk(consultationId)
      if (!row) return []
      const body = await seal.open(consultationId, table, row.sealedBody)
      // As JSON has it: dates are text.
      return (JSON.parse(body) as (One & { confirmedAt: string })[]).map((one) => ({
        ...one,
        confirmedAt: new Date(one.confirmedAt),
      }))
    },

    async replace(consultationId, confirmed) {
      const sealedBody = await seal.seal(consultationId, table, JSON.stringify(confirmed))
      await Rows.upsert({ consultationId, sealedBody, updatedAt: now() })
    },
  }
}
