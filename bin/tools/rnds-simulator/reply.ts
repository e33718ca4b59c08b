import type { ServerResponse } from 'node:http'
import type { Reply } from './answers.ts'

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
