/**
 * Documents by a language model (DESIGN §5.3, §5.4). What rules read better than models is read by rules and
 * never asked; the rest is generated under the template's schema; each finished field is compared with its
 * sources before anybody sees it. What contradicts them becomes null and is listed; what cannot be
 * found in them is flagged.
 */
import type { Contradiction, DocumentValue, Evidence } from '../contract/api.ts'
import { AppError, isAppError } from '../errors.ts'
import { checkDocument } from './checks.ts'
import { endAtSentences } from './cut-values.ts'
import { hasContent, noContent } from './document-input.ts'
import { type EvidenceIndex, evidenceIndex } from './evidence.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  GenerateDocumentOptions,
  GeneratedDocument,
  JsonSchema,
  TemplateFieldSpec,
  TextGenerator,
} from './ports.ts'
import { PROMPT_VERSION, writePrompt } from './prompt.ts'
import { deterministicValues } from './rules/deterministic-values.ts'
import { contentSchema, normalizeValue } from './template-schema.ts'

export interface LlamaGeneratorOptions {
  text: TextGenerator
  kind: 'llama' | 'remote'
  /** What tells this model from every other: its file's digest, or the remote server's name for it. */
  version: string
  /** Tighter bounds than the template's own, for models with a short memory. */
  limits?: { textChars?: number; listItems?: number }
}

/** Prompt and answer share the model's memory: an answer as long as this is no clinical document any more. */
const LONGEST_ANSWER_TOKENS = 4096

interface CheckedField {
  value: DocumentValue
  evidence: Evidence[]
  contradictions: Contradiction[]
}

export function llamaGenerator(options: LlamaGeneratorOptions): DocumentGenerator {
  const { text, kind, limits } = options

  /** The fields that are asked of the model, told one by one as they are finished. */
  async function ask(
    input: DocumentInput,
    fields: TemplateFieldSpec[],
    signal: AbortSignal,
    onField: (field: TemplateFieldSpec, checked: CheckedField) => void,
  ) {
    const schema = tighten(contentSchema({ fields }), limits)
    const index = evidenceIndex(input)
    await text.generate(writePrompt(input, fields), {
      schema,
      maxTokens: LONGEST_ANSWER_TOKENS,
      signal,
      onProperty(name, value, cut) {
        const field = fields.find((one) => one.name === name)
        if (field) onField(field, checkField(field, value, cut, input, index))
      },
    })
  }

  return {
    status: { kind, model: text.model },
    version: `${options.version} prompt-${PROMPT_VERSION}`,

    async generate(
      input,
      { signal, onField }: GenerateDocumentOptions,
    ): Promise<GeneratedDocument> {
      if (!hasContent(input)) throw noContent()
      const { fields } = input.template
      const byRules = deterministicValues(input.template, input)
      const finished = new Map<string, CheckedField>()
      let told = 0

      /** In template order: what the rules found waits for the model's fields before it. */
      function tell() {
        for (let next = fields[told]; next; next = fields[told]) {
          const checked = finished.get(next.name)
          if (!checked) return
          onField(next.name, checked.value, checked.evidence)
          told += 1
        }
      }

      for (const [name, value] of Object.entries(byRules.values)) {
        const evidence = byRules.evidence.filter(({ path }) => path[0] === name)
        finished.set(name, { value, evidence, contradictions: [] })
      }
      tell()
      const asked = fields.filter(({ name }) => !finished.has(name))
      if (asked.length > 0)
        await ask(input, asked, signal, (field, checked) => {
          finished.set(field.name, checked)
          tell()
        }).catch((error: unknown) => {
          throw inOurWords(error)
        })

      const all = fields.map(({ name }) => finished.get(name))
      if (told < fields.length || all.includes(undefined)) throw incomplete()
      const checked = all as CheckedField[]
      return {
        content: Object.fromEntries(
          fields.map(({ name }, index) => [name, checked[index]?.value ?? null]),
        ),
        evidence: checked.flatMap((one) => one.evidence),
        contradictions: checked.flatMap((one) => one.contradictions),
      }
    },

    [Symbol.asyncDispose]: () => text[Symbol.asyncDispose](),
  }
}

function checkField(
  field: TemplateFieldSpec,
  raw: unknown,
  cut: string[][],
  input: DocumentInput,
  index: EvidenceIndex,
): CheckedField {
  const { value, removed } = endAtSentences(raw as DocumentValue, cut)
  const template = { ...input.template, fields: [field] }
  const content = { [field.name]: normalizeValue(field, withoutRepeats(value)) }
  const checked = checkDocument(content, { ...input, template }, index)
  return {
    value: checked.content[field.name] ?? null,
    evidence: checked.evidence,
    contradictions: [...removed, ...checked.contradictions],
  }
}

/** Small models repeat list items word for word. */
function withoutRepeats(value: DocumentValue): DocumentValue {
  return Array.isArray(value) ? [...new Set(value.map((item) => item.trim()))] : value
}

function tighten(schema: JsonSchema, limits: LlamaGeneratorOptions['limits'] = {}): JsonSchema {
  const { textChars = Infinity, listItems = Infinity } = limits
  const tightened: JsonSchema = { ...schema }
  if (schema.maxLength !== undefined) tightened.maxLength = Math.min(schema.maxLength, textChars)
  if (schema.maxItems !== undefined) tightened.maxItems = Math.min(schema.maxItems, listItems)
  if (schema.items) tightened.items = tighten(schema.items, limits)
  if (schema.anyOf) tightened.anyOf = schema.anyOf.map((branch) => tighten(branch, limits))
  if (schema.properties)
    tightened.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, tighten(value, limits)]),
    )
  return tightened
}

function incomplete(): AppError {
  return new AppError('unavailable', 'generation_failed', 'O documento não pôde ser gerado.', {
    details: [{ issue: 'fields_missing' }],
  })
}

/**
 * A transcript that does not fit is refused in so many words: leaving out a part of what was said without
 * anybody noticing is the one thing that must not happen.
 */
function inOurWords(error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'prompt_too_long') return error
  return new AppError(
    'rejected',
    'transcript_too_long',
    'A consulta é longa demais para o modelo de linguagem instalado. Peça ao administrador um modelo com mais memória de contexto.',
    { cause: error, ...(error.details ? { details: error.details } : {}) },
  )
}
