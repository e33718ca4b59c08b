import { DataTypes, type Sequelize, type Transaction } from 'sequelize'
import type {
  Confirmed,
  ConfirmedStore,
  DiagnosisStore,
  ProcedureStore,
} from '../../core/terminology/ports.ts'
import { Row } from '../database/row.ts'
import { lockConsultation } from '../retention/holds.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

/** What a doctor confirmed for one consultation, as one sealed blob. */
class ConfirmedCodesRow extends Row<ConfirmedCodesRow> {
  declare consultationId: string
  declare sealedBody: Buffer
  declare updatedAt: Date

  /** A fresh subclass per connection and table: two databases in one process never share state. */
  static attach(sequelize: Sequelize, tableName: ConfirmedTable): typeof ConfirmedCodesRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: tableName,
      tableName,
      underscored: true,
      timestamps: false,
    }
    return class extends ConfirmedCodesRow {}.init(attributes, options)
  }
}

type ConfirmedTable = 'diagnoses' | 'procedures'

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

/**
 * The table's name is also what each blob is sealed for: one cannot be put in the other's place.
 */
function confirmedStore<One extends Confirmed>(
  { sequelize, seal, now }: Deps,
  table: ConfirmedTable,
): ConfirmedStore<One> {
  const Rows = ConfirmedCodesRow.attach(sequelize, table)

  async function list(consultationId: string, transaction?: Transaction): Promise<One[]> {
    const row = await Rows.findByPk(consultationId, transaction ? { transaction } : {})
    if (!row) return []
    const body = await seal.open(consultationId, table, row.sealedBody)
    // As JSON has it: dates are text.
    return (JSON.parse(body) as (One & { confirmedAt: string })[]).map((one) => ({
      ...one,
      confirmedAt: new Date(one.confirmedAt),
    }))
  }

  return {
    list: (consultationId) => list(consultationId),

    change(consultationId, next) {
      return sequelize.transaction(async (transaction) => {
        await lockConsultation(sequelize, consultationId, transaction)
        const confirmed = next(await list(consultationId, transaction))
        const sealedBody = await seal.seal(consultationId, table, JSON.stringify(confirmed))
        await Rows.upsert({ consultationId, sealedBody, updatedAt: now() }, { transaction })
        return confirmed
      })
    },
  }
}
