/**
 * What `GET /readyz` of the running server tells, read by hand: `svcctl status` answers before a
 * schema library would be loaded. What is missing or of another kind, as a later version may say
 * it, is left out.
 */
export interface ServerState {
  status: string
  version: string | null
  uptimeS: number | null
  speech: { state: string; model: string | null } | null
  generator: { kind: string; model: string | null; unproven: boolean } | null
  queue: Record<'queued' | 'running' | 'waiting' | 'failed', number> | null
  recordings: Record<'recording' | 'paused', number> | null
  /** Nothing leaves the box since then, as ISO 8601; null: what is due goes out. */
  outgoingHeldSince: string | null
}

/** null: it is no answer of ours. */
export function readServerState(answer: unknown): ServerState | null {
  const server = objectOf(answer)
  const status = textOf(server?.status)
  if (!server || status === null) return null
  const speech = objectOf(server.speech)
  const state = textOf(speech?.state)
  const generator = objectOf(server.generator)
  const kind = textOf(generator?.kind)
  return {
    status,
    version: textOf(server.version),
    uptimeS: numberOf(server.uptime_s),
    speech: state === null ? null : { state, model: textOf(speech?.model) },
    generator:
      kind === null
        ? null
        : { kind, model: textOf(generator?.model), unproven: generator?.unproven === true },
    queue: numbersOf(server.queue, ['queued', 'running', 'waiting', 'failed']),
    recordings: numbersOf(server.recordings, ['recording', 'paused']),
    outgoingHeldSince: textOf(objectOf(server.outgoing_held)?.since),
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** All of them, or null. */
function numbersOf<const Name extends string>(
  value: unknown,
  names: readonly Name[],
): Record<Name, number> | null {
  const found = objectOf(value)
  if (!found || !names.every((name) => typeof found[name] === 'number')) return null
  return Object.fromEntries(names.map((name) => [name, found[name]])) as Record<Name, number>
}
