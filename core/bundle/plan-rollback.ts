/**
 * What a return to an older program means for the database. Steps that only add (a table, a column
 * that may be empty) leave what the older program reads and writes as it was: it goes on with the
 * same data, and nothing is lost. After any other step the older program would misread them: then
 * the state from before the upgrade comes back, and the newer one is kept aside.
 */
export type RollbackPlan =
  | { kind: 'keep'; newer: readonly string[] }
  /** `breaking`: the steps for whose sake it must be. */
  | { kind: 'restore'; newer: readonly string[]; breaking: readonly string[] }

interface Steps {
  /** In the database. */
  applied: readonly string[]
  /** To the older program. */
  known: readonly string[]
  /** Steps that only add. */
  additive: readonly string[]
}

export function planRollback({ applied, known, additive }: Steps): RollbackPlan {
  const newer = applied.filter((name) => !known.includes(name))
  const breaking = newer.filter((name) => !additive.includes(name))
  return breaking.length === 0 ? { kind: 'keep', newer } : { kind: 'restore', newer, breaking }
}
