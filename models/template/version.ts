import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One version of a document model that an organization or one of its doctors has or had. */
export class TemplateVersionRow extends Row<TemplateVersionRow> {
  declare organizationId: string
  declare templateId: string
  declare version: number
  /** The whole model as JSON. */
  declare definition: string
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TemplateVersionRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      templateId: { type: DataTypes.UUID, primaryKey: true },
      version: { type: DataTypes.INTEGER, primaryKey: true },
      definition: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'templateVersion',
      tableName: 'template_versions',
      underscored: true,
      timestamps: false,
    }
    return class extends TemplateVersionRow {}.init(attributes, options)
  }
}
