import { QueryTypes, type Sequelize } from 'sequelize'
import type { OwnRules, RetentionRuleStore } from '../../core/retention/ports.ts'

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
