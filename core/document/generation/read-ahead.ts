/**
 * The model reads the visit while it goes on: whenever the transcript or a file has changed, what
 * all documents of the visit begin with is handed to the engine, which reads it when the processor
 * has nothing better to do. So "generate" after twenty minutes has only the tail to read. Nothing
 * rests on it: a reading that fails or comes too late costs time later and nothing else.
 */
import { isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { throttleById } from '../../transcription/throttle-by-id.ts'
import type { DocumentInput, TextGenerator } from '../models/ports.ts'
import { writeBeginning } from '../models/prompt.ts'

export interface ReadAheadDeps {
  text: Pick<TextGenerator, 'readAhead'>
  /** Null when the consultation is gone. */
  sources(consultationId: string): Promise<Omit<DocumentInput, 'template'> | null>
  log: Log
  /** At most so often for one visit: a few sentences at a time. */
  everyMs?: number
}

export interface ReadAhead {
  /** Something that documents rest on is new or another. */
  changed(consultationId: string): void
  close(): Promise<void>
}

const EVERY_MS = 5000
/** A document of another visit may go first again and again; the next change asks anew. */
const MOST_TRIES = 5

export function readAhead(deps: ReadAheadDeps): ReadAhead {
  const { text, sources, log, everyMs = EVERY_MS } = deps
  const wanted = new Set<string>()
  const closing = new AbortController()
  let working: Promise<void> | null = null
  const pace = throttleById(everyMs, (visit) => {
    // The newest change is the visit that goes on now.
    wanted.delete(visit)
    wanted.add(visit)
    working ??= work().finally(() => {
      working = null
    })
  })

  async function work() {
    for (let visit = newest(wanted); visit !== undefined; visit = newest(wanted)) {
      wanted.delete(visit)
      await read(visit).catch((err: unknown) => {
        if (!closing.signal.aborted) log.warn('generation.not_read_ahead', { err })
      })
    }
  }

  async function read(visit: string) {
    for (let tries = 0; tries < MOST_TRIES && !closing.signal.aborted; tries += 1) {
      const input = await sources(visit)
      if (!input?.segments.some((segment) => segment.text.trim() !== '')) return
      try {
        await text.readAhead?.(writeBeginning(input), { visit, signal: closing.signal })
        return
      } catch (error) {
        // An engine that cannot read says so to whoever asks it for a document.
        if (isAppError(error)) throw error
      }
    }
  }

  return {
    changed(consultationId) {
      if (!closing.signal.aborted && text.readAhead) pace.changed(consultationId)
    },
    async close() {
      pace.close()
      wanted.clear()
      closing.abort(new Error('the service ends'))
      await working
    },
  }
}

function newest(visits: ReadonlySet<string>): string | undefined {
  return [...visits].at(-1)
}
