/** Columns that most tables have, so that they are the same everywhere. */
import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize'

export const id = { type: DataTypes.UUID, primaryKey: true } satisfies ModelAttributeColumnOptions

export const created = {
  type: DataTypes.DATE,
  allowNull: false,
} satisfies ModelAttributeColumnOptions

/** A foreign key to `table.id`; what happens when that row goes is always said. */
export function reference(
  table: string,
  onDelete: 'CASCADE' | 'RESTRICT',
  { allowNull = false } = {},
): ModelAttributeColumnOptions {
  return {
    type: DataTypes.UUID,
    allowNull,
    references: { model: table, key: 'id' },
    onDelete,
    onUpdate: 'CASCADE',
  }
}
