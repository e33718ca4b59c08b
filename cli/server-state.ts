import { moment } from './format.ts'

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
  /** In bytes, while the disk is full but for the reserve; null: there is room. */
  scarceRoom: { keptBytes: number; wholeBytes: number } | null
  /** Nothing leaves the box since then, as ISO 8601; null: what is due goes out. */
  outgoingHeldSince: string | null
  /** Visits end and none begins; null: they may begin. */
  draining: DrainState | null
  /** Several servers on one database, this one among them; null: one serves. */
  nodes: NodeState[] | null
}

export interface NodeState {
  address: string
  /** `host:pid`. */
  process: string | null
  version: string | null
  alive: boolean
  recordings: number
  /** Of its speech recognition; null: not known. */
  speech: string | null
  freeBytes: number | null
  /** As ISO 8601; null: visits may begin. */
  drainingSince: string | null
}

export interface DrainState {
  /** As ISO 8601. */
  since: string
  left: Record<(typeof LEFT)[number], number>
  idle: boolean
}

const LEFT = ['recordings', 'paused', 'uploads', 'finalTexts', 'documents', 'files'] as const

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
    scarceRoom: scarceRoomOf(server.reserve),
    outgoingHeldSince: textOf(objectOf(server.outgoing_held)?.since),
    draining: drainOf(server.draining),
    nodes: nodesOf(server.nodes),
  }
}

function scarceRoomOf(value: unknown): ServerState['scarceRoom'] {
  const sizes = numbersOf(value, ['kept_bytes', 'whole_bytes'])
  if (!sizes || objectOf(value)?.low !== true) return null
  return { keptBytes: sizes.kept_bytes, wholeBytes: sizes.whole_bytes }
}

/** As the server lists them, or the database. */
export function nodesOf(value: unknown): NodeState[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((one: unknown) => {
    const node = objectOf(one)
    const address = textOf(node?.address)
    if (address === null) return []
    const state = objectOf(node?.state)
    return [
      {
        address,
        process: textOf(node?.process),
        version: textOf(node?.version),
        alive: node?.alive === true,
        recordings: numberOf(node?.recordings) ?? 0,
        speech: textOf(state?.speech),
        freeBytes: numberOf(state?.disk_free_bytes),
        drainingSince: textOf(state?.draining_since),
      },
    ]
  })
}

function drainOf(value: unknown): DrainState | null {
  const drain = objectOf(value)
  const since = textOf(drain?.since)
  if (!drain || since === null) return null
  const told = objectOf(drain.left) ?? {}
  const left = numbersOf({ ...told, finalTexts: told.final_texts }, LEFT)
  return left && { since, left, idle: drain.idle === true }
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

const NOUNS: Readonly<Record<keyof DrainState['left'], readonly [one: string, many: string]>> = {
  recordings: ['recording', 'recordings'],
  paused: ['paused recording', 'paused recordings'],
  uploads: ['sound file', 'sound files'],
  finalTexts: ['final text', 'final texts'],
  documents: ['document', 'documents'],
  files: ['file', 'files'],
}

/** `No visit begins since …; 2 recordings, 1 final text go on.` */
export function drainWords({ since, left, idle }: DrainState): string {
  const begins = `No visit begins since ${moment(new Date(since))}`
  if (idle) return `${begins}, and nothing goes on: the service can be stopped.`
  const parts = Object.entries(NOUNS).flatMap(([what, [one, many]]) => {
    const count = left[what as keyof DrainState['left']]
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return `${begins}; still going on: ${parts.join(', ')}.`
}
