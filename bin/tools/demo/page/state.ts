/** What the page knows; the views only read it, `controller.ts` changes it. */
import type { PluginMessage } from '../../../../core/contract/events.ts'
import { type FilledRecord, RECORD } from './record.ts'

export interface DemoSample {
  slug: string
  title: string
  specialty: string
  templateId: string
  templateName: string
  patient: {
    name: string
    sex: 'F' | 'M'
    age: number
    recordNumber: string
    cpf: string
    cns: string
  }
  turns: { speaker: 'doctor' | 'patient'; text: string }[]
}

export interface LoggedEvent {
  id: number
  at: Date
  message: PluginMessage
}

/** How far this visit has come; told by the plugin's events, not by clicks. */
export interface Progress {
  source: 'sample' | 'microphone' | null
  recording: boolean
  /** A recording was started at least once. */
  recorded: boolean
  transcribed: boolean
  generated: boolean
  filledAt: Date | null
}

export interface DemoState {
  samples: DemoSample[]
  /** Name of the speech model in use when the page was opened; null while none was. */
  speechModel: string | null
  chosen: DemoSample | null
  consultationId: string
  embedded: boolean
  dark: boolean
  /** The plugin's window was closed by the user. */
  closed: boolean
  progress: Progress
  record: FilledRecord
  events: LoggedEvent[]
  /** A sentence for the user when something did not work. */
  trouble: string | null
}

export const STEPS = ['patient', 'voice', 'record', 'generate', 'fill', 'done'] as const
export type Step = (typeof STEPS)[number]

export function initialState(): DemoState {
  return {
    samples: [],
    speechModel: null,
    chosen: null,
    consultationId: '',
    embedded: true,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    closed: false,
    progress: newProgress(),
    record: emptyRecord(),
    events: [],
    trouble: null,
  }
}

export function newProgress(): Progress {
  return {
    source: null,
    recording: false,
    recorded: false,
    transcribed: false,
    generated: false,
    filledAt: null,
  }
}

export function emptyRecord(): FilledRecord {
  return { values: new Map(), others: [] }
}

/** What the visitor should do next. */
export function currentStep({ chosen, progress }: DemoState): Step {
  if (!chosen) return 'patient'
  if (progress.filledAt) return 'done'
  if (progress.generated) return 'fill'
  if (progress.transcribed && !progress.recording) return 'generate'
  if (progress.recorded || progress.source) return 'record'
  return 'voice'
}

/** Filled fields of the record, and how many there are. */
export function filledCount({ record }: DemoState): { filled: number; total: number } {
  const fields = RECORD.flatMap(({ fields: group }) => group)
  return {
    filled: fields.filter(({ id }) => record.values.has(id)).length + record.others.length,
    total: fields.length + record.others.length,
  }
}
