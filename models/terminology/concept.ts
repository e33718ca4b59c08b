import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One code of an imported table. */
export class TerminologyConcept extends Row<TerminologyConcept> {
  declare system: string
  declare code: string
  declare display: string
  declare also: string | null

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TerminologyConcept {
    const attributes = {
      system: { type: DataTypes.STRING(16), primaryKey: true },
      code: { type: DataTypes.STRING(64), primaryKey: true },
      display: { type: DataTypes.TEXT, allowNull: false },
      also: { type: DataTypes.TEXT, allowNull: true },
    }
    const options = {
      sequelize,
      modelName: 'terminologyConcept',
      tableName: 'terminology_concepts',
      underscored: true,
      timestamps: false,
    }
    return class extends TerminologyConcept {}.init(attributes, options)
  }
}
