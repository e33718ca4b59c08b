/**
 * Documents by rules whose talk a language model puts into record language: what stands where, and
 * every measure, medicine list and dictated sentence, is the rules'; a question with its answer
 * becomes one line where the model's line says what was said (check-line.ts), and stays quoted
 * where it does not. No field is ever lost to the model, and none waits for it without end.
 */
import type { DocumentGenerator, GeneratedDocument } from '../models/ports.ts'
import { type LineCheck, lineCheck } from './check-line.ts'
import {
  type DraftField,
  type DraftingGenerator,
  type DraftLine,
  type LineStore,
  lineMemory,
} from './draft.ts'
import { LINE_PROMPT_VERSION } from './line-prompt.ts'
import { type PhrasePieceDeps, type Phrasing, phrasePieces } from './phrase-piece.ts'
import { type PieceWriterDeps, pieceWriter } from './piece-writer.ts'
import { documentOf, type WrittenField, writeField } from './write-fields.ts'

export interface PhrasingOptions
  extends Omit<PieceWriterDeps, 'lines' | 'check'>,
    Pick<PhrasePieceDeps, 'lineTimeoutMs' | 'timeoutMs'> {
  rules: DraftingGenerator
  kind: 'llama' | 'remote'
  /** In memory unless given. */
  lines?: LineStore
  check?: LineCheck
}

export function phrasingGenerator(options: PhrasingOptions): DocumentGenerator {
  const { rules, text, kind, check = lineCheck() } = options
  const lines = options.lines ?? lineMemory()
  const version = `${rules.version} lines-${LINE_PROMPT_VERSION} ${options.version}`
  const status = { kind, model: text.model }

  return {
    status,
    version,
    async generate(input, { signal, visit, onField }): Promise<GeneratedDocument> {
      signal.throwIfAborted()
      // A document without a visit keeps no lines.
      const kept = { ...options, check, lines: visit === undefined ? lineMemory() : lines }
      const phrasing = phrasePieces({ ...options, pieces: pieceWriter(kept, visit), signal })
      const fields: WrittenField[] = []
      for (const field of await rules.draft(input, signal)) {
        const written = writeField(await phrased(field, phrasing))
        fields.push(written)
        onField(written.name, written.value, written.evidence)
      }
      const document = documentOf(input.template, fields)
      // Where the model wrote nothing, the rules wrote it all, and the document says so.
      if (phrasing.written() > 0) return { ...document, by: { status, version } }
      return { ...document, by: { status: rules.status, version: rules.version } }
    },
    [Symbol.asyncDispose]: () => text[Symbol.asyncDispose](),
  }
}

async function phrased(field: DraftField, phrasing: Phrasing): Promise<DraftField> {
  const isList = field.field.type === 'string[]'
  const places = []
  for (const place of field.places) {
    const lines: DraftLine[] = []
    for (const line of place.lines) {
      const { piece } = line
      const said = piece && (await phrasing.phrase(piece))
      const text = said && (isList ? asItem(said) : asSentence(said))
      lines.push(piece && text ? { ...line, text, spans: piece.spans } : line)
    }
    places.push({ ...place, lines })
  }
  return { ...field, places }
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function asItem(text: string): string {
  return text.replace(/(?<!\.)\.$/, '')
}
