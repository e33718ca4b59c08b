/**
 * What the service and the engine's process say to each other, as JSON over the fork's own channel.
 */
import type { PropertyPlan } from './value-plan.ts'

export interface LoadOptions {
  modelPath: string
  /** Lower-case hex; null: not known, only the format is checked. */
  sha256: string | null
  /** Upper bound; a model trained on less gives less. */
  contextTokens: number
  /** 0: all cores. */
  threads: number
}

export interface ModelFacts {
  contextTokens: number
  /** Which chat format the prompt is wrapped in: for the log. */
  chatFormat: string
}

/** Whose the prompt is, and where what the model has read of it is kept (state-shelf.ts). */
export interface PromptPlace {
  /** Tells visits apart; of no meaning otherwise. */
  visit: string
  /** Descriptor of the file in memory that the process was started with; null: nothing is kept. */
  file: number | null
  /** Size of what lies in it; 0: nothing that could be used. */
  sizeBytes: number
}

export interface ReadRequest {
  system: string
  /** The beginning that every prompt of the visit has. */
  user: string
}

export interface GenerateRequest extends ReadRequest {
  plan: { object: PropertyPlan[] }
  maxTokens: number
  temperature: number
  seed: number
}

/**
 * How much work an answer was. `reused` of the `prompt` tokens were still in the model's memory.
 */
export interface Usage {
  promptTokens: number
  reusedTokens: number
  /**
   * Those of the others that this process had evaluated before: repeated because of a change or
   * another visit.
   */
  repeatedTokens: number
  /** From the request to the first sampled token. */
  firstTokenMs: number
  sampledTokens: number
  fixedTokens: number
}

/** How much of a visit is in the model's memory. */
export interface PromptReading {
  promptTokens: number
  reusedTokens: number
}

export interface WireError {
  kind: 'invalid' | 'rejected' | 'unavailable'
  code: string
  message: string
  details: Record<string, string | number>[]
}

export type ToEngine =
  | { type: 'load'; options: LoadOptions }
  | { type: 'generate'; id: number; request: GenerateRequest; place: PromptPlace | null }
  | { type: 'read'; id: number; request: ReadRequest; place: PromptPlace }
  | { type: 'cancel'; id: number }

export type FromEngine =
  | { type: 'loaded'; facts: ModelFacts }
  | { type: 'load_failed'; error: WireError }
  /** Still computing; also proves that the process is not stuck. */
  | { type: 'beat'; id: number }
  | { type: 'property'; id: number; name: string; json: string; cut: string[][] }
  | { type: 'text'; id: number; text: string }
  | { type: 'done'; id: number; json: string; usage: Usage }
  | { type: 'read_done'; id: number; reading: PromptReading }
  | { type: 'canceled'; id: number }
  | { type: 'failed'; id: number; error: WireError }
  /** From here on until `kept` the visit's file is worth nothing. */
  | { type: 'keeping'; visit: string }
  | { type: 'kept'; visit: string; sizeBytes: number }
