/**
 * What the national network will be told of this visit, as the service holds it. Each change is
 * saved at once; one that could not be saved is taken back, and told.
 */
import type { VisitBody } from '../../core/contract/api.ts'
import type { Publish } from '../host/message-bus.ts'
import type { ApiClient } from '../services/api-client.ts'

export type VisitField = VisitBody['facts'][number]['field'] | 'practitioner_cbo'

export interface VisitReview {
  /** undefined: not known yet. */
  readonly body: VisitBody | undefined
  readonly saving: boolean
  readonly problem: 'load' | 'save' | undefined
  load(): Promise<void>
  /** @param code null: as usual */
  say(field: VisitField, code: string | null): void
}

interface Deps {
  api: ApiClient
  ehrId: string
  publish: Publish
  changed(): void
}

export function visitReview({ api, ehrId, publish, changed }: Deps): VisitReview {
  const path = `/ehrs/${ehrId}/visit`
  /** As the service told it last, and as it is shown: with what is being saved. */
  let held: VisitBody | undefined
  let body: VisitBody | undefined
  let saving = 0
  let problem: VisitReview['problem']
  let line: Promise<void> = Promise.resolve()

  /** One after the other, so that the last choice is what stays. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    line = line.then(work).then(changed)
    return line
  }

  return {
    get body() {
      return body
    },
    get saving() {
      return saving > 0
    },
    get problem() {
      return problem
    },
    load: () =>
      inTurn(async () => {
        try {
          held = (await api.request<VisitBody>({ method: 'GET', path })).body
          if (saving === 0) body = held
          if (problem === 'load') problem = undefined
        } catch {
          if (!body) problem = 'load'
        }
      }),
    say(field, code) {
      saving += 1
      problem = undefined
      body = body && withSaid(body, field, code)
      void inTurn(async () => {
        try {
          const change = { [field]: code }
          held = (await api.request<VisitBody>({ method: 'PATCH', path, body: change })).body
          publish('svc.plugin.ehr.visit.changed', { fields: [field] })
        } catch {
          problem = 'save'
        }
        saving -= 1
        if (saving === 0) body = held
      })
      changed()
    },
  }
}

function withSaid(body: VisitBody, field: VisitField, code: string | null): VisitBody {
  const { occupation, facts } = body
  if (field === 'practitioner_cbo')
    return { ...body, occupation: occupation && { ...occupation, said: code } }
  return {
    ...body,
    facts: facts.map((fact) => {
      if (fact.field !== field) return fact
      const known = fact.allowed?.find((one) => one.code === code)
      const said = code === null ? null : (known ?? { code, display: null })
      return { ...fact, said, chosen: said !== null }
    }),
  }
}
