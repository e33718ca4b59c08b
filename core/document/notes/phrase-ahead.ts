/**
 * Lines are written while people still talk: whenever more of a visit stands for good, its pieces
 * that have no line yet are given to the language model, one at a time, when nobody waits for a
 * document and the processor has nothing better to do. So when the visit ends only its last pieces
 * are missing. Nothing rests on it: what is not written ahead is written with the document.
 *
 * The visit that changed last goes first. A piece that a model fails at is left to the document; an
 * engine that fails is left alone for a while.
 */

import type { GenerationQueue } from '../../engine/generation-queue.ts'
import { isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { throttleById } from '../../transcription/throttle-by-id.ts'
import type { Piece } from '../pieces/piece.ts'
import type { PieceWriter } from './piece-writer.ts'

export interface PhraseAheadDeps {
  /**
   * What stands for good: the same text while nothing is new, or null where there is nothing to
   * write of.
   */
  read(
    consultationId: string,
  ): Promise<{ digest: string; pieces(signal: AbortSignal): Promise<Piece[]> } | null>
  writer(consultationId: string): PieceWriter
  queue: Pick<GenerationQueue, 'isBusy' | 'watch'>
  log: Log
  /** At most so often is one visit read: a draft takes a tenth of a second of a processor. */
  everyMs?: number
  /** So long an engine that failed is left alone. */
  restMs?: number
}

export interface PhraseAhead {
  /** Something that lines rest on may be new. */
  changed(consultationId: string): void
  /** When it resolves, nothing of the visit is at work or waits: for what was erased. */
  drop(consultationId: string): Promise<void>
  close(): Promise<void>
}

interface Visit {
  /** Digest of what was read last; its pieces wait below. */
  digest: string | null
  pieces: Piece[]
  isNew: boolean
  written: number
  refused: number
}

const EVERY_MS = 20_000
const REST_MS = 10 * 60_000
/** Visits that are remembered; of one that is forgotten the lines are written with its document. */
const MOST_VISITS = 32

/** What one visit or one piece is to blame for. */
const NOT_THE_ENGINE: ReadonlySet<string> = new Set([
  'generation_failed',
  'reading_timeout',
  'reading_failed',
])

export function phraseAhead(deps: PhraseAheadDeps): PhraseAhead {
  const { read, writer, queue, log, everyMs = EVERY_MS, restMs = REST_MS } = deps
  /** The one that changed last is the last. */
  const visits = new Map<string, Visit>()
  const closing = new AbortController()
  let atWork: { id: string; stop: AbortController; ended: Promise<void> } | null = null
  let working: Promise<void> | null = null
  let resting: NodeJS.Timeout | null = null

  const pace = throttleById(everyMs, (id) => {
    const visit = visits.get(id) ?? newVisit()
    visit.isNew = true
    visits.delete(id)
    visits.set(id, visit)
    const [oldest] = visits.keys()
    if (visits.size > MOST_VISITS && oldest !== undefined) visits.delete(oldest)
    wake()
  })
  const unwatch = queue.watch((isBusy) => {
    if (isBusy) atWork?.stop.abort(new Error('a document goes first'))
    else wake()
  })

  function wake() {
    if (working || resting || closing.signal.aborted) return
    working = work().finally(() => {
      working = null
      // What came while the last step ended.
      if (next() && !queue.isBusy()) wake()
    })
  }

  function next(): [string, Visit] | undefined {
    return [...visits].findLast(([, { isNew, pieces }]) => isNew || pieces.length > 0)
  }

  async function work() {
    for (let one = next(); one && mayGoOn(); one = next()) {
      const [id, visit] = one
      const stop = new AbortController()
      const ended = step(id, visit, AbortSignal.any([stop.signal, closing.signal])).catch(
        (error: unknown) => {
          if (!stop.signal.aborted && !closing.signal.aborted) failed(visit, error)
        },
      )
      atWork = { id, stop, ended }
      await ended
      atWork = null
    }
  }

  function mayGoOn() {
    return !queue.isBusy() && !resting && !closing.signal.aborted
  }

  /** Reads the new part of the visit, or writes one of its pieces. */
  async function step(id: string, visit: Visit, signal: AbortSignal) {
    if (visit.isNew) {
      visit.isNew = false
      const now = await read(id)
      if (now?.digest === visit.digest) return
      // A document that comes meanwhile waits a tenth of a second: what was read would be lost.
      visit.pieces = (await now?.pieces(closing.signal)) ?? []
      visit.digest = now?.digest ?? null
      return
    }
    const pieces = writer(id)
    const [piece] = visit.pieces
    if (piece && (await pieces.find(piece)) === undefined) {
      signal.throwIfAborted()
      const line = await pieces.write(piece, { signal, ahead: true })
      visit[line === null ? 'refused' : 'written'] += 1
    }
    visit.pieces.shift()
    if (visit.pieces.length === 0) tell(id, visit)
  }

  function tell(consultationId: string, visit: Visit) {
    const { written, refused } = visit
    if (written + refused > 0)
      log.info('document.lines_ahead', { consultationId, written, refused })
    visit.written = 0
    visit.refused = 0
  }

  function failed(visit: Visit, error: unknown) {
    if (isAppError(error)) log.warn('document.not_ahead', { error: error.code })
    else log.error('document.not_ahead', { err: error })
    visit.pieces.shift()
    if (isAppError(error) && NOT_THE_ENGINE.has(error.code)) return
    resting = setTimeout(() => {
      resting = null
      wake()
    }, restMs).unref()
  }

  async function drop(id: string) {
    visits.delete(id)
    if (atWork?.id !== id) return
    atWork.stop.abort(new Error('the visit is gone'))
    await atWork.ended
  }

  return {
    changed(id) {
      if (!closing.signal.aborted) pace.changed(id)
    },
    drop,
    async close() {
      unwatch()
      pace.close()
      if (resting) clearTimeout(resting)
      closing.abort(new Error('the service ends'))
      await working
    },
  }
}

function newVisit(): Visit {
  return { digest: null, pieces: [], isNew: false, written: 0, refused: 0 }
}
