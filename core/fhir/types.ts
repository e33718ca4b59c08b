/**
 * FHIR R4 (4.0.1) as far as this product speaks it. Resources are plain JSON: what may stand in
 * them is told by the profiles (core/fhir/profile), which are stricter than any type could be.
 */
export interface Resource {
  resourceType: string
  meta?: { profile?: string[]; lastUpdated?: string }
  [element: string]: unknown
}

export interface BundleEntry {
  /** `urn:uuid:transient-<index>`: the network checks the order (RNDS ERR918 to ERR921). */
  fullUrl: string
  resource: Resource
}

/** A document bundle: https://hl7.org/fhir/R4/documents.html */
export interface Bundle {
  resourceType: 'Bundle'
  meta?: { lastUpdated?: string }
  identifier: { system: string; value: string }
  type: 'document'
  /** ISO 8601 with offset; its date must be today's in Brasília when it is sent. */
  timestamp: string
  entry: BundleEntry[]
}

/** https://hl7.org/fhir/R4/operationoutcome.html */
export interface OperationOutcome {
  resourceType: 'OperationOutcome'
  issue: { severity: string; code: string; diagnostics?: string }[]
}

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
