/**
 * A document by rules before its lines are put together: which lines stand in which place of which
 * field, and which of them a language model may say in other words. Where a line stands is the
 * rules' business, whoever words it.
 */
import type { DocumentValue, Evidence, EvidenceSpan } from '../../contract/api.ts'
import type { DocumentGenerator, DocumentInput, TemplateFieldSpec } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'

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
