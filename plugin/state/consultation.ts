/**
 * The consultation as the server holds it; all changes go through one line, so that its version
 * never runs ahead of us.
 */
import type { Ehr, PatchEhrBody } from '../../core/contract/api.ts'
import type { ConsultationType } from '../../core/contract/events.ts'
import { type ApiClient, ApiError } from '../services/api-client.ts'

/** `applied` false: a background history was there and stays. */
export type PatchedEhr = Ehr & { applied?: boolean }

export interface ConsultationState {
  /** Set once `open` resolved. */
  readonly ehr: Ehr
  readonly isOpen: boolean
  /** @returns whether the server created it just now. @throws {ApiError} `identifier_mismatch` */
  open(type: ConsultationType): Promise<{ created: boolean }>
  /** As the server holds it now. @throws {ApiError} */
  refresh(): Promise<Ehr>
  /** One after the other; a version that others moved on is read again, once. @throws {ApiError} */
  patch(change: PatchEhrBody): Promise<PatchedEhr>
  /** At once, beside the line; outlives the page, and nobody waits for its answer. */
  patchOnTheWayOut(change: PatchEhrBody): void
}

export function consultationState(
  ids: Record<'consultationId' | 'doctorId' | 'patientId', string>,
  api: ApiClient,
): ConsultationState {
  let ehr: Ehr | undefined
  // Choices on their way: shown at once, taken back if the server refuses them.
  let choices: Partial<Pick<Ehr, 'type' | 'consent'>> = {}
  let line: Promise<unknown> = Promise.resolve()
  // A context that was sent and never answered: it may have arrived all the same.
  let unansweredContext: string | undefined

  function current(): Ehr {
    if (!ehr) throw new Error('consultation: not open yet')
    return ehr
  }

  /** Answers overtake each other: one that was given before what we hold says nothing new. */
  function take(body: PatchedEhr) {
    if (!ehr || body.version >= ehr.version) ehr = body
  }

  function requestOf(change: PatchEhrBody) {
    const path = `/ehrs/${current().id}`
    const body = needsVersion(change) ? { ...change, version: current().version } : change
    return { method: 'PATCH', path, body } as const
  }

  async function send(change: PatchEhrBody): Promise<PatchedEhr> {
    const answer = await api.request<PatchedEhr>(requestOf(change))
    take(answer.body)
    if (change.context_markdown !== undefined) unansweredContext = undefined
    return answer.body
  }

  async function sendOrRefresh(change: PatchEhrBody): Promise<PatchedEhr> {
    const ours = [current().context_markdown, unansweredContext, change.context_markdown]
    unansweredContext = change.context_markdown ?? unansweredContext
    try {
      return await send(change)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
      const body = await refresh()
      // Somebody else's words are in the field now: only the doctor can say whose stay.
      if (change.context_markdown !== undefined && !ours.includes(body.context_markdown))
        throw error
      return send(change)
    }
  }

  async function refresh(): Promise<Ehr> {
    const { body } = await api.request<Ehr>({ method: 'GET', path: `/ehrs/${current().id}` })
    take(body)
    return body
  }

  return {
    get ehr() {
      return { ...current(), ...choices }
    },
    get isOpen() {
      return ehr !== undefined
    },
    async open(type) {
      const { status, body } = await api.request<Ehr>({
        method: 'PUT',
        path: '/ehrs/by-external-id',
        body: {
          consultation_id: ids.consultationId,
          doctor_id: ids.doctorId,
          patient_id: ids.patientId,
          type,
        },
      })
      ehr = body
      return { created: status === 201 }
    },
    refresh,
    patch(change) {
      const { type, consent } = change
      if (type) choices = { ...choices, type }
      if (consent) {
        const { status, method = null } = consent
        choices = { ...choices, consent: { ...current().consent, status, method } }
      }
      const mine = choices
      const next = line
        .then(() => sendOrRefresh(change))
        .finally(() => {
          if (choices === mine) choices = {}
        })
      line = next.catch(() => {})
      return next
    },
    patchOnTheWayOut(change) {
      unansweredContext = change.context_markdown ?? unansweredContext
      api.request({ ...requestOf(change), keepalive: true }).catch(() => {})
    },
  }
}

function needsVersion(change: PatchEhrBody): boolean {
  return (
    change.type !== undefined ||
    change.consent !== undefined ||
    change.context_markdown !== undefined
  )
}
