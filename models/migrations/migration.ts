import type { QueryInterface } from 'sequelize'
import type { Sealer } from '../../core/vault/ports.ts'

/** One step of the schema. Released steps are never edited: a change is a new step. */
export interface Migration {
  /** `0001-access`: number and subject; the order of application. */
  name: string
  /**
   * It has a transaction of its own, or does what SQLite does outside of one (VACUUM), and may be
   * taken again where it broke off.
   */
  ownTransaction?: true
  /**
   * In a transaction, with the note that it was taken. @param sealer the master key, for steps that
   * seal what was in the clear
   */
  up(queryInterface: QueryInterface, sealer?: Sealer): Promise<void>
}
