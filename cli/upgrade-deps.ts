import type { StepBack } from './bundle-deps.ts'

/** What `svcctl upgrade` works with. */
export interface UpgradeAdmin {
  plan(): Promise<UpgradePlan>
  /**
   * Tries the steps on a copy, keeps the state from before, and takes them. @throws {AppError}
   * `other_server`, `server_running`, `upgrade_rehearsal_failed`
   */
  take(): Promise<Upgraded>
  /**
   * Back to the state that the last upgrade kept, where the program from before cannot read what is
   * there. @throws as `take`, and `upgrade_not_kept`
   */
  back(dryRun: boolean): Promise<StepBack>
}

export interface UpgradePlan {
  /** `external`: PostgreSQL, of which nothing is kept here. */
  kind: 'sqlite' | 'external'
  /** Steps of the schema that are missing, in order. */
  pending: readonly string[]
  /** How many it has. */
  taken: number
  /** Rows that lie in it, by table; empty where nobody counted. */
  rows: Readonly<Record<string, number>>
}

export interface Upgraded {
  taken: readonly string[]
  /** Where the state from before lies; null: nothing was to keep, or it is not here. */
  kept: string | null
}
