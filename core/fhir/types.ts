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
