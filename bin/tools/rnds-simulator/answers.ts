import type { ServerResponse } from 'node:http'
import type { OperationOutcome } from '../../../core/fhir/types.ts'
import { classOfCode } from '../../../core/rnds/error-catalogue.ts'

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

/**
 * As the samples are: whose right it is to send is `security`, messages come from another service
 * than errors. For most codes no source says the status.
 */
export function outcome(status: number, refusals: readonly Refusal[]): Reply {
  const body: OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: refusals.map(({ code, text }) => ({
      severity: 'error',
      code: code && classOfCode(code) === 'auth' ? 'security' : 'processing',
      diagnostics: code ? `(${code.startsWith('MSG') ? 'EDS' : 'EHR'}-${code}) ${text}` : text,
    })),
  }
  return { status, body }
}

export const unknownResource = (type: string, id: string): Reply =>
  outcome(404, [{ code: null, text: `Resource ${type}/${id} is not known` }])

export const gatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Writes an answer, whole or, where `how` is one of the faults about bodies, broken. */
export function reply(
  response: ServerResponse,
  { status, headers = {}, body }: Reply,
  how?: string,
) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/fhir+json;charset=UTF-8'
  const kind = body === undefined ? {} : { 'content-type': type }
  if (how === 'truncated') {
    // As many bytes are announced as would come.
    response.writeHead(status, { ...kind, 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, 40), () => response.socket?.destroy())
    return
  }
  response.writeHead(status, { ...headers, ...kind })
  if (how === 'huge') pour(response)
  else response.end(text)
}

/** Until the other side has had enough. */
function pour(response: ServerResponse): void {
  const drop = Buffer.alloc(64 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(drop));
  }
  response.on('drain', more)
  more()
}
