/** What the service and the engine's process say to each other, as JSON over the fork's own channel. */
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

export interface GenerateRequest {
  system: string
  user: string
  plan: { object: PropertyPlan[] }
  maxTokens: number
  temperature: number
  seed: number
}

/** How much work an answer was. `reused` of the `prompt` tokens were still in the model's memory. */
export interface Usage {
  promptTokens: number
  reusedTokens: number
  sampledTokens: number
  fixedTokens: number
}

export interface WireError {
  kind: 'invalid' | 'rejected' | 'unavailable'
  code: string
  message: string
  details: Record<string, string | number>[]
}

export type ToEngine =
  | { type: 'load'; options: LoadOptions }
  | { type: 'generate'; id: number; request: GenerateRequest }
  | { type: 'cancel'; id: number }

export type FromEngine =
  | { type: 'loaded'; facts: ModelFacts }
  | { type: 'load_failed'; error: WireError }
  /** Still computing; also proves that the process is not stuck. */
  | { type: 'beat'; id: number }
  | { type: 'property'; id: number; name: string; json: string; cut: string[][] }
  | { type: 'text'; id: number; text: string }
  | { type: 'done'; id: number; json: string; usage: Usage }
  | { type: 'canceled'; id: number }
  | { type: 'failed'; id: number; error: WireError }
