/**
 * What is read apart from the thread that acknowledges sound. Each task is given plain data and
 * answers with plain data, so that it can be asked of another thread (`ai-local/reading`); there is
 * no signal: who wants no answer any more ends the thread.
 */
import { suggestDiagnoses } from '../coding/suggest-diagnoses.ts'
import { suggestProcedures } from '../coding/suggest-procedures.ts'
import type { RewriteStyle } from '../contract/rewrite.ts'
import { type AnsweredField, fieldReader } from '../document/generation/field-reader.ts'
import type { DocumentInput, TemplateFieldSpec } from '../document/models/ports.ts'
import type { Sources } from '../document/pieces/statements.ts'
import { bySorter, rulesGenerator } from '../document/quoting/rules-generator.ts'
import type { ClauseSenses } from '../document/quoting/sort-clauses.ts'
import type { DocumentRecord } from '../document/record/document-store.ts'
import { rewriteCheck } from '../document/rewriting/check-rewrite.ts'
import { type UnwrittenOf, unwrittenReader } from '../document/unwritten/unwritten.ts'
import type { ClinicalRecord } from '../fhir/clinical-record.ts'
import type { PreparedRules } from '../fhir/profile/prepare-rules.ts'
import type { CompileInput } from '../rnds/compile-record/compile-record.ts'
import type { RecordMaking } from '../rnds/ports.ts'
import { recordMaking } from '../rnds/submission-compile.ts'
import type { GivenAnswer } from '../structured-output/check-answers.ts'
import { dataReader } from '../structured-output/data-reader.ts'
import type { MaterialInput } from '../structured-output/material.ts'
import type { ObjectNode } from '../structured-output/schema.ts'
import type { Terminology } from '../terminology/ports.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'
import { presentTranscript } from '../transcription/present-segment.ts'
import { keptInputs } from './kept-inputs.ts'

export type ReadingTasks = ReturnType<typeof readingTasks>

/** What a thread asks of who started it. */
export type CodeLookup = Pick<Terminology, 'find' | 'search' | 'tables'>

/** An input that more will be asked of: by its key alone once it was given. */
interface Keyed<Input> {
  key: string
  input: Input | null
}

/** Builds the dictionaries once, each when it is first needed. */
export function readingTasks(codes: CodeLookup, senses?: ClauseSenses) {
  const rules = once(() => rulesGenerator(bySorter(senses)))
  const unwritten = once(unwrittenReader)
  const check = once(rewriteCheck)
  const fields = fieldReader()
  const data = dataReader(codes, senses)
  const visits = keptInputs<DocumentInput>()
  const materials = keptInputs<MaterialInput>()
  const profiles = keptInputs<PreparedRules>()
  const records = recordMaking(codes)
  const { signal: never } = new AbortController()

  return {
    write: (input: DocumentInput) => rules().generate(input, { signal: never, onField() {} }),
    draft: (input: DocumentInput) => rules().draft(input, never),
    measured: (input: DocumentInput) => fields.measured(input, never),
    checkField: ({ key, input, answered }: Keyed<DocumentInput> & { answered: AnsweredField }) =>
      fields.check(visits.of(key, input), answered, never),
    mergeField: ({
      field,
      values,
    }: {
      field: TemplateFieldSpec
      values: AnsweredField['value'][]
    }) => fields.merge(field, values, never),
    unwritten: async ({ sources, document }: { sources: Sources; document: UnwrittenOf }) =>
      unwritten().list(sources, document),
    fillData: ({ key, input, schema }: Keyed<MaterialInput> & { schema: ObjectNode }) =>
      data.fill(schema, materials.of(key, input), never),
    checkData: ({
      key,
      input,
      ...answered
    }: Keyed<MaterialInput> & { given: GivenAnswer[]; cut: string[][] }) =>
      data.check(materials.of(key, input), answered, never),
    transcript: async (segments: readonly TranscriptSegment[]) => presentTranscript(segments),
    diagnoses: (records: DocumentRecord[]) =>
      suggestDiagnoses({ documents: { list: async () => records }, terminology: codes })(''),
    procedures: (records: DocumentRecord[]) =>
      suggestProcedures({ documents: { list: async () => records }, terminology: codes })(''),
    compileRecord: (input: CompileInput) => records.compile(input),
    buildBundle: ({
      key,
      input,
      record,
      at,
    }: Keyed<PreparedRules> & { record: ClinicalRecord; at: Date }) =>
      records.build(record, at, profiles.of(key, input)),
    checkBundle: ({
      key,
      input,
      bundle,
      known,
    }: Keyed<PreparedRules> & {
      bundle: unknown
      known: Omit<Parameters<RecordMaking['check']>[1], 'rules'>
    }) => records.check(bundle, { ...known, rules: profiles.of(key, input) }),
    checkRewrite: async ({
      original,
      suggestion,
      style,
    }: {
      original: string
      suggestion: string
      style: RewriteStyle
    }) => check()(original, suggestion, style),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
