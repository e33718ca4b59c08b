import { DataTypes, Op, QueryTypes, type Sequelize } from 'sequelize'
import type {
  OwnRules,
  RetentionMemoryStore,
  RetentionRuleStore,
} from '../../core/retention/ports.ts'
import { Row } from '../database/row.ts'

/** One row: what every node of a database knows of the runs, and who is at it. */
class RetentionStateRow extends Row<RetentionStateRow> {
  declare id: number
  declare leaseOwner: string | null
  declare leaseExpiresAt: Date | null
  declare seenAt: Date | null
  declare jumpedAt: Date | null
  declare ranAt: Date | null

  static attach(sequelize: Sequelize): typeof RetentionStateRow {
    // One object each: Sequelize writes the column's name into it.
    const date = () => ({ type: DataTypes.DATE, allowNull: true })
    const attributes = {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: date(),
      seenAt: date(),
      jumpedAt: date(),
      ranAt: date(),
    }
    const options = {
      sequelize,
      tableName: 'retention_state',
      underscored: true,
      timestamps: false,
    }
    return class extends RetentionStateRow {}.init(attributes, options)
  }
}

const ID = 1

export function retentionMemory({
  sequelize,
  now,
  isOwnerGone,
}: {
  sequelize: Sequelize
  now: () => Date
  isOwnerGone(owner: string): boolean
}): RetentionMemoryStore {
  const States = RetentionStateRow.attach(sequelize)

  async function row() {
    return (await States.findByPk(ID)) ?? (await States.findOrCreate({ where: { id: ID } }))[0]
  }

  return {
    async read() {
      const { seenAt, jumpedAt, ranAt } = await row()
      return { seenAt: seenAt ?? null, jumpedAt: jumpedAt ?? null, ranAt: ranAt ?? null }
    },
    async remember(changes) {
      await row()
      await States.update(changes, { where: { id: ID } })
    },
    async claim(owner, leaseMs) {
      const { leaseOwner } = await row()
      const expires = new Date(now().getTime() + leaseMs)
      const free = [
        { leaseOwner: { [Op.is]: null } },
        { leaseOwner: owner },
        { leaseExpiresAt: { [Op.lt]: now() } },
        // From before the clock was set back.
        { leaseExpiresAt: { [Op.gt]: new Date(now().getTime() + 10 * leaseMs) } },
        ...(leaseOwner && isOwnerGone(leaseOwner) ? [{ leaseOwner }] : []),
      ]
      const [changed] = await States.update(
        { leaseOwner: owner, leaseExpiresAt: expires },
        { where: { id: ID, [Op.or]: free } },
      )
      return changed === 1
    },
    async release(owner) {
      await States.update(
        { leaseOwner: null, leaseExpiresAt: null },
        { where: { id: ID, leaseOwner: owner } },
      )
    },
  }
}

/** The rules that organizations set themselves, a row each. */
export function retentionRules(sequelize: Sequelize, now: () => Date): RetentionRuleStore {
  return {
    async find(organizationId) {
      const [row] = await sequelize.query<{ rules: string }>(
        'SELECT rules FROM retention_rules WHERE organization_id = :organizationId',
        { type: QueryTypes.SELECT, replacements: { organizationId } },
      )
      return row ? (JSON.parse(row.rules) as OwnRules) : {}
    },
    async save(organizationId, rules) {
      await sequelize.query(
        `INSERT INTO retention_rules (organization_id, rules, updated_at) VALUES (:organizationId, :rules, :at)
         ON CONFLICT (organization_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at`,
        { replacements: { organizationId, rules: JSON.stringify(rules), at: now() } },
      )
    },
  }
}
