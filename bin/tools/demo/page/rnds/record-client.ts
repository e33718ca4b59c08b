/**
 * The page's own backend for the national network (bin/tools/demo/rnds/routes.ts). It sees neither
 * key nor token.
 */
import { address } from '../address.ts'

export type Mode =
  | 'normal'
  | 'down'
  | 'refusing'
  | 'slow'
  | 'certificate'
  | 'occupation'
  | 'unit'
  | 'month'
  | 'clock'

/** Which record of the visit (spec §4.2). */
export type RecordType = 'RAC' | 'RPM' | 'REPM' | 'REL'

export interface NetworkIssue {
  code: string
  diagnostics: string
  /** What to do about it, where the product knows. */
  advice?: string
}

export interface NetworkRecord {
  rnds_record_id: string
  status: 'pending' | 'accepted' | 'rejected' | 'replaced' | 'deleted'
  submitted_at: string
  last_updated_at: string
  /** Why it waits for something else than the network, in words. */
  waiting?: { code: string; message: string }
  details?: NetworkIssue[]
  /** A later version that the network refused; it goes on holding this one. */
  rejected_replacement?: { details: NetworkIssue[] }
}

export interface TimelineEntry {
  at: string
  text: string
  note: string | null
  tone: 'plain' | 'good' | 'bad' | 'waiting'
  nextTryAt: string | null
}

export interface Standing {
  record: NetworkRecord | null
  /** Oldest first. */
  timeline: TimelineEntry[]
  /** Null: the demonstration is not connected to its simulator. */
  mode: Mode | null
}

export interface BundleView {
  outline: { resourceType: string; meaning: string; detail: string | null }[]
  bundle: unknown
}

export interface Refusal {
  error: string
  message: string
  details: Record<string, unknown>[]
}

/** One appointment of this EHR, and the consultation that the assistant opened for it. */
export interface Appointment {
  ehrId: string
  patient: string
  consultation: string
}

export interface RecordOf extends Appointment {
  type: RecordType
}

export type ClientReply<Body> = { ok: true; body: Body } | { ok: false; refusal: Refusal }

export interface RecordClient {
  see(of: RecordOf): Promise<ClientReply<Standing>>
  bundle(of: RecordOf): Promise<ClientReply<BundleView>>
  submit(of: RecordOf): Promise<ClientReply<unknown>>
  replace(of: RecordOf): Promise<ClientReply<unknown>>
  remove(of: RecordOf, reason: string): Promise<ClientReply<unknown>>
  setMode(mode: Mode): Promise<ClientReply<{ mode: Mode }>>
}

export function recordClient(): RecordClient {
  const change = (of: RecordOf, verb: string, more: object = {}) => {
    const { ehrId, patient, consultation, type } = of
    return ask<unknown>('POST', `/${ehrId}/${verb}`, { patient, consultation, type, ...more })
  }
  return {
    see: (of) => ask('GET', `/${of.ehrId}?${query(of)}`),
    bundle: (of) => ask('GET', `/${of.ehrId}/bundle?${query(of)}`),
    submit: (of) => change(of, 'submit'),
    replace: (of) => change(of, 'replace'),
    remove: (of, reason) => change(of, 'delete', { reason }),
    setMode: (mode) => ask('PUT', '', { mode }),
  }
}

function query({ patient, consultation, type }: RecordOf): string {
  return new URLSearchParams({ patient, consultation, type }).toString()
}

async function ask<Body>(method: string, path: string, body?: object): Promise<ClientReply<Body>> {
  try {
    const response = await fetch(address(`/demo/rnds${path}`), {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const said: unknown = await response.json()
    if (response.ok) return { ok: true, body: said as Body }
    const { error = '', message = '', details = [] } = said as Partial<Refusal>
    return { ok: false, refusal: { error, message, details } }
  } catch {
    return { ok: false, refusal: NO_ANSWER }
  }
}

const NO_ANSWER: Refusal = {
  error: 'no_answer',
  message: 'O servidor da demonstração não respondeu. Tente de novo.',
  details: [],
}
