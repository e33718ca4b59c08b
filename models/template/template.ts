import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A document model that an organization installed, or that one of its doctors made. */
export class TemplateRow extends Row<TemplateRow> {
  declare id: string
  declare organizationId: string
  declare slug: string
  declare name: string
  /** The whole model as JSON. */
  declare definition: string
  /** The doctor, by the host's identifier; null for installed ones. */
  declare owner: string | null
  declare shared: boolean
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TemplateRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      slug: { type: DataTypes.STRING(120), allowNull: false },
      name: { type: DataTypes.STRING(120), allowNull: false },
      definition: { type: DataTypes.TEXT, allowNull: false },
      owner: { type: DataTypes.STRING(255), allowNull: true },
      shared: { type: DataTypes.BOOLEAN, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'template',
      tableName: 'templates',
      underscored: true,
      timestamps: false,
    }
    return class extends TemplateRow {}.init(attributes, options)
  }
}
