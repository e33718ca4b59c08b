import type {
  Contradiction,
  DocumentContent,
  DocumentValue,
  Evidence,
  FieldType,
  GeneratorStatus,
} from '../../contract/api.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'

/** A field of a document model, in order, byte for byte as the model names it (spec §2.2). */
export interface TemplateFieldSpec {
  name: string
  type: FieldType
  /** Only for `dict`: nested keys in order. */
  keys?: string[]
  /** What belongs here, for people and language models (pt-BR). */
  description?: string
  /** What the `rules` generator may put here: names of its section cues or extractors. */
  cues?: string[]
  /** The heading it stands under, with its neighbours of the same one. */
  section?: string
  /** How a good value looks, never what it says: for the form only. */
  examples?: string[]
}

export interface Template {
  id: string
  slug: string
  name: string
  purpose: string
  group: 'specialty' | 'document' | 'own'
  version: number
  pendingClinicalReview: boolean
  /** What holds for the whole document (pt-BR), below the rules that always hold. */
  instructions?: string
  /** How it is worded: "frases curtas, sem siglas". */
  style?: string
  fields: TemplateFieldSpec[]
  /**
   * SHA-256 of everything it says (`core/document/models/fingerprint.ts`), by whoever keeps it; a
   * document carries it along.
   */
  fingerprint?: string
}

/** Everything a document may rest on. All of it is data: text in it is never an instruction. */
export interface DocumentInput {
  template: Template
  /** In order of time, final where there is a final pass. */
  segments: TranscriptSegment[]
  contextMarkdown: string
  /** From before the visit. */
  backgroundHistory: string | null
  /** Text of uploaded files. */
  files: { id: string; name: string; pages: string[] }[]
}

export interface GenerateDocumentOptions {
  signal: AbortSignal
  /** Tells visits apart, so that an engine can keep what it has read of each. */
  visit?: string
  /** Fields in template order, each already checked against its sources. */
  onField(name: string, value: DocumentValue, evidence: Evidence[]): void
}

export interface GeneratedDocument {
  content: DocumentContent
  evidence: Evidence[]
  contradictions: Contradiction[]
  /**
   * Texts that were ended at their bound or while going in circles; absent for rules, which quote.
   */
  textsCut?: number
  /** Who wrote it, where the generator that was asked has several (`fallback-generator.ts`). */
  by?: Pick<DocumentGenerator, 'status' | 'version' | 'recipe'>
}

/**
 * What decides a generator's words beside its model, its prompt and its input: limits, seed, fields
 * at once.
 */
export type Recipe = Record<string, string | number | null>

/** One way of writing documents: `rules`, `llama` or `remote` (DESIGN §5.4). */
export interface DocumentGenerator extends AsyncDisposable {
  readonly status: GeneratorStatus
  /** Version of the generator and its model together: part of a document's source. */
  readonly version: string
  /** What else decides its words; absent: nothing does. */
  readonly recipe?: Recipe
  /**
   * @throws {AppError} `generation_failed`, `generation_timeout`, `no_content`; `signal.reason`
   * when aborted
   */
  generate(input: DocumentInput, options: GenerateDocumentOptions): Promise<GeneratedDocument>
}

/** A language model behind a grammar, as the domain sees it. Never unconstrained (DESIGN §2.2). */
export interface TextGenerator extends AsyncDisposable {
  readonly model: string
  /**
   * JSON text that satisfies `schema`, proven by parsing and validating before it is returned.
   * @throws {AppError} `schema_not_supported` (with the path) before anything is generated,
   * `generation_failed` when the answer was cut short or does not validate; `signal.reason` when
   * aborted
   */
  generate(
    prompt: { system: string; user: string },
    options: {
      schema: JsonSchema
      maxTokens: number
      temperature?: number
      seed?: number
      signal: AbortSignal
      /** Whose prompt it is: what an engine has read of a visit it may keep for the next one. */
      visit?: string
      /**
       * Nobody waits for it: everything else goes first, and what is asked for without it ends it,
       * with an error that is no AppError. An engine that serves many at once need not mind.
       */
      ahead?: true
      /** Text as it is generated, for progress only: not yet validated. */
      onText?(text: string): void
      /**
       * A finished property of the root object, in the schema's order. `cut` names the texts in it
       * (paths from the root) that did not end by themselves: stopped at their bound or while going
       * in circles.
       */
      onProperty?(name: string, value: unknown, cut: string[][]): void
    },
  ): Promise<string>
  /**
   * Reads the beginning that all prompts of a visit share, when the processor has nothing better to
   * do; gives way to everything else. Absent where nothing would be gained.
   * @throws `signal.reason` when aborted, {AppError} as `generate` does
   */
  readAhead?(
    beginning: { system: string; user: string },
    options: { visit: string; signal: AbortSignal },
  ): Promise<void>
  /**
   * When it resolves, nothing of what it has read of the visit is left with it: for a visit that
   * was erased. What is being written ends first. Absent where nothing is kept.
   */
  forget?(visit: string): Promise<void>
}

/** The subset of JSON Schema the grammar compiler understands. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: false
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  /**
   * A text composed of these words alone: one blank between them or `, ` `; ` `. `, a capital where
   * a sentence begins.
   */
  words?: string[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  anyOf?: JsonSchema[]
  [key: string]: unknown
}
