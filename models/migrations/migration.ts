import type { QueryInterface } from 'sequelize'

/** One step of the schema. Released steps are never edited: a change is a new step. */
export interface Migration {
  /** `0001-access`: number and subject; the order of application. */
  name: string
  up(queryInterface: QueryInterface): Promise<void>
}
