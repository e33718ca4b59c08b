import type { OperationOutcome } from '../../../core/fhir/types.ts'

/** Answers as the network's published samples look. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Objects leave as JSON, text as it is. */
  body?: unknown
}

export interface Refusal {
  /** null: a message without code, as structural violations and the server's framework have. */
  code: string | null
  text: string
}

export function outcome(status: number, refusals: readonly Refusal[], type = 'processing'): Reply {
  const body: OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: refusals.map(({ code, text }) => ({
      severity: 'error',
      code: type,
      diagnostics: code ? `(EHR-${code}) ${text}` : text,
    })),
  }
  return { status, body }
}

export const unknownResource = (type: string, id: string): Reply =>
  outcome(404, [{ code: null, text: `Resource ${type}/${id} is not known` }])

export const gatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
