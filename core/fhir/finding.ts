/** Something the network would refuse, found before anything is sent. */
export interface ProfileFinding {
  /** `error` would be refused; `warning` may be. */
  severity: 'error' | 'warning'
  /**
   * Stable: `cardinality`, `prohibited`, `fixed`, `binding`, `slice`, `reference`, `type`,
   * `profile`, `consistency`, the key of a constraint of R4 (`per-1`), or the network's own code
   * (`ERR793`). `unchecked` says nothing of the bundle: a table of codes is not on this box.
   */
  code: string
  /** FHIRPath from the bundle: `Bundle.entry[1].resource.priority.coding[0].code`. */
  path: string
  /** pt-BR: which field of which document is wrong, and what to do. Never a patient's data. */
  message: string
}
