/** One document being written: what the server streams, until it is done, fails or is canceled. */
import type {
  ClinicalDocument,
  DocumentValue,
  Evidence,
  GenerationEvent,
  TemplateInfo,
} from '../../core/contract/api.ts'
import type { ApiClient } from '../services/api-client.ts'

export interface Generation {
  readonly template: TemplateInfo
  readonly phase: 'queued' | 'writing' | 'failed'
  /** Before us in the queue; 0 when none. */
  readonly position: number
  readonly fieldsDone: number
  readonly fieldsTotal: number
  readonly fields: readonly { name: string; value: DocumentValue; evidence: Evidence[] }[]
  readonly failure: { code: string; message: string } | undefined
  cancel(): void
}

interface Deps {
  api: ApiClient
  ehrId: string
  template: TemplateInfo
  changed(): void
  onDone(document: ClinicalDocument): void
  onCanceled(): void
}

export function generation({
  api,
  ehrId,
  template,
  changed,
  onDone,
  onCanceled,
}: Deps): Generation {
  const abort = new AbortController()
  const fields: { name: string; value: DocumentValue; evidence: Evidence[] }[] = []
  let phase: Generation['phase'] = 'queued'
  let position = 0
  let fieldsDone = 0
  let fieldsTotal = template.fields.length
  let failure: Generation['failure']

  function fail(code: string, message: string) {
    phase = 'failed'
    failure = { code, message }
  }

  function take(event: GenerationEvent) {
    if (event.type === 'started') phase = 'writing'
    else if (event.type === 'queued') position = event.position
    else if (event.type === 'progress') {
      fieldsDone = event.fields_done
      fieldsTotal = event.fields_total
    } else if (event.type === 'field') fields.push(event)
    else if (event.type === 'failed') fail(event.error, event.message)
    else onDone(event.document)
    changed()
  }

  async function run() {
    let last: GenerationEvent | undefined
    const request = {
      method: 'POST' as const,
      path: `/ehrs/${ehrId}/documents`,
      body: { template_id: template.id },
      signal: abort.signal,
    }
    try {
      for await (const event of api.lines<GenerationEvent>(request)) {
        last = event
        take(event)
      }
      if (last?.type !== 'done' && last?.type !== 'failed')
        fail('interrupted', 'A geração foi interrompida antes do fim.')
    } catch (error) {
      if (abort.signal.aborted) return
      const { code = 'unknown', message = '' } = error as { code?: string; message?: string }
      fail(code, message)
    }
    changed()
  }

  void run()

  return {
    template,
    get phase() {
      return phase
    },
    get position() {
      return position
    },
    get fieldsDone() {
      return fieldsDone
    },
    get fieldsTotal() {
      return fieldsTotal
    },
    fields,
    get failure() {
      return failure
    },
    cancel() {
      abort.abort()
      onCanceled()
    },
  }
}
