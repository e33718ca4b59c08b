/**
 * A document by rules before its lines are put together: which lines stand in which place of which
 * field, and which of them a language model may say in other words. Where a line stands is the
 * rules' business, whoever words it.
 */
import type { DocumentValue, Evidence, EvidenceSpan } from '../../contract/api.ts'
import type { DocumentGenerator, DocumentInput, TemplateFieldSpec } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import type { LineFault } from './check-line.ts'

export interface DraftLine {
  /** As the rules write it. */
  text: string
  spans: EvidenceSpan[]
  /** What was said begins with a capital; what was written stays as it was. */
  isSpoken: boolean
  /** What may be phrased; null where the line is record language already. */
  piece: Piece | null
}

/** A text: a field, or an entry of one. Of a list each line is an item. */
export interface DraftPlace {
  path: string[]
  lines: DraftLine[]
}

export interface DraftField {
  field: TemplateFieldSpec
  /** What readers of measures wrote; null where lines are. */
  measured: { value: DocumentValue; evidence: Evidence[] } | null
  places: DraftPlace[]
}

export interface DraftingGenerator extends DocumentGenerator {
  /**
   * The fields of the document model, in its order.
   * @throws {AppError} `no_content`; `reading_timeout`, `reading_failed` where it happens apart
   */
  draft(input: DocumentInput, signal: AbortSignal): Promise<DraftField[]>
}

interface KeptLine {
  /** Null: no line was accepted, and the words of the piece stand. */
  text: string | null
  /** Why each line that was not accepted was not, in order. */
  refused: readonly LineFault[]
  /** Who wrote it: the model's name, and what tells it from every other. */
  model: string
  version: string
}

/** Lines already written are not written again. Of each visit by itself, and gone with it. */
export interface LineStore {
  /**
   * @param digest of everything that decides the words of a line, the piece's own among it
   * @returns the text, null where none was accepted, undefined where it was not written yet
   */
  find(consultationId: string, digest: string): Promise<string | null | undefined>
  /**
   * In the place of what was kept under the same digest. @throws {AppError} `consultation_erased`
   */
  put(consultationId: string, digest: string, line: KeptLine): Promise<void>
}

/** In memory, for one run: the newest visits, and of each the newest lines. */
export function lineMemory({ visits = 16, lines = 1000 } = {}): LineStore {
  const known = new Map<string, Map<string, string | null>>()
  return {
    find: async (consultationId, digest) => known.get(consultationId)?.get(digest),
    async put(consultationId, digest, { text }) {
      const own = known.get(consultationId) ?? new Map<string, string | null>()
      known.delete(consultationId)
      keepNewest(known, consultationId, own, visits)
      keepNewest(own, digest, text, lines)
    },
  }
}

function keepNewest<V>(all: Map<string, V>, key: string, value: V, most: number): void {
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > most && oldest !== undefined) all.delete(oldest)
}
