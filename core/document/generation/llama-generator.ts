/**
 * Documents by a language model (DESIGN §5.3, §5.4). What rules read better than models is read by
 * rules and never asked; the rest is generated under the template's schema; each finished field is
 * compared with its sources before anybody sees it. What contradicts them becomes null and is
 * listed; what cannot be found in them is flagged.
 */
import type { Contradiction, DocumentValue } from '../../contract/api.ts'
import { AppError } from '../../errors.ts'
import { endAtSentences, hasContent, noContent } from '../models/content.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  GenerateDocumentOptions,
  GeneratedDocument,
  JsonSchema,
  Recipe,
  TemplateFieldSpec,
  TextGenerator,
} from '../models/ports.ts'
import { PROMPT_VERSION, writePrompt } from '../models/prompt.ts'
import { contentSchema } from '../models/template-schema.ts'
import { type CheckedField, type FieldReader, fieldReader } from './field-reader.ts'
import { type PromptSize, readInParts, tooLong } from './long-visit.ts'

export interface LlamaGeneratorOptions {
  text: TextGenerator
  kind: 'llama' | 'remote'
  /**
   * What tells this model from every other: its file's digest, or the remote server's name for it.
   */
  version: string
  /**
   * Where it stops, when that is not the usual: kept in the recipe, and given back for a replay.
   */
  stops?: Partial<StopRules>
  /** Fields asked for at once; 0: all. */
  fieldsPerRequest?: number
  /** What decides the model's words beside its file: for the record. */
  recipe?: Recipe
  /** Compares its answers with the sources; in this thread unless given. */
  reader?: FieldReader
}

/** What ends an answer beside the model itself. */
export interface StopRules {
  /** Token limit of one answer, sampled and fixed tokens together; at the limit it is discarded. */
  maxTokens: number
  /**
   * Tighter bounds than the template's own, for models with a short memory; null: the template's.
   */
  textChars: number | null
  listItems: number | null
}

/**
 * Prompt and answer share the model's memory: an answer as long as this is no clinical document any
 * more.
 */
const LONGEST_ANSWER_TOKENS = 4096

/**
 * The likeliest word, always: a record has no use for variety, and a second run must say the same.
 */
const TEMPERATURE = 0
const SEED = 0

interface AskOptions {
  signal: AbortSignal
  visit?: string | undefined
}

/** Field of a long visit, put together from all its parts. */
interface MergedField extends Pick<CheckedField, 'value' | 'textsCut'> {
  field: TemplateFieldSpec
  removed: Contradiction[]
}

export function llamaGenerator(options: LlamaGeneratorOptions): DocumentGenerator {
  const { text, kind, fieldsPerRequest = 0, reader = fieldReader() } = options
  const stops: StopRules = {
    maxTokens: LONGEST_ANSWER_TOKENS,
    textChars: null,
    listItems: null,
    ...options.stops,
  }

  /** One request. */
  async function askOnce(
    input: DocumentInput,
    fields: TemplateFieldSpec[],
    { signal, visit }: AskOptions,
    onValue: (field: TemplateFieldSpec, value: DocumentValue, cut: string[][]) => void,
  ) {
    await text.generate(writePrompt(input, fields), {
      schema: tighten(contentSchema({ fields }), stops),
      maxTokens: stops.maxTokens,
      temperature: TEMPERATURE,
      seed: SEED,
      signal,
      ...(visit === undefined ? {} : { visit }),
      onProperty(name, value, cut) {
        const field = fields.find((one) => one.name === name)
        if (field) onValue(field, value as DocumentValue, cut)
      },
    })
  }

  /** The fields that are asked of the model, told one by one as they are finished. */
  async function ask(
    input: DocumentInput,
    fields: TemplateFieldSpec[],
    options: AskOptions,
    onField: (field: TemplateFieldSpec, checked: CheckedField) => void,
  ) {
    const { signal } = options
    const groups = fieldGroups(fields, fieldsPerRequest)
    let answered = 0
    try {
      for (const group of groups) {
        // While one field is compared the model writes the next; they are told in order.
        let told = Promise.resolve()
        await askOnce(input, group, options, (field, value, cut) => {
          const checking = reader.check(input, { field, value, cut }, signal)
          told = told.then(async () => onField(field, await checking))
          told.catch(ignore)
        })
        await told
        answered += 1
      }
    } catch (error) {
      const size = tooLong(error)
      if (!size) throw error
      const open = groups.slice(answered)
      for (const { field, value, textsCut, removed } of await askInParts(
        input,
        open,
        options,
        size,
      )) {
        const checked = await reader.check(input, { field, value, cut: [] }, signal)
        const contradictions = [...removed, ...checked.contradictions]
        onField(field, { ...checked, textsCut, contradictions })
      }
    }
  }

  /**
   * The whole visit, part by part: what each gave for a field is merged by rules, and compared with
   * all of it.
   */
  async function askInParts(
    input: DocumentInput,
    groups: TemplateFieldSpec[][],
    options: AskOptions,
    size: PromptSize,
  ): Promise<MergedField[]> {
    const answers = await readInParts(input, size, async (part) => {
      const values = new Map<
        string,
        { value: DocumentValue; removed: Contradiction[]; textsCut: number }
      >()
      for (const group of groups)
        await askOnce(part, group, { signal: options.signal }, (field, value, cut) =>
          values.set(field.name, { ...endAtSentences(value, cut), textsCut: cut.length }),
        )
      return values
    })
    const merged: MergedField[] = []
    for (const field of groups.flat()) {
      const ofField = answers.map((values) => values.get(field.name))
      const { value, contradictions } = await reader.merge(
        field,
        ofField.map((one) => one?.value ?? null),
        options.signal,
      )
      const removed = ofField.flatMap((one) => one?.removed ?? [])
      const textsCut = ofField.reduce((sum, one) => sum + (one?.textsCut ?? 0), 0)
      merged.push({ field, value, textsCut, removed: [...removed, ...contradictions] })
    }
    return merged
  }

  return {
    status: { kind, model: text.model },
    version: `${options.version} prompt-${PROMPT_VERSION}`,
    recipe: { ...options.recipe, temperature: TEMPERATURE, seed: SEED, fieldsPerRequest, ...stops },

    async generate(
      input,
      { signal, visit, onField }: GenerateDocumentOptions,
    ): Promise<GeneratedDocument> {
      if (!hasContent(input)) throw noContent()
      const { fields } = input.template
      const byRules = await reader.measured(input, signal)
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
        finished.set(name, { value, evidence, contradictions: [], textsCut: 0 })
      }
      tell()
      const asked = fields.filter(({ name }) => !finished.has(name))
      if (asked.length > 0)
        await ask(input, asked, { signal, visit }, (field, checked) => {
          finished.set(field.name, checked)
          tell()
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
        textsCut: checked.reduce((sum, one) => sum + one.textsCut, 0),
      }
    },

    [Symbol.asyncDispose]: () => text[Symbol.asyncDispose](),
  }
}

/** It is told by who awaits them all. */
function ignore() {}

function tighten(schema: JsonSchema, stops: StopRules): JsonSchema {
  const textChars = stops.textChars ?? Infinity
  const listItems = stops.listItems ?? Infinity
  const tightened: JsonSchema = { ...schema }
  if (schema.maxLength !== undefined) tightened.maxLength = Math.min(schema.maxLength, textChars)
  if (schema.maxItems !== undefined) tightened.maxItems = Math.min(schema.maxItems, listItems)
  if (schema.items) tightened.items = tighten(schema.items, stops)
  if (schema.anyOf) tightened.anyOf = schema.anyOf.map((branch) => tighten(branch, stops))
  if (schema.properties)
    tightened.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, tighten(value, stops)]),
    )
  return tightened
}

function incomplete(): AppError {
  return new AppError('unavailable', 'generation_failed', 'O documento não pôde ser gerado.', {
    details: [{ issue: 'fields_missing' }],
  })
}

const SMALL_MODEL_BYTES = 1.2e9
const MIDDLE_MODEL_BYTES = 2.6e9

/** By the size of the model's file, which is what is known of any model. 0: all at once. */
export function fieldsPerRequest(modelBytes: number): number {
  if (modelBytes <= SMALL_MODEL_BYTES) return 4
  return modelBytes <= MIDDLE_MODEL_BYTES ? 8 : 0
}

/**
 * How many fields one request asks for. Models of a billion weights and less lose count in a long
 * form: they answer the fifth question in the second field, and repeat in the tenth what they said
 * in the first. Asked for a few fields at a time they do better, and since every request begins
 * with the same text, a further one costs its own questions and no more. Larger models keep the
 * whole form in view, and say nothing twice because they see it.
 *
 * In the template's order, as even as they can be: no last request for a single field.
 */
export function fieldGroups(
  fields: readonly TemplateFieldSpec[],
  most: number,
): TemplateFieldSpec[][] {
  if (most <= 0 || fields.length <= most) return fields.length > 0 ? [[...fields]] : []
  const count = Math.ceil(fields.length / most)
  return Array.from({ length: count }, (_, index) =>
    fields.slice(
      Math.floor((index * fields.length) / count),
      Math.floor(((index + 1) * fields.length) / count),
    ),
  )
}
