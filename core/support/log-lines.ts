/**
 * The log as support may read it. By rule it holds no words of people; here that is made sure once
 * more, by what is let through: numbers, identifiers, times, and codes in the fields where the
 * program writes codes. Anything else is told by its length.
 */

export interface LogSummary {
  lines: number
  from: string | null
  until: string | null
  /** Warnings and errors by event and code, the most frequent first. */
  troubles: { level: string; event: string; code: string | null; count: number; last: string }[]
  /** When a server began without the one before having said that it stopped. */
  endedUnsaid: string[]
}

interface Line {
  level?: unknown
  time?: unknown
  event?: unknown
  code?: unknown
  error?: unknown
  err?: { code?: unknown } | null
}

/**
 * @param lines the earliest first, of the service or of what runs it
 * @param hide what else is taken out of a text
 */
export function readLog(
  lines: readonly string[],
  hide: (text: string) => string,
): { text: string; summary: LogSummary } {
  const told: string[] = []
  const troubles = new Map<string, LogSummary['troubles'][number]>()
  const endedUnsaid: string[] = []
  let from: string | null = null
  let until: string | null = null
  let runs = false
  for (const line of lines) {
    const entry = parsed(line)
    if (!entry) {
      const plain = plainLine(line)
      if (plain !== null) told.push(hide(plain))
      continue
    }
    const shown = entryOf(entry, hide)
    told.push(JSON.stringify(shown))
    const { level, time, event } = shown as Record<string, unknown>
    const at = typeof time === 'string' ? time : ''
    from ??= at
    until = at
    if (event === 'server.listening') {
      if (runs) endedUnsaid.push(at)
      runs = true
    } else if (event === 'server.stopped') runs = false
    if (level === 'warn' || level === 'error') count(troubles, shown as Line, level, at)
  }
  const most = [...troubles.values()].sort((one, other) => other.count - one.count)
  const summary = { lines: told.length, from, until, troubles: most, endedUnsaid }
  return { text: told.map((line) => `${line}\n`).join(''), summary }
}

function count(
  troubles: Map<string, LogSummary['troubles'][number]>,
  { event, code, error, err }: Line,
  level: string,
  at: string,
): void {
  const what = [code, error, err?.code].find((one) => typeof one === 'string')
  const key = `${event} ${what}`
  const known = troubles.get(key) ?? {
    level,
    event: String(event),
    code: typeof what === 'string' ? what : null,
    count: 0,
    last: at,
  }
  troubles.set(key, { ...known, count: known.count + 1, last: at })
}

/** Null: it is none of the program's own. */
function parsed(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function entryOf(
  entry: Record<string, unknown>,
  hide: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([field]) => /^[a-zA-Z_]{1,40}$/.test(field))
      .map(([field, value]) => [field, shown(field, value, hide)]),
  )
}

function shown(field: string, value: unknown, hide: (text: string) => string): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return isNumberOfPeople(field, value) ? '(number)' : value
  if (typeof value === 'string') return isLetThrough(field, value) ? hide(value) : hidden(value)
  if (field === 'stack' && Array.isArray(value))
    return value.map((frame) => hide(frameOf(String(frame)) ?? '(frame)'))
  if (Array.isArray(value)) return value.map((one) => shown(field, one, hide))
  return typeof value === 'object' ? entryOf({ ...value }, hide) : null
}

/** As many digits as a CPF or a CNS has, and nothing that is measured. */
function isNumberOfPeople(field: string, value: number): boolean {
  return Math.abs(value) >= 1e9 && !/bytes|samples|ms$/i.test(field)
}

/** Where the program writes codes of its own, and what those look like. */
const CODES = new Set([
  ...['level', 'event', 'code', 'error', 'issue', 'kind', 'outcome', 'engine', 'operation'],
  ...['reason', 'cause', 'because', 'category', 'chore', 'part', 'task', 'action', 'host'],
  ...['version', 'signal', 'killedBy', 'fitness', 'endedBy', 'invention', 'state', 'applied'],
  ...['name', 'setting', 'why', 'how'],
])
const CODE = /^[a-z0-9][a-z0-9_.:-]{0,79}$/
/** Codes of Node.js, SQLite and signals. */
const CAPITAL_CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/
const ERROR_NAME = /^[A-Z][A-Za-z]{0,40}Error$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** The pattern of a route, never an address: its parameters stand in it by their names. */
const ROUTE = /^(?:\/[a-z0-9_.:{}*()-]*)+$/i
const METHOD = /^[A-Z]{3,7}$/

function isLetThrough(field: string, text: string): boolean {
  if (UUID.test(text) || TIME.test(text)) return true
  if (field === 'route') return ROUTE.test(text)
  if (field === 'method') return METHOD.test(text)
  if (!CODES.has(field)) return false
  if (field === 'name') return ERROR_NAME.test(text)
  return CODE.test(text) ? !/\d{9}/.test(text) : field === 'code' && CAPITAL_CODE.test(text)
}

function hidden(text: string): string {
  return `(${text.length} characters)`
}

const FRAME =
  /^\s+at (?:async )?([\w.$<>[\] ]{0,120}?) ?\(?(?:[^\s()]*\/)?([\w.-]+\.m?[jt]s:\d+:\d+)\)?$/

/** Where in the program, without the folders that it lies in. */
function frameOf(line: string): string | null {
  const found = FRAME.exec(line)
  return found ? `    at ${found[1]} (${found[2]})` : null
}

/** What Node.js and systemd write of an end; the sentences of the programs they quote are not. */
const OF_AN_END = [
  /^(?:svc|svc\.service): [A-Z][a-z ]+(?:, code=[a-z]+, status=\d+\/[A-Z]+)?\.?$/,
  /^(?:svc|svc\.service): (?:Failed with result|Scheduled restart job)[\w ',.-]{0,60}$/,
  /^FATAL ERROR: [\w: ]{0,60}Allocation failed - JavaScript heap out of memory$/,
  /^Node\.js v\d+\.\d+\.\d+$/,
]
const THROWN = /^(?:Uncaught )?([A-Z][A-Za-z]{0,40}Error)(?: \[([A-Z0-9_]+)\])?(?::|$)/

function plainLine(line: string): string | null {
  if (line.trim() === '') return null
  if (OF_AN_END.some((one) => one.test(line))) return line
  const thrown = THROWN.exec(line)
  if (thrown) return `${thrown[1]}${thrown[2] ? ` [${thrown[2]}]` : ''}: ${hidden(line)}`
  return frameOf(line) ?? hidden(line)
}
