/**
 * What is read of a visit around a language model's answers: the values that rules own, and of each
 * finished field what the sources say of it. The port is asynchronous, so that the reading may
 * happen apart from the thread that acknowledges sound (`core/reading`).
 */
import type { Contradiction, DocumentValue, Evidence } from '../../contract/api.ts'
import { checkDocument } from '../checks/checks.ts'
import { type EvidenceIndex, evidenceIndex } from '../evidence/evidence.ts'
import { type DeterministicValues, deterministicValues } from '../measures/deterministic-values.ts'
import { endAtSentences } from '../models/content.ts'
import type { DocumentInput, TemplateFieldSpec } from '../models/ports.ts'
import { normalizeValue } from '../models/template-schema.ts'
import { type MergedValue, mergeParts } from './merge-parts.ts'

export interface CheckedField {
  value: DocumentValue
  /** Number of its texts that did not end by themselves. */
  textsCut: number
  evidence: Evidence[]
  contradictions: Contradiction[]
}

/** As a model gave it. */
export interface AnsweredField {
  field: TemplateFieldSpec
  value: DocumentValue
  /** Paths of the texts in it that did not end by themselves. */
  cut: string[][]
}

/** @throws {AppError} `reading_timeout`, `reading_failed` if it happens apart; `signal.reason` */
export interface FieldReader {
  measured(input: DocumentInput, signal: AbortSignal): Promise<DeterministicValues>
  check(input: DocumentInput, answered: AnsweredField, signal: AbortSignal): Promise<CheckedField>
  /** @param values of the parts of a long visit, in the order of time */
  merge(
    field: TemplateFieldSpec,
    values: readonly DocumentValue[],
    signal: AbortSignal,
  ): Promise<MergedValue>
}

/** In the thread that asks; what was read of an input is kept as long as the input is. */
export function fieldReader(): FieldReader {
  const indexes = new WeakMap<DocumentInput, EvidenceIndex>()

  function indexOf(input: DocumentInput): EvidenceIndex {
    const index = indexes.get(input) ?? evidenceIndex(input)
    indexes.set(input, index)
    return index
  }

  return {
    measured: async (input) => deterministicValues(input.template, input),
    check: async (input, answered) => checkField(input, answered, indexOf(input)),
    merge: async (field, values) =>
      mergeParts(
        field,
        values.map((value) => normalizeValue(field, withoutRepeats(value))),
      ),
  }
}

function checkField(
  input: DocumentInput,
  { field, value: raw, cut }: AnsweredField,
  index: EvidenceIndex,
): CheckedField {
  const { value, removed } = endAtSentences(raw, cut)
  const template = { ...input.template, fields: [field] }
  const content = { [field.name]: normalizeValue(field, withoutRepeats(value)) }
  const checked = checkDocument(content, { ...input, template }, index)
  return {
    value: checked.content[field.name] ?? null,
    textsCut: cut.length,
    evidence: checked.evidence,
    contradictions: [...removed, ...checked.contradictions],
  }
}

/** Small models repeat list items word for word. */
function withoutRepeats(value: DocumentValue): DocumentValue {
  return Array.isArray(value) ? [...new Set(value.map((item) => item.trim()))] : value
}
