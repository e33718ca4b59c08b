/**
 * The readers of documents and data, asked of another thread: each port as it is fulfilled there
 * (`tasks.ts`).
 */
import type { SuggestDiagnoses } from '../coding/suggest-diagnoses.ts'
import type { SuggestProcedures } from '../coding/suggest-procedures.ts'
import type { FieldReader } from '../document/generation/field-reader.ts'
import type { DocumentInput } from '../document/models/ports.ts'
import type { DraftingGenerator } from '../document/notes/draft.ts'
import type { Sources } from '../document/pieces/statements.ts'
import { rulesIdentity } from '../document/quoting/rules-identity.ts'
import type { DocumentStore } from '../document/record/document-store.ts'
import type { JudgeRewrite } from '../document/rewriting/rewrite.ts'
import type { ListUnwrittenDeps } from '../document/unwritten/take-unwritten.ts'
import type { PreparedRules } from '../fhir/profile/prepare-rules.ts'
import type { RecordMaking } from '../rnds/ports.ts'
import type { DataReader } from '../structured-output/data-reader.ts'
import type { MaterialInput } from '../structured-output/material.ts'
import { type PresentWhole, presentTranscript } from '../transcription/present-segment.ts'
import { isInputGone } from './kept-inputs.ts'
import type { ReadingTasks } from './tasks.ts'

export interface ReadOptions {
  /** Ends what is being read. */
  signal: AbortSignal
  /** Whose texts they are: one visit does not wait for all that another one asks for. */
  visit: string
  /** How many there are to read. */
  characters: number
}

/**
 * @throws {AppError} `reading_timeout`, `reading_failed`, and what the task throws;
 * `signal.reason` when aborted
 */
export type Read = <Name extends keyof ReadingTasks>(
  task: Name,
  given: Parameters<ReadingTasks[Name]>[0],
  options: ReadOptions,
) => ReturnType<ReadingTasks[Name]>

/** Documents by rules. */
export function rulesApart(read: Read): DraftingGenerator {
  return {
    ...rulesIdentity,
    async generate(input, { signal, visit = '', onField }) {
      const characters = charactersOf(input)
      const document = await read('write', input, { signal, visit, characters })
      for (const { name } of input.template.fields) {
        const own = document.evidence.filter(({ path }) => path[0] === name)
        onField(name, document.content[name] ?? null, own)
      }
      return document
    },
    draft: (input, signal) =>
      read('draft', input, { signal, visit: '', characters: charactersOf(input) }),
    async [Symbol.asyncDispose]() {},
  }
}

export function fieldsApart(read: Read): FieldReader {
  const giveOnce = givenOnce<DocumentInput>()

  return {
    measured: (input, signal) =>
      read('measured', input, { signal, visit: '', characters: charactersOf(input) }),
    check: (input, answered, signal) => {
      const how = { signal, visit: '', characters: charactersOf(input) }
      return giveOnce(input, (keyed) => read('checkField', { ...keyed, answered }, how))
    },
    merge: (field, values, signal) => {
      const how = { signal, visit: '', characters: JSON.stringify(values).length }
      return read('mergeField', { field, values: [...values] }, how)
    },
  }
}

export function dataApart(read: Read): DataReader {
  const giveOnce = givenOnce<MaterialInput>()
  const howFor = ({ document, sources }: MaterialInput, signal: AbortSignal): ReadOptions => ({
    signal,
    visit: document.consultationId,
    characters: document.markdown.length + charactersOf(sources),
  })

  return {
    fill: (schema, input, signal) =>
      giveOnce(input, (keyed) => read('fillData', { ...keyed, schema }, howFor(input, signal))),
    check: (input, { given, cut }, signal) =>
      giveOnce(input, (keyed) =>
        read('checkData', { ...keyed, given: [...given], cut: [...cut] }, howFor(input, signal)),
      ),
  }
}

export function unwrittenApart(read: Read): ListUnwrittenDeps['read'] {
  const { signal } = new AbortController()
  return (sources, { template, content, markdown, consultationId }) =>
    read(
      'unwritten',
      { sources, document: { template, content } },
      { signal, visit: consultationId, characters: charactersOf(sources) + markdown.length },
    )
}

export function rewritesApart(read: Read): JudgeRewrite {
  return (original, suggestion, style, signal) =>
    read(
      'checkRewrite',
      { original, suggestion, style },
      { signal, visit: '', characters: original.length + suggestion.length },
    )
}

/** Codes for what a consultation's documents say. */
export function codesApart(
  read: Read,
  documents: Pick<DocumentStore, 'list'>,
): { suggestDiagnoses: SuggestDiagnoses; suggestProcedures: SuggestProcedures } {
  const { signal } = new AbortController()

  async function given(visit: string) {
    const records = await documents.list(visit)
    const characters = records.reduce((sum, { markdown }) => sum + markdown.length, 0)
    // Where its sentences come from is of no use there.
    const texts = records.map((record) => ({ ...record, evidence: [] }))
    return { texts, how: { signal, visit, characters } }
  }

  return {
    async suggestDiagnoses(visit) {
      const { texts, how } = await given(visit)
      return read('diagnoses', texts, how)
    },
    async suggestProcedures(visit) {
      const { texts, how } = await given(visit)
      return read('procedures', texts, how)
    },
  }
}

/** Records for the national network. */
export function recordsApart(read: Read): RecordMaking {
  const { signal } = new AbortController()
  const giveOnce = givenOnce<PreparedRules>()
  const howFor = (characters: number): ReadOptions => ({ signal, visit: '', characters })

  return {
    compile(input) {
      // Where its sentences come from is of no use there.
      const documents = input.documents.map((one) => ({ ...one, evidence: [] }))
      const characters = JSON.stringify(documents.map(({ content }) => content)).length
      return read('compileRecord', { ...input, documents }, howFor(characters))
    },
    build: (record, at, rules) =>
      giveOnce(rules, (keyed) => read('buildBundle', { ...keyed, record, at }, howFor(0))),
    check: (bundle, { rules, ...known }) =>
      giveOnce(rules, (keyed) => read('checkBundle', { ...keyed, bundle, known }, howFor(0))),
  }
}

/** Characters of a transcript that is presented here: others wait some 20 ms. */
const PRESENTED_HERE = 6000
/** Who speaks is read ten times as fast as a document. */
const QUICKER = 10

export function transcriptApart(read: Read): PresentWhole {
  const { signal } = new AbortController()
  return async (visit, segments) => {
    const length = segments.reduce((sum, { text }) => sum + text.length, 0)
    if (length <= PRESENTED_HERE) return presentTranscript(segments)
    return read('transcript', segments, { signal, visit, characters: length / QUICKER })
  }
}

/** What all of it holds together. */
function charactersOf({ segments, contextMarkdown, backgroundHistory, files }: Sources): number {
  const pages = files.flatMap((file) => file.pages)
  const texts = [...segments.map(({ text }) => text), contextMarkdown, ...pages]
  return texts.reduce((sum, text) => sum + text.length, backgroundHistory?.length ?? 0)
}

/** An input goes to the other thread once, as long as that keeps it. */
function givenOnce<Input extends object>() {
  const keys = new WeakMap<Input, string>()
  let count = 0

  return async <T>(
    input: Input,
    ask: (keyed: { key: string; input: Input | null }) => Promise<T>,
  ): Promise<T> => {
    const known = keys.get(input)
    const key = known ?? `${++count}`
    keys.set(input, key)
    if (known === undefined) return ask({ key, input })
    return ask({ key, input: null }).catch((error: unknown) => {
      if (isInputGone(error)) return ask({ key, input })
      throw error
    })
  }
}
