/**
 * Where acts wait that nobody waits for: a file of this process, written before the act is
 * answered, so that the end of the process loses none. Two files take turns: while one half is put
 * in the chain, the other takes what comes, and what is in the chain is cut away. The files of
 * processes that are gone are read by whoever comes next.
 *
 * A file is not flushed for every act: against a power cut the chain is the safe place, a fifth of
 * a second later.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type PlacelessEntry, type WordedEntry, worded } from '../../core/audit/entry.ts'

export interface AuditSpool {
  /**
   * Resolves when it is written: all that comes in one turn of the process shares a call. Rejects
   * with what the disk says.
   */
  write(entry: WordedEntry): Promise<void>
  /** Later entries go into the other file. @returns forgets what was written before */
  turn(): () => void
  close(): Promise<void>
}

export function openAuditSpool(folder: string): AuditSpool {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`
  const halves = ['a', 'b'].map((half) => {
    const path = join(folder, `${name}-${half}.ndjson`)
    return { path, descriptor: openSync(path, 'ax', 0o600), used: false }
  })
  let current = 0
  /**
   * What is written when this turn of the process ends; whoever wrote in it waits for the same
   * promise.
   */
  let gathering: { text: string; written: Promise<void>; flush(): void } | null = null

  function beginGroup() {
    let told: { resolve(): void; reject(error: unknown): void }
    const written = new Promise<void>((resolve, reject) => {
      told = { resolve, reject }
    })
    const group = { text: '', written, flush }
    function flush() {
      if (gathering !== group) return
      gathering = null
      const half = halves[current] as (typeof halves)[number]
      half.used = true
      try {
        appendText(half.descriptor, group.text)
        told.resolve()
      } catch (error) {
        told.reject(error)
      }
    }
    setImmediate(flush)
    return group
  }

  return {
    write({ fields }) {
      gathering ??= beginGroup()
      gathering.text += `[${fields}]\n`
      return gathering.written
    },
    turn() {
      // What waits to be written is among what is put in the chain now.
      gathering?.flush()
      const filled = halves[current] as (typeof halves)[number]
      if (!filled.used) return () => {}
      current = 1 - current
      return () => {
        ftruncateSync(filled.descriptor)
        filled.used = false
      }
    },
    async close() {
      gathering?.flush()
      for (const { path, descriptor, used } of halves) {
        closeSync(descriptor)
        if (!used) rmSync(path, { force: true })
      }
    },
  }
}

/**
 * At once, not by a thread of the pool: handing a line over costs more than writing it into the
 * system's memory, which is all that a write without a flush does. So does the log.
 */
function appendText(descriptor: number, text: string): void {
  let rest = Buffer.from(text)
  const wholeBytes = rest.length
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
  } catch (error) {
    // A torn line would take the next one with it.
    const writtenBytes = wholeBytes - rest.length
    if (writtenBytes > 0) ftruncateSync(descriptor, fstatSync(descriptor).size - writtenBytes)
    throw error
  }
}

/**
 * Beyond the highest number of a process: whoever comes, on whatever machine, takes up what lies
 * under it.
 */
export const NO_PROCESS = 4_194_305

/** In the place of a half: an act that is about to be done (intents.ts). */
export const INTENT = 'i'

/** By the name of its file: an act that its process has not ended. */
export function isUnderWay(name: string): boolean {
  const { pid, half } = partsOf(name)
  return half === INTENT && Number(pid) !== NO_PROCESS
}

function partsOf(name: string): { pid?: string; half?: string } {
  return /^(?<pid>\d+)-[0-9a-f]{12}-(?<half>[abi])\.ndjson$/.exec(name)?.groups ?? {}
}

/** One file of a process that is gone. */
export interface Abandoned {
  entries: WordedEntry[]
  /** Lines that a power cut left unreadable. */
  damaged: number
  forget(): void
}

/** The last line may be torn: its act was never answered. */
export function findAbandoned(folder: string, isAlive = isProcess): Abandoned[] {
  return names(folder).flatMap((name) => {
    const { pid, half } = partsOf(name)
    if (!(Number(pid) > 0) || isAlive(Number(pid))) return []
    const path = join(folder, name)
    if (half === INTENT && Number(pid) === process.pid && isOfThisProcess(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    const entries = lines.flatMap(parse)
    const damaged = lines.length - entries.length
    return [{ entries, damaged, forget: () => rmSync(path, { force: true }) }]
  })
}

/**
 * Lines of earlier releases, and of a restore, are objects; since then a line is the fields in
 * their order.
 */
function parse(line: string): WordedEntry[] {
  try {
    const read = JSON.parse(line) as PlacelessEntry | [id: string]
    return [Array.isArray(read) ? { id: read[0], fields: line.slice(1, -1) } : worded(read)]
  } catch {
    return []
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Our own number may have been another's before, in a container above all; our own files are not
 * there yet when we look. A process that only seems to be gone (it lives in another container)
 * loses nothing: an act is put in the chain once.
 */
function isProcess(pid: number): boolean {
  return pid !== process.pid && isAnyProcess(pid)
}

/** Another that had our number ended before we began. */
function isOfThisProcess(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= performance.timeOrigin
}

/** For who looks while files of its own are there. */
export function isAnyProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
