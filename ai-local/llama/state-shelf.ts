/**
 * What the model has read of the visits at hand, kept for their next document: one file each in the
 * machine's memory (tmpfs), opened and at once without a name. Nothing of it ever lies on a disk,
 * nobody can open it by a path, and it is gone with the process, so clinical text in it needs no
 * key. The engine's process inherits the descriptors; when it ends, this side still holds them, and
 * the next one goes on from there.
 *
 * The visit that was asked for longest ago makes way, by number and by bytes, and none stays longer
 * than an hour.
 */
import { closeSync, ftruncateSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { PromptPlace } from './protocol.ts'
import type { VisitNotice } from './visit-memory.ts'

export interface StateShelfOptions {
  /** For all visits together; 0: nothing is kept. */
  maxBytes: number
  /** Visits at once. */
  places?: number
  forgetAfterMs?: number
  /** A folder in memory; absent where the system has none. */
  folder?: string
  now?: () => number
}

export interface StateShelf {
  /** Descriptors for the engine's process, in order; it sees them from `FIRST_FILE` on. */
  files: readonly number[]
  /** Where a visit's memory is; another visit may have to give up its own. */
  placeOf(visit: string): PromptPlace
  onNotice(notice: VisitNotice): void
  /** Empties the visit's file, if it has one. */
  forget(visit: string): void
  close(): void
}

interface Entry {
  file: number
  visit: string | null
  sizeBytes: number
  usedAt: number
}

const PLACES = 4
const FORGET_AFTER_MS = 60 * 60_000
const MEMORY_FOLDER = '/dev/shm'
/** Behind standard input, output, error and the channel. */
const FIRST_FILE = 4

export function stateShelf(options: StateShelfOptions): StateShelf {
  const { maxBytes, places = PLACES, forgetAfterMs = FORGET_AFTER_MS } = options
  const { folder = MEMORY_FOLDER, now = Date.now } = options
  const entries: Entry[] = maxBytes > 0 ? openEntries(folder, places) : []
  let isClosed = false
  const forgetting = setInterval(() => {
    for (const entry of entries) if (now() - entry.usedAt >= forgetAfterMs) empty(entry)
  }, 60_000).unref()

  function empty(entry: Entry) {
    if (entry.visit === null || isClosed) return
    ftruncateSync(entry.file, 0)
    entry.visit = null
    entry.sizeBytes = 0
  }

  function oldest(among: readonly Entry[]): Entry | undefined {
    return among.reduce<Entry | undefined>(
      (found, one) => (found && found.usedAt <= one.usedAt ? found : one),
      undefined,
    )
  }

  function claim(visit: string): Entry | undefined {
    const own = entries.find((entry) => entry.visit === visit)
    const entry = own ?? entries.find((one) => one.visit === null) ?? oldest(entries)
    if (!entry) return undefined
    if (!own) {
      empty(entry)
      entry.visit = visit
    }
    entry.usedAt = now()
    return entry
  }

  const total = () => entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

  return {
    files: entries.map(({ file }) => file),

    placeOf(visit) {
      const entry = claim(visit)
      if (!entry) return { visit, file: null, sizeBytes: 0 }
      return { visit, file: FIRST_FILE + entries.indexOf(entry), sizeBytes: entry.sizeBytes }
    },

    onNotice(notice) {
      const entry = entries.find(({ visit }) => visit === notice.visit)
      if (!entry) return
      entry.sizeBytes = notice.type === 'kept' ? notice.sizeBytes : 0
      while (total() > maxBytes) {
        const others = entries.filter((one) => one !== entry && one.sizeBytes > 0)
        empty(oldest(others) ?? entry)
      }
    },

    forget(visit) {
      for (const entry of entries) if (entry.visit === visit) empty(entry)
    },

    close() {
      if (isClosed) return
      for (const entry of entries) empty(entry)
      isClosed = true
      clearInterval(forgetting)
      for (const { file } of entries) closeSync(file)
    },
  }
}

/** Fewer than asked for, or none, where the folder cannot be written. */
function openEntries(folder: string, count: number): Entry[] {
  const entries: Entry[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const path = join(folder, `llama-state-${process.pid}-${index}-${Math.random()}`)
      const file = openSync(path, 'wx+', 0o600)
      unlinkSync(path)
      entries.push({ file, visit: null, sizeBytes: 0, usedAt: 0 })
    }
  } catch {
    // Not Linux, or not allowed: prompts are read again.
  }
  return entries
}
