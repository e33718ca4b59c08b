/**
 * The simulator's own switches, below `/simulator/`, for programs of the same machine: `POST
 * faults` adds one, `DELETE faults` clears them, `POST latency` slows it down, `POST clock` puts
 * its clock forward or back, `GET documents` says what it keeps.
 */
import { z } from 'zod'
import type { Reply } from './answers.ts'
import type { Documents } from './documents.ts'
import { FAULTS, type Faults, OPERATIONS } from './faults.ts'

interface AdminCall {
  method: string
  path: string
  body: string
  isLocal: boolean
  faults: Faults
  documents: Documents
  setLatency(ms: number): void
  setClock(ms: number): void
}

const FaultBody = z.object({
  name: z.enum(FAULTS),
  code: z.string().max(40).optional(),
  operation: z
    .string()
    .refine((name) => OPERATIONS.includes(name))
    .optional(),
  times: z.int().min(1).max(1000).optional(),
})
const DAY_MS = 86_400_000
const ClockBody = z.object({ ms: z.int().min(-DAY_MS).max(DAY_MS) })
const LatencyBody = z.object({ ms: z.int().min(0).max(600_000) })

/** undefined: not a call for the administrator. */
export function adminAnswer(call: AdminCall): Reply | undefined {
  const { method, path, body, isLocal, faults, documents, setLatency, setClock } = call
  if (!path.startsWith('/simulator/')) return undefined
  if (!isLocal) return { status: 403, body: { error: 'forbidden' } }
  switch (`${method} ${path}`) {
    case 'GET /simulator/faults':
      return { status: 200, body: faults.list() }
    case 'DELETE /simulator/faults':
      faults.clear()
      return { status: 204 }
    case 'POST /simulator/faults':
      return change(FaultBody, body, ({ name, code, operation, times }) =>
        faults.add({
          name,
          ...(code !== undefined && { code }),
          ...(operation !== undefined && { operation }),
          ...(times !== undefined && { times }),
        }),
      )
    case 'POST /simulator/latency':
      return change(LatencyBody, body, ({ ms }) => setLatency(ms))
    case 'POST /simulator/clock':
      return change(ClockBody, body, ({ ms }) => setClock(ms))
    case 'GET /simulator/documents':
      return {
        status: 200,
        body: documents.list().map(({ bundle: _bundle, ...document }) => document),
      }
    default:
      return { status: 404, body: { error: 'not_found' } }
  }
}

function change<Body>(schema: z.ZodType<Body>, text: string, apply: (body: Body) => void): Reply {
  const parsed = schema.safeParse(parse(text))
  if (!parsed.success) return { status: 400, body: { error: 'validation_error' } }
  apply(parsed.data)
  return { status: 204 }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
